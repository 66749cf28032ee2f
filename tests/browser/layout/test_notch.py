"""In landscape, a phone's notch and its rounded corners cover no text and no controls."""

import pytest

from tests.browser import chromium
from tests.browser.leagues import fill_league_of_one_match
from tests.browser.match_factory import QUESTION_PAGES
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 812, "height": 375}
NOTCH = 47  # pixels on each side
HOME_BAR = 21  # pixels at the bottom edge
# The visible texts and controls that reach into the notch area.
COVERED = """() => [...document.querySelectorAll("body *")].filter((e) => {
  const { left, right, width } = e.getBoundingClientRect();
  const isSeen = width && e.checkVisibility() && !e.closest(".visually-hidden, .skip");
  const hasText = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
  return isSeen && (hasText || e.matches("input, img, svg, button"))
    && (left < NOTCH || right > innerWidth - NOTCH);
}).map((e) => e.outerHTML.slice(0, 90))""".replace("NOTCH", str(NOTCH))
QUESTIONS = ("jabberwocky tricks", "chinchón")


@pytest.fixture
def page(open_phone):
    page = open_phone(size=SIDEWAYS)
    insets = {"left": NOTCH, "right": NOTCH, "bottom": HOME_BAR}
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    yield page
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
    session.detach()


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_notch_covers_nothing_on_match_pages(name, table, page):
    page.goto(f"{table.address}/matches/{QUESTION_PAGES[name](table.factory)}")
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.locator("main").bounding_box()["x"] == NOTCH
    assert page.evaluate(COVERED) == []

    page.locator(".popover > summary").first.tap()
    assert page.evaluate(COVERED) == []

    page.locator(".popover > summary").first.tap()
    page.get_by_role("link", name="Score sheet").first.tap()
    page.locator("#panel aside").wait_for()

    assert page.evaluate(COVERED) == []


@pytest.mark.thorough
def test_the_notch_covers_nothing_on_league_pages(empty_database, tmp_path, page):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_league_of_one_match(app)
        with chromium.serving(app) as address:
            for path in ("/", "/season", "/players", "/league"):
                page.goto(f"{address}{path}")

                assert page.evaluate(COVERED) == [], path
