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


@pytest.fixture(scope="session")
def lent_phones(browser):
    with chromium.Lent(browser) as phones:
        yield phones


@pytest.fixture
def open_phone(lent_phones):
    """Opens phones as good as new, at a third of the work: open_phone(scheme="dark").

    What a test leaves behind (drafts, the size of letters, a network that waits) is taken away
    before the next. Clocks and scripts of one's own need a new_phone.
    """
    pages = []

    def opened(size=chromium.PHONE, *, scheme="light", scripted=True):
        pages.append(lent_phones.out(size, scheme, scripted))
        return pages[-1]

    yield opened
    complaints = [each for page in pages for each in page.complaints]
    for page in pages:
        lent_phones.back(page)
    assert complaints == []


@pytest.fixture
def new_phone(browser):
    """Opens phones for one test alone: new_phone(reduced_motion="reduce")."""
    with ExitStack() as phones:
        yield lambda **options: phones.enter_context(chromium.phone(browser, **options))


@pytest.fixture
def table():
    table = Table()
    with chromium.serving(table.app) as table.address:
        yield table
