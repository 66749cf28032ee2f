"""A table for the tests of pages: the app on a real SQLite file, and phones to drive it."""

import shutil
import time

import pytest
from phone import Phone

from scorekeeper import create_app, db


def settings(file):
    return {"SQLALCHEMY_DATABASE_URI": str(file), "SECRET_KEY": "a key", "TESTING": True}


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """A database that was migrated once, for all tests to copy."""
    file = tmp_path_factory.mktemp("database") / "empty.sqlite"
    app = create_app(settings(file))
    db.upgrade(app)
    with app.app_context():
        db.db.engine.dispose()
    return file


@pytest.fixture
def table(empty_database, tmp_path):
    """The app on a database of its own, empty but migrated."""
    file = tmp_path / "matches.sqlite"
    shutil.copy(empty_database, file)
    return create_app(settings(file))


@pytest.fixture
def phone(table):
    """Somebody with the address and without JavaScript."""
    return Phone(table)


@pytest.fixture
def another_phone(table):
    return Phone(table)


@pytest.fixture
def now():
    return int(time.time())
