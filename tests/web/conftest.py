"""Fixtures for page tests: the app on a real database, and phones that use it."""

import time
from threading import get_ident

import pytest
from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.league_fixtures import BOTH
from tests.web.phone import Phone


def pytest_generate_tests(metafunc):
    """Run a test marked with `both_databases` on SQLite and PostgreSQL, others on SQLite.

    Marked are tests about concurrency, and tests that send the database queries which no other test
    of a page sends. Everything else that a page does is the same on both databases.
    """
    marked = metafunc.definition.get_closest_marker("both_databases")
    if marked and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", BOTH, indirect=True)


@pytest.fixture
def database(request):
    """Return the address of an empty league."""
    return request.getfixturevalue(getattr(request, "param", "sqlite"))


def settings(address):
    return {"SQLALCHEMY_DATABASE_URI": address, "TESTING": True}


@pytest.fixture
def table(database):
    """The app on its own empty, migrated database."""
    app = create_app(settings(database))
    yield app
    nobody_looks(app.extensions["scorekeeper.live"])
    engines.engine_of(app).dispose()


def nobody_looks(hub):
    """Close the hub and wait for its watcher, whose connection would outlive the database."""
    hub.close()
    watcher = hub.watcher
    if watcher is not None:
        watcher.join()


@pytest.fixture
def store(table):
    return engines.store_of(table)


@pytest.fixture
def phone(table):
    """The owner's phone, as a browser without JavaScript."""
    return Phone(table)


@pytest.fixture
def another_phone(table):
    return Phone(table)


@pytest.fixture
def log(table):
    return table.extensions["scorekeeper.log"]


@pytest.fixture
def questions(store, phone):
    """Return a function that counts the database reads of pages on their second request.

    `questions("/players")` gives {path: number of reads}. Only reads of this thread count: other
    threads send queries of their own, and once a minute any page records that the phone was seen.
    """
    asked, here = [], get_ident()

    def note(connection, cursor, statement, *_more):
        if get_ident() == here and statement.lstrip().startswith(("SELECT", "WITH")):
            asked.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)

    def counted(*paths):
        found = {}
        for path in paths:
            phone.go(path)
            asked.clear()
            assert phone.go(path).status == 200
            found[path] = len(asked)
        return found

    return counted


@pytest.fixture
def now():
    return int(time.time())
