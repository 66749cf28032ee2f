"""The score sheet opens over the question and closes without changing it."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import axe_says
from tests.browser.match_factory import (
    CHINCHON_DEAL,
    JABBERWOCKY_DEAL,
    JAGUAR_HAND,
    NINE_CARDS,
    by_name,
)
from tests.browser.net import hold_requests, release_requests
from tests.browser.player_names import LONG_NAMES
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

BACK = "() => new Promise((done) => { addEventListener('popstate', done); history.back(); })"
CLOSING = {
    "its button": lambda page: panel(page).get_by_role("button", name="Back to the match").tap(),
    "Escape": lambda page: page.keyboard.press("Escape"),
    "Back": lambda page: page.evaluate(BACK),
    "a tap beside it": lambda page: page.touchscreen.tap(200, 20),
}
STATE = """
() => ({
  values: [...document.querySelectorAll("#ask input")].map((input) => [input.checked, input.value]),
  current: document.querySelector(".is-current")?.id, scroll: scrollY,
  focused: document.activeElement.id, folds: document.querySelectorAll(".popover[open]").length,
  address: location.href,
})
"""


@pytest.fixture
def half_entered(open_match):
    """A page of Chinchón with half a deal entered: a number, a chip, and a tick in a popover."""
    page = open_match("chinchon", CHINCHON_DEAL)
    tap_and_wait(page, "[id='deadwood-Dina']")
    tap_and_wait(page, "[data-key='1']")
    tap_and_wait(page, chip_of("closer-Bruno"))
    tap_and_wait(page, ".popover > summary")
    tap_and_wait(page, chip_of("defective-Edu-6"))
    return page


def panel(page):
    return page.get_by_role("dialog", name="Score sheet")


def open_sheet(page):
    page.get_by_role("link", name="Score sheet").first.tap()
    page.locator("#panel aside").wait_for()


@pytest.mark.parametrize("how", CLOSING)
def test_closing_the_score_sheet_restores_the_state_of_the_page(how, half_entered):
    before = half_entered.evaluate(STATE)
    length = half_entered.evaluate("history.length")
    open_sheet(half_entered)
    expect(panel(half_entered)).to_be_visible()

    CLOSING[how](half_entered)

    expect(panel(half_entered)).to_be_hidden()
    wait_until(half_entered, "() => history.state === null")
    assert half_entered.evaluate(STATE) == before
    assert before["folds"] == 1
    assert half_entered.evaluate("history.length") == length + 1


def test_keys_continue_in_the_same_field_after_the_score_sheet_is_closed(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    tap_and_wait(page, "[id='deadwood-Dina']")
    tap_and_wait(page, "[data-key='1']")
    open_sheet(page)
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()

    tap_and_wait(page, "[data-key='2']")

    expect(page.locator("[id='deadwood-Dina']")).to_have_value("12")


def test_tapping_a_number_in_the_score_sheet_explains_it(open_match):
    page = open_match("jaguar", JAGUAR_HAND, JAGUAR_HAND)
    open_sheet(page)
    panel(page).locator("[id='panel-cell-1-Chus']").tap()

    expect(panel(page).get_by_role("heading", name="Chus, Hand 1: −1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel(page).get_by_role("heading", name="Chus, Hand 1: −1")).to_be_hidden()
    expect(panel(page).locator("[id='panel-cell-1-Chus']")).to_be_focused()
    expect(panel(page)).to_be_visible()


@pytest.mark.thorough
def test_opening_a_correction_from_the_score_sheet_keeps_entered_values(half_entered):
    open_sheet(half_entered)
    panel(half_entered).locator("[id='panel-cell-1-Chus']").tap()
    panel(half_entered).get_by_role("link", name="Correct Deal 1").tap()
    expect(half_entered.get_by_role("heading", level=1)).to_have_text("Correct Deal 1")
    half_entered.get_by_role("link", name="Back to the score sheet").tap()
    half_entered.get_by_role("link", name="Back to the match").tap()

    expect(half_entered.locator("[id='deadwood-Dina']")).to_have_value("1")
    expect(half_entered.locator("[id='closer-Bruno']")).to_be_checked()


@pytest.mark.thorough
def test_the_score_sheet_is_open_again_after_a_reload(half_entered):
    open_sheet(half_entered)
    half_entered.reload()

    expect(panel(half_entered)).to_be_visible()
    half_entered.keyboard.press("Escape")
    expect(panel(half_entered)).to_be_hidden()
    expect(half_entered.locator("[id='deadwood-Dina']")).to_have_value("1")


@pytest.mark.thorough
def test_the_score_sheet_shows_the_latest_deals_offline(half_entered):
    half_entered.context.set_offline(True)
    half_entered.get_by_role("link", name="Score sheet").first.tap()

    expect(panel(half_entered).locator("[id='panel-cell-1-Chus']")).to_be_visible()
    half_entered.keyboard.press("Escape")
    expect(panel(half_entered)).to_be_hidden()
    half_entered.context.set_offline(False)
    wait_until(half_entered, NOTHING_UNDER_WAY)
    chromium.ignore_network_errors(half_entered)


@pytest.mark.thorough
def test_the_score_sheet_opened_during_a_save_shows_the_saved_deal(table, open_phone):
    page = open_phone()
    match = table.factory.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page.goto(f"{table.address}/matches/{match}")
    for row in page.locator(".seat").all():
        row.locator(".chip").nth(1).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    saves = hold_requests(page, "/bids")
    page.locator("#save").tap()
    open_sheet(page)
    expect(panel(page).get_by_role("link", name="Bids, Deal 2")).to_be_visible()
    release_requests(saves)

    expect(panel(page).get_by_role("link", name="Tricks, Deal 2")).to_be_visible()
    expect(panel(page).get_by_role("button", name="Undo: Bids, Deal 2")).to_be_visible()
    expect(panel(page).get_by_role("button", name="Print")).to_be_hidden()


def test_without_a_script_the_score_sheet_opens_as_a_page(table, open_phone):
    match = table.factory.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.get_by_role("link", name="Score sheet").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Score sheet")


@pytest.mark.thorough
def test_the_score_sheet_panel_has_no_accessibility_violations(half_entered):
    open_sheet(half_entered)
    panel(half_entered).locator("[id='panel-cell-1-Chus']").tap()
    expect(panel(half_entered).locator("#panel-why")).to_be_visible()

    assert axe_says(half_entered) == []


# Whether a tap in the middle of the element would hit it.
ON_TOP = """(link) => {
  const { x, y, width, height } = link.getBoundingClientRect();
  return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
DEALS = (JABBERWOCKY_DEAL,) * 8


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (740, 360)], ids=str)
@pytest.mark.parametrize("where", ["panel", "page"])
def test_an_explanation_and_its_correction_link_scroll_into_view(where, size, table, open_phone):
    page = open_phone({"width": size[0], "height": size[1]})
    match = table.factory.match("jabberwocky", *DEALS, schedule=[9] * 9)
    page.goto(f"{table.address}/matches/{match}{'/sheet' if where == 'page' else ''}")
    if where == "panel":
        open_sheet(page)
        wait_until(page, NOTHING_UNDER_WAY)
        expect(page.locator("#panel-cell-1-Chus")).to_be_attached()
    name = "panel-" if where == "panel" else ""
    for number in (4, 8):
        page.locator(f"[id='{name}cell-{number}-Chus']").tap()
        link = page.locator(f"#{name}why").get_by_role("link", name=f"Correct Deal {number}")
        expect(link).to_be_in_viewport()

        heading = page.get_by_role("heading", name=f"Chus, Deal {number}:")
        expect(heading).to_be_focused()
        assert (heading.evaluate(ON_TOP), link.evaluate(ON_TOP)) == (True, True)


# How far the sheet's head covers the tapped number's cell, and the y-coordinate of the cell.
COVERED = """() => {
  const cell = document.querySelector("#panel .cell[aria-expanded]").getBoundingClientRect();
  const head = document.querySelector("#panel thead th").getBoundingClientRect();
  return { covered: Math.max(0, head.bottom - cell.top), y: cell.top };
}"""


@pytest.mark.thorough
def test_the_tapped_number_stays_in_view_below_the_head(table, open_phone):
    names = LONG_NAMES[:2]
    left = {"upcard": "9S", "deadwood": by_name(4, 29, names=names)}
    hand = {**left, "result": "knock", "knocker": names[0]}
    rules = {"oklahoma": True, "spades_double": True, "target": 500}
    match = table.factory.match("gin", *[hand] * 4, names=names, **rules)
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")
    open_sheet(page)
    wait_until(page, NOTHING_UNDER_WAY)

    for number in (1, 2):
        cell = page.locator("#panel tbody tr:not(.why)").nth(number - 1).locator(".cell").first
        cell.scroll_into_view_if_needed()
        before = cell.bounding_box()["y"]
        cell.tap()
        page.get_by_role("heading", name=f"Hand {number}: +50").wait_for()
        after = page.evaluate(COVERED)
        assert after["covered"] < 1  # scrolling is in whole pixels
        assert after["y"] <= before + 1
