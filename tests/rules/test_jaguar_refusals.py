"""Jaguar: hands and auctions that are refused."""

import pytest

from tests.rules.jaguar_table import bids, hand, match, points_taken, refusal, refusals


@pytest.mark.parametrize(
    ("answers", "code", "reason"),
    [
        pytest.param(
            hand(points=1),
            "impossible_total",
            "No card is worth 1 point. Enter 0, or 2 or more.",
            id="one point",
        ),
        pytest.param(
            hand(points=119),
            "impossible_total",
            "119 would leave 1 point, but no card is worth 1. Enter 120, or 118 or less.",
            id="all but one point",
        ),
        pytest.param(
            hand(points=-1),
            "out_of_range",
            "The card points must be between 0 and 120.",
            id="fewer than 0 points",
        ),
        pytest.param(
            hand(points=121),
            "out_of_range",
            "The card points must be between 0 and 120.",
            id="more than the pack",
        ),
        pytest.param(
            hand(points=True),
            "bad_field",
            "Points must be a whole number.",
            id="true is not a number",
        ),
        pytest.param(
            {"jaguar": "Ana", "points": 70},
            "bad_field",
            "Friend: nothing was entered.",
            id="no friend",
        ),
        pytest.param(
            {"friend": "Ana", "points": 70},
            "bad_field",
            "Jaguar: nothing was entered.",
            id="no jaguar",
        ),
        pytest.param(
            {"jaguar": "Ana", "friend": "Edu"},
            "bad_field",
            "Points: nothing was entered.",
            id="no points",
        ),
        pytest.param({}, "bad_field", "Jaguar: nothing was entered.", id="nothing"),
        pytest.param(
            hand(called="10"),
            "bad_field",
            "Called must be one of A, 3, K, Q, J, 7, 6, 5, 4, 2.",
            id="no such card",
        ),
        pytest.param(
            hand(trump="stars"),
            "bad_field",
            "Trump must be one of coins, cups, swords, batons.",
            id="no such suit",
        ),
        pytest.param(
            {"all_pass": 1}, "bad_field", "Answer “All pass” with yes or no.", id="1 does not pass"
        ),
        pytest.param(
            hand(all_tricks=1),
            "bad_field",
            "Answer “All eight tricks” with yes or no.",
            id="1 is not yes",
        ),
        pytest.param(
            hand(friend="Zoe"), "unknown_player", "Zoe is not in this match.", id="stranger"
        ),
        pytest.param(
            hand(all_pass=True),
            "bad_field",
            "If everyone passed, leave everything else blank.",
            id="all passed, with a jaguar",
        ),
        pytest.param(
            {"all_pass": True, "called": None},
            "bad_field",
            "If everyone passed, leave everything else blank.",
            id="all passed, with a card",
        ),
        pytest.param(
            hand(all_tricks=True),
            "inconsistent",
            "If one side took all the tricks, the points are 120 or 0, not 71.",
            id="all tricks, not all points",
        ),
        pytest.param(
            hand(bid_points=80),
            "not_allowed",
            "This match has no bids in points, so the lowest bid is 2.",
            id="points bid without the option",
        ),
        pytest.param(
            hand(bid_points=None),
            "bad_field",
            "Points bid must be a whole number.",
            id="explicitly no points bid",
        ),
        pytest.param(
            hand(bids=bids("Ana 2, Bruno 62")),
            "not_allowed",
            "This match has no bids in points, so the lowest bid is 2.",
            id="points in the auction without the option",
        ),
        pytest.param(
            hand(bids=bids("Ana X")),
            "bad_field",
            "Bids must be pairs of a player and a bid."
            " A bid is one of A, 3, K, Q, J, 7, 6, 5, 4, 2, pass.",
            id="no such bid",
        ),
        pytest.param(
            hand(bids=[["Zoe", "A"]]),
            "unknown_player",
            "Zoe is not in this match.",
            id="a stranger bids",
        ),
    ],
)
def test_wrong_hands_are_refused(answers, code, reason):
    assert refusal(answers) == (code, reason)


@pytest.mark.parametrize(
    ("answers", "code", "reason"),
    [
        pytest.param(
            {"taken": points_taken(30, 30, 20, 20, 19)},
            "sum_mismatch",
            "The card points must add up to 120, not 119.",
            id="119 in all",
        ),
        pytest.param(
            {"taken": points_taken(30, 30, 20, 20, 20), "points": 61},
            "sum_mismatch",
            "Bruno and Edu took 50 together, not 61.",
            id="other than the side’s",
        ),
        pytest.param(
            {"taken": points_taken(30, 30, 20, 20, 20), "points": 50, "friend": "Bruno"},
            "sum_mismatch",
            "Bruno took 30, not 50.",
            id="alone",
        ),
        pytest.param(
            {"taken": points_taken(1, 30, 29, 40, 20)},
            "impossible_total",
            "No card is worth 1 point. Enter 0, or 2 or more.",
            id="one took 1",
        ),
        pytest.param(
            {"taken": points_taken(0, 0, 0, 119, 1)},
            "impossible_total",
            "119 would leave 1 point, but no card is worth 1. Enter 120, or 118 or less.",
            id="one took 119",
        ),
        pytest.param(
            {"taken": points_taken(-2, 32, 30, 40, 20)},
            "out_of_range",
            "The card points of a player must be between 0 and 120.",
            id="below 0",
        ),
        pytest.param(
            {"taken": points_taken(0, 0, 0, 0, 121)},
            "out_of_range",
            "The card points of a player must be between 0 and 120.",
            id="above 120",
        ),
        pytest.param(
            {"taken": {"Ana": 120}},
            "missing_player",
            "Points taken: enter a number for Bruno.",
            id="not all five",
        ),
        pytest.param(
            {"taken": points_taken(30, 30, 20, 20, 20), "all_tricks": True},
            "inconsistent",
            "If one side took all the tricks, the points are 120 or 0, not 50.",
            id="all tricks",
        ),
    ],
)
def test_wrong_points_taken_are_refused(answers, code, reason):
    assert refusal({"jaguar": "Bruno", "friend": "Edu"} | answers) == (code, reason)


def test_points_taken_may_be_recorded_with_the_same_points():
    answers = hand(points=50, taken=points_taken(30, 30, 20, 20, 20))

    assert refusals(answers) == []
    assert match(answers)["totals"]["Bruno"] == -2


NO_JAGUAR = "Ana pass, Bruno pass, Chus pass, Dina pass, Edu pass"
BRUNO_WINS = "Ana pass, Bruno 4, Chus pass, Dina pass, Edu pass"


@pytest.mark.parametrize(
    ("answers", "field", "seat"),
    [
        pytest.param(hand(points=1), "points", None, id="one point"),
        pytest.param(hand(taken=points_taken(0, 0, 1, 60, 59)), "taken", "Chus", id="one took 1"),
        pytest.param(hand(taken=points_taken(0, 0, 0, 60, 59)), "taken", None, id="119 in all"),
        pytest.param(hand(taken=points_taken(0, 0, 0, 60, 60)), "points", None, id="other than 71"),
        pytest.param(hand(all_tricks=True), "all_tricks", None, id="all tricks"),
        pytest.param(hand(bid_points=80), "bid_points", None, id="points bid"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 62")), "bids", None, id="in the auction"),
        pytest.param(hand(bids=bids("Bruno 2")), "bids", None, id="out of turn"),
        pytest.param(hand(bids=bids("Ana A")), "bids", None, id="not finished"),
        pytest.param(hand(bids=bids(NO_JAGUAR)), "bids", None, id="all passed"),
        pytest.param(hand("Ana", bids=bids(BRUNO_WINS)), "jaguar", None, id="another won"),
        pytest.param(hand(called="5", bids=bids(BRUNO_WINS)), "called", None, id="another card"),
    ],
)
def test_a_problem_names_its_field_and_seat(answers, field, seat):
    assert [refused[1:3] for refused in refusals(answers)] == [(field, seat)]


def test_without_all_tricks_any_points_are_accepted():
    assert refusals(hand(all_tricks=False)) == []
