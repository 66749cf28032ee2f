"""Fixtures for tests of pages."""

import time
from threading import get_ident

import pytest
from sqlalchemy import event

from scorekeeper.web.extension_keys import HUB_KEY
from tests.page_fixtures import (
    another_phone,
    app,
    database,
    log,
    phone,
    pytest_generate_tests,
)

__all__ = ["another_phone", "app", "database", "log", "phone", "pytest_generate_tests"]


@pytest.fixture
def count_queries(store, phone):
    """A function that counts the database reads of pages on their second request.

    `count_queries("/players")` returns {path: number of reads}. Reads by other threads do not
    count. Writes do not count either: once a minute, any page records that the phone was seen.
    """
    asked, here = [], get_ident()

    def note(connection, cursor, statement, *_more):
        if get_ident() == here and statement.lstrip().startswith(("SELECT", "WITH")):
            asked.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)

    def count_reads(*paths):
        counts = {}
        for path in paths:
            phone.go(path)
            asked.clear()
            assert phone.go(path).status == 200
            counts[path] = len(asked)
        return counts

    return count_reads


@pytest.fixture
def now():
    return int(time.time())


@pytest.fixture
def hub(app):
    """The hub of live updates, closed after the test."""
    hub = app.extensions[HUB_KEY]
    yield hub
    hub.close()
