"""In landscape, the leaderboard is below few rows, below Save or beside tricks."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout.full_tables import FIVE_PLAYERS
from tests.browser.layout.leaderboards import CUT_OFF, PLAYING
from tests.browser.layout_checks import SIZES
from tests.browser.selectors import chip_of
from tests.browser.waits import tap

pytestmark = pytest.mark.browser


def test_in_landscape_the_leaderboard_uses_the_space_below_few_rows(table, open_phone):
    page = open_phone(size=SIZES["landscape"])
    page.goto(f"{table.address}/matches/{PLAYING['gin'](table.factory)}")

    expect(page.get_by_role("list", name="Standings")).to_be_in_viewport(ratio=1)
    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")


# Whether the first side of the leaderboard is in front of everything else. The leaderboard ignores
# taps, so the script makes it accept them for a moment.
IS_ON_TOP = """() => {
  const first = document.querySelector(".leaderboard li"), board = first.closest(".leaderboard");
  board.style.pointerEvents = "auto";
  const { x, y, width, height } = first.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  board.style.pointerEvents = "";
  return first.contains(top);
}"""
# The texts of elements in the foot that overlap the leaderboard.
OVERLAPS = """() => {
  const list = document.querySelector(".leaderboard ol").getBoundingClientRect();
  return [...document.querySelectorAll(".entry-foot :is(button, a, summary, p)")]
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.bottom > list.top + 1 && box.top < list.bottom - 1
      && box.right > list.left && box.left < list.right)
    .map(([each]) => each.textContent.trim());
}"""
FIVE_ROWS = ("chinchón", "loba", "jaguar", "jamón", "bids of nine cards", "tricks of nine cards")


@pytest.mark.parametrize("size", [(740, 360), (844, 390), (640, 360)], ids=str)
@pytest.mark.parametrize("name", FIVE_ROWS)
def test_in_landscape_the_leaderboard_is_below_save(name, size, table, open_phone):
    page = open_phone(size=dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{table.address}/matches/{PLAYING[name](table.factory)}")
    if name == "bids of nine cards" and size == (640, 360):
        expect(page.locator(".leaderboard > div")).to_have_css("opacity", "0")
        return

    expect(page.get_by_role("list", name="Standings")).to_be_in_viewport(ratio=1)
    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")
    assert page.evaluate(IS_ON_TOP)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.thorough
def test_in_landscape_on_a_small_phone_the_leaderboard_is_beside_tricks(table, open_phone):
    page = open_phone(size={"width": 568, "height": 320})
    page.goto(f"{table.address}/matches/{PLAYING['tricks of nine cards'](table.factory)}")
    for name in ("Ana", "Bruno", "Chus", "Dina", "Edu"):
        tap(page, chip_of(f"tricks-{name}-1"))
    page.get_by_role("button", name="Save the tricks").tap()

    expect(page.get_by_text("Not saved. The tricks must add up to 9, not 5.")).to_be_visible()
    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")
    expect(page.get_by_role("list", name="Standings")).to_be_in_viewport(ratio=1)
    assert page.evaluate(IS_ON_TOP)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(CUT_OFF) == []


def test_with_larger_letters_the_leaderboard_does_not_cover_save(table, open_phone):
    page = open_phone(size={"width": 667, "height": 375})
    chromium.set_letters(page, 18)
    page.goto(f"{table.address}/matches/{FIVE_PLAYERS['jaguar'](table.factory)}")

    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")
    assert page.evaluate(OVERLAPS) == []


def test_in_landscape_all_ten_players_are_visible_in_two_rows(table, open_phone):
    page = open_phone(size=SIZES["landscape"])
    page.goto(f"{table.address}/matches/{PLAYING['jamón with ten players'](table.factory)}")
    standings = page.get_by_role("list", name="Standings")

    expect(standings.get_by_role("listitem")).to_have_count(10)
    expect(standings).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(OVERLAPS) == []
