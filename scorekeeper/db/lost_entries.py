"""Matches whose log has lost its last entries, or all of them.

Only the rows derived from the log still contain the effects of the lost entries. A rebuild and the
next entry must not replace these rows, because nothing else contains the result. An owner can
accept the loss.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from scorekeeper.db import match_rows, sql_log, unreadable
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchEvents

ENTRIES_LEFT = (
    select(func.coalesce(func.max(MatchEvents.version), 0))
    .where(MatchEvents.league_id == Matches.league_id, MatchEvents.match_id == Matches.id)
    .correlate(Matches)
    .scalar_subquery()
)
HAS_LOST_ENTRIES = Matches.version > ENTRIES_LEFT
LOST_ENTRIES_QUERY = (
    select(
        Matches.league_id,
        Matches.id,
        Matches.game,
        Matches.started_at,
        Matches.version,
        ENTRIES_LEFT.label("left"),
    )
    .where(HAS_LOST_ENTRIES)
    .order_by(Matches.league_id, Matches.id)
)


def matches_with_lost_entries(
    connection: Connection, league: int | None = None
) -> Sequence[Row[Any]]:
    """Return a row for each match that has lost entries.

    If `league` is None, the matches of all leagues are included. `version` is the number of entries
    that the match had when its rows were last written. `left` is the number of entries that are
    still in its log.
    """
    query = LOST_ENTRIES_QUERY
    if league is not None:
        query = query.where(Matches.league_id == league)
    return connection.execute(query).all()


def count_lost_entries(connection: Connection, league: int, match: int) -> int:
    """Return how many entries this match has lost at the end of its log, usually 0."""
    query = LOST_ENTRIES_QUERY.where(Matches.league_id == league, Matches.id == match)
    row = connection.execute(query).first()
    return 0 if row is None else row.version - row.left


def accept_lost_entries(store: Store, match: int) -> None:
    """Replace the stored result of a match with the state computed from the rest of its log.

    Does nothing if the log is complete. Raises MatchNotFound or a subclass of it if the rest of the
    log cannot be read.
    """
    league = store.league_id
    with store.write() as connection:
        # This locks the league's row. If two phones accept the loss at the same time, the second
        # one finds nothing to replace.
        match_rows.increment_changes(connection, league)
        if not count_lost_entries(connection, league, match):
            return
        rows = connection.execute(
            sql_log.NEWER_ENTRIES_QUERY, {"league": league, "match": match, "seen": 0}
        ).all()
        sheet = unreadable.sheet_from_rows(match, rows)
        match_rows.replace_match_rows(connection, league, match, rows[0].key, sheet)
