"""The podium in Chromium: its styles are there whichever way it came, and it fits its screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.room import FIVE, TEN, each

DISPLAY = "(list) => getComputedStyle(list).display"
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
COUNTERS = {"went_out": "Ana", "counters": each(*(5,) * 10, names=TEN)}


def test_the_last_save_swaps_in_a_podium_with_its_styles(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.room.match('jamon', names=FIVE[:2])}")
    page.locator("tr", has_text="Ana").locator("label").first.tap()
    for box, counters in zip(page.locator(".reckon__field").all(), "64", strict=True):
        box.fill(counters)
    page.locator("#save").tap()

    podium = page.locator(".podium")
    expect(podium).to_be_visible()
    assert podium.evaluate(DISPLAY) == "grid"
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1


@pytest.mark.parametrize("scripted", [True, False])
def test_a_podium_that_is_opened_has_its_styles(table, open_phone, scripted):
    match = table.room.match("jamon", COUNTERS, names=TEN)
    page = open_phone(scripted=scripted)
    page.goto(f"{table.address}/matches/{match}")

    assert page.locator(".podium").evaluate(DISPLAY) == "grid"


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (740, 360)])
def test_a_podium_of_ten_fits_its_screen_and_the_title_says_who_wins(table, open_phone, size):
    match = table.room.match("jamon", COUNTERS, names=TEN)
    page = open_phone(size={"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/matches/{match}")

    assert page.evaluate(TOO_WIDE) == 0
    title = page.locator("h1")
    assert title.inner_text() == "Ana wins"
    assert title.evaluate("(h1) => h1.scrollWidth - h1.clientWidth") == 0


def test_a_title_with_four_long_names_is_not_cut(table, open_phone):
    four = FIVE[:4]
    played = {"bids": each(1, 1, 1, 1, names=four), "tricks": each(1, 1, 1, 1, names=four)}
    match = table.room.match("jabberwocky", played, names=four, schedule=[4], dealer_hook=False)
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")

    title = page.locator("h1")
    assert title.inner_text() == "Ana, Bruno, Chus, Dina win"
    assert title.evaluate("(h1) => h1.scrollWidth - h1.clientWidth") == 0
