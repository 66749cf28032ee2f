"""Public pages look right, follow the results, and report that their link was withdrawn."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access import public_links
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import player_renames
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.layout_checks import BROKEN_WORDS, NARROW, find_faults
from tests.browser.leagues import LEAGUES
from tests.browser.phone_pool import reset_phone
from tests.browser.waits import wait_until
from tests.web.results import jabberwocky

pytestmark = pytest.mark.browser
LONG = (
    "Bartholomew Wolfeschlegelstein",
    "Çağla Öztürk-Villanueva",
    "דנה לוי",
    "Maximiliana Konstantinopolitanska",
)
SUBJECTS = {
    "current season": public_links.CURRENT_SEASON,
    "closed season": public_links.one_season(1),
    "last evening": public_links.LAST_EVENING,
    "finished match": public_links.one_match(3),
}


def share(app, subject, names=ShownNames.FULL):
    store = engines.store_of(app)
    return "/shown/" + public_links.create_public_link(store, "World", subject, names)


@pytest.fixture
def league_of(empty_database, tmp_path):
    """(function, address). The function fills a league with long names and returns its app."""
    with chromium.league_app(empty_database, tmp_path) as app:

        def filled(name):
            LEAGUES[name](app)
            for number, each in enumerate(LONG, 1):
                player_renames.rename_players(engines.store_of(app), {number: each})
            return app

        with chromium.serving(app) as address:
            yield filled, address


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["played", "empty"])
def test_public_pages_have_no_layout_or_accessibility_faults(league_of, open_phone, name):
    filled, address = league_of
    app, page, faults = filled(name), open_phone(), {}
    subjects = SUBJECTS if name == "played" else {"empty": public_links.CURRENT_SEASON}
    for label, subject in subjects.items():
        for path in ("", "/embed"):
            reset_phone(page)
            page.goto(address + share(app, subject) + path)
            page.set_viewport_size(NARROW)
            broken = page.evaluate(BROKEN_WORDS, "body")
            wrong = find_faults(page, by_axe=True, contrast=True)
            broken += page.evaluate(BROKEN_WORDS, "body")  # with large text, set by `find_faults`
            if words := [each for each in broken if len(each) <= len("Jabberwocky")]:
                wrong["broken words"] = words
            if wrong:
                faults[label + path] = wrong

    assert faults == {}


def test_the_standings_follow_the_results(league_of, open_phone):
    filled, address = league_of
    app, page = filled("one match"), open_phone()
    page.goto(address + share(app, public_links.CURRENT_SEASON))
    expect(page.locator(".public-header__line")).to_have_text("one match, one evening")
    expect(page.locator("#as-of")).to_have_class("as-of small muted is-connected")
    page.evaluate("window.sameDocument = true")

    log = SqlLog(engines.store_of(app))
    jabberwocky(log, "1", "2", "3", evening="2027-01-07")

    expect(page.locator(".public-header__line")).to_have_text("2 matches, 2 evenings")
    assert page.evaluate("window.sameDocument")


# Timers that would fetch the page again never fire. `retries.pending` contains the timers that were
# not cleared, `retries.most` is its largest size so far, and `retries.started` counts all timers.
RETRY_TIMERS = """() => {
  const { setTimeout, clearTimeout } = window;
  const retries = { pending: new Set(), most: 0, started: 0 };
  window.retries = retries;
  window.setTimeout = (run, ...more) => {
    if (run.name !== "fetchUpdate") return setTimeout(run, ...more);
    retries.pending.add(-++retries.started);
    retries.most = Math.max(retries.most, retries.pending.size);
    return -retries.started;
  };
  window.clearTimeout = (id) => (retries.pending.delete(id), clearTimeout(id));
}"""


def test_a_page_that_cannot_be_fetched_is_requested_again_by_one_timer(league_of, new_phone):
    filled, address = league_of
    app, page = filled("one match"), new_phone()
    url = address + share(app, public_links.CURRENT_SEASON)
    page.add_init_script(f"({RETRY_TIMERS})()")
    page.goto(url)
    expect(page.locator(".is-connected")).to_be_visible()
    chromium.ignore_network_errors(page)
    page.route(url, lambda route: route.abort())
    log = SqlLog(engines.store_of(app))

    for number, evening in enumerate(("2027-01-07", "2027-01-14"), start=1):
        jabberwocky(log, "1", "2", "3", evening=evening)
        wait_until(page, f"() => retries.started >= {number}")

    assert page.evaluate("() => retries.most") == 1


@pytest.mark.parametrize("path", ["", "/embed"])
def test_an_open_page_says_that_its_link_was_withdrawn(league_of, new_phone, path):
    filled, address = league_of
    app, page = filled("one match"), new_phone()
    page.clock.install()
    page.goto(address + share(app, public_links.CURRENT_SEASON) + path)
    expect(page.locator(".is-connected")).to_be_visible()

    page.is_forgiven = True  # the browser logs the status 410
    public_links.withdraw_public_link(engines.store_of(app), 1)
    page.clock.run_for(5_000)

    expect(page.get_by_role("heading", name="This link was withdrawn")).to_be_visible()
    assert "Çağla" not in page.content()


def test_the_page_is_complete_without_scripts(league_of, open_phone):
    filled, address = league_of
    app, page = filled("one match"), open_phone(scripted=False)
    page.goto(address + share(app, public_links.CURRENT_SEASON))

    expect(page.get_by_role("heading", name="Standings", exact=True)).to_be_visible()
    expect(page.locator("#as-of time")).to_be_visible()
