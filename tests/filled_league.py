"""Leagues of generated matches, which are played once per test run and then copied."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import insert, select, update

from scorekeeper.cli import demo
from scorekeeper.db.tables import Base, Leagues
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.shared import shared

LEAGUE = Leagues.__table__
TABLES = [table for table in Base.metadata.sorted_tables if table.name not in {"device", "league"}]


def fill_league(app, matches, seed):
    """Fill an empty league as `demo.fill_league` does, in a tenth of the time."""
    copy_league(app, demo.fill_league, matches=matches, seed=seed)


def copy_league(app, play, **settings):
    """Fill an empty league as `play(app, **settings)` does.

    `play` is called only once per run for the same settings. After that, its rows are copied.
    """
    league, more = played_rows(Played(play), **settings)
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(LEAGUE), league)
        for table in TABLES:
            if table.name in more:
                connection.execute(insert(table), more[table.name])


class Played(NamedTuple):
    """A function that plays matches. Its `repr` is the same in all processes."""

    play: Callable

    def __repr__(self):
        return f"{self.play.__module__}.{self.play.__qualname__}"


@shared
def played_rows(played, **settings):
    """Play the matches of a league.

    Returns (changed columns of the league, {table: its rows}).
    """
    with TemporaryDirectory() as folder:
        app = create_bare_app(f"sqlite:///{Path(folder) / 'league.sqlite'}")
        engines.create_tables(app)
        [before] = rows_of(app, LEAGUE)
        played.play(app, **settings)
        [league] = rows_of(app, LEAGUE)
        by_table = {table.name: rows_of(app, table) for table in TABLES}
        engines.engine_of(app).dispose()
    changed = {name: value for name, value in league.items() if value != before[name]}
    return changed, {name: rows for name, rows in by_table.items() if rows}


def rows_of(app, table):
    with engines.engine_of(app).connect() as connection:
        return [dict(row) for row in connection.execute(select(table)).mappings()]
