"""Jaguar with bids of points: refused and accepted bids."""

import pytest

from tests.rules.jaguar_table import bids, hand, refusal, refusals


@pytest.mark.parametrize(
    ("answers", "code", "reason"),
    [
        pytest.param(
            hand(bid_points=61),
            "out_of_range",
            "Bids in points must be between 62 and 120.",
            id="61",
        ),
        pytest.param(
            hand(bid_points=121),
            "out_of_range",
            "Bids in points must be between 62 and 120.",
            id="121",
        ),
        pytest.param(
            hand(bids=bids("Ana 2, Bruno 61")),
            "out_of_range",
            "Bids in points must be between 62 and 120.",
            id="61 in the auction",
        ),
        pytest.param(
            hand(bids=bids("Ana 2, Bruno 121")),
            "out_of_range",
            "Bids in points must be between 62 and 120.",
            id="121 in the auction",
        ),
        pytest.param(
            hand(bids=bids("Ana 2, Bruno 65, Chus 65")),
            "bid_order",
            "65 is not higher than 65. Each bid in points must be higher than the last.",
            id="not higher",
        ),
        pytest.param(
            hand(bids=bids("Ana 62")),
            "bid_order",
            "Points can be bid only after a 2.",
            id="points first",
        ),
        pytest.param(
            hand(bids=bids("Ana 4, Bruno 62")),
            "bid_order",
            "Points can be bid only after a 2.",
            id="points after a 4",
        ),
        pytest.param(
            hand(bids=bids("Ana 2, Bruno 62, Chus A")),
            "bid_order",
            "After a bid of 62 points, the next bid must be a higher number of points, not A.",
            id="a card again",
        ),
        pytest.param(
            hand(bids=bids("Ana 2")),
            "bid_order",
            "The bidding is not finished: it is Bruno’s turn to bid or pass.",
            id="a 2 does not end it",
        ),
        pytest.param(
            hand(
                bid_points=70,
                bids=bids("Ana 2, Bruno 80, Chus pass, Dina pass, Edu pass, Ana pass"),
            ),
            "inconsistent",
            "Bruno won the bidding with 80, not with 70 points.",
            id="other points",
        ),
        pytest.param(
            hand(bid_points=70, bids=bids("Ana pass, Bruno A, Chus pass, Dina pass, Edu pass")),
            "inconsistent",
            "Bruno won the bidding with A, not with 70 points.",
            id="no points were bid",
        ),
        pytest.param(
            hand(
                called="4", bids=bids("Ana 2, Bruno 80, Chus pass, Dina pass, Edu pass, Ana pass")
            ),
            "inconsistent",
            "Bruno won the bidding with 80, so the card called is 2, not 4.",
            id="points go with a 2",
        ),
    ],
)
def test_wrong_bids_of_points_are_refused(answers, code, reason):
    assert refusal(answers, point_bids=True) == (code, reason)


def test_a_problem_with_a_bid_of_points_names_its_field():
    auction = "Ana pass, Bruno 4, Chus pass, Dina pass, Edu pass"
    answers = hand(bid_points=62, bids=bids(auction))

    assert [refused[1] for refused in refusals(answers, point_bids=True)] == ["bid_points"]


def test_each_bid_of_points_must_be_higher():
    auction = "Ana 2, Bruno 62, Chus 65, Dina pass, Edu pass, Ana pass, Bruno 66, Chus pass"

    assert refusals(hand(called="2", bids=bids(auction)), point_bids=True) == []
