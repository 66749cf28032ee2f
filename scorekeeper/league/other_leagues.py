"""Leagues of the server by their ids, for a phone that belongs to several."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Engine, func, select

from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.evenings import BEFORE_ALL_EVENINGS
from scorekeeper.db.tables import Leagues, Matches


class LeagueSummary(NamedTuple):
    """A league of the server.

    `last_played` is when its last match ended (Unix seconds), or None if no match has ended.
    """

    id: int
    name: str
    last_played: int | None


def league_summaries(engine: Engine, ids: Collection[int]) -> list[LeagueSummary]:
    """Return these leagues, the most recently played first."""
    last = (
        select(func.max(Matches.ended_at))
        .where(Matches.league_id == Leagues.id, Matches.ended_at > BEFORE_ALL_EVENINGS)
        .scalar_subquery()
    )
    query = select(Leagues.id, Leagues.name, last).where(Leagues.id.in_(ids))
    with autocommit_engine(engine).connect() as connection:
        summaries = [LeagueSummary(*row) for row in connection.execute(query)]
    return sorted(summaries, key=lambda each: (-(each.last_played or 0), each.id))
