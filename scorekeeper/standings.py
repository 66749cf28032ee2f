"""How a match ended: its state, who won, everybody's place and points, what lists say about it.

All of it follows from the sheet alone, so that whatever is stored of it can be computed again.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.events import MatchClosed, StageRecorded
from scorekeeper.rules.kernel import Points
from scorekeeper.scoresheet import Scoresheet


class State(StrEnum):
    """Where a match is in its life."""

    RUNNING = "running"
    OVER = "over"  # played to its own end
    CLOSED = "closed"  # the table stopped and the totals count
    UNFINISHED = "unfinished"  # the table stopped and nobody won
    THROWN_AWAY = "thrown away"


COUNTS = (State.OVER, State.CLOSED)


class Standing(NamedTuple):
    """What a match came to for one seat. Places begin at 1; who is level shares one."""

    place: int
    points: int
    won: bool


def state(sheet: Scoresheet) -> State:
    if sheet.thrown_away:
        return State.THROWN_AWAY
    if sheet.ended is not None:
        return State(sheet.ended)
    return State.OVER if sheet.position.over else State.RUNNING


def ended_at(sheet: Scoresheet) -> int | None:
    """When the last card was played, or the table stopped; a later correction changes nothing."""
    if state(sheet) in (State.RUNNING, State.THROWN_AWAY):
        return None
    return max(
        step.at for step in sheet.steps if isinstance(step.event, StageRecorded | MatchClosed)
    )


def seats_of(sheet: Scoresheet) -> Mapping[str, tuple[str, ...]]:
    """The seats of each side."""
    return sheet.game.sides(sheet.setup)


def winners(sheet: Scoresheet) -> list[str]:
    """Seats that won, in seat order."""
    sides = seats_of(sheet)
    won = {seat for side in sheet.winners for seat in sides.get(side, (side,))}
    return [seat for seat in sheet.setup.players if seat in won]


def final_points(sheet: Scoresheet) -> Points:
    """Points by side; with what is added at the end in games that add something."""
    found: Points | None = sheet.game.extras(sheet.rounds, sheet.position).get("final")
    return sheet.position.totals if found is None else found


def standings(sheet: Scoresheet) -> dict[str, Standing]:
    """Place and points of every seat of a match that counts, in seat order; else nothing.

    Winners first, then who stayed in, by points, then who was out, the last of them first.
    """
    if state(sheet) not in COUNTS:
        return {}
    points, won = final_points(sheet), set(winners(sheet))
    side_of = {seat: side for side, seats in seats_of(sheet).items() for seat in seats}
    left = {seat: deal_left(sheet, seat) for seat in sheet.position.out}

    def rank(seat: str) -> tuple[bool, int, int]:
        if seat in left:
            return seat not in won, -left[seat], 0
        total = points[side_of[seat]]
        return seat not in won, -len(sheet.rounds) - 1, total if sheet.game.low_wins else -total

    ranks = {seat: rank(seat) for seat in sheet.setup.players}
    return {
        seat: Standing(
            1 if seat in won else 1 + sum(other < mine for other in ranks.values()),
            points[side_of[seat]],
            seat in won,
        )
        for seat, mine in ranks.items()
    }


def deal_left(sheet: Scoresheet, seat: str) -> int:
    """The deal after which this seat was out for good."""
    return next(
        number for number, played in enumerate(sheet.rounds, start=1) if seat in played.after.out
    )


def summary(sheet: Scoresheet) -> dict[str, Any]:
    """What a list says about a match: deals played, totals by side, who won, and at the end
    the game's own single numbers such as the pot, and what changes hands.
    """
    found: dict[str, Any] = {
        "deals": len(sheet.rounds),
        "totals": dict(sheet.position.totals),
        "winners": winners(sheet),
    }
    if state(sheet) not in COUNTS:
        return found
    extras = sheet.game.extras(sheet.rounds, sheet.position)
    numbers = {name: value for name, value in extras.items() if type(value) is int}
    return found | {"net": dict(sheet.game.net(sheet.rounds, sheet.position)), **numbers}
