"""The rows in `match` and `match_player` that are derived from an imported result.

They also depend on the import's state. If the import was undone, none of its results count.
"""

from typing import Any

from scorekeeper.clock import LeagueClock
from scorekeeper.db.match_rows import group_key
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.outcome import MatchState
from scorekeeper.stats.results import seats_to_json

MAX_EVENING_S = 8 * 60 * 60  # imported results of one evening start within this span


def imported_match_row(
    league: int,
    match: int,
    key: str,
    result: ImportedResult,
    clock: LeagueClock,
    change: int | None,
) -> dict[str, Any]:
    """Return the match's row.

    `change` is the league's change number, or None if the import does not count. `clock` is the
    league's clock. It is needed because imported results start at 20:00 or a little later in the
    league's time zone.
    """
    event = result.event
    started = clock.evening_timestamp(event.evening) + min(event.number, MAX_EVENING_S)
    counts = change is not None and not result.is_deleted
    return {
        "league_id": league,
        "id": match,
        "game": event.game,
        "version": result.version,
        "state": (MatchState.IMPORTED if counts else MatchState.DELETED).value,
        "started_at": started,
        "changed_at": result.changed_at,
        "ended_at": started if counts else None,
        "thrown_away_at": None,
        "group_key": group_key(event.players),
        "key": key,
        "summary": result.summary,
        "result": seats_to_json(result.seats) if counts else None,
        "counted": change,
    }


def imported_player_rows(league: int, match: int, result: ImportedResult) -> list[dict[str, Any]]:
    """Return a row for each player.

    The place and points are set even if the result does not count.
    """
    return [
        {
            "league_id": league,
            "match_id": match,
            "player_id": int(seat.player),
            "seat": number,
            "place": seat.finish.place,
            "points": seat.points,
            "won": seat.finish.won,
        }
        for number, seat in enumerate(result.seats)
    ]
