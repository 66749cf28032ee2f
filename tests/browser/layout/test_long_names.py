"""With the longest names and large amounts, nothing sticks out, and figures are not cut off."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests import clocks
from tests.browser import chromium
from tests.browser.layout_checks import STICKING_OUT
from tests.browser.leagues import EVENING_AT, end_a_match

pytestmark = pytest.mark.browser

LONGEST = "Donaudampfschifffahrtsgesellschaftskapit"
NAMES = (
    *(LONGEST, "Maximiliano Alejandro Fernández-Wurst", "Ana", "Bruno", "Mª-José O’Brien", "Edu"),
    *("Fina", "Gus", "Iñaki", "Zoë", "Amaia"),
)
WEEK = 7 * 24 * 60 * 60  # seconds
SIZES = [{"width": width, "height": 800} for width in (320, 360, 1280)]
# Amounts that reach into the padding of their rows, or beyond.
IN_THE_PADDING = """() => [...document.querySelectorAll(".row__money")].filter((amount) => {
  const row = amount.closest(".row"), range = document.createRange();
  range.selectNodeContents(amount);
  const end = row.getBoundingClientRect().right - parseFloat(getComputedStyle(row).paddingRight);
  return range.getBoundingClientRect().right > end + 0.5;
}).map((amount) => amount.textContent)"""
# Places before and after an evening that are on two lines.
SPLIT_PLACES = """() => [...document.querySelectorAll(".list--tight th + td")].filter((td) => {
  const range = document.createRange();
  range.selectNodeContents(td);
  const visible = [...range.getClientRects()].filter((each) => each.width > 1);
  return new Set(visible.map((each) => Math.round(each.bottom))).size > 1;
}).map((td) => td.textContent.replace(/\\s+/g, " "))"""

# Numbers that are not on the same line as their unit or label.
SPLIT_NUMBERS = """() => {
  const range = document.createRange(), found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.checkVisibility()) continue;
    const numbers = /before:\\s\\S+|eliminated:\\s\\d+|\\d+\\s(points?|evenings?|level)\\b/g;
    for (const number of node.data.matchAll(numbers)) {
      range.setStart(node, number.index);
      range.setEnd(node, number.index + number[0].length);
      const lines = [...range.getClientRects()].map((line) => Math.round(line.top));
      if (new Set(lines).size > 1) found.add(number[0]);
    }
  }
  return [...found];
}"""


@pytest.fixture
def league(empty_database, tmp_path):
    """The address of a league with four evenings. On each, a player pays four other players."""
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        keys = [roster.add_player(store, name, at=0).key for name in NAMES]
        stakes = Stakes("cents", {"jabberwocky": 115_432})  # 288.58 for each of four winners
        season = Season(0, "Autumn 2026", scheme=Scheme(min_matches=1), stakes=stakes)
        season_commands.create_season(store, season)
        for number in range(4):
            others = (keys[1:] * 2)[4 * number : 4 * number + 4]
            end_a_match(app, (keys[0], *others), number * WEEK)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            yield address


@pytest.mark.thorough
def test_an_evening_keeps_amounts_in_their_rows_and_places_on_one_line(league, open_phone):
    page = open_phone()
    page.goto(f"{league}/nights/{clocks.evening_date(EVENING_AT + 3 * WEEK)}")

    assert page.locator(".row__money").count() > 0
    assert page.locator(".list--tight th + td").count() > 0
    for size in SIZES:
        page.set_viewport_size(size)
        assert (size, page.evaluate(IN_THE_PADDING)) == (size, [])
        assert (size, page.evaluate(SPLIT_PLACES)) == (size, [])


def test_the_page_of_a_player_with_the_longest_name_does_not_scroll_sideways(league, open_phone):
    page = open_phone()
    page.goto(f"{league}/players/1")

    assert page.locator("a[href*='rivals=all']").count() == 1
    for size in SIZES:
        page.set_viewport_size(size)
        assert (size, page.evaluate(STICKING_OUT)) == (size, [])


def test_numbers_stay_on_the_line_of_their_unit_or_label(league, open_phone):
    page, split = open_phone(), {}
    for path in ("/matches", "/records", "/season/1", "/players/1"):
        page.goto(league + path)
        for width in range(320, 361, 4):
            page.set_viewport_size({"width": width, "height": 800})
            if found := page.evaluate(SPLIT_NUMBERS):
                split[path, width] = found

    assert split == {}
