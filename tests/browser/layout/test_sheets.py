"""The header and the cells of the sheet on narrow screens and on paper."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from scorekeeper.rights import Right
from tests import members
from tests.browser.chromium import LETTERS, set_letters
from tests.browser.layout_checks import LARGE_LETTERS
from tests.browser.match_factory import (
    BOTH,
    JABBERWOCKY_DEAL,
    JAMON_DEAL,
    NINE_CARDS,
    OUT_NOW,
    by_name,
    hard_sheet,
)
from tests.browser.player_names import FIVE, HARD_NAMES, TEN

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 640}
# Chips, totals, badges, entered values and points that overflow their column.
BESIDE_THE_COLUMN = """
() => [...document.querySelectorAll("#board :is(th, td)")].flatMap((cell) => {
  const room = cell.getBoundingClientRect();
  const parts = cell.querySelectorAll(
    ".token, .sheet__total, .badge, .cell__secondary, .cell__points"
  );
  return [...parts].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < room.left - 0.5 || box.right > room.right + 0.5;
  }).map((part) => part.outerHTML);
})
"""
BROKEN_POINTS = """
() => [...document.querySelectorAll(".cell__secondary, .cell__points")]
  .filter((part) => part.offsetHeight > 1.5 * parseFloat(getComputedStyle(part).fontSize))
  .map((part) => part.outerHTML)
"""
# Points that are beside the entered value instead of below it.
BESIDE_WHAT_WAS_SAID = """
() => [...document.querySelectorAll(".cell__secondary + .cell__points")]
  .filter((points) => points.offsetTop < points.previousElementSibling.offsetTop + 5)
  .map((points) => points.textContent)
"""
CUT_OFF = """
() => [...document.querySelectorAll(".sheet__name, .sheet__name > bdi")]
  .filter((name) => getComputedStyle(name).overflow === "hidden")
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("deals", [1, 2], ids=["while it is played", "at the end"])
def test_a_sheet_of_five_players_fits_the_narrowest_phone(deals, table, open_phone):
    match = table.factory.match("jabberwocky", *(JABBERWOCKY_DEAL,) * deals, **NINE_CARDS)
    page = open_phone(size=NARROW)
    page.goto(f"{table.address}/matches/{match}/sheet")

    assert page.evaluate(BESIDE_THE_COLUMN) == []
    assert page.evaluate(BROKEN_POINTS) == []
    assert page.evaluate(BESIDE_WHAT_WAS_SAID) == []


# The space to the left and right of the bar with the gold button, and below it, in pixels.
AROUND_THE_BAR = """
() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector(".save-bar").getBoundingClientRect();
  return [bar.left, innerWidth - bar.right, innerHeight - bar.bottom].map(Math.round);
}
"""


def test_the_bar_at_the_end_of_a_sheet_fills_the_lower_edge_of_the_screen(table, open_phone):
    match = table.factory.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page = open_phone(size=NARROW)
    page.goto(f"{table.address}/matches/{match}/sheet")

    assert page.evaluate(AROUND_THE_BAR) == [0, 0, 0]


# The number of players' columns that are visible without scrolling. A column that is only partly
# visible counts as a fraction.
COLUMNS = """
() => {
  const edge = document.querySelector(".sheet-frame").getBoundingClientRect().right + 0.5;
  return [...document.querySelectorAll("#board thead .sheet__player")].reduce((sum, head) => {
    const { left, right, width } = head.getBoundingClientRect();
    return sum + Math.max(0, Math.min(right, edge) - left) / width;
  }, 0);
}
"""


@pytest.mark.parametrize(
    ("players", "columns"), [(6, 6), (8, 5.3), (10, 5.3)], ids=["six", "eight", "ten"]
)
def test_a_sheet_of_many_players_shows_most_of_them(players, columns, table, open_phone):
    names = TEN[:players]
    counters = by_name(*(5,) * players, names=names)
    deal = {"went_out": "Ana", "counters": counters}
    match = table.factory.match("jamon", deal, names=names, deals=2)
    page = open_phone(size={"width": 360, "height": 640})
    page.goto(f"{table.address}/matches/{match}/sheet")

    assert page.evaluate(COLUMNS) >= columns
    assert page.evaluate(BESIDE_THE_COLUMN) == []
    assert page.evaluate(BROKEN_POINTS) == []


@pytest.mark.parametrize("players", [6, 8, 10])
def test_short_names_of_many_players_are_whole_in_large_text(players, table, open_phone):
    match = table.factory.match("jamon", names=TEN[:players])
    page = open_phone(size={"width": 360, "height": 740})
    set_letters(page, 21)
    page.goto(f"{table.address}/matches/{match}/sheet")

    assert page.evaluate(CUT_OFF) == []


# The texts that stick out of their cells.
STICKING_OUT = """() => [...document.querySelectorAll("#board td .cell > *")].filter((text) => {
  const cell = text.closest("td").getBoundingClientRect();
  const { left, right } = text.getBoundingClientRect();
  return left < cell.left || right > cell.right;
}).map((text) => text.textContent)"""


@pytest.mark.thorough
def test_the_numbers_of_two_pairs_stay_in_their_cells_in_large_text(table, open_phone):
    match = table.factory.match("gin", BOTH, names=FIVE[:4])
    page = open_phone(size={"width": 360, "height": 740})
    set_letters(page, 32)
    page.goto(f"{table.address}/matches/{match}/sheet")

    assert page.locator(".cell__secondary").first.is_visible()
    assert page.evaluate(STICKING_OUT) == []


def test_names_are_printed_in_full(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{hard_sheet(table.factory)}")
    assert HARD_NAMES[0] in page.evaluate(CUT_OFF)

    page.emulate_media(media="print")

    assert page.evaluate(CUT_OFF) == []


# Words that overflow their column or the 2 px frame of their cell.
OUT_OF_THE_BOX = """
() => [...document.querySelectorAll("#board td .cell :not(.visually-hidden)")].filter((part) => {
  const room = part.closest("td").getBoundingClientRect();
  const cell = part.closest(".cell").getBoundingClientRect();
  return [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).some((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some((box) =>
      box.left < room.left || box.right > room.right + 0.5
      || box.top < cell.top + 1.5 || box.bottom > cell.bottom - 1.5);
  });
}).map((part) => part.outerHTML)"""
NO_CARDS = {"closer": "Ana", "close": "chinchon", "deadwood": by_name(0, 50, 50, 30, 30)}


@pytest.mark.parametrize("width", [320, 360])
def test_the_text_of_a_cell_stays_inside_it(width, table, open_phone):
    chinchon = table.factory.match("chinchon", NO_CARDS, OUT_NOW)
    late = {**JAMON_DEAL, "default_by": "Bruno"}
    jamon = table.factory.match("jamon", late, deals=2)
    page = open_phone({"width": width, "height": 640})
    for match in (chinchon, jamon):
        page.goto(f"{table.address}/matches/{match}/sheet?why=1-Ana")

        assert page.evaluate(OUT_OF_THE_BOX) == []


# The space between the deal's note and the edges of its column.
SPACE_BESIDE_THE_NOTE = """(note) => {
  const range = document.createRange(), column = note.closest("th").getBoundingClientRect();
  range.selectNodeContents(note);
  const { left, right } = range.getBoundingClientRect();
  return Math.min(left - column.left, column.right - right);
}"""


@pytest.mark.parametrize("letters", [LETTERS, LARGE_LETTERS])
@pytest.mark.parametrize("width", [320, 360])
def test_the_note_that_nobody_went_out_fits_its_column(width, letters, table, open_phone):
    deal = {"went_out": None, "deadwood": by_name(3, 4, 5, 6, 7)}
    page = open_phone({"width": width, "height": 640})
    set_letters(page, letters)
    page.goto(f"{table.address}/matches/{table.factory.match('loba', deal)}/sheet")
    row = page.get_by_role("rowheader", name="Deal 1")

    expect(row).to_contain_text("nobody went out")
    assert row.get_by_text("nobody went out").evaluate(SPACE_BESIDE_THE_NOTE) >= 2


@pytest.mark.thorough
def test_the_link_to_earlier_deals_is_visible_in_large_text(live_league, open_phone):
    members.add_phone(live_league.app, Right.VIEWER, "viewer")
    page = open_phone()
    page.context.add_cookies([{**members.COOKIE, "value": "viewer"}])
    match = live_league.match("jabberwocky", *[JABBERWOCKY_DEAL] * 10, schedule=[9] * 12)
    page.goto(f"{live_league.address}/matches/{match}")
    set_letters(page, 21)

    link = page.get_by_role("link", name="Also show the first 2 deals").bounding_box()
    assert link["x"] + link["width"] <= 360


@pytest.mark.parametrize("width", [320, 360])
def test_totals_of_three_digits_stay_in_their_columns(width, table, open_phone):
    deals = [
        {"closer": "Ana", "close": "normal", "deadwood": by_name(1, 60, 60, 60, 60)},
        {"closer": "Bruno", "close": "normal", "deadwood": by_name(60, 1, 60, 60, 60)},
        {"closer": "Chus", "close": "normal", "deadwood": by_name(60, 60, 1, 60, 60)},
    ]
    match = table.factory.match("chinchon", *deals, limit=200)
    page = open_phone({"width": width, "height": 568})
    page.goto(f"{table.address}/matches/{match}/sheet")

    totals = page.locator("#board .sheet__total").all_inner_texts()
    assert totals == ["121", "121", "121", "180", "180"]
    assert page.evaluate(BESIDE_THE_COLUMN) == []


@pytest.mark.parametrize("width", [320, 360])
def test_the_places_of_four_players_do_not_touch(width, table, open_phone):
    four = FIVE[:4]
    deal = {"went_out": "Ana", "deadwood": by_name(0, 60, 55, 12, names=four)}
    match = table.factory.close(table.factory.match("loba", deal, names=four))
    page = open_phone({"width": width, "height": 568})
    page.goto(f"{table.address}/matches/{match}/sheet")

    places = [box.bounding_box() for box in page.locator("#board .badge").all()]
    assert len(places) == 4
    gaps = [after["x"] - before["x"] - before["width"] for before, after in pairwise(places)]
    assert min(gaps) >= 2
