"""Jamón: call somebody before he is out and give him a counter; who goes out is paid.

Everybody starts with as many counters. Whoever calls jamón gives one to the player called.
When somebody has no cards left, each of the others gives him two counters, or the one he
has. Or, by Joel Cross: ten for going out, two a counter, one off for each card left.

Sources and house variants: docs/rules/jamon.md
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.common import finished_position, highest, next_position
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, Points, Position, Problem, Record, ScorePart, Setup

COUNT, CALL_PREFIX = "count", "call-"  # one stage at the end; before it one for each call: call-1
CALLS, COUNTERS, CARDS = "calls", "counters", "cards"
PAYMENT = 2  # counters to whoever went out
POINTS_FOR_GOING_OUT, POINTS_PER_COUNTER, POINTS_PER_CARD = 10, 2, -1  # the points method
Call = Sequence[str]  # who calls, who is called


def pool(position: Position) -> int:
    """Counters on the table; they only change hands."""
    return len(position.players) * int(position.options[COUNTERS])


def is_scored_in_points(position: Position) -> bool:
    return bool(position.options["scoring"] == "points")


def counters_after_calls(position: Position, calls: Iterable[Call]) -> dict[str, int]:
    """Counters of everybody, each having given one to whom he called."""
    held = dict.fromkeys(position.players, int(position.options[COUNTERS]))
    for caller, called in calls:
        held[caller] -= 1
        held[called] += 1
    return held


def counters_before_payment(position: Position, record: Record) -> Mapping[str, int]:
    """Counters as they lie when play stops, before the payment: counted, or from the calls."""
    counted: Mapping[str, int] | None = record.get(COUNTERS)
    return counters_after_calls(position, record[CALLS]) if counted is None else counted


def payments(position: Position, record: Record) -> dict[str, int]:
    """What each of the others gives to whoever went out."""
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
    """Until somebody is out, the next call may be written down."""
    return (next_call_stage(record),) if stage(position, record) else ()


def recorded_calls(record: Record) -> list[Any]:
    """The calls in a record, readable or not."""
    said = record.get(CALLS)
    return said if isinstance(said, list) else []


def next_call_stage(record: Record) -> str:
    """The stage of the call that follows those in the record."""
    return f"{CALL_PREFIX}{len(recorded_calls(record)) + 1}"


def merge(record: Record, stage: str, answers: Record) -> Record:
    """A call joins the calls before it. No call at all joins as one that cannot be read."""
    if not stage.startswith(CALL_PREFIX):
        return {**record, **answers}
    more = answers.get(CALLS) or [None]
    calls = [*recorded_calls(record), *(more if isinstance(more, list) else [more])]
    return {**record, **answers, CALLS: calls}


def split_by_stage(position: Position, record: Record) -> tuple[tuple[str, Record], ...]:
    """The reverse of `merge`: all calls at once, as the stage of the last; then the count."""
    if not recorded_calls(record):
        return ((COUNT, record),)
    counted = {name: said for name, said in record.items() if name != CALLS}
    last = f"{CALL_PREFIX}{len(record[CALLS])}"
    return ((last, {CALLS: record[CALLS]}), (COUNT, counted))


# ---------------------------------------------------------------- what cannot be


def pack_holds_the_cards(position: Position, record: Record) -> Iterator[Problem]:
    """The last card played is on the table, unless the deal was won by default."""
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
    """Nobody calls himself, and nobody calls with nothing left to give."""
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
    """As many as at the start, and each player as many as the calls left him."""
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
    """Whoever went out has none, everybody else at least one."""
    out = record["went_out"]
    for seat, left in record[CARDS].items():
        if seat == out and left:
            reason = say(
                "{who} went out and has no cards left, not {left}.", who=Name(out), left=left
            )
            yield Problem("inconsistent", reason, CARDS, seat)
        if seat != out and not left:
            reason = say(
                "{who} has at least one card: only {out}, who went out, has none.",
                who=Name(seat),
                out=Name(out),
            )
            yield Problem("inconsistent", reason, CARDS, seat)


def called_too_late(position: Position, record: Record) -> Iterator[Problem]:
    """Who called jamón to a single card loses by default: he gave a counter and took the card."""
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
        reason = say("{caller} took the last card of {out} and must have at least two.", **who)
        yield Problem("inconsistent", reason, CARDS, caller)


# ---------------------------------------------------------------- points


def parts(position: Position, record: Record) -> list[ScorePart]:
    """Counters after the payment, or points for going out, counters and cards."""
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
    """The points method: no payment; nobody but who went out has cards left."""
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
    """By seat, in order of play."""
    return [(seat, numbers[seat]) for seat in position.players]


def after(position: Position, record: Record, points: Points) -> Position:
    """After the last deal the highest total wins; ties share."""
    then = next_position(position, points)
    deals = position.options["deals"]
    if deals is None or position.number < deals:
        return then
    return finished_position(then, highest(then.totals))


# ---------------------------------------------------------------- what the table agreed


def is_open(setup: Setup) -> bool:
    return setup.options["deals"] is None


def deals(setup: Setup) -> int | None:
    """How many deals the match has; None: until the table stops."""
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
