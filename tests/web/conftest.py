"""A table for the tests of pages: the app on a real SQLite file, and phones to drive it."""

import shutil
import time

import pytest
from jinja2 import BytecodeCache
from phone import Phone

from scorekeeper import create_app, db


def settings(file):
    return {"SQLALCHEMY_DATABASE_URI": str(file), "SECRET_KEY": "a key", "TESTING": True}


class Compiled(BytecodeCache):
    """Templates compiled once for all apps of a run, as one server would."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket):
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


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
    app = create_app(settings(file))
    app.jinja_env.bytecode_cache = COMPILED
    return app


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
