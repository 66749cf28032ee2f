"""Values of every kind of field: accepted ones, and refused ones with the reason."""

import pytest

from tests.rules.notation import FIVE, FOUR, THREE, refusals
from tests.rules.validation_table import JAGUAR, JAMON, LEGAL, PAIRS, begin, dina_is_out

GIN = {"result": "knock", "knocker": "1", "deadwood": {"1": 3, "2": 20}}
CALLS = "Calls must be pairs of a caller and the player called."
BIDS = (
    "Bids must be pairs of a player and a bid. A bid is one of A, 3, K, Q, J, 7, 6, 5, 4, 2, pass."
)
UPCARD = "Upcard must be a rank and a suit, such as 7S or 10D."
WHO = "Pairs must be a list of players."


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "answers", "reason"),
    [
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": "61"},
            "Points must be a whole number.",
            id="a word for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": 61.0},
            "Points must be a whole number.",
            id="a fraction for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": True},
            "Points must be a whole number.",
            id="true for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": None},
            "Points must be a whole number.",
            id="null for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"jaguar": 1},
            "Jaguar must be one of the players.",
            id="a number for a player",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"jaguar": None},
            "Jaguar must be one of the players.",
            id="null for a player",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"all_tricks": 1},
            "All eight tricks must be yes or no.",
            id="a number for yes",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"all_tricks": "true"},
            "All eight tricks must be yes or no.",
            id="a word for yes",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"called": "10"},
            "Called must be one of A, 3, K, Q, J, 7, 6, 5, 4, 2.",
            id="no such card",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"called": 3},
            "Called must be one of A, 3, K, Q, J, 7, 6, 5, 4, 2.",
            id="a number for a card",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"trump": "leaves"},
            "Trump must be one of coins, cups, swords, batons.",
            id="no such suit",
        ),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": {"1": "A"}}, BIDS, id="bids by player"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1", "10"]]}, BIDS, id="no such bid"),
        pytest.param(
            "jaguar", FIVE, {}, JAGUAR | {"bids": [["1", True]]}, BIDS, id="a bid of true"
        ),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1", None]]}, BIDS, id="a null bid"),
        pytest.param(
            "jaguar", FIVE, {}, JAGUAR | {"bids": [["1", "A", "3"]]}, BIDS, id="two bids at once"
        ),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1"]]}, BIDS, id="no bid at all"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [[1, "A"]]}, BIDS, id="a number bids"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": ["1A"]}, BIDS, id="bids as words"),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"taken": [61, 59]},
            "Points taken must have a number for each player.",
            id="numbers without players",
        ),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": "1,2"}, CALLS, id="calls as a word"),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": ["12"]}, CALLS, id="a call as a word"),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": [["1", 2]]}, CALLS, id="calls a number"),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": [[1, "2"]]}, CALLS, id="a number calls"),
        pytest.param(
            "jamon", THREE, {}, JAMON | {"calls": [["1", "2", "3"]]}, CALLS, id="calls two at once"
        ),
        pytest.param(
            "gin", ("1", "2"), {"oklahoma": True}, GIN | {"upcard": "1S"}, UPCARD, id="no such rank"
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {"oklahoma": True},
            GIN | {"upcard": "7s"},
            UPCARD,
            id="a lower-case letter",
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {"oklahoma": True},
            GIN | {"upcard": "7S "},
            UPCARD,
            id="a trailing space",
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {"oklahoma": True},
            GIN | {"upcard": 7},
            UPCARD,
            id="a number for a card of a suit",
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {},
            GIN | {"result": "won"},
            "Result must be one of Knock, Gin, Draw.",
            id="no such result",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": "12"}, PAIRS[1]]},
            WHO,
            id="a pair as a word",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": ["1"]}, PAIRS[1]]},
            WHO,
            id="a pair of one",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": ["1", 2]}, PAIRS[1]]},
            WHO,
            id="a pair with a number",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": [1, "2"]}, PAIRS[1]]},
            WHO,
            id="a pair with a number first",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}, "reenlist": {"2": True}},
            "Coming back must be a list of players.",
            id="an object for a list",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}, "reenlist": [2]},
            "Coming back must be a list of players.",
            id="a number in a list of players",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}, "defective": {"2": 7}},
            "Misdeal must be one of 6 cards, 8 cards.",
            id="a number that is not a choice",
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(game, seats, agreed, answers, reason):
    [(code, _, _, sentence)] = refusals(begin(game, seats, **agreed), answers)

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
        ("bad_field", "jaguar", None, "If everybody passed, leave everything else empty.")
    ]
