"""The fields of a deal of Jamón: calls while they happen, counters and cards at the end."""

from collections import Counter
from typing import Any

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.common import number_for_last_seat, numbers_by_seat
from scorekeeper.rules.fields import Field, FieldKind, FieldLayout, Limits, NamedSeatLimits
from scorekeeper.rules.jamon.scoring import (
    CALL_PREFIX,
    CALLS,
    CARDS,
    COUNT,
    COUNTERS,
    Call,
    counters_after_calls,
    is_scored_in_points,
    no_counter_sentence,
    pool,
    recorded_calls,
)
from scorekeeper.rules.kernel import MAX_TYPED_NUMBER, Position, Record


def fields(position: Position, record: Record) -> tuple[Field, ...]:
    """The fields of the last call and the next one, as each was asked, then of the final count."""
    seats, out = position.players, seat_that_went_out(position, record)
    calls = recorded_calls(record)
    return (
        *([calls_field(position, calls[:-1])] if calls else []),
        calls_field(position, calls),
        Field(
            name=CALLS,
            kind=FieldKind.CALLS,
            stage=COUNT,
            label=say("Calls"),
            look=FieldLayout.HIDDEN,
            seats=seats,
            required=False,
        ),
        Field(
            name="went_out",
            kind=FieldKind.SEAT,
            stage=COUNT,
            label=say("Went out"),
            seats=seats,
            look=FieldLayout.TABLE,
        ),
        counters_field(position, record),
        cards_field(position, record, out),
        Field(
            name="default_by",
            kind=FieldKind.SEAT,
            stage=COUNT,
            label=say("Won by default"),
            note=say("who called jamón to a single card"),
            look=FieldLayout.FOLDED,
            seats=seats,
            required=False,
            no=forbidden_defaults(position, record, out),
        ),
    )


def readable_calls(position: Position, calls: list[Any]) -> list[Call]:
    """The valid calls, in order."""
    return [call for call in calls if is_call(position, call)]


def is_call(position: Position, call: Any) -> bool:
    return isinstance(call, list) and len(call) == 2 and all(s in position.players for s in call)


def seat_that_went_out(position: Position, record: Record) -> str | None:
    """The seat that went out, or None if the answer is missing or not a seat."""
    return next((seat for seat in position.players if seat == record.get("went_out")), None)


def calls_field(position: Position, before: list[Any]) -> Field:
    """The call after the calls in `before`: who may call, and how often each pair occurred."""
    calls, seats = readable_calls(position, before), position.players
    empty = [seat for seat, held in counters_after_calls(position, calls).items() if held <= 0]
    return Field(
        name=CALLS,
        kind=FieldKind.CALLS,
        stage=f"{CALL_PREFIX}{len(before) + 1}",
        label=say("Calls"),
        note=say("the row gives a counter to the column"),
        look=FieldLayout.GRID,
        seats=seats,
        no={
            (caller, called): say("{why}.", why=no_counter_sentence(caller))
            for caller in empty
            for called in seats
            if called != caller
        },
        tally=Counter((caller, called) for caller, called in calls),
    )


def counters_field(position: Position, record: Record) -> Field:
    """Each seat's counters; if calls were recorded, the numbers follow from them."""
    seats, all_of_them = position.players, pool(position)
    counted, followed = numbers_by_seat(record, COUNTERS), CALLS in record
    rest = {} if followed else number_for_last_seat(all_of_them, seats, counted)
    return Field(
        name=COUNTERS,
        kind=FieldKind.NUMBERS,
        stage=COUNT,
        label=say("Counters"),
        look=FieldLayout.TABLE,
        seats=seats,
        total=all_of_them,
        required=not followed,
        # `most` is for the keypad only: too many counters are a wrong sum, not a wrong number.
        soft=True,
        most=min(max(all_of_them, *counted.values(), 0), MAX_TYPED_NUMBER),
        rest={seat: left for seat, left in rest.items() if left >= 0},
        fixed=counters_after_calls(position, readable_calls(position, recorded_calls(record)))
        if followed
        else {},
        out_of_range=say("Counters: 0 or more each, {all} in all.", all=all_of_them),
    )


def cards_field(position: Position, record: Record, out: str | None) -> Field:
    """Each seat's cards left; asked only in the points method."""
    seats, asked, left = (
        position.players,
        is_scored_in_points(position),
        numbers_by_seat(record, CARDS),
    )
    deck = int(position.options["deck"])
    why = say("only {who}, who went out, has none.", who=Name(out or ""))
    return Field(
        name=CARDS,
        kind=FieldKind.NUMBERS,
        stage=COUNT,
        label=say("Cards left"),
        seats=seats,
        look=FieldLayout.TABLE if asked else FieldLayout.HIDDEN,
        required=asked,
        # As with counters, too many cards are a wrong sum.
        soft=True,
        most=min(max(deck - 1, *left.values(), 0), MAX_TYPED_NUMBER),
        named=NamedSeatLimits("went_out", "", {"": Limits(0, deck - 1, fixed=0)}),
        no={} if out is None else {(seat, 0): why for seat in seats if seat != out},
        out_of_range=say("Cards left: 0 or more each, fewer than {deck} in all.", deck=deck),
    ).with_named_limits(record)


def forbidden_defaults(
    position: Position, record: Record, out: str | None
) -> dict[tuple[str, str], Message]:
    """Seats that cannot be `default_by`: the one that went out, and all that did not call last."""
    no: dict[tuple[str, str], Message] = {}
    if calls := readable_calls(position, recorded_calls(record)):
        last = calls[-1][0]
        why = say("the last call was {who}’s.", who=Name(last))
        no = {("", seat): why for seat in position.players if seat != last}
    if out is not None:
        no["", out] = say("{who} went out.", who=Name(out))
    return no
