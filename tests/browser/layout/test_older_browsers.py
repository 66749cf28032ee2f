"""Browsers without light-dark() show all pages in the light colours."""

import json

import pytest

from tests.browser import chromium
from tests.browser.leagues import fill_league_of_one_match
from tests.browser.match_factory import FINISHED_PAGES, QUESTION_PAGES
from tests.browser.waits import wait_until

pytestmark = pytest.mark.browser

PAGES = {**QUESTION_PAGES, **FINISHED_PAGES}
WITHOUT_LIGHT_DARK = """
const { supports } = CSS;
CSS.supports = (...given) => !given.join().includes("light-dark") && supports(...given);
"""
COLOURS = """() => [...document.querySelectorAll("body, body *")].map((e) => {
  const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(e);
  return [e.tagName, e.getAttribute("class"), color, backgroundColor, borderTopColor, fill, stroke];
})"""


def has_styles(*names):
    """Return a JavaScript condition: whether the page and these style sheets have loaded."""
    return f"""() => {json.dumps(names)}.every((name) => underWay.size === 0
      && [...document.styleSheets].some(({{ href }}) => href?.includes(`/${{name}}.css`)))"""


# The badge is added once the outbox has been read. The styles may not have loaded by then.
FIND_BADGE = "() => document.querySelector('.outbox-badge')"


def without_light_dark(route):
    """Respond with the style sheet, in which light-dark() has a name that no browser knows."""
    response = route.fetch()
    route.fulfill(response=response, body=response.text().replace("light-dark(", "unknown("))


@pytest.fixture
def older_phone(new_phone):
    """A phone in dark mode whose browser does not have light-dark()."""
    page = new_phone(scheme="dark", reduced_motion="reduce")
    page.context.add_init_script(WITHOUT_LIGHT_DARK)
    page.route("**/*.css*", without_light_dark)
    return page


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["jabberwocky tricks", "end of gin"])
def test_a_match_has_the_light_colours(name, table, older_phone, open_phone):
    address = f"{table.address}/matches/{PAGES[name](table.factory)}"
    current = open_phone()
    for page in (current, older_phone):
        page.goto(address)
    wait_until(current, has_styles("panel"))
    wait_until(older_phone, has_styles("panel", "older-browsers"))
    for page in (current, older_phone):
        wait_until(page, FIND_BADGE)

    assert older_phone.evaluate(COLOURS) == current.evaluate(COLOURS)


def test_the_standings_have_the_light_colours(empty_database, tmp_path, older_phone, open_phone):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_league_of_one_match(app)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            current = open_phone()
            for page in (current, older_phone):
                page.goto(f"{address}/season")
            wait_until(older_phone, has_styles("older-browsers"))

            assert older_phone.evaluate(COLOURS) == current.evaluate(COLOURS)
