"""Fixtures for tests of pages: the app on its own database, and phones that use the app."""

import pytest

from scorekeeper import create_app
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import HUB_KEY, LOG_KEY
from tests.league_fixtures import BOTH
from tests.web.phone import Phone


def pytest_generate_tests(metafunc):
    """Run tests marked with `both_databases` on SQLite and PostgreSQL, and other tests on SQLite.

    The mark is for tests of concurrency, and for tests with queries that no other page test sends.
    The behaviour of all other pages does not depend on the database.
    """
    marked = metafunc.definition.get_closest_marker("both_databases")
    if marked and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", BOTH, indirect=True)


@pytest.fixture
def database(request):
    """The address of a database with an empty league."""
    return request.getfixturevalue(getattr(request, "param", "sqlite"))


def settings(address):
    return {"SQLALCHEMY_DATABASE_URI": address, "TESTING": True}


@pytest.fixture
def app(database):
    """The app on its own empty, migrated database."""
    app = create_app(settings(database))
    yield app
    close_hub(app.extensions[HUB_KEY])
    engines.engine_of(app).dispose()


def close_hub(hub):
    """Close the hub, and wait for its watcher thread.

    The watcher's connection could otherwise outlive the database.
    """
    hub.close()
    watcher = hub.watcher
    if watcher is not None:
        watcher.join()


@pytest.fixture
def phone(app):
    """The owner's phone, as a browser without JavaScript."""
    return Phone(app)


@pytest.fixture
def another_phone(app):
    return Phone(app)


@pytest.fixture
def log(app):
    return app.extensions[LOG_KEY]
