"""Open the application on the configured database for a command, and close it afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from scorekeeper.server.bare_app import create_bare_app, with_migrated_database
from scorekeeper.server.engines import engine_of


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
