"""Open the application on the configured database for a command, and close it afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from scorekeeper.server.database_app import create_migrated_app
from scorekeeper.server.engines import engine_of


@contextmanager
def open_app() -> Iterator[Flask]:
    """Yield the application as configured by the environment; close its connections at the end."""
    with closing_database(create_migrated_app()) as app:
        yield app


@contextmanager
def closing_database(app: Flask) -> Iterator[Flask]:
    try:
        yield app
    finally:
        engine_of(app).dispose()
