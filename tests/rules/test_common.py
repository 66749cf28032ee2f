"""Helpers shared by several games: seat order, sums, and the value left for the last player."""

import pytest

from scorekeeper.messages import render, say
from scorekeeper.rules import common
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.kernel import Position, Setup

SEATS = ("1", "2", "3", "4")
SETUP = Setup("jamon", SEATS, {"first_dealer": "2"})


@pytest.mark.parametrize(
    ("seat", "among", "then"),
    [
        ("1", SEATS, "2"),
        ("4", SEATS, "1"),
        ("1", ("1", "3", "4"), "3"),
        ("3", ("1", "2", "3"), "1"),
        ("2", ("1", "3"), "3"),
        ("2", ("2",), "2"),
    ],
)
def test_the_next_one_round_the_table(seat, among, then):
    assert common.next_seat(seat, SEATS, among) == then


@pytest.mark.parametrize(
    ("seat", "order"),
    [("1", ("2", "3", "4", "1")), ("2", ("3", "4", "1", "2")), ("4", SEATS)],
)
def test_round_the_table_with_one_at_the_end(seat, order):
    assert common.seats_after(seat, SEATS) == order


def test_before_the_first_deal_everybody_is_at_nought():
    assert common.initial_position(SETUP, kept="a pot") == Position(
        SETUP, 1, "2", {"1": 0, "2": 0, "3": 0, "4": 0}, (), (), False, "a pot"
    )
    assert common.initial_position(SETUP).kept is None


def test_a_deal_passed_moves_the_deal_and_adds_the_points():
    first = common.initial_position(SETUP)

    then = common.next_position(first, {"1": 3, "3": -2})

    assert (then.number, then.dealer) == (2, "3")
    assert then.totals == {"1": 3, "2": 0, "3": -2, "4": 0}
    assert first.totals == {"1": 0, "2": 0, "3": 0, "4": 0}
    assert common.add_points(then.totals, {"3": 2}) == {"1": 3, "2": 0, "3": 0, "4": 0}


@pytest.mark.parametrize(
    ("totals", "highest", "lowest"),
    [
        ({"1": 3, "2": -1, "3": 2}, ("1",), ("2",)),
        ({"1": 2, "2": -1, "3": 2}, ("1", "3"), ("2",)),
        ({"1": -2, "2": -1, "3": -2}, ("2",), ("1", "3")),
        ({"1": 0, "2": 0}, ("1", "2"), ("1", "2")),
    ],
)
def test_highest_and_lowest_are_shared(totals, highest, lowest):
    assert common.highest(totals) == highest
    assert common.lowest(totals) == lowest


def test_a_table_that_stops_gives_the_win_to_the_highest():
    position = common.next_position(common.initial_position(SETUP), {"2": 5, "4": 5})

    closed = common.close_with_highest_total(position)

    assert (closed.over, closed.winners, position.over) == (True, ("2", "4"), False)


@pytest.mark.parametrize(
    ("given", "rest"),
    [
        ({"1": 1, "2": 1, "3": 1}, {"4": 7}),
        ({"1": 1, "2": 1, "4": 11}, {"3": -3}),
        ({"1": 1, "2": 1}, {}),
        ({"1": 1, "2": 1, "3": 1, "4": 1}, {}),
        ({}, {}),
    ],
    ids=str,
)
def test_the_last_one_gets_what_is_left(given, rest):
    assert common.number_for_last_seat(10, SEATS, given) == rest


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ({"1": 1, "2": 0, "3": -4}, {"1": 1, "2": 0, "3": -4}),
        ({"1": "1", "2": True, "3": 1.0, "4": None}, {}),
        ([1, 2], {}),
        (None, {}),
        ("12", {}),
    ],
    ids=str,
)
def test_the_numbers_there_are_so_far(said, numbers):
    assert common.numbers_by_seat({"bids": said}, "bids") == numbers
    assert common.numbers_by_seat({}, "bids") == {}


@pytest.mark.parametrize(
    ("weights", "seats", "shared"),
    [
        ({"1": 2, "3": 1}, "12345", {"1": 2, "2": -1, "3": 1, "4": -1, "5": -1}),
        ({"1": -2, "3": -1}, "12345", {"1": -2, "2": 1, "3": -1, "4": 1, "5": 1}),
        ({"2": 4}, "12345", {"1": -1, "2": 4, "3": -1, "4": -1, "5": -1}),
        ({"2": -4}, "12345", {"1": 1, "2": -4, "3": 1, "4": 1, "5": 1}),
        ({"1": 2, "2": 2}, "123", {"1": 2, "2": 2, "3": -4}),
    ],
)
def test_the_others_share_the_opposite(weights, seats, shared):
    assert common.zero_sum_points(weights, tuple(seats)) == shared


def test_what_cannot_be_shared_evenly_is_a_mistake_of_the_game():
    with pytest.raises(ValueError, match=r"^The others cannot share evenly\.$"):
        common.zero_sum_points({"1": 2}, tuple("12345"))


def test_small_answers():
    position = common.initial_position(SETUP)

    assert common.all_seats(position) == SEATS
    assert common.one_side_per_seat(SETUP) == {"1": ("1",), "2": ("2",), "3": ("3",), "4": ("4",)}
    assert common.merge_answers({"a": 1, "b": 2}, "any stage", {"b": 3}) == {"a": 1, "b": 3}
    assert common.no_other_stages(position, {}) == ()
    assert common.no_payments((), position) == common.no_extras((), position) == {}
    assert list(common.no_problems(SETUP)) == []
    assert common.is_never_open(SETUP) is False
    assert common.no_deal_label(position) is None
    assert render(common.dealer_sentence(position), {"2": "Bruno"}) == "Bruno deals"


def test_limits_of_one_seat_come_before_those_of_all():
    asked = Field(
        name="it",
        kind=FieldKind.NUMBERS,
        stage="it",
        label=say("it"),
        least=2,
        most=90,
        span={"3": (0, 0)},
    )

    assert (asked.limits("1"), asked.limits("3")) == ((2, 90), (0, 0))
