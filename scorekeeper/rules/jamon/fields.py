"""The stages and fields of a deal of Jamón: calls as they happen, counters and cards at the end."""

from collections import Counter
from typing import Any

from scorekeeper.messages import Message, Name, Placeholder, say
from scorekeeper.rules.common import number_for_last_seat, numbers_by_seat
from scorekeeper.rules.fields import (
    Field,
    FieldKind,
    FieldLayout,
    NamedSeatLimits,
    NextCalls,
    NumberLimits,
    PageHints,
    SeatLimits,
)
from scorekeeper.rules.jamon.checks import (
    call_refusal,
    counters_left_sentence,
    last_call_sentence,
)
from scorekeeper.rules.jamon.scoring import (
    CALL_PREFIX,
    CALLS,
    CARDS,
    COUNT,
    COUNTERS,
    Call,
    counters_after_calls,
    is_scored_in_points,
    pool,
)
from scorekeeper.rules.kernel import MAX_TYPED_NUMBER, Answers, Position


def stage(position: Position, answers: Answers) -> str | None:
    counted = COUNTERS in answers or CALLS in answers
    complete = "went_out" in answers and counted
    return None if complete and (CARDS in answers or not is_scored_in_points(position)) else COUNT


def other_stages(position: Position, answers: Answers) -> tuple[str, ...]:
    """Return the stage of the next call, or an empty tuple if the deal is complete."""
    return (next_call_stage(answers),) if stage(position, answers) else ()


def next_call_stage(answers: Answers) -> str:
    """Return the stage of the call after the last recorded one."""
    return f"{CALL_PREFIX}{len(recorded_calls(answers)) + 1}"


def merge(deal_answers: Answers, stage: str, answers: Answers) -> Answers:
    """Return the deal's answers with a stage's answers added.

    A call is appended to `calls`. If its answer is empty, None is appended.
    """
    if not stage.startswith(CALL_PREFIX):
        return {**deal_answers, **answers}
    more = answers.get(CALLS) or [None]
    calls = [*recorded_calls(deal_answers), *(more if isinstance(more, list) else [more])]
    return {**deal_answers, **answers, CALLS: calls}


def split_by_stage(position: Position, answers: Answers) -> tuple[tuple[str, Answers], ...]:
    """Return each stage's answers in a deal: the reverse of `merge`.

    All calls are returned as answers to the stage of the last call. The answers to the count come
    last.
    """
    if not recorded_calls(answers):
        return ((COUNT, answers),)
    counted = {name: value for name, value in answers.items() if name != CALLS}
    last = f"{CALL_PREFIX}{len(answers[CALLS])}"
    return ((last, {CALLS: answers[CALLS]}), (COUNT, counted))


# ---------------------------------------------------------------- fields


def fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    """Return the fields for the last call, the next call, and the final count."""
    out, calls = seat_that_went_out(position, answers), recorded_calls(answers)
    return (
        *([calls_field(position, calls[:-1])] if calls else []),
        calls_field(position, calls),
        recorded_calls_field(position),
        went_out_field(position),
        counters_field(position, answers),
        cards_field(position, answers, out),
        default_by_field(position, answers, out),
    )


def calls_field(position: Position, before: list[Any]) -> Field:
    """Return the field for the next call, with the calls in `before` counted by pair."""
    calls, seats = readable_calls(position, before), position.players
    held = counters_after_calls(position, calls)
    return Field(
        name=CALLS,
        kind=FieldKind.CALLS,
        stage=f"{CALL_PREFIX}{len(before) + 1}",
        label=say("Calls"),
        note=say("the caller (row) gives a counter to the player called (column)"),
        layout=FieldLayout.GRID,
        seats=seats,
        forbidden={
            (caller, called): call_refusal(Name(caller))
            for caller in seats
            for called in seats
            if held[caller] <= 0 and called != caller
        },
        hints=PageHints(
            call_counts=Counter((caller, called) for caller, called in calls),
            next_calls=NextCalls(
                held,
                COUNTERS,
                last_call_sentence(Placeholder("caller"), Placeholder("called")),
                counters_left_sentence(Placeholder("left")),
                call_refusal(Placeholder("who")),
            ),
        ),
    )


def recorded_calls_field(position: Position) -> Field:
    """Return the field for all calls of a recorded deal.

    On the page, calls are entered one at a time.
    """
    return Field(
        name=CALLS,
        kind=FieldKind.CALLS,
        stage=COUNT,
        label=say("Calls"),
        layout=FieldLayout.HIDDEN,
        seats=position.players,
        required=False,
    )


def went_out_field(position: Position) -> Field:
    return Field(
        name="went_out",
        kind=FieldKind.SEAT,
        stage=COUNT,
        label=say("Went out"),
        seats=position.players,
        layout=FieldLayout.TABLE,
    )


def counters_field(position: Position, answers: Answers) -> Field:
    """Return the field for each seat's counters, which are fixed if calls were recorded."""
    seats, all_of_them = position.players, pool(position)
    counted, followed = numbers_by_seat(answers, COUNTERS), CALLS in answers
    rest = {} if followed else number_for_last_seat(all_of_them, seats, counted)
    return Field(
        name=COUNTERS,
        kind=FieldKind.NUMBERS,
        stage=COUNT,
        label=say("Counters"),
        layout=FieldLayout.TABLE,
        seats=seats,
        required=not followed,
        limits=NumberLimits(
            total=all_of_them,
            # `most` is for the keypad only. If there are too many counters, their sum is wrong, and
            # the check of the sum reports it.
            is_soft=True,
            most=min(max(all_of_them, *counted.values(), 0), MAX_TYPED_NUMBER),
            fixed_numbers=counters_after_calls(
                position, readable_calls(position, recorded_calls(answers))
            )
            if followed
            else {},
            sentence=say(
                "Enter 0 or more counters for each player, {all} in all.", all=all_of_them
            ),
        ),
        hints=PageHints(suggested_numbers={seat: left for seat, left in rest.items() if left >= 0}),
    )


def cards_field(position: Position, answers: Answers, out: str | None) -> Field:
    """Return the field for each seat's cards left. It is shown only in the points method."""
    seats, is_asked, cards = (
        position.players,
        is_scored_in_points(position),
        numbers_by_seat(answers, CARDS),
    )
    deck = int(position.options["deck"])
    why = say("only {who}, who went out, has none.", who=Name(out or ""))
    return Field(
        name=CARDS,
        kind=FieldKind.NUMBERS,
        stage=COUNT,
        label=say("Cards left"),
        seats=seats,
        layout=FieldLayout.TABLE if is_asked else FieldLayout.HIDDEN,
        required=is_asked,
        forbidden={} if out is None else {(seat, 0): why for seat in seats if seat != out},
        limits=NumberLimits(
            # As with counters, the check of the sum reports too many cards.
            is_soft=True,
            most=min(max(deck - 1, *cards.values(), 0), MAX_TYPED_NUMBER),
            sentence=say(
                "Enter 0 or more cards for each player, fewer than {deck} in all.", deck=deck
            ),
        ),
        hints=PageHints(
            named_seat_limits=NamedSeatLimits(
                "went_out", "", {"": SeatLimits(0, deck - 1, fixed_number=0)}
            )
        ),
    ).with_named_limits(answers)


def default_by_field(position: Position, answers: Answers, out: str | None) -> Field:
    """Return the field for the player whose late call let another win by default."""
    return Field(
        name="default_by",
        kind=FieldKind.SEAT,
        stage=COUNT,
        label=say("Called late"),
        note=say("who called too late"),
        layout=FieldLayout.FOLDED,
        seats=position.players,
        required=False,
        forbidden=forbidden_defaults(position, answers, out),
    )


def forbidden_defaults(
    position: Position, answers: Answers, out: str | None
) -> dict[tuple[str, str], Message]:
    """Return the players that `default_by` must not name, each with the reason.

    They are the player who went out and, if calls were recorded, everyone but the last caller. If
    the last call was not to the player who went out, nobody may be named.
    """
    forbidden: dict[tuple[str, str], Message] = {}
    if calls := readable_calls(position, recorded_calls(answers)):
        last, called = calls[-1]
        why = say("the last call was {who}’s.", who=Name(last))
        forbidden = {("", seat): why for seat in position.players if seat != last}
        if out not in (None, called):
            why = say("the last call was to {who}.", who=Name(called))
            forbidden = {("", seat): why for seat in position.players}
    if out is not None:
        forbidden["", out] = say("{who} went out.", who=Name(out))
    return forbidden


# ---------------------------------------------------------------- reading unchecked answers


def recorded_calls(answers: Answers) -> list[Any]:
    """Return the calls in a deal's answers, valid or not."""
    calls = answers.get(CALLS)
    return calls if isinstance(calls, list) else []


def readable_calls(position: Position, calls: list[Any]) -> list[Call]:
    """Return the valid calls, in order."""
    return [call for call in calls if is_call(position, call)]


def is_call(position: Position, call: Any) -> bool:
    return isinstance(call, list) and len(call) == 2 and all(s in position.players for s in call)


def seat_that_went_out(position: Position, answers: Answers) -> str | None:
    """Return the seat that went out, or None if the answer is missing or not a seat."""
    return next((seat for seat in position.players if seat == answers.get("went_out")), None)


def readable_answers(position: Position, deal_answers: Answers) -> Answers:
    """Return the valid answers, with the numbers that follow from them.

    These numbers are the last seat's counters if all other counters are known, the counters after
    the calls, and 0 cards for the player who went out.
    """
    seats, out = position.players, seat_that_went_out(position, deal_answers)
    calls = readable_calls(position, recorded_calls(deal_answers))
    held, cards = numbers_by_seat(deal_answers, COUNTERS), numbers_by_seat(deal_answers, CARDS)
    held = {seat: held[seat] for seat in seats if seat in held}
    cards = {seat: cards[seat] for seat in seats if seat in cards}
    rest = number_for_last_seat(pool(position), seats, held)
    held |= {seat: left for seat, left in rest.items() if left >= 0}
    if out is not None:
        cards = {out: 0} | cards
    answers = {
        "went_out": out,
        CALLS: calls or None,
        COUNTERS: counters_after_calls(position, calls) if calls else held,
        CARDS: cards if is_scored_in_points(position) else None,
        "default_by": next((s for s in seats if s == deal_answers.get("default_by")), None),
    }
    return {name: value for name, value in answers.items() if value is not None}
