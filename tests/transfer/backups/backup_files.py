"""Helpers that read, fill, change and close the databases of the backup tests."""

import sqlite3
from contextlib import closing

from scorekeeper.cli import demo
from scorekeeper.cli.main import main
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.transfer.exports import export_league


def contents(file):
    app = create_bare_app(f"sqlite:///{file}")
    try:
        return export_league(app)
    finally:
        engines.engine_of(app).dispose()


def run_statement(file, statement):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def add_matches(file, matches, seed):
    """Add demo matches to this file, and close it, because a restore refuses an open file."""
    app = create_bare_app(f"sqlite:///{file}")
    demo.fill_league(app, matches=matches, seed=seed)
    engines.engine_of(app).dispose()


def complaint(capsys, *command):
    """Run a command that must fail, and return its stderr, which must be a single line."""
    assert main(list(command)) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def close_connections(app, server):
    """Close the app's connections and wait until the PostgreSQL server has ended them."""
    name = engines.engine_of(app).url.database
    engines.engine_of(app).dispose()
    query = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s"
    with server.connect() as connection:
        connection.exec_driver_sql(query, (name,)).all()
