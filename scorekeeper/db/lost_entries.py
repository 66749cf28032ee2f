"""Matches whose log has lost its last entries, or all of them.

The rows derived from the log are all that is left of these entries. A rebuild must not replace
them, because only they still contain the result.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

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
    """Return a row for each such match of a league, or of all leagues if `league` is None.

    `version` is the number of its entries when its rows were last written, and `left` is the
    number of entries that its log still has.
    """
    ask = LOST_ENTRIES_QUERY
    if league is not None:
        ask = ask.where(Matches.league_id == league)
    return connection.execute(ask).all()
