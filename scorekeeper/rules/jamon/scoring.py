"""Jamón: a player who calls "jamón" pays a counter, and the player who goes out is paid.

All players start with the same number of counters. The caller gives one to the player called. When
a player has no cards left, each of the others gives them two counters, or the only one they have.
The points method (by Joel Cross) replaces this payment: 10 points for going out, 2 for each
counter, minus 1 for each card left.

Sources and house variants: docs/rules/jamon.md
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.common import finished_position, highest, next_position
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, Points, Position, Problem, Record, ScorePart, Setup

COUNT, CALL_PREFIX = "count", "call-"  # the last stage; before it, one per call: call-1, call-2
CALLS, COUNTERS, CARDS = "calls", "counters", "cards"
PAYMENT = 2  # counters that each player gives to the one who went out
POINTS_FOR_GOING_OUT, POINTS_PER_COUNTER, POINTS_PER_CARD = 10, 2, -1  # the points method
Call = Sequence[str]  # caller, called


def pool(position: Position) -> int:
    """The number of all counters, which is the same throughout a deal."""
    return len(position.players) * int(position.options[COUNTERS])


def is_scored_in_points(position: Position) -> bool:
    return bool(position.options["scoring"] == "points")


def counters_after_calls(position: Position, calls: Iterable[Call]) -> dict[str, int]:
    """Counters by seat after these calls: each caller gave one to the player called."""
    held = dict.fromkeys(position.players, int(position.options[COUNTERS]))
    for caller, called in calls:
        held[caller] -= 1
        held[called] += 1
    return held


def counters_before_payment(position: Position, record: Record) -> Mapping[str, int]:
    """Counters by seat when play stops, before the payment: as entered, else from the calls."""
    counted: Mapping[str, int] | None = record.get(COUNTERS)
    return counters_after_calls(position, record[CALLS]) if counted is None else counted


def payments(position: Position, record: Record) -> dict[str, int]:
    """By seat, the counters that each of the others gives to the player who went out."""
    held = counters_before_payment(position, record)
    return {
        seat: min(PAYMENT, held[seat]) for seat in position.players if seat != record["went_out"]
    }


# ---------------------------------------------------------------- the deal, stage by stage


def stage(position: Position, record: Record) -> str | None:
    counted = COUNTERS in record or CALLS in record
    complete = "went_out" in record and counted
    return None if complete and (CARDS in record or not is_scored_in_points(position)) else COUNT


def others(position: Position, record: Record) -> tuple[str, ...]:
    """The next call, as long as the deal is not complete."""
    return (next_call_stage(record),) if stage(position, record) else ()


def recorded_calls(record: Record) -> list[Any]:
    """The calls in a record, valid or not."""
    said = record.get(CALLS)
    return said if isinstance(said, list) else []


def next_call_stage(record: Record) -> str:
    """The stage of the next call after those in the record."""
    return f"{CALL_PREFIX}{len(recorded_calls(record)) + 1}"


def merge(record: Record, stage: str, answers: Record) -> Record:
    """Add a stage's answers; a call is appended to `calls`, and an empty answer as None."""
    if not stage.startswith(CALL_PREFIX):
        return {**record, **answers}
    more = answers.get(CALLS) or [None]
    calls = [*recorded_calls(record), *(more if isinstance(more, list) else [more])]
    return {**record, **answers, CALLS: calls}


def split_by_stage(position: Position, record: Record) -> tuple[tuple[str, Record], ...]:
    """The reverse of `merge`: all calls as the stage of the last one, then the count."""
    if not recorded_calls(record):
        return ((COUNT, record),)
    counted = {name: said for name, said in record.items() if name != CALLS}
    last = f"{CALL_PREFIX}{len(record[CALLS])}"
    return ((last, {CALLS: record[CALLS]}), (COUNT, counted))


# ---------------------------------------------------------------- checks


def pack_holds_the_cards(position: Position, record: Record) -> Iterator[Problem]:
    """At least one card is on the table, unless the deal was won by default."""
    deck = int(position.options["deck"])
    most = deck if record.get("default_by") is not None else deck - 1
    left = sum(record[CARDS].values())
    if left > most:
        reason = say(
            "Of {deck} cards at most {most} can be left, not {left}.",
            deck=deck,
            most=most,
            left=left,
        )
        yield Problem("impossible_total", reason, CARDS)


def who_calls_has_a_counter(position: Position, record: Record) -> Iterator[Problem]:
    """A caller needs a counter and cannot call themselves; only the first mistake is reported."""
    held = counters_after_calls(position, ())
    for number, (caller, called) in enumerate(record[CALLS], start=1):
        if caller == called:
            reason = say(
                "Call {number}: {who} cannot call {who}; call somebody else.",
                number=number,
                who=Name(caller),
            )
            yield Problem("inconsistent", reason, CALLS, caller)
            return
        if held[caller] == 0:
            yield Problem(
                "not_conserved",
                say("Call {number}: {why}.", number=number, why=no_counter_sentence(caller)),
                CALLS,
                caller,
            )
            return
        held[caller] -= 1
        held[called] += 1


def no_counter_sentence(seat: str) -> Message:
    return say(
        "{who} has no counter left and can call again only after being called", who=Name(seat)
    )


def counters_only_change_hands(position: Position, record: Record) -> Iterator[Problem]:
    """Counters must add up to those at the start, and agree with the calls, if recorded."""
    held, n = record[COUNTERS], sum(record[COUNTERS].values())
    if n != pool(position):
        reason = say("The counters must add up to {all}, not {n}.", all=pool(position), n=n)
        yield Problem("not_conserved", reason, COUNTERS)
        return
    if record.get(CALLS) is None:
        return
    for seat, left in counters_after_calls(position, record[CALLS]).items():
        if held[seat] != left:
            reason = say_n(
                "After the calls {who} has one counter, not {held}.",
                "After the calls {who} has {n} counters, not {held}.",
                left,
                who=Name(seat),
                held=held[seat],
            )
            yield Problem("not_conserved", reason, COUNTERS, seat)
            return


def only_one_has_no_cards(position: Position, record: Record) -> Iterator[Problem]:
    """The player who went out has no cards, and all others at least one."""
    out = record["went_out"]
    for seat, left in record[CARDS].items():
        if seat == out and left:
            reason = say(
                "{who} went out and has no cards left, not {left}.", who=Name(out), left=left
            )
            yield Problem("inconsistent", reason, CARDS, seat)
        if seat != out and not left:
            reason = say(
                "{who} must have at least one card: only {out}, who went out, has none.",
                who=Name(seat),
                out=Name(out),
            )
            yield Problem("inconsistent", reason, CARDS, seat)


def called_too_late(position: Position, record: Record) -> Iterator[Problem]:
    """Check a win by default: `default_by` called a player who had one card left.

    The caller gave that player a counter and took the card, so the player is out.
    """
    out, caller = record["went_out"], record["default_by"]
    who = {"out": Name(out), "caller": Name(caller)}
    calls = record.get(CALLS)
    if caller == out:
        reason = say("{out} cannot win by default by calling {out}: it was another player.", **who)
        yield Problem("inconsistent", reason, "default_by", caller)
    elif calls is not None and [caller, out] not in calls[-1:]:
        reason = say(
            "For {out} to win by default the last call must be {caller} calling {out}.", **who
        )
        yield Problem("inconsistent", reason, CALLS)
    elif counters_before_payment(position, record)[out] == 0:
        reason = say(
            "{out} was just given a counter by {caller} and must have at least one.", **who
        )
        yield Problem("inconsistent", reason, COUNTERS, out)
    elif record.get(CARDS, {}).get(caller, 2) < 2:
        reason = say("{caller} took {out}’s last card, so must have at least two cards.", **who)
        yield Problem("inconsistent", reason, CARDS, caller)


# ---------------------------------------------------------------- points


def parts(position: Position, record: Record) -> list[ScorePart]:
    """Counters and payments, or the points method, by option."""
    if is_scored_in_points(position):
        return points_method_parts(position, record)
    out = Name(record["went_out"])
    found = [
        ScorePart(seat, held, say_n("One counter", "{n} counters", held))
        for seat, held in in_seat_order(position, counters_before_payment(position, record))
    ]
    for seat, paid in payments(position, record).items():
        if paid:
            found.append(ScorePart(seat, -paid, say("Paid to {who}, who went out", who=out)))
            found.append(ScorePart(out, paid, say("Paid by {who}", who=Name(seat))))
    return found


def points_method_parts(position: Position, record: Record) -> list[ScorePart]:
    """The points method: points for going out and for counters, minus points for cards."""
    out, cards = record["went_out"], record[CARDS]
    won = say("Went out by default") if record.get("default_by") else say("Went out")
    found = []
    for seat, held in in_seat_order(position, counters_before_payment(position, record)):
        if seat == out:
            found.append(ScorePart(seat, POINTS_FOR_GOING_OUT, won))
        found.append(
            ScorePart(seat, POINTS_PER_COUNTER * held, say_n("One counter", "{n} counters", held))
        )
        if cards[seat]:
            found.append(
                ScorePart(
                    seat,
                    POINTS_PER_CARD * cards[seat],
                    say_n("One card left", "{n} cards left", cards[seat]),
                )
            )
    return found


def in_seat_order(position: Position, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """(seat, number) in order of play."""
    return [(seat, numbers[seat]) for seat in position.players]


def after(position: Position, record: Record, points: Points) -> Position:
    """The next position; after the last deal the highest total wins, and ties share the win."""
    then = next_position(position, points)
    deals = position.options["deals"]
    if deals is None or position.number < deals:
        return then
    return finished_position(then, highest(then.totals))


# ---------------------------------------------------------------- options


def is_open(setup: Setup) -> bool:
    return setup.options["deals"] is None


def deals(setup: Setup) -> int | None:
    """The number of deals; None if the table ends the match."""
    agreed: int | None = setup.options["deals"]
    return agreed


OPTIONS = (
    Option(
        name="scoring",
        kind="choice",
        default="counters",
        label=say("What counts"),
        accepts=say("What counts: counters, with a payment to whoever goes out, or points."),
        choices=(
            Choice("counters", say("counters, paid for going out")),
            Choice("points", say("points for counters and cards")),
        ),
    ),
    Option(
        name="counters",
        kind="number",
        default=5,
        least=1,
        most=50,
        label=say("Counters each"),
        accepts=say("Counters each: 1 to 50."),
    ),
    Option(
        name="deck",
        kind="choice",
        default=52,
        label=say("Cards in the pack"),
        accepts=say("Cards in the pack: 52 or 48."),
        choices=(Choice("52", say("52 cards")), Choice("48", say("48 cards"))),
    ),
    Option(
        name="deals",
        kind="number",
        default=1,
        least=1,
        nullable=True,
        label=say("Deals"),
        accepts=say("Deals: 1 or more. Leave blank to play until the table stops."),
    ),
)
