"""One browser for all tests of a worker; a page, an app and a server for each test."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser import chromium, version
from tests.browser.room import Table


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    report = yield
    if report.failed:
        report.sections.append(("Chromium", version.version()))
    return report


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


@pytest.fixture(scope="session")
def kept_phone(browser):
    with chromium.phone(browser) as page:
        yield page


@pytest.fixture
def shared_phone(kept_phone):
    """Opens the one phone of all tests that only look, at a third of the work: shared_phone(size=).

    What such a test leaves behind (drafts, the size of letters, a network that waits) is taken
    away before the next. Clocks and scripts of one's own need a phone from open_phone.
    """

    def opened(size=chromium.PHONE):
        chromium.as_new(kept_phone, size)
        return kept_phone

    yield opened
    complaints, kept_phone.complaints[:] = list(kept_phone.complaints), []
    assert complaints == []


@pytest.fixture
def table():
    table = Table()
    with chromium.serving(table.app) as table.address:
        yield table
