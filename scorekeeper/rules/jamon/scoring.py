"""Jamón: a player who calls "jamón" pays a counter, and the player who goes out is paid.

All players start with the same number of counters. The caller gives one to the player called. When
a player has no cards left, every other player pays them two counters, or all if they have fewer.

The points method (by Joel Cross) replaces this payment: 10 points for going out, 2 for each
counter, minus 1 for each card left.

Sources and house variants: docs/rules/jamon.md
"""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.messages import Name, say, say_n
from scorekeeper.rules.common import finished_position, highest_sides, next_position
from scorekeeper.rules.kernel import Answers, Points, Position, ScorePart

COUNT, CALL_PREFIX = "count", "call-"  # the last stage, and the prefix of call-1, call-2
CALLS, COUNTERS, CARDS = "calls", "counters", "cards"  # names of fields
PAYMENT = 2  # counters that each player gives to the player who went out
POINTS_FOR_GOING_OUT, POINTS_PER_COUNTER, POINTS_PER_CARD = 10, 2, -1  # the points method
Call = Sequence[str]  # caller, called


def pool(position: Position) -> int:
    """Return the total number of counters, which is the same throughout a deal."""
    return len(position.players) * counters_each(position)


def counters_each(position: Position) -> int:
    """Return the number of counters with which each player begins a deal (an option)."""
    return int(position.options["counters"])


def is_scored_in_points(position: Position) -> bool:
    return bool(position.options["scoring"] == "points")


def counters_after_calls(position: Position, calls: Iterable[Call]) -> dict[str, int]:
    """Return counters by seat after these calls: each caller gave one to the player called."""
    held = dict.fromkeys(position.players, counters_each(position))
    for caller, called in calls:
        held[caller] -= 1
        held[called] += 1
    return held


def counters_before_payment(position: Position, answers: Answers) -> Mapping[str, int]:
    """Return counters by seat before the payment: as entered or, if missing, after the calls."""
    counted: Mapping[str, int] | None = answers.get(COUNTERS)
    return counters_after_calls(position, answers[CALLS]) if counted is None else counted


def counters_paid(position: Position, answers: Answers) -> dict[str, int]:
    """Return the counters that each other seat gives to the player who went out."""
    held = counters_before_payment(position, answers)
    return {
        seat: min(PAYMENT, held[seat]) for seat in position.players if seat != answers["went_out"]
    }


def parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the parts for counters and payments or, if it is used, the points method's parts."""
    if is_scored_in_points(position):
        return points_method_parts(position, answers)
    out = Name(answers["went_out"])
    scored = [
        ScorePart(seat, held, say_n("One counter", "{n} counters", held))
        for seat, held in in_seat_order(position, counters_before_payment(position, answers))
    ]
    for seat, paid in counters_paid(position, answers).items():
        if paid:
            scored.append(ScorePart(seat, -paid, say("Paid to {who}, who went out", who=out)))
            scored.append(ScorePart(out, paid, say("Paid by {who}", who=Name(seat))))
    return scored


def points_method_parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the points for going out and for counters, minus points for cards."""
    out, cards = answers["went_out"], answers[CARDS]
    won = say("Went out by default") if answers.get("default_by") else say("Went out")
    scored = []
    for seat, held in in_seat_order(position, counters_before_payment(position, answers)):
        if seat == out:
            scored.append(ScorePart(seat, POINTS_FOR_GOING_OUT, won))
        scored.append(
            ScorePart(seat, POINTS_PER_COUNTER * held, say_n("One counter", "{n} counters", held))
        )
        if cards[seat]:
            scored.append(
                ScorePart(
                    seat,
                    POINTS_PER_CARD * cards[seat],
                    say_n("One card left", "{n} cards left", cards[seat]),
                )
            )
    return scored


def in_seat_order(position: Position, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return (seat, number) pairs in order of play."""
    return [(seat, numbers[seat]) for seat in position.players]


def after(position: Position, answers: Answers, points: Points) -> Position:
    """Return the next position.

    After the last deal, the highest total wins, and ties share the win.
    """
    then = next_position(position, points)
    deals = position.options["deals"]
    if deals is None or position.number < deals:
        return then
    return finished_position(then, highest_sides(then.totals))
