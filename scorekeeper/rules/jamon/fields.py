"""What is asked about a deal of Jamón: its calls while they happen, the counters at the end."""

from collections import Counter
from typing import Any

from scorekeeper.messages import Name, Say, say
from scorekeeper.rules.common import numbers_in, rest_of
from scorekeeper.rules.fields import Field, Kind, Limits, Look, Named
from scorekeeper.rules.jamon.scoring import (
    CALL,
    CALLS,
    CARDS,
    COUNT,
    COUNTERS,
    Call,
    after_calls,
    calls_said,
    counts_points,
    nothing_left,
    pool,
)
from scorekeeper.rules.kernel import LONGEST, Position, Record


def fields(position: Position, record: Record) -> tuple[Field, ...]:
    """The last call and the next one, as things lay before each; then what is counted."""
    seats, out = position.players, out_in(position, record)
    calls = calls_said(record)
    return (
        *([calls_field(position, calls[:-1])] if calls else []),
        calls_field(position, calls),
        Field(
            name=CALLS,
            kind=Kind.CALLS,
            stage=COUNT,
            label=say("Calls"),
            look=Look.HIDDEN,
            seats=seats,
            required=False,
        ),
        Field(
            name="went_out",
            kind=Kind.SEAT,
            stage=COUNT,
            label=say("Went out"),
            seats=seats,
            look=Look.TABLE,
        ),
        counters_field(position, record),
        cards_field(position, record, out),
        Field(
            name="default_by",
            kind=Kind.SEAT,
            stage=COUNT,
            label=say("Won by default"),
            note=say("who called jamón to a single card"),
            look=Look.FOLDED,
            seats=seats,
            required=False,
            no=no_default(position, record, out),
        ),
    )


def readable(position: Position, calls: list[Any]) -> list[Call]:
    """The calls of one player to another, in order."""
    return [call for call in calls if is_call(position, call)]


def is_call(position: Position, call: Any) -> bool:
    return isinstance(call, list) and len(call) == 2 and all(s in position.players for s in call)


def out_in(position: Position, record: Record) -> str | None:
    """Who went out, as far as it was said."""
    return next((seat for seat in position.players if seat == record.get("went_out")), None)


def calls_field(position: Position, before: list[Any]) -> Field:
    """Who may call whom after the calls `before`, and how often each did."""
    calls, seats = readable(position, before), position.players
    empty = [seat for seat, held in after_calls(position, calls).items() if held <= 0]
    return Field(
        name=CALLS,
        kind=Kind.CALLS,
        stage=f"{CALL}{len(before) + 1}",
        label=say("Calls"),
        note=say("the row gives a counter to the column"),
        look=Look.GRID,
        seats=seats,
        no={
            (caller, called): say("{why}.", why=nothing_left(caller))
            for caller in empty
            for called in seats
            if called != caller
        },
        tally=Counter((caller, called) for caller, called in calls),
    )


def counters_field(position: Position, record: Record) -> Field:
    """Counters of everybody; where the calls were written down they follow from those."""
    seats, all_of_them = position.players, pool(position)
    counted, followed = numbers_in(record, COUNTERS), CALLS in record
    rest = {} if followed else rest_of(all_of_them, seats, counted)
    return Field(
        name=COUNTERS,
        kind=Kind.NUMBERS,
        stage=COUNT,
        label=say("Counters"),
        look=Look.TABLE,
        seats=seats,
        total=all_of_them,
        required=not followed,
        # Too many counters are a wrong sum, not a wrong number: the limit is for the keys.
        soft=True,
        most=min(max(all_of_them, *counted.values(), 0), LONGEST),
        rest={seat: left for seat, left in rest.items() if left >= 0},
        fixed=after_calls(position, readable(position, calls_said(record))) if followed else {},
        out_of_range=say("Counters: 0 or more each, {all} in all.", all=all_of_them),
    )


def cards_field(position: Position, record: Record, out: str | None) -> Field:
    """Cards left; asked where they count."""
    seats, asked, left = position.players, counts_points(position), numbers_in(record, CARDS)
    deck = int(position.options["deck"])
    why = say("only {who}, who went out, has none.", who=Name(out or ""))
    return Field(
        name=CARDS,
        kind=Kind.NUMBERS,
        stage=COUNT,
        label=say("Cards left"),
        seats=seats,
        look=Look.TABLE if asked else Look.HIDDEN,
        required=asked,
        # As with the counters: too many cards are a wrong sum.
        soft=True,
        most=min(max(deck - 1, *left.values(), 0), LONGEST),
        named=Named("went_out", "", {"": Limits(0, deck - 1, fixed=0)}),
        no={} if out is None else {(seat, 0): why for seat in seats if seat != out},
        out_of_range=say("Cards left: 0 or more each, fewer than {deck} in all.", deck=deck),
    ).with_named(record)


def no_default(position: Position, record: Record, out: str | None) -> dict[tuple[str, str], Say]:
    """Who cannot have given the deal away: who went out, and whoever did not call last."""
    no: dict[tuple[str, str], Say] = {}
    if calls := readable(position, calls_said(record)):
        last = calls[-1][0]
        why = say("the last call was {who}’s.", who=Name(last))
        no = {("", seat): why for seat in position.players if seat != last}
    if out is not None:
        no["", out] = say("{who} went out.", who=Name(out))
    return no
