"""Helpers that several games share: seat order, sums, and the number left for the last player."""

import pytest

from scorekeeper.messages import render, say
from scorekeeper.rules import common
from scorekeeper.rules.fields import Field, FieldKind, NumberLimits
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
def test_next_seat_follows_the_order_of_play(seat, among, then):
    assert common.next_seat(seat, SEATS, among) == then


@pytest.mark.parametrize(
    ("seat", "order"),
    [("1", ("2", "3", "4", "1")), ("2", ("3", "4", "1", "2")), ("4", SEATS)],
)
def test_seats_after_puts_the_seat_last(seat, order):
    assert common.seats_after(seat, SEATS) == order


def test_every_total_is_0_before_the_first_deal():
    assert common.initial_position(SETUP, game_state="a pot") == Position(
        SETUP, 1, "2", {"1": 0, "2": 0, "3": 0, "4": 0}, (), (), False, "a pot"
    )
    assert common.initial_position(SETUP).game_state is None


def test_next_position_adds_points_and_moves_the_dealer():
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
def test_several_seats_can_be_highest_or_lowest(totals, highest, lowest):
    assert common.highest_sides(totals) == highest
    assert common.lowest_sides(totals) == lowest


def test_closing_a_match_makes_the_highest_total_win():
    position = common.next_position(common.initial_position(SETUP), {"2": 5, "4": 5})

    closed = common.close_with_highest_total(position)

    assert (closed.is_over, closed.winners, position.is_over) == (True, ("2", "4"), False)


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
def test_the_last_seat_gets_the_number_that_is_left(given, rest):
    assert common.number_for_last_seat(10, SEATS, given) == rest


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ({"1": 1, "2": 0, "3": -4}, {"1": 1, "2": 0, "3": -4}),
        ({"1": "1", "2": True, "3": 1.0, "4": None}, {}),
        ([1, 2], {}),
        (None, {}),
        ("12", {}),
    ],
    ids=str,
)
def test_numbers_by_seat_ignores_everything_but_integers(answer, numbers):
    assert common.numbers_by_seat({"bids": answer}, "bids") == numbers
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
def test_the_other_seats_share_the_opposite_points(weights, seats, shared):
    assert common.zero_sum_points(weights, tuple(seats)) == shared


def test_points_that_cannot_be_shared_evenly_raise_an_error():
    with pytest.raises(ValueError, match=r"^The others cannot share evenly\.$"):
        common.zero_sum_points({"1": 2}, tuple("12345"))


def test_by_default_each_seat_is_a_side_and_a_game_has_one_stage_and_no_payments():
    position = common.initial_position(SETUP)

    assert common.one_side_per_seat(SETUP) == {"1": ("1",), "2": ("2",), "3": ("3",), "4": ("4",)}
    assert common.merge_answers({"a": 1, "b": 2}, "any stage", {"b": 3}) == {"a": 1, "b": 3}
    assert common.no_other_stages(position, {}) == ()
    assert common.no_net_amounts((), position) == common.no_additional_results((), position) == {}
    assert list(common.no_problems(SETUP)) == []
    assert common.is_never_open(SETUP) is False
    assert common.no_deal_label(position) is None
    assert render(common.dealer_sentence(position), {"2": "Bruno"}) == "Bruno deals"


def test_a_seats_own_limits_replace_the_fields_limits():
    asked = Field(
        name="it",
        kind=FieldKind.NUMBERS,
        stage="it",
        label=say("it"),
        limits=NumberLimits(least=2, most=90, by_seat={"3": (0, 0)}),
    )

    assert (asked.limits.bounds("1"), asked.limits.bounds("3")) == ((2, 90), (0, 0))
