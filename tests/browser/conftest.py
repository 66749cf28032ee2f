"""Fixtures for browser tests: a browser for each worker, and phones, apps and servers for tests."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser import chromium, version
from tests.browser.live_league import LiveLeague
from tests.browser.match_factory import Table
from tests.browser.phone_pool import PhonePool
from tests.browser.player_names import FIVE
from tests.browser.waits import TIMEOUT_MS
from tests.databases import create_league_file


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    report = yield
    if report.failed:
        report.sections.append(("Chromium", version.version()))
        report.sections.extend(("Page", chromium.page_state(page)) for page in chromium.OPEN)
    return report


@pytest.fixture(scope="session")
def browser():
    expect.set_options(timeout=TIMEOUT_MS)
    with chromium.chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    return create_league_file(tmp_path_factory.mktemp("database") / "empty.sqlite")


@pytest.fixture
def league(empty_database, tmp_path):
    """The address of an empty league on its own database."""
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        yield address


@pytest.fixture
def live_league(empty_database, tmp_path):
    """A served league that tests can change, as a `LiveLeague`."""
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        yield LiveLeague(app, address)


@pytest.fixture(scope="session")
def phone_pool(browser):
    with PhonePool(browser) as phones:
        yield phones


@pytest.fixture
def open_phone(phone_pool):
    """A function that lends reset phones: `open_phone(scheme="dark")`.

    On a reset phone, a page loads four times as fast as the first page on a new phone. Earlier
    tests leave nothing behind, such as drafts, a font size or held requests. `script` runs
    before the scripts of each page. Tests that install a clock need `new_phone`. Pages are animated
    only with `motion`, because animations double the drawing work.
    """
    pages = []

    def lend_phone(size=chromium.PHONE, *, scheme="light", scripted=True, motion=False, script=""):
        pages.append(phone_pool.acquire(size, scheme, scripted, motion))
        if script:
            phone_pool.add_script(pages[-1], script)
        return pages[-1]

    yield lend_phone
    complaints = [each for page in pages for each in page.complaints]
    for page in pages:
        phone_pool.release(page)
    assert complaints == []


@pytest.fixture
def new_phone(browser):
    """A function that opens new phones for one test: `new_phone(touch=False)`."""
    with ExitStack() as phones:
        yield lambda **options: phones.enter_context(chromium.open_new_phone(browser, **options))


@pytest.fixture
def table():
    table = Table()
    with chromium.serving(table.app) as table.address:
        yield table


@pytest.fixture
def address(table, match):
    """The address of the match that a test module's fixture `match` starts."""
    return f"{table.address}/matches/{match}"


@pytest.fixture
def open_match(table, open_phone):
    """A function that starts a match of a game and opens one of its pages.

    The page's attribute `match` contains the match id.
    """

    def open_match(game, *deals, names=FIVE, page="", **options):
        match = table.factory.match(game, *deals, names=names, **options)
        opened = open_phone()
        opened.goto(f"{table.address}/matches/{match}{page}")
        opened.match = match
        return opened

    return open_match
