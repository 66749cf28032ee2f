"""Connections to SQLite: their settings, and when they take the write lock."""

import sqlite3

import pytest

from scorekeeper.db import connections
from scorekeeper.server import engines
from tests.databases import create_bare_app


def test_sqlite_connections_use_wal_full_sync_foreign_keys_and_a_busy_timeout(
    sqlite, production_settings
):
    with engines.engine_of(create_bare_app(sqlite)).connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }

    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10000,
    }


def test_transactions_take_the_write_lock_at_once_and_autocommit_reads_never(sqlite):
    app = create_bare_app(sqlite)
    other = sqlite3.connect(sqlite.removeprefix("sqlite:///"), timeout=0)
    with engines.engine_of(app).begin(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    with connections.autocommit_engine(engines.engine_of(app)).connect() as connection:
        connection.exec_driver_sql("SELECT * FROM league").all()
        other.execute("BEGIN IMMEDIATE")

    other.close()
    engines.engine_of(app).dispose()
