"""League pages at 320 pixels in large letters: names and buttons stay whole, nothing scrolls."""

import pytest

from tests.browser import chromium
from tests.browser.leagues import played
from tests.browser.looking import BROKEN_WORDS, LARGE_LETTERS, NARROW, STICKING_OUT

pytestmark = pytest.mark.browser

PATHS = (
    "/",
    "/season",
    "/season/2/games",
    "/season/2/edit",
    "/season/1/crosstable",
    "/ratings",
    "/records",
    "/money",
    "/nights",
    "/matches",
    "/players",
    "/players/1",
    "/league",
    "/invite",
)
# Long words that may be broken, beside an icon or a number.
LONG = {"Jabberwocky", "comebacks", "connections", "opponents"}


def test_names_and_buttons_stay_whole_and_nothing_scrolls(empty_database, tmp_path, open_phone):
    with chromium.league_app(empty_database, tmp_path) as app:
        played(app)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            page, found = open_phone(NARROW), {}
            chromium.set_letters(page, LARGE_LETTERS)
            for path in PATHS:
                assert page.goto(address + path).status == 200, path
                broken = set(page.evaluate(BROKEN_WORDS, "body")) - LONG
                if wrong := broken | set(page.evaluate(STICKING_OUT)):
                    found[path] = wrong

    assert found == {}
