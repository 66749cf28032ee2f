"""Refusals in Jabberwocky: deals and options, each with its reason."""

import pytest

from tests.rules.jabberwocky_table import after, by_seat, deal, start, table
from tests.rules.notation import FIVE, FOUR, THREE, refusals, refused_option

EVEN = (
    "The bids must not add up to 3: Ana deals and may not bid {}. Any other number is allowed."
).format

A_BID = "A bid must be between 0 and 3."


@pytest.mark.parametrize(
    ("answers", "refusal"),
    [
        pytest.param(
            deal((2, 1, 0), (2, 1, 0)),
            ("forbidden_bid", "bids", "1", EVEN(2)),
            id="the bids even out",
        ),
        pytest.param(
            deal((0, 3, 0), (0, 3, 0)),
            ("forbidden_bid", "bids", "1", EVEN(0)),
            id="the dealer may not even bid 0",
        ),
        pytest.param(
            deal((3, 0, 0), (3, 0, 0)),
            ("forbidden_bid", "bids", "1", EVEN(3)),
            id="the dealer may not bid them all",
        ),
        pytest.param(
            deal((2, 2, 0), (2, 2, 0)),
            ("sum_mismatch", "tricks", None, "The tricks must add up to 3, not 4."),
            id="a trick too many",
        ),
        pytest.param(
            deal((2, 2, 0), (2, 0, 0)),
            ("sum_mismatch", "tricks", None, "The tricks must add up to 3, not 2."),
            id="a trick too few",
        ),
        pytest.param(
            deal((1, 1, 1), (0, 0, 0)),
            ("forbidden_bid", "bids", "1", EVEN(1)),
            id="bids are checked before tricks",
        ),
        pytest.param(
            deal((4, 0, 0), (3, 0, 0)),
            ("out_of_range", "bids", "1", A_BID),
            id="a bid of more than the cards",
        ),
        pytest.param(
            deal((1, -1, 0), (3, 0, 0)),
            ("out_of_range", "bids", "2", A_BID),
            id="a negative bid",
        ),
        pytest.param(
            deal((1, 1, 0), (4, -1, 0)),
            ("out_of_range", "tricks", "1", "Tricks must be between 0 and 3."),
            id="more tricks than cards",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1), Chus=3),
            (
                "out_of_range",
                "reneges",
                "3",
                "Reneges must be between 0 and 2: nobody can renege with the last card.",
            ),
            id="a renege with every card",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1), Chus=-1),
            (
                "out_of_range",
                "reneges",
                "3",
                "Reneges must be between 0 and 2: nobody can renege with the last card.",
            ),
            id="a negative number of reneges",
        ),
        pytest.param(
            {"bids": {"1": 1, "2": 1}, "tricks": by_seat((1, 1, 1))},
            ("missing_player", "bids", "3", "Bid: enter a number for Chus."),
            id="a bid missing",
        ),
        pytest.param(
            {"bids": by_seat((1, 1, 0)), "tricks": {"1": 1, "2": 2}},
            ("missing_player", "tricks", "3", "Tricks: enter a number for Chus."),
            id="a player’s tricks are missing",
        ),
        pytest.param(
            {"tricks": by_seat((1, 1, 1))},
            ("bad_field", "bids", None, "Bid: nothing was entered."),
            id="no bids",
        ),
        pytest.param(
            {"bids": by_seat((1, 1, 0))},
            ("bad_field", "tricks", None, "Tricks: nothing was entered."),
            id="no tricks",
        ),
        pytest.param(
            {"bids": [1, 1, 0], "tricks": by_seat((1, 1, 1))},
            ("bad_field", "bids", None, "Bid must have a number for each player."),
            id="bids without names",
        ),
        pytest.param(
            deal((1, True, 0), (1, 1, 1)),
            ("bad_field", "bids", "2", "Bid must be a whole number."),
            id="true for a bid",
        ),
        pytest.param(
            deal((1, 1.0, 0), (1, 1, 1)),
            ("bad_field", "bids", "2", "Bid must be a whole number."),
            id="a fraction for a bid",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1)) | {"trump": "spades"},
            ("bad_field", "trump", None, "There is no field “trump” here."),
            id="a field that does not exist",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1)) | {"reneges": {"9": 1}},
            ("unknown_player", "reneges", None, "9 is not in this match."),
            id="a stranger reneged",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1)) | {"reneges": None},
            ("bad_field", "reneges", None, "Reneges must have a number for each player."),
            id="null for reneges",
        ),
    ],
)
def test_wrong_records_are_refused_with_a_reason(answers, refusal):
    assert refusals(start(), answers)[0] == refusal


def test_a_bid_is_refused_when_it_is_entered():
    assert refusals(start(), {"bids": by_seat((2, 1, 0))}, "bids") == [
        ("forbidden_bid", "bids", "1", EVEN(2))
    ]
    assert refusals(start(), {"bids": by_seat((1, 1, 0))}, "bids") == []


@pytest.mark.parametrize("bid", [0, 1, 3], ids="Ana bids {}".format)
def test_the_dealer_may_bid_anything_else(bid):
    assert refusals(start(), {"bids": by_seat((bid, 1, 0))}, "bids") == []


def test_the_next_dealer_may_not_even_out_the_next_bids():
    _, second = after(deal((1, 1, 0), (1, 1, 1)))

    assert second.dealer == "2"
    assert refusals(second, {"bids": by_seat((1, 2, 1))}, "bids")[0][2] == "2"
    assert refusals(second, {"bids": by_seat((1, 0, 2))}, "bids") == []


def test_nobody_can_renege_with_one_card():
    one = start(schedule=[1])

    assert refusals(one, deal((1, 1, 0), (1, 0, 0), Ana=1)) == [
        (
            "out_of_range",
            "reneges",
            "1",
            "Reneges must be between 0 and 0: nobody can renege with the last card.",
        )
    ]
    assert refusals(one, deal((1, 1, 0), (1, 0, 0), Ana=0)) == []


SCHEDULE = (
    "Enter the number of cards in each deal, such as 3 4 5 4 3: up to 1000 deals with 1 card"
    " or more. Three players can get at most 17 cards each, four 12 and five 10."
)


@pytest.mark.parametrize(
    ("seats", "agreed", "refusal"),
    [
        (THREE, {"schedule": []}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [1] * 1001}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [3, 0]}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [3, True]}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [3.0]}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": 3}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": "345"}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": None}, ("bad_option", "schedule", SCHEDULE)),
        (
            THREE,
            {"schedule": [52]},
            (
                "bad_option",
                "schedule",
                "With 3 players, each player gets at most 17 cards in a deal.",
            ),
        ),
        (
            THREE,
            {"schedule": [3, 18]},
            (
                "bad_option",
                "schedule",
                "With 3 players, each player gets at most 17 cards in a deal.",
            ),
        ),
        (
            FOUR,
            {"schedule": [13, 3]},
            (
                "bad_option",
                "schedule",
                "With 4 players, each player gets at most 12 cards in a deal.",
            ),
        ),
        (
            FIVE,
            {"schedule": [11]},
            (
                "bad_option",
                "schedule",
                "With 5 players, each player gets at most 10 cards in a deal.",
            ),
        ),
        (
            THREE,
            {"scoring": "two"},
            (
                "bad_option",
                "scoring",
                "A made bid must score 1 point, 10 + the bid, or 1 per trick and 10 more.",
            ),
        ),
        (
            THREE,
            {"dealer_hook": 1},
            (
                "bad_option",
                "dealer_hook",
                "Answer “Bids must not add up to the number of tricks” with yes or no.",
            ),
        ),
        (
            THREE,
            {"renege_penalty": -1},
            ("bad_option", "renege_penalty", "Points off for a renege must be 0 or more."),
        ),
        (
            THREE,
            {"renege_penalty": None},
            ("bad_option", "renege_penalty", "Points off for a renege must be 0 or more."),
        ),
        (
            THREE,
            {"renege_voids_point": "no"},
            (
                "bad_option",
                "renege_voids_point",
                "Answer “A renege also loses the bid’s points” with yes or no.",
            ),
        ),
        (
            THREE,
            {"first_dealer": "9"},
            (
                "bad_option",
                "first_dealer",
                "The first dealer must be one of the players of this match.",
            ),
        ),
        (THREE, {"target": 10}, ("bad_option", "target", "There is no option “target”.")),
        (("1", "2"), {}, ("bad_players", "players", "Jabberwocky is for 3 to 5 players.")),
        (tuple("123456"), {}, ("bad_players", "players", "Jabberwocky is for 3 to 5 players.")),
    ],
)
def test_impossible_options_are_refused(seats, agreed, refusal):
    assert refused_option(table(seats, **agreed)) == refusal


@pytest.mark.parametrize(
    ("seats", "most"), [(THREE, 17), (FOUR, 12), (FIVE, 10)], ids=["three", "four", "five"]
)
def test_a_deal_has_at_most_the_cards_of_the_pack(seats, most):
    assert table(seats, schedule=[most, 1]).options["schedule"] == [most, 1]
