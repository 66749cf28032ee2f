"""The head of the sheet where there is little room, and on paper."""

import pytest

from tests.browser.room import HARD, NINE_CARDS, PLAYED, hard_sheet

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 640}
# Chips, totals, places and what was said that reach out of their column.
BESIDE_THE_COLUMN = """
() => [...document.querySelectorAll("#board :is(th, td)")].flatMap((cell) => {
  const room = cell.getBoundingClientRect();
  const parts = cell.querySelectorAll(".token, .sheet__total, .badge, .cell__said, .cell__points");
  return [...parts].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < room.left - 0.5 || box.right > room.right + 0.5;
  }).map((part) => part.outerHTML);
})
"""
BROKEN_POINTS = """
() => [...document.querySelectorAll(".cell__said, .cell__points")]
  .filter((part) => part.offsetHeight > 1.5 * parseFloat(getComputedStyle(part).fontSize))
  .map((part) => part.outerHTML)
"""
CUT_OFF = """
() => [...document.querySelectorAll(".sheet__name, .sheet__name > bdi")]
  .filter((name) => getComputedStyle(name).overflow === "hidden")
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("deals", [1, 2], ids=["while it is played", "at the end"])
def test_a_sheet_of_five_fits_the_narrowest_phone(deals, table, open_phone):
    match = table.room.match("jabberwocky", *(PLAYED,) * deals, **NINE_CARDS)
    page = open_phone(size=NARROW)
    page.goto(f"{table.address}/matches/{match}/sheet")

    assert page.evaluate(BESIDE_THE_COLUMN) == []
    assert page.evaluate(BROKEN_POINTS) == []


def test_names_are_whole_on_paper(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{hard_sheet(table.room)}")
    assert HARD[0] in page.evaluate(CUT_OFF)

    page.emulate_media(media="print")

    assert page.evaluate(CUT_OFF) == []
