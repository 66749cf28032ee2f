"""Leagues of generated matches, which are played once per process and then copied."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import insert, select, update

from scorekeeper.cli import demo
from scorekeeper.db.tables import Base, Leagues
from scorekeeper.server import engines
from tests.databases import opened

LEAGUE = Leagues.__table__
TABLES = [table for table in Base.metadata.sorted_tables if table.name not in {"device", "league"}]


def fill_league(app, matches, seed):
    """Do what `demo.fill_league` does to an empty league, in a tenth of the time."""
    with engines.engine_of(app).begin() as connection:
        league, *more = played_rows(matches, seed)
        connection.execute(update(LEAGUE), league)
        for table, rows in more:
            connection.execute(insert(table), rows)


@cache
def played_rows(matches, seed):
    """Return the league row of a new league with these matches, then (table, rows) of the rest."""
    with TemporaryDirectory() as folder:
        app = opened(f"sqlite:///{Path(folder) / 'league.sqlite'}")
        engines.upgrade(app)
        demo.fill_league(app, matches=matches, seed=seed)
        with engines.engine_of(app).connect() as connection:
            league, *found = [
                (table, [dict(row) for row in connection.execute(select(table)).mappings()])
                for table in (LEAGUE, *TABLES)
            ]
        engines.engine_of(app).dispose()
    return league[1][0], *((table, rows) for table, rows in found if rows)
