"""A phone that only shows a page displays a notice if it is removed from the league."""

import time

import pytest
from playwright.sync_api import expect

from scorekeeper.access import admissions
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests import members
from tests.browser.bids import fill
from tests.browser.layout_checks import COVERED, UNREACHABLE, find_faults
from tests.browser.match_factory import NINE_CARDS
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

SENTENCES = (
    "This phone was removed from the league. To come back, ask an owner for a new invitation."
)


class Watcher:
    """A phone that shows a page of the league, and can be removed."""

    def __init__(self, live_league, page, path):
        self.app, self.page = live_league.app, page
        self.id = members.add_phone(self.app, Right.SCORER, "watcher", "Clubhouse tablet")
        page.context.add_cookies([{**members.COOKIE, "value": "watcher"}])
        page.goto(live_league.address + path)
        wait_until(page, NOTHING_UNDER_WAY)

    def remove(self):
        admissions.remove_device(engines.store_of(self.app), self.id, int(time.time()))

    @property
    def notice(self):
        return self.page.locator("#removed")


def unsaved(page):
    return page.get_by_role("textbox", name="Entered on this phone, but not saved")


@pytest.fixture
def match(live_league):
    return live_league.match("jabberwocky", **NINE_CARDS)


@pytest.mark.thorough
def test_a_removed_phone_that_shows_the_standings_says_so_and_stops_polling(
    live_league, open_phone, match
):
    watcher = Watcher(live_league, open_phone(), "/season")

    watcher.remove()

    expect(watcher.notice).to_contain_text(SENTENCES, use_inner_text=True)
    expect(watcher.page.locator("[data-live]")).to_have_count(0)
    assert find_faults(watcher.page) == {}
    asked = []
    watcher.page.on("request", lambda request: asked.append(request.url))
    watcher.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    watcher.page.evaluate("window.dispatchEvent(new Event('online'))")
    assert asked == []
    watcher.notice.get_by_role("link", name="Join").tap()
    expect(watcher.page).to_have_url(f"{live_league.address}/join")


@pytest.mark.parametrize("streams", [True, False], ids=["stream", "poll"])
def test_what_was_entered_in_a_match_stays_visible_on_a_removed_phone(
    live_league, open_phone, match, streams
):
    script = "" if streams else "delete window.EventSource"
    watcher = Watcher(live_league, open_phone(script=script), f"/matches/{match}")
    fill(watcher.page, (1, 2))
    wait_until(watcher.page, NOTHING_UNDER_WAY)

    watcher.remove()

    expect(watcher.notice).to_contain_text(SENTENCES, use_inner_text=True)
    expect(unsaved(watcher.page)).to_have_value("Jabberwocky: Bids, Deal 1. Bruno: 1; Chus: 2")
    checked = watcher.page.locator("#ask :checked")
    assert [box.get_attribute("value") for box in checked.all()] == ["1", "2"]
    assert watcher.page.evaluate(COVERED, ".bar :is(a, button)") == []
    assert watcher.page.evaluate(UNREACHABLE) == []
    assert find_faults(watcher.page) == {}


def test_what_was_half_entered_can_be_copied_on_a_removed_phone_even_after_a_reload(
    live_league, open_phone, match
):
    watcher = Watcher(live_league, open_phone(), f"/matches/{match}")
    page = watcher.page
    fill(page, (1, 2, 0))
    wait_until(page, NOTHING_UNDER_WAY)
    watcher.remove()
    expect(watcher.notice).to_contain_text(SENTENCES, use_inner_text=True)

    page.reload()

    expect(page.get_by_role("heading", level=1)).to_have_text("No access")
    expect(unsaved(page)).to_have_value("Jabberwocky: Bids, Deal 1. Bruno: 1; Chus: 2; Dina: 0")
    assert find_faults(page) == {}
    page.get_by_role("button", name="Copy the text").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_a_404_page_of_a_proxy_is_not_mistaken_for_a_removal(live_league, open_phone, match):
    page = open_phone(script="delete window.EventSource")
    page.goto(f"{live_league.address}/matches/{match}")
    page.route("**/live/now*", lambda route: route.fulfill(status=404, body="<p>No such site</p>"))
    with page.expect_response(lambda response: response.status == 404):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.unroute("**/live/now*")

    with page.expect_response(lambda response: "/live/now" in response.url and response.ok):
        page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.locator("#removed")).to_have_count(0)
    expect(page.locator("#match[data-live]")).to_have_count(1)
