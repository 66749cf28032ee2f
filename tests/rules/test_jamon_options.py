"""Jamón: how many can play, and the defaults and allowed values of the options."""

import pytest

from tests.rules.jamon_table import match, start


@pytest.mark.parametrize("seats", [1, 11])
def test_one_and_eleven_players_are_refused(seats):
    result = match(players=[f"P{n}" for n in range(seats)])

    assert (result["code"], result["error"]) == ("bad_players", "Jamón is for 2 to 10 players.")


def test_the_options_have_these_defaults():
    assert start().options == {
        "scoring": "counters",
        "counters": 5,
        "deck": 52,
        "deals": 1,
        "first_dealer": "Ana",
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("scoring", "cards"),
        ("scoring", None),
        ("counters", 0),
        ("counters", 51),
        ("counters", None),
        ("counters", True),
        ("deck", 40),
        ("deck", "52"),
        ("deals", 0),
        ("deals", "1"),
        ("first_dealer", "Zoe"),
        ("target", 5),
    ],
)
def test_impossible_options_are_refused(option, value):
    result = match(**{option: value})

    assert (result["code"], result["round"]) == ("bad_option", 0)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("scoring", "points"),
        ("counters", 1),
        ("counters", 50),
        ("deck", 48),
        ("deck", 52),
        ("deals", 1),
        ("deals", None),
        ("first_dealer", "Dan"),
    ],
)
def test_possible_options_are_accepted(option, value):
    assert match(**{option: value})["finished"] is False
