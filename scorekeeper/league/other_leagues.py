"""Find leagues on the server by their ids, for a phone that belongs to several leagues."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Engine, func, select

from scorekeeper.clock import clock_in
from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.league_clock import BEFORE_ALL_EVENINGS
from scorekeeper.db.tables import Leagues, Matches


class LeagueSummary(NamedTuple):
    """A league on the server.

    `last_evening` is the evening of its last match ("2026-11-19"), or None if no match has ended.
    """

    id: int
    name: str
    last_evening: str | None


def league_summaries(engine: Engine, ids: Collection[int]) -> list[LeagueSummary]:
    """Return these leagues, the most recently played first."""
    last = (
        select(func.max(Matches.ended_at))
        .where(Matches.league_id == Leagues.id, Matches.ended_at > BEFORE_ALL_EVENINGS)
        .scalar_subquery()
    )
    query = (
        select(Leagues.id, Leagues.name, Leagues.time_zone, last)
        .where(Leagues.id.in_(ids))
        .order_by(func.coalesce(last, BEFORE_ALL_EVENINGS).desc(), Leagues.id)
    )
    with autocommit_engine(engine).connect() as connection:
        return [
            LeagueSummary(number, name, None if ended is None else clock_in(zone).evening(ended))
            for number, name, zone, ended in connection.execute(query)
        ]
