"""Options of Chinchón: refusals, defaults, and values at the edge of a range."""

import pytest

from tests.rules.chinchon_table import table
from tests.rules.notation import refused_option


@pytest.mark.parametrize(
    ("agreed", "refusal"),
    [
        pytest.param(
            {"figures": "ten", "deck": 48},
            ("bad_option", "figures", "Court cards can count 10 each only in a pack of 40 cards."),
            id="ten of 48",
        ),
        pytest.param(
            {"deck": 52},
            ("bad_option", "deck", "The pack must have 40 or 48 cards."),
            id="52 cards",
        ),
        pytest.param(
            {"deck": "40"},
            ("bad_option", "deck", "The pack must have 40 or 48 cards."),
            id="a word for a number",
        ),
        pytest.param(
            {"limit": 9},
            ("bad_option", "limit", "“Out at” must be between 10 and 1000."),
            id="limit 9",
        ),
        pytest.param(
            {"limit": 1001},
            ("bad_option", "limit", "“Out at” must be between 10 and 1000."),
            id="limit 1001",
        ),
        pytest.param(
            {"close_max": 11},
            ("bad_option", "close_max", "Maximum points to close must be between 0 and 10."),
            id="close with 11",
        ),
        pytest.param(
            {"close_max": -1},
            ("bad_option", "close_max", "Maximum points to close must be between 0 and 10."),
            id="close with −1",
        ),
        pytest.param(
            {"stake": None}, ("bad_option", "stake", "The stake must be 0 or more."), id="no stake"
        ),
        pytest.param(
            {"run_rule": "minus10"},
            (
                "bad_option",
                "run_rule",
                "A run of seven must count like any chinchón, take 25 or 50 off, or win the match.",
            ),
            id="an unknown run",
        ),
        pytest.param(
            {"joker_value": 10},
            ("bad_option", "joker_value", "There is no option “joker_value”."),
            id="another game's option",
        ),
    ],
)
def test_options_outside_their_range_are_refused(agreed, refusal):
    assert refused_option(table(**agreed)) == refusal


def test_the_options_have_these_defaults():
    assert table().options == {
        "limit": 100,
        "bust": "reach",
        "deck": 40,
        "figures": "fournier",
        "close_max": 4,
        "chinchon_bonus": 10,
        "run_rule": "same",
        "max_reenlist": None,
        "stake": 1,
        "reentry_stake": 1,
        "wilds": 0,
        "wild_points": 25,
        "first_dealer": "1",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 10),
        ("limit", 1000),
        ("close_max", 0),
        ("close_max", 10),
        ("max_reenlist", 0),
        ("max_reenlist", None),
        ("stake", 0),
        ("reentry_stake", 0),
        ("wilds", 8),
        ("wild_points", 0),
        ("chinchon_bonus", 0),
        ("deck", 48),
        ("figures", "ten"),
    ],
)
def test_options_at_the_edge_of_their_range_are_accepted(name, value):
    assert table(**{name: value}).options[name] == value
