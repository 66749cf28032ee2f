"""One browser for all tests of a worker; a page, an app and a server for each test."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from scorekeeper import create_app
from scorekeeper.log import MemoryLog
from tests.browser import chromium
from tests.browser.room import HARD, TEN, Room


@pytest.fixture(scope="session")
def browser():
    expect.set_options(timeout=chromium.PATIENCE)
    with chromium.chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    return chromium.made_database(tmp_path_factory.mktemp("database"))


@pytest.fixture
def league(empty_database, tmp_path):
    """The address of an empty league, on a database of its own."""
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        yield address


@pytest.fixture
def open_phone(browser):
    """Opens phones: open_phone(scripted=False, scheme="dark")."""
    with ExitStack() as phones:
        yield lambda **options: phones.enter_context(chromium.phone(browser, **options))


class Table:
    """A match or more at an address, kept in memory; no database is needed to play."""

    def __init__(self):
        self.log = MemoryLog({name: name for name in (*TEN, *HARD)})
        self.app = create_app({"SECRET_KEY": "a key"}, log=self.log)
        self.room = Room(self.log, (*TEN, *HARD))
        self.address = ""

    def written(self, match):
        """What was written down so far, without the start."""
        return [entry.event for entry in self.log.entries[match][1:]]


@pytest.fixture
def table():
    table = Table()
    with chromium.serving(table.app) as table.address:
        yield table
