"""A start that is killed at any statement of an upgrade or a rebuild can be repeated.

One process per statement would take minutes. On SQLite, one start is therefore enough: a copy of
the files before each statement is what a process killed at that moment would leave behind. Most of
the copies are the same, because all migrations run in one transaction. On PostgreSQL, another
session reads, before each statement, what would remain if the first session were lost. A few starts
are really killed.
"""

import shutil
import signal
import sqlite3
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from scorekeeper.db import rebuild
from scorekeeper.db.tables import Base
from scorekeeper.server import engines
from scorekeeper.server.bare_app import with_migrated_database
from tests.databases import create_bare_app, database_address, declared_columns, numbers, rows
from tests.db.crashing_upgrade import start_and_die
from tests.db.revisions import downgrade, migrations
from tests.db.statements import before_each_statement
from tests.filled_league import fill_league

PARTS = ("", "-wal", "-shm")  # files of an SQLite database
AT_LEAST = 10  # minimum number of statements of a start that changes the database
STEP = 12  # statements between two real kills
# A new database, or a database as the first or the second-newest migration left it. The upgrade
# from the first migration executes the statements of all other migrations.
FROM = ["nothing", migrations()[0], migrations()[-2]]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def empty_database_url(request, tmp_path):
    """The address of a database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'league.sqlite'}"
    server = request.getfixturevalue("server")
    name = f"crashed_{next(numbers)}"
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    return database_address(server, name)


@pytest.fixture(params=FROM)
def older_database(request, empty_database_url):
    """The address of a database before its upgrade: empty, or with three matches."""
    if request.param != FROM[0]:
        as_of(empty_database_url, request.param)
    return empty_database_url


def as_of(url, revision):
    app = create_bare_app(url)
    engines.upgrade(app)
    fill_league(app, matches=3, seed=1)
    downgrade(app, revision)
    engines.engine_of(app).dispose()


def start_and_read(url):
    """Start on this database, check its schema, and return its rows without change numbers."""
    app = with_migrated_database(create_bare_app(url))
    engine = engines.engine_of(app)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    assert not rebuild.has_missing_results(engine)
    contents = {
        model.__tablename__: [without_change_numbers(row) for row in rows(app, model)]
        for model in Base.__subclasses__()
    }
    engine.dispose()
    return contents


def without_change_numbers(row):
    """Return the row without its change numbers, which a second start may increment again."""
    return {**row._mapping, "changes": None, "counted": None}


# ---------------------------------------------------------------- SQLite


def copy_at_each_statement(url, folder):
    """Start on this database, and copy the database before each statement.

    Returns (number of statements, addresses of the copies). Equal states are copied only once.
    """
    file = Path(url.removeprefix("sqlite:///"))
    states, statements = {}, []

    def copy(statement):
        statements.append(statement)
        parts = [Path(f"{file}{part}") for part in PARTS]
        content = tuple(part.read_bytes() if part.exists() else None for part in parts)
        states.setdefault(content[:2], content)  # -shm is an index of -wal

    with before_each_statement(copy):
        with_migrated_database(create_bare_app(url))
    for number, content in enumerate(states.values()):
        for part, data in zip(PARTS, content, strict=True):
            if data is not None:
                (folder / f"{number}.sqlite{part}").write_bytes(data)
    return len(statements), [f"sqlite:///{folder / f'{n}.sqlite'}" for n in range(len(states))]


@pytest.mark.parametrize("revision", FROM)
def test_a_start_succeeds_after_a_kill_at_any_statement_on_sqlite(tmp_path, revision):
    whole, crashed = (f"sqlite:///{tmp_path / name}.sqlite" for name in ("whole", "crashed"))
    if revision != FROM[0]:
        as_of(whole, revision)
        shutil.copy(tmp_path / "whole.sqlite", tmp_path / "crashed.sqlite")
    expected = start_and_read(whole)
    (tmp_path / "copies").mkdir()

    statements, left = copy_at_each_statement(crashed, tmp_path / "copies")

    assert statements > AT_LEAST
    assert len(left) > 1
    for url in left:
        assert start_and_read(url) == expected
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


# ---------------------------------------------------------------- PostgreSQL

VISIBLE = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name <> 'alembic_version'
"""
COUNTED = "SELECT count(*), count(result) FROM match"


@pytest.mark.pg
@pytest.mark.parametrize("revision", FROM)
def test_a_start_on_postgresql_never_shows_half_of_an_upgrade(server, revision):
    name = f"crashed_{next(numbers)}"
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    url = database_address(server, name)
    if revision != FROM[0]:
        as_of(url, revision)
    watcher = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT")
    seen, counts = [], []
    with watcher.connect() as connection:
        after = declared_columns()[0]

        def columns():
            return {tuple(row) for row in connection.exec_driver_sql(VISIBLE)}

        def look(statement):
            if statement not in {VISIBLE, COUNTED}:
                seen.append(columns())
                if seen[-1] == after != before:  # before that, a migration may lock the table
                    counts.append(tuple(connection.exec_driver_sql(COUNTED).one()))

        before = columns()
        with before_each_statement(look):
            app = with_migrated_database(create_bare_app(url))
        last = tuple(connection.exec_driver_sql(COUNTED).one())
    watcher.dispose()
    engines.engine_of(app).dispose()

    assert len(seen) > AT_LEAST
    assert [state for state in seen if state not in (before, after)] == []
    assert last[0] == (0 if revision == FROM[0] else 3)
    assert {matches for matches, _ in counts} <= {last[0]}
    assert {results for _, results in counts} <= {0, last[1]}


# ---------------------------------------------------------------- killed for real


def killed_at(database, number):
    """Start on this database, and kill the process before the statement with this number.

    If the start has fewer statements, it succeeds and False is returned.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.db.crashing_upgrade"])
    process = context.Process(target=start_and_die, args=(database, number))
    process.start()
    process.join()
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


@pytest.mark.thorough
def test_a_start_that_is_killed_repeatedly_succeeds_in_the_end(older_database):
    number = 1
    while killed_at(older_database, number):
        number += STEP

    assert number > AT_LEAST
    assert len(start_and_read(older_database)["league"]) == 1
