"""Fixtures for tests of pages, and the tests of pages that run on both databases."""

import time
from threading import get_ident

import pytest
from sqlalchemy import event

from tests.league_fixtures import BOTH
from tests.page_fixtures import another_phone, database, log, phone, store, table

__all__ = ["another_phone", "database", "log", "phone", "store", "table"]


def pytest_generate_tests(metafunc):
    """Run a test marked with `both_databases` on SQLite and PostgreSQL, others on SQLite.

    The mark is for tests of concurrency, and for tests that send queries which no other page test
    sends. Everything else is the same on both databases.
    """
    marked = metafunc.definition.get_closest_marker("both_databases")
    if marked and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", BOTH, indirect=True)


@pytest.fixture
def questions(store, phone):
    """Return a function that counts the database reads of pages on their second request.

    `questions("/players")` returns {path: number of reads}. Only reads of this thread count: other
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
