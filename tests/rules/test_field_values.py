"""Accepted values of every kind of field, and refused values with the reasons."""

import pytest

from tests.rules.notation import FIVE, FOUR, THREE, refusals
from tests.rules.validation_table import JAGUAR, JAMON, LEGAL, PAIRS, begin, dina_is_out

GIN = {"result": "knock", "knocker": "1", "deadwood": {"1": 3, "2": 20}}
CHINCHON = {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}}
# Matches, each as (game, seats, options, answers that are accepted in its first deal).
MATCHES = {
    "jaguar": ("jaguar", FIVE, {}, JAGUAR),
    "jamón": ("jamon", THREE, {}, JAMON),
    "gin": ("gin", ("1", "2"), {}, GIN),
    "gin with its upcard": ("gin", ("1", "2"), {"oklahoma": True}, GIN),
    "gin with two pairs": ("gin", FOUR, {}, {}),
    "chinchón": ("chinchon", THREE, {}, CHINCHON),
}

NUMBER = "Points must be a whole number."
PLAYER = "Jaguar must be one of the players."
YES = "Answer “All eight tricks” with yes or no."
CARD = "Called must be one of A, 3, K, Q, J, 7, 6, 5, 4, 2."
SUIT = "Trump must be one of coins, cups, swords, batons."
BIDS = (
    "Bids must be pairs of a player and a bid. A bid is one of A, 3, K, Q, J, 7, 6, 5, 4, 2, pass."
)
TAKEN = "Points taken must have a number for each player."
CALLS = "Calls must be pairs of a caller and the player called."
UPCARD = "Upcard must be a rank and a suit, such as 7S or 10D."
RESULT = "Result must be one of Knock, Gin, Draw."
PAIR = "Opponents must be a list of players."
BACK = "Coming back must be a list of players."
MISDEAL = "Misdeal must be one of 6 cards, 8 cards."


def hands(pair):
    """Return the hands of two pairs, of which the first is `pair`."""
    return {"hands": [PAIRS[0] | {"pair": pair}, PAIRS[1]]}


# (match, answers that replace accepted ones, the reason why they are refused)
WRONG = {
    "a word for a number": ("jaguar", {"points": "61"}, NUMBER),
    "a fraction for a number": ("jaguar", {"points": 61.0}, NUMBER),
    "true for a number": ("jaguar", {"points": True}, NUMBER),
    "null for a number": ("jaguar", {"points": None}, NUMBER),
    "a number for a player": ("jaguar", {"jaguar": 1}, PLAYER),
    "null for a player": ("jaguar", {"jaguar": None}, PLAYER),
    "a number for yes": ("jaguar", {"all_tricks": 1}, YES),
    "a word for yes": ("jaguar", {"all_tricks": "true"}, YES),
    "no such card": ("jaguar", {"called": "10"}, CARD),
    "a number for a card": ("jaguar", {"called": 3}, CARD),
    "no such suit": ("jaguar", {"trump": "leaves"}, SUIT),
    "bids by player": ("jaguar", {"bids": {"1": "A"}}, BIDS),
    "no such bid": ("jaguar", {"bids": [["1", "10"]]}, BIDS),
    "a bid of true": ("jaguar", {"bids": [["1", True]]}, BIDS),
    "a null bid": ("jaguar", {"bids": [["1", None]]}, BIDS),
    "two bids at once": ("jaguar", {"bids": [["1", "A", "3"]]}, BIDS),
    "no bid at all": ("jaguar", {"bids": [["1"]]}, BIDS),
    "a number bids": ("jaguar", {"bids": [[1, "A"]]}, BIDS),
    "bids as words": ("jaguar", {"bids": ["1A"]}, BIDS),
    "numbers without players": ("jaguar", {"taken": [61, 59]}, TAKEN),
    "calls as a word": ("jamón", {"calls": "1,2"}, CALLS),
    "a call as a word": ("jamón", {"calls": ["12"]}, CALLS),
    "calls a number": ("jamón", {"calls": [["1", 2]]}, CALLS),
    "a number calls": ("jamón", {"calls": [[1, "2"]]}, CALLS),
    "calls two at once": ("jamón", {"calls": [["1", "2", "3"]]}, CALLS),
    "no such rank": ("gin with its upcard", {"upcard": "1S"}, UPCARD),
    "a lower-case letter": ("gin with its upcard", {"upcard": "7s"}, UPCARD),
    "a trailing space": ("gin with its upcard", {"upcard": "7S "}, UPCARD),
    "a number for a card of a suit": ("gin with its upcard", {"upcard": 7}, UPCARD),
    "no such result": ("gin", {"result": "won"}, RESULT),
    "a pair as a word": ("gin with two pairs", hands("12"), PAIR),
    "a pair of one": ("gin with two pairs", hands(["1"]), PAIR),
    "a pair with a number": ("gin with two pairs", hands(["1", 2]), PAIR),
    "a pair with a number first": ("gin with two pairs", hands([1, "2"]), PAIR),
    "an object for a list": ("chinchón", {"reenlist": {"2": True}}, BACK),
    "a number in a list of players": ("chinchón", {"reenlist": [2]}, BACK),
    "a number that is not a choice": ("chinchón", {"defective": {"2": 7}}, MISDEAL),
}


@pytest.mark.parametrize(("match", "changed", "reason"), WRONG.values(), ids=WRONG)
def test_a_value_of_the_wrong_kind_is_refused(match, changed, reason):
    game, seats, agreed, answers = MATCHES[match]

    [(code, _, _, sentence)] = refusals(begin(game, seats, **agreed), answers | changed)

    assert (code, sentence) == ("bad_field", reason)


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "answers"),
    [
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"trump": "hearts", "called": "A"},
            id="suits of either pack",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"all_pass": False, "all_tricks": False},
            id="an explicit false",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {"point_bids": True},
            JAGUAR
            | {
                "bids": [
                    ["1", "2"],
                    ["2", 62],
                    ["3", "pass"],
                    ["4", "pass"],
                    ["5", "pass"],
                    ["1", 120],
                    ["2", "pass"],
                ]
            }
            | {"points": 120},
            id="bids of cards, passes and points",
        ),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": []}, id="nobody called"),
        pytest.param("gin", ("1", "2"), {"oklahoma": True}, GIN | {"upcard": "10D"}, id="a ten"),
        pytest.param("gin", ("1", "2"), {"oklahoma": True}, GIN | {"upcard": "KC"}, id="a king"),
        pytest.param("gin", FOUR, {}, {"hands": PAIRS}, id="two pairs"),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {
                "closer": "1",
                "close": "run",
                "deadwood": {"1": 0, "2": 5, "3": 5},
                "defective": {"2": 6, "3": 8},
                "reenlist": [],
            },
            id="a run that is not offered",
        ),
    ],
)
def test_a_value_of_the_right_kind_is_accepted(game, seats, agreed, answers):
    assert refusals(begin(game, seats, **agreed), answers) == []


def test_a_problem_names_its_field_and_seat():
    six_or_eight = LEGAL | {"defective": {"2": 7}}

    assert refusals(begin("jaguar", FIVE), JAGUAR | {"points": "61"}) == [
        ("bad_field", "points", None, "Points must be a whole number.")
    ]
    assert refusals(dina_is_out(), six_or_eight) == [
        ("bad_field", "defective", "2", "Misdeal must be one of 6 cards, 8 cards.")
    ]


def test_a_field_that_may_not_be_answered_has_the_games_reason():
    assert refusals(begin("jaguar", FIVE), {"all_pass": True, "jaguar": "1"}) == [
        ("bad_field", "jaguar", None, "If everyone passed, leave everything else blank.")
    ]
