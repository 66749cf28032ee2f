"""No page of a match's history is longer than five screens of a small phone."""

import pytest

from scorekeeper import create_app
from scorekeeper.rules import GAMES
from tests.browser import chromium
from tests.match.random_match import RandomMatch
from tests.sample import sized

pytestmark = pytest.mark.browser

SIZE = {"width": 320, "height": 568}
LINKS = "main nav:first-of-type a"


@pytest.mark.parametrize("letters", [16, 21])
@pytest.mark.parametrize("game", sized(list(GAMES), ["gin"]))
def test_no_page_of_a_history_is_longer_than_five_screens(game, letters, open_phone):
    match = RandomMatch(game, 1).run_random_commands(sized(60, 30))
    page, screens = open_phone(size=SIZE), []
    app = create_app({"TESTING": True, "COMPRESS_STREAMS": False}, log=match.log)
    chromium.set_letters(page, letters)
    with chromium.serving(app) as address:
        page.goto(f"{address}/matches/{match.match}/history")
        links = page.locator(LINKS).evaluate_all("(all) => all.map((link) => link.href)")
        for link in links:
            page.goto(link)
            height = page.evaluate("document.documentElement.scrollHeight")
            screens.append(round(height / SIZE["height"], 2))

    assert len(screens) > 1
    assert max(screens) <= 5, screens
