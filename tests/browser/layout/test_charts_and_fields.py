"""On narrow phones, the lines of a chart leave its scale free, and fields show whole numbers."""

from itertools import product

import pytest

from scorekeeper.league import roster
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.layout_checks import LARGE_LETTERS
from tests.browser.leagues import end_a_match

pytestmark = pytest.mark.browser

WEEK = 7 * 24 * 60 * 60  # seconds
# The texts of the scale that reach beyond the beginning of a line.
CROSSED = """() => {
  const lines = [...document.querySelectorAll(".plot__line")];
  const left = Math.min(...lines.map((line) => line.getBoundingClientRect().left));
  return [...document.querySelectorAll(".plot__word:not(.plot__day)")]
    .filter((tick) => tick.getBoundingClientRect().right > left).map((tick) => tick.textContent);
}"""
CUT = "(input) => input.scrollWidth > input.clientWidth"


def test_the_line_of_a_players_strength_begins_beside_the_scale(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        keys = [roster.add_player(store, name, at=0).key for name in ("Ana", "Bruno", "Chus")]
        for number in range(3):
            end_a_match(app, tuple(keys[number:] + keys[:number]), number * WEEK)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            page = open_phone()
            page.goto(f"{address}/players/1")
            assert "1000" in page.locator(".plot__word:not(.plot__day)").all_text_contents()
            crossed = {}
            for width in (320, 360, 1280):
                page.set_viewport_size({"width": width, "height": 740})
                crossed[width] = page.evaluate(CROSSED)

    assert crossed == {320: [], 360: [], 1280: []}


@pytest.mark.thorough
def test_a_place_worth_a_thousand_points_is_whole_in_its_field(league, open_phone):
    page, cut = open_phone(), []
    page.goto(f"{league}/season/new")
    page.locator("label:has([name=measure][value=places])").tap()
    page.get_by_role("heading", name="Details").tap()
    place = page.locator("#place-1")
    place.fill("1000")
    for letters, width in product((chromium.LETTERS, 21, LARGE_LETTERS), (320, 360)):
        chromium.set_letters(page, letters)
        page.set_viewport_size({"width": width, "height": 640})
        if place.evaluate(CUT):
            cut.append((letters, width))

    assert cut == []
