"""Open the application on the configured database for a command, and close it afterwards."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from scorekeeper.config import SQLITE_PREFIX, configured_database_file, database_file
from scorekeeper.server.bare_app import create_bare_app, with_migrated_database
from scorekeeper.server.engines import engine_of
from scorekeeper.transfer import database_copy


@contextmanager
def open_app() -> Iterator[Flask]:
    """Yield the application without pages, as configured by the environment.

    The database is created or migrated first, and closed at the end.
    """
    with closing_database(with_migrated_database(create_bare_app())) as app:
        yield app


@contextmanager
def closing_database(app: Flask) -> Iterator[Flask]:
    try:
        yield app
    finally:
        engine_of(app).dispose()


@contextmanager
def open_app_for_reading() -> Iterator[Flask]:
    """Yield the app as `open_app` does, but with a temporary copy if the database is read-only."""
    database = configured_database_file(os.environ)
    if database is None or not database.exists() or database_copy.is_writable(database):
        with open_app() as app:
            yield app
        return
    with tempfile.TemporaryDirectory(prefix="league-") as folder:
        copy = Path(folder) / database.name
        database_copy.copy_database(database, copy)
        app = create_bare_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE_PREFIX}{copy}"})
        with closing_database(with_migrated_database(app)):
            yield app


def sqlite_file(app: Flask) -> Path | None:
    """Return the path of the SQLite database, or None on PostgreSQL."""
    return database_file(app.config["SQLALCHEMY_DATABASE_URI"])
