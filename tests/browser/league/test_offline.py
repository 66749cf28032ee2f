"""The service worker's offline page, in a browser that has opened the league."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.browser import chromium, servers
from tests.browser.layout_checks import find_faults

pytestmark = pytest.mark.browser

INSTALLED = "() => navigator.serviceWorker.ready.then((found) => new URL(found.scope).pathname)"
KEPT = """async () => {
  const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(opened.map((each) => each.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""
REMOVED = "() => navigator.serviceWorker.ready.then((found) => found.unregister())"


def test_without_the_server_an_open_league_shows_its_offline_page(
    empty_database, tmp_path, new_phone
):
    page = new_phone(worker=True)
    no_connection = page.get_by_role("heading", name="No connection")
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        servers.kept_port() as port,
    ):
        with chromium.serving(app, port) as address:
            page.goto(f"{address}/league")
            assert page.evaluate(INSTALLED) == "/"
            assert {each for each in page.evaluate(KEPT) if "/css/" not in each} == {"/offline"}

        page.goto(f"{address}/matches")
        expect(no_connection).to_be_visible()
        assert page.url == f"{address}/matches"
        page.evaluate(AXE_SCRIPT)  # axe, which the stopped server cannot serve
        assert find_faults(page) == {}

        with chromium.serving(app, port):
            page.get_by_role("link", name="Try again").tap()
            expect(page.get_by_role("heading", name="Matches", level=1)).to_be_visible()
            assert page.evaluate(REMOVED)
            page.reload()
            expect(page.get_by_role("heading", name="Matches", level=1)).to_be_visible()
        chromium.ignore_network_errors(page)


def test_the_first_pages_of_a_league_install_the_worker(empty_database, tmp_path, new_phone):
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        page = new_phone(worker=True)
        page.goto(f"{address}/matches/new")
        assert page.evaluate(INSTALLED) == "/"

        page = new_phone(worker=True)
        page.goto(address)
        assert page.evaluate(INSTALLED) == "/"
        page.evaluate(REMOVED)

        page.get_by_role("button", name="Just deal").tap()
        page.wait_for_url("**/matches/1*")
        assert page.evaluate(INSTALLED) == "/"
