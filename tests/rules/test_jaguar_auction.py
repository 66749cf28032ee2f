"""The auction of Jaguar: legal and illegal bids, and the order of bidding."""

import pytest

from tests.rules.jaguar_table import bids, hand, match, refusal, refusals


@pytest.mark.parametrize(
    "auction",
    [
        pytest.param("Ana pass, Bruno 2", id="a 2 ends it at once"),
        pytest.param("Ana A, Bruno 4, Chus pass, Dina pass, Edu pass, Ana pass", id="all passed"),
        pytest.param(
            "Ana pass, Bruno A, Chus 3, Dina K, Edu Q, Bruno J, Chus 7, Dina 6, Edu 5,"
            " Bruno 4, Chus pass, Dina pass, Edu pass",
            id="a player who passed is skipped",
        ),
        pytest.param("Ana pass, Bruno A, Chus pass, Dina pass, Edu pass", id="one bid is enough"),
    ],
)
def test_legal_auctions_are_accepted(auction):
    answers = hand(bids=bids(auction))

    assert refusals(answers) == []
    assert match(answers)["totals"]["Bruno"] == 2


def test_the_last_player_may_still_bid_when_four_have_passed():
    auction = bids("Ana pass, Bruno pass, Chus pass, Dina pass, Edu Q")

    assert refusals(hand("Edu", "Ana", called="Q", bids=auction)) == []


def test_after_a_hundred_and_twenty_the_others_still_pass():
    called = "Ana 2, Bruno 120, Chus pass, Dina pass, Edu pass"
    answers = hand(points=120, bids=bids(f"{called}, Ana pass"))

    assert refusals(answers, point_bids=True) == []
    [problem] = refusals({**answers, "bids": bids(called)}, point_bids=True)
    assert problem[:2] == ("bid_order", "bids")


@pytest.mark.parametrize(
    ("auction", "code", "reason"),
    [
        pytest.param(
            "Bruno A",
            "bid_order",
            "It was Ana’s turn to bid or pass, not Bruno’s.",
            id="the dealer bids first",
        ),
        pytest.param(
            "Ana A, Chus 3",
            "bid_order",
            "It was Bruno’s turn to bid or pass, not Chus’s.",
            id="out of turn",
        ),
        pytest.param(
            "Ana pass, Bruno A, Chus 3, Dina K, Edu Q, Ana J",
            "bid_order",
            "Ana has passed and may not bid again.",
            id="after a pass",
        ),
        pytest.param(
            "Ana K, Bruno 3",
            "bid_order",
            "3 is not lower than K. Each bid must be lower than the last.",
            id="not lower",
        ),
        pytest.param(
            "Ana K, Bruno K",
            "bid_order",
            "K is not lower than K. Each bid must be lower than the last.",
            id="the same",
        ),
        pytest.param(
            "Ana 2, Bruno pass",
            "bid_order",
            "The bidding was over: nobody could bid after Ana bid 2.",
            id="after a 2",
        ),
        pytest.param(
            "Ana pass, Bruno A, Chus pass, Dina pass, Edu pass, Bruno 3",
            "bid_order",
            "The bidding was over: nobody could bid after Bruno bid A.",
            id="alone, and lower",
        ),
        pytest.param(
            "Ana A, Bruno 4, Chus pass",
            "bid_order",
            "The bidding is not finished: it is Dina’s turn to bid or pass.",
            id="not finished",
        ),
        pytest.param(
            "Ana pass, Bruno pass, Chus pass, Dina pass",
            "bid_order",
            "The bidding is not finished: it is Edu’s turn to bid or pass.",
            id="four passed",
        ),
        pytest.param(
            "Ana pass, Bruno pass, Chus pass, Dina pass, Edu pass",
            "inconsistent",
            "Everyone passed, so there is no jaguar: enter “all pass”.",
            id="five passed",
        ),
        pytest.param(
            "Ana 2",
            "inconsistent",
            "Ana won the bidding with 2 and is the jaguar, not Bruno.",
            id="another won it",
        ),
        pytest.param(
            "Ana 6, Bruno 5, Chus pass, Dina pass, Edu pass, Ana pass",
            "inconsistent",
            "Bruno won the bidding with 5, so the card called is 5, not 4.",
            id="another card",
        ),
    ],
)
def test_wrong_auctions_are_refused(auction, code, reason):
    assert refusal(hand(called="4", bids=bids(auction))) == (code, reason)


def test_an_empty_auction_is_not_finished():
    assert refusal(hand(bids=[])) == (
        "bid_order",
        "The bidding is not finished: it is Ana’s turn to bid or pass.",
    )


def test_after_all_passed_the_next_dealer_bids_first():
    auction = bids("Bruno pass, Chus pass, Dina pass, Edu pass, Ana A")

    result = match({"all_pass": True}, hand("Ana", "Edu", bids=auction))

    assert result["totals"]["Ana"] == 2
