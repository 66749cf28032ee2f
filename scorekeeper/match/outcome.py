"""The outcome of a match: its state, winners, places and points, and a summary for lists.

Everything is computed from the sheet, so stored copies can be rebuilt.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from scorekeeper.match.events import StageRecorded
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.rules.display import Place
from scorekeeper.rules.kernel import Points
from scorekeeper.rules.statistics import match_statistics, record_values
from scorekeeper.rules.variants import points_variant, record_name_suffix
from scorekeeper.stats.results import PlayerResult, finish


class MatchState(StrEnum):
    """The state of a match. The values are stored, so they never change."""

    RUNNING = "running"
    OVER = "over"  # played to the end
    CLOSED = "closed"  # ended early by the table; the leader won
    UNFINISHED = "unfinished"  # ended early by the table; nobody won
    DELETED = "thrown away"
    IMPORTED = "noted"  # an imported result, without deals
    UNREADABLE = "unreadable"  # its log cannot be read


# The states in which a match with deals counts. Imported results count in the state IMPORTED.
COUNTED_STATES = (MatchState.OVER, MatchState.CLOSED)


class SeatOutcome(NamedTuple):
    """The place and the points of one seat, and whether it won.

    Places count from 1, and tied players share a place. `points` is None for an imported result
    with places only.
    """

    place: int
    points: int | None
    won: bool


def match_state(sheet: Scoresheet) -> MatchState:
    if sheet.is_deleted:
        return MatchState.DELETED
    if sheet.ended is not None:
        return MatchState(sheet.ended)
    return MatchState.OVER if sheet.position.is_over else MatchState.RUNNING


def ended_at(sheet: Scoresheet) -> int | None:
    """Return when the match ended, in seconds since 1970.

    Returns None while the match runs, and if it is deleted. A match ended when its last stage was
    first recorded. If the players closed the match after that stage, the match ended when they
    first did so. Corrections, undo, redo, and answers repeated after an undo do not change this
    time. Nor does `sheet.evening`, which may be another evening.
    """
    if match_state(sheet) in (MatchState.RUNNING, MatchState.DELETED):
        return None
    ends = [
        sheet.first_answered_at.get((step.event.round, step.event.stage), step.at)
        for step in sheet.steps
        if isinstance(step.event, StageRecorded)
    ]
    return max(ends if sheet.closed_at is None else [*ends, sheet.closed_at])


def duration_s(sheet: Scoresheet) -> int:
    """Return the seconds from the start until the newest complete deal was first recorded.

    Corrections, undo, redo, and answers repeated after an undo do not change the duration.
    """
    entered = [
        sheet.first_answered_at.get((number, stage), sheet.started_at)
        for number, stages in enumerate(sheet.deal_answers[: len(sheet.played_deals)], start=1)
        for stage, _ in stages
    ]
    return max(entered, default=sheet.started_at) - sheet.started_at


def seats_by_side(sheet: Scoresheet) -> Mapping[str, tuple[str, ...]]:
    """Return the seats by side."""
    return sheet.game.sides(sheet.setup)


def winners(sheet: Scoresheet) -> list[str]:
    """Return the seats that won, in seat order."""
    sides = seats_by_side(sheet)
    won = {seat for side in sheet.winners for seat in sides.get(side, (side,))}
    return [seat for seat in sheet.setup.players if seat in won]


def closed_sheet(sheet: Scoresheet) -> Scoresheet:
    """Return a running match's sheet as if the players closed it now. The leader then wins."""
    return replace(sheet, ended="closed", position=sheet.game.end.close(sheet.position))


def final_points(sheet: Scoresheet) -> Points:
    """Return points by side, including the bonuses that some games add at the end."""
    final: Points | None = sheet.game.end.additional_results(
        sheet.played_deals, sheet.position
    ).get("final")
    return sheet.position.totals if final is None else final


def current_places(sheet: Scoresheet) -> list[Place]:
    """Return the places, best first. While the match is running, they are provisional.

    They are in the game's own order if it defines one. Otherwise, they are sorted by total, and
    sides with equal totals share a place.
    """
    if sheet.game.end.places:
        return sheet.game.end.places(sheet.position, sheet.played_deals)
    totals = sheet.position.totals
    sign = 1 if sheet.game.low_wins else -1
    places: list[Place] = []
    for total in sorted(set(totals.values()), key=lambda total: sign * total):
        level = tuple(side for side in totals if totals[side] == total)
        better = sum(len(place.seats) for place in places)
        description = say("{n} {unit}", n=total, unit=unit(sheet, total))
        places.append(Place(better + 1, level, description))
    return places


def unit(sheet: Scoresheet, number: int) -> Message:
    """Return the unit of a result with this number: points or, in some games, another word."""
    return sheet.game.display.unit(sheet.setup, number)


def counted_result(sheet: Scoresheet) -> tuple[PlayerResult, ...]:
    """Return the result by player, for seasons and records.

    The result is empty if the match does not count.
    """
    return provisional_result(sheet) if match_state(sheet) in COUNTED_STATES else ()


def provisional_result(sheet: Scoresheet) -> tuple[PlayerResult, ...]:
    """Return the result by player as if the match ended now, in seat order.

    Partners have the same finish, points and net amount as their side.
    """
    points, sides, places = final_points(sheet), seats_by_side(sheet), current_places(sheet)
    net = sheet.game.end.net_amounts(sheet.played_deals, sheet.position)
    won = set(sheet.winners) or set(places[0].seats)
    ends = {
        side: finish(each.place, len(each.seats), len(sides), side in won)
        for each in places
        for side in each.seats
    }
    statistics = match_statistics(sheet.game.statistics, sheet.played_deals, sheet.position)
    record_values = {} if is_cut_short(sheet) else record_values_of_variant(sheet)
    results = {
        seat: PlayerResult(
            seat,
            number,
            ends[side],
            points[side],
            net.get(side, 0),
            statistics.get(seat, {}),
            record_values.get(seat, {}),
        )
        for number, (side, seats) in enumerate(sides.items())
        for seat in seats
    }
    return tuple(results[seat] for seat in sheet.setup.players)


def record_values_of_variant(sheet: Scoresheet) -> dict[str, dict[str, int]]:
    """Return candidates for records, by seat and record name.

    The record names include the variant.
    """
    suffix = record_name_suffix(points_variant(sheet.game, sheet.setup))
    by_seat = record_values(sheet.game.record_kinds, sheet.played_deals, sheet.position)
    return {
        seat: {kind + suffix: value for kind, value in values.items()}
        for seat, values in by_seat.items()
    }


def is_cut_short(sheet: Scoresheet) -> bool:
    """Return whether the players ended the match before the end that the rules define.

    Such a match counts, but does not set records. A match of one deal would set some records too
    easily, such as the lowest winning total.
    """
    is_over = bool(sheet.played_deals) and sheet.played_deals[-1].after.is_over
    return (
        match_state(sheet) is MatchState.CLOSED
        and not is_over
        and not sheet.game.is_open(sheet.setup)
    )


def deals_text(sheet: Scoresheet) -> Message:
    """Return the number of deals, and that the match ended early if it did."""
    deals = sheet.game.display.deal_count(len(sheet.played_deals))
    return say("{deals}, ended early", deals=deals) if is_cut_short(sheet) else deals


def summary(sheet: Scoresheet) -> dict[str, Any]:
    """Return a match's data for lists: deals played, totals by side, winning seats.

    If the match was moved to another evening, `evening` is that evening. A match that counts also
    has `net` by side and the game's own integers, such as the pot.
    """
    values: dict[str, Any] = {
        "deals": len(sheet.played_deals),
        "totals": dict(sheet.position.totals),
        "winners": winners(sheet),
    }
    if sheet.evening is not None:
        values["evening"] = sheet.evening
    if match_state(sheet) not in COUNTED_STATES:
        return values
    results = sheet.game.end.additional_results(sheet.played_deals, sheet.position)
    numbers = {name: value for name, value in results.items() if type(value) is int}
    return values | {
        "net": dict(sheet.game.end.net_amounts(sheet.played_deals, sheet.position)),
        **numbers,
    }
