"""How a match ended: its state, who won, everybody's place and points, what lists say about it.

All of it follows from the sheet alone, so that whatever is stored of it can be computed again.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.match.events import MatchClosed, StageRecorded
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say_n
from scorekeeper.rules.display import PodiumPlace
from scorekeeper.rules.kernel import Points
from scorekeeper.rules.statistics import match_statistics, record_values
from scorekeeper.stats.results import PlayerResult, finish


class MatchState(StrEnum):
    """Where a match is in its life."""

    RUNNING = "running"
    OVER = "over"  # played to its own end
    CLOSED = "closed"  # the table ended it and whoever led won
    UNFINISHED = "unfinished"  # the table ended it and nobody won
    THROWN_AWAY = "thrown away"
    NOTED = "noted"  # an old result, without its deals
    UNREADABLE = "unreadable"  # something stands in its log that cannot be read


COUNTED_STATES = (
    MatchState.OVER,
    MatchState.CLOSED,
)  # of what was played here; what was noted counts too


class SeatOutcome(NamedTuple):
    """What a match came to for one seat. Places begin at 1; who is level shares one.

    Points are None where an old result has places alone.
    """

    place: int
    points: int | None
    won: bool


def match_state(sheet: Scoresheet) -> MatchState:
    if sheet.thrown_away:
        return MatchState.THROWN_AWAY
    if sheet.ended is not None:
        return MatchState(sheet.ended)
    return MatchState.OVER if sheet.position.over else MatchState.RUNNING


def ended_at(sheet: Scoresheet) -> int | None:
    """When the last card was played, or the table stopped; a later correction changes nothing."""
    if match_state(sheet) in (MatchState.RUNNING, MatchState.THROWN_AWAY):
        return None
    return max(
        step.at for step in sheet.steps if isinstance(step.event, StageRecorded | MatchClosed)
    )


def duration_s(sheet: Scoresheet) -> int:
    """Seconds from the start until the newest complete deal was first entered. Corrections, undo
    and redo, and an answer given once more after an undo, change nothing.
    """
    entered = [
        sheet.first_answered_at.get((number, stage), sheet.started_at)
        for number, stages in enumerate(sheet.said[: len(sheet.rounds)], start=1)
        for stage, _ in stages
    ]
    return max(entered, default=sheet.started_at) - sheet.started_at


def seats_by_side(sheet: Scoresheet) -> Mapping[str, tuple[str, ...]]:
    """The seats of each side."""
    return sheet.game.sides(sheet.setup)


def winners(sheet: Scoresheet) -> list[str]:
    """Seats that won, in seat order."""
    sides = seats_by_side(sheet)
    won = {seat for side in sheet.winners for seat in sides.get(side, (side,))}
    return [seat for seat in sheet.setup.players if seat in won]


def closed_sheet(sheet: Scoresheet) -> Scoresheet:
    """The sheet as it would be if the table ended a running match and whoever leads won."""
    return replace(sheet, ended="closed", position=sheet.game.close(sheet.position))


def final_points(sheet: Scoresheet) -> Points:
    """Points by side; with what is added at the end in games that add something."""
    found: Points | None = sheet.game.extras(sheet.rounds, sheet.position).get("final")
    return sheet.position.totals if found is None else found


def podium(sheet: Scoresheet) -> list[PodiumPlace]:
    """Who stands where, in the game's own order or by totals; equal totals share a place."""
    if sheet.game.places:
        return sheet.game.places(sheet.position, sheet.rounds)
    totals = sheet.position.totals
    sign = 1 if sheet.game.low_wins else -1
    found: list[PodiumPlace] = []
    for total in sorted(set(totals.values()), key=lambda total: sign * total):
        level = tuple(side for side in totals if totals[side] == total)
        better = sum(len(place.seats) for place in found)
        found.append(PodiumPlace(better + 1, level, say_n("{n} point", "{n} points", total)))
    return found


def counted_result(sheet: Scoresheet) -> tuple[PlayerResult, ...]:
    """What a match that counts came to, for seasons and records; else nothing."""
    return provisional_result(sheet) if match_state(sheet) in COUNTED_STATES else ()


def provisional_result(sheet: Scoresheet) -> tuple[PlayerResult, ...]:
    """What a match would come to if it ended now, in seat order.

    Partners share a side, and each of them is up or down by what their side is.
    """
    points, sides, places = final_points(sheet), seats_by_side(sheet), podium(sheet)
    net = sheet.game.net(sheet.rounds, sheet.position)
    won = set(sheet.winners) or set(places[0].seats)
    ends = {
        side: finish(each.place, len(each.seats), len(sides), side in won)
        for each in places
        for side in each.seats
    }
    counted = match_statistics(sheet.game, sheet.rounds, sheet.position)
    feats_of = (
        {} if is_cut_short(sheet) else record_values(sheet.game, sheet.rounds, sheet.position)
    )
    found = {
        seat: PlayerResult(
            seat,
            number,
            ends[side],
            points[side],
            net.get(side, 0),
            counted.get(seat, {}),
            feats_of.get(seat, {}),
        )
        for number, (side, seats) in enumerate(sides.items())
        for seat in seats
    }
    return tuple(found[seat] for seat in sheet.setup.players)


def is_cut_short(sheet: Scoresheet) -> bool:
    """Whether the table ended a match before its own end: it counts, but sets no records, which
    a match of one deal would win too easily (the lowest total of a winner).
    """
    is_over = bool(sheet.rounds) and sheet.rounds[-1].after.over
    return (
        match_state(sheet) is MatchState.CLOSED
        and not is_over
        and not sheet.game.is_open(sheet.setup)
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
    if match_state(sheet) not in COUNTED_STATES:
        return found
    extras = sheet.game.extras(sheet.rounds, sheet.position)
    numbers = {name: value for name, value in extras.items() if type(value) is int}
    return found | {"net": dict(sheet.game.net(sheet.rounds, sheet.position)), **numbers}
