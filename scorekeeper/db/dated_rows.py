"""Rows whose times are derived from an evening, and therefore depend on the time zone.

Matches that were moved to another evening have such rows. So do imported results, which start at
20:00 or a little later on their evening.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, or_, select, update

from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.rebuild import BATCH_SIZE, COUNTED_IMPORTS_QUERY, EVENTS_QUERY, rows_from_log
from scorekeeper.db.tables import Matches, MatchEvents, SnapshotResults
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState

IS_DATED = or_(*(Matches.summary[name].as_string().is_not(None) for name in ("batch", "evening")))
UPDATE_TIMES = (
    update(Matches)
    .where(Matches.league_id == bindparam("league"), Matches.id == bindparam("match"))
    .values(started_at=bindparam("started"), ended_at=bindparam("ended"))
)
UPDATE_SNAPSHOT_TIME = (
    update(SnapshotResults)
    .where(
        SnapshotResults.league_id == bindparam("league"),
        SnapshotResults.match_id == bindparam("match"),
    )
    .values(ended_at=bindparam("dated"))
)


class DatedTimes(NamedTuple):
    """The times of a match in seconds since 1970.

    `started` and `ended` are the times in its row. `ended` is None if the match does not count. If
    the snapshot of a closed season contains the match, this season counts the match at the time
    `dated`, even if `ended` is None.
    """

    league: int
    match: int
    started: int
    ended: int | None
    dated: int


def recompute_dated_rows(connection: Connection, league: int) -> None:
    """Recompute the times of dated rows for a new time zone of the league, even in closed seasons.

    The caller must lock the log and increment the league's `changes`.
    """
    query = select(Matches.id).where(
        Matches.league_id == league, Matches.state != MatchState.UNREADABLE, IS_DATED
    )
    matches = connection.scalars(query.order_by(Matches.id)).all()
    for start in range(0, len(matches), BATCH_SIZE):
        batch = list(dated_times(connection, league, matches[start : start + BATCH_SIZE]))
        for statement in (UPDATE_TIMES, UPDATE_SNAPSHOT_TIME):
            connection.execute(statement, [times._asdict() for times in batch])


def dated_times(
    connection: Connection, league: int, matches: Sequence[int]
) -> Iterator[DatedTimes]:
    """Yield the times of these matches, computed from their log."""
    clock = load_clock(connection, league)
    counted_imports = {(row.league_id, row.id) for row in connection.execute(COUNTED_IMPORTS_QUERY)}
    lines: Any = connection.execute(
        EVENTS_QUERY.where(MatchEvents.league_id == league, MatchEvents.match_id.in_(matches))
    )
    for match, of_match in groupby(lines, lambda line: int(line.match_id)):
        try:
            row, _ = rows_from_log(counted_imports, league, match, list(of_match), clock, 1)
        except UnreadableMatch:
            continue
        started, ended = row["started_at"], row["ended_at"]
        dated = clock.on_evening(started, row["summary"].get("evening")) if ended is None else ended
        yield DatedTimes(league, match, started, ended, dated)
