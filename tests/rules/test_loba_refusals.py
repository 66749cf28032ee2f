"""Refusals in Loba: deals and options, each with its reason."""

import pytest

from tests.rules.loba_table import GAME, after, deal, table
from tests.rules.notation import TWO, refusals, refused_option

OF_90 = "Points left must be between 2 and 90."

NOTHING_LEFT = "Chus went out and has 0 left."


@pytest.mark.parametrize(
    ("agreed", "answers", "refusal"),
    [
        pytest.param(
            {}, deal("3", 1, 2, 0), ("out_of_range", "deadwood", "1", OF_90), id="one left"
        ),
        pytest.param(
            {},
            deal("3", 0, 2, 0),
            ("out_of_range", "deadwood", "1", OF_90),
            id="nothing left, but not out",
        ),
        pytest.param(
            {}, deal("3", 91, 2, 0), ("out_of_range", "deadwood", "1", OF_90), id="91 left"
        ),
        pytest.param(
            {},
            deal(None, 5, 2, 0),
            ("out_of_range", "deadwood", "3", OF_90),
            id="nobody went out and Chus has nothing",
        ),
        pytest.param(
            {"joker_value": 25},
            deal("3", 151, 2, 0),
            ("out_of_range", "deadwood", "1", "Points left must be between 2 and 150."),
            id="151 with jokers of 25",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 1),
            ("inconsistent", "deadwood", "3", NOTHING_LEFT),
            id="went out with one left",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 90),
            ("inconsistent", "deadwood", "3", NOTHING_LEFT),
            id="went out with ninety left",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 91),
            ("out_of_range", "deadwood", "3", NOTHING_LEFT),
            id="went out with more than a hand",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, -1),
            ("out_of_range", "deadwood", "3", NOTHING_LEFT),
            id="went out with less than 0",
        ),
        pytest.param(
            {},
            deal(None, 5, 2, 8, clean=True),
            ("inconsistent", "clean", None, "Nobody went out, so nobody went out all at once."),
            id="nobody did",
        ),
        pytest.param(
            {},
            {"deadwood": {"1": 5, "2": 2, "3": 8}},
            ("bad_field", "went_out", None, "Went out: nothing was entered."),
            id="who went out is missing",
        ),
        pytest.param(
            {},
            deal("3", 5, 2),
            ("missing_player", "deadwood", "3", "Points left: enter a number for Chus."),
            id="a player is missing",
        ),
        pytest.param(
            {},
            deal("9", 5, 2, 8),
            ("unknown_player", "went_out", None, "9 is not in this match."),
            id="a stranger went out",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 0, clean=1),
            ("bad_field", "clean", None, "Answer “Out all at once, −10” with yes or no."),
            id="neither yes nor no",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 0, reenlist=["2"]),
            (
                "not_allowed",
                "reenlist",
                "2",
                "Bruno did not reach 100 in this deal, and only players who did may come back.",
            ),
            id="back without having been out",
        ),
        pytest.param(
            {"limit": 10},
            deal(None, 10, 12, 14, reenlist=["2"]),
            (
                "not_allowed",
                "reenlist",
                "2",
                "All remaining players were eliminated in this deal, so the match is over and"
                " nobody may come back.",
            ),
            id="all out together",
        ),
        pytest.param(
            {"limit": 10, "max_reenlist": 0},
            deal("3", 10, 2, 0, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "The table agreed that nobody may come back in this match.",
            ),
            id="agreed that nobody comes back",
        ),
    ],
)
def test_wrong_records_are_refused_with_a_reason(agreed, answers, refusal):
    assert refusals(GAME.begin(table(**agreed)), answers)[0] == refusal


def test_players_come_back_twice_at_most():
    bruno_back = deal("1", 0, 60, seats=TWO, reenlist=["2"])

    _, once = after(bruno_back, seats=TWO, limit=60)
    _, twice = after(bruno_back, bruno_back, seats=TWO, limit=60)
    _, often = after(*[bruno_back] * 3, seats=TWO, limit=60, max_reenlist=None)

    assert refusals(once, bruno_back) == refusals(often, bruno_back) == []
    assert refusals(twice, bruno_back) == [
        (
            "not_allowed",
            "reenlist",
            "2",
            "Bruno has already come back twice, which is the limit the table agreed on.",
        )
    ]
    assert GAME.deal.stage(twice, deal("1", 0, 60, seats=TWO)) is None


@pytest.mark.parametrize(
    ("agreed", "refusal"),
    [
        ({"limit": 1001}, ("bad_option", "limit", "“Out at” must be between 10 and 1000.")),
        ({"limit": 9}, ("bad_option", "limit", "“Out at” must be between 10 and 1000.")),
        (
            {"joker_value": 51},
            ("bad_option", "joker_value", "A joker left in hand must count between 0 and 50."),
        ),
        (
            {"joker_value": -1},
            ("bad_option", "joker_value", "A joker left in hand must count between 0 and 50."),
        ),
        (
            {"clean_bonus": -1},
            (
                "bad_option",
                "clean_bonus",
                "Points off for going out all at once must be 0 or more.",
            ),
        ),
        ({"stake": -1}, ("bad_option", "stake", "The stake must be 0 or more.")),
        (
            {"bust": "over"},
            (
                "bad_option",
                "bust",
                "“When a player is out” must be “on reaching the limit” or “on going over the "
                "limit”.",
            ),
        ),
        (
            {"max_reenlist": True},
            (
                "bad_option",
                "max_reenlist",
                "The number of returns allowed must be 0 or more. Leave it blank for no limit.",
            ),
        ),
        (
            {"reentry_stake": 1},
            ("bad_option", "reentry_stake", "There is no option “reentry_stake”."),
        ),
    ],
)
def test_options_outside_their_range_are_refused(agreed, refusal):
    assert refused_option(table(**agreed)) == refusal


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 10),
        ("limit", 1000),
        ("joker_value", 0),
        ("joker_value", 50),
        ("stake", 0),
        ("clean_bonus", 0),
        ("max_reenlist", 0),
        ("max_reenlist", None),
        ("bust", "exceed"),
    ],
)
def test_options_at_the_edge_of_their_range_are_accepted(name, value):
    assert table(**{name: value}).options[name] == value
