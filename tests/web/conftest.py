"""A table for the tests of pages: the app on a real database, and phones to drive it."""

import time
from threading import get_ident

import pytest
from phone import Phone
from sqlalchemy import event

from scorekeeper import create_app, db

# They need nothing but a log, or the books; tests/engine holds those of PostgreSQL to the same.
ONCE = {
    "test_access.py", "test_ahead.py",
    "test_careers.py", "test_records.py", "test_season_closing.py", "test_season_settings.py",
    "test_seasons.py", "test_seasons_meanwhile.py",
    "test_clashes.py", "test_corrections.py", "test_endings.py", "test_guard.py",
    "test_history.py", "test_long_numbers.py", "test_matches.py", "test_menu.py", "test_plots.py",
    "test_prefix.py",
    "test_reasons.py", "test_rules_pages.py", "test_sharing.py", "test_stages.py",
    "test_stages_of_gin.py", "test_without_database.py", "test_lettering.py", "test_undo.py",
}  # fmt: skip


def pytest_ignore_collect(collection_path, config):
    """Pages that ask no question of their own are tried on one database."""
    is_again = config.getoption("--database") == "postgresql"
    return True if is_again and collection_path.name in ONCE else None


def settings(address):
    return {"SQLALCHEMY_DATABASE_URI": address, "TESTING": True}


@pytest.fixture
def table(request):
    """The app on a database of its own, empty but migrated: `--database` says which kind."""
    address = request.getfixturevalue(request.config.getoption("--database"))
    app = create_app(settings(address))
    yield app
    nobody_looks(app.extensions["scorekeeper.live"])
    with app.app_context():
        db.db.engine.dispose()


def nobody_looks(hub):
    """Whoever asks for the streams is done: a connection in his hands would outlive the rest."""
    hub.close()
    watcher = hub.watcher
    if watcher is not None:
        watcher.join()


@pytest.fixture
def phone(table):
    """Somebody with the address and without JavaScript."""
    return Phone(table)


@pytest.fixture
def another_phone(table):
    return Phone(table)


@pytest.fixture
def log(table):
    return table.extensions["scorekeeper.log"]


@pytest.fixture
def questions(table, phone):
    """How often each of these pages asks the database when it is looked at again.

    Only what this thread reads counts: other threads have questions of their own, and once a
    minute any page writes down that the phone was here.
    """
    asked, here = [], get_ident()

    def note(connection, cursor, statement, *_more):
        if get_ident() == here and statement.lstrip().startswith(("SELECT", "WITH")):
            asked.append(statement)

    with table.app_context():
        event.listen(db.db.engine, "before_cursor_execute", note)

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
