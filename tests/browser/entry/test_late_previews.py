"""Until a preview arrives, the page does not show the result of earlier values as current."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.match_factory import JAMON_DEAL, KNOCK, OUT_NOW, correction_path
from tests.browser.net import hold_requests, release_requests
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

OUTDATED = re.compile("is-outdated")
# Taps a chip, and returns the texts of these places before anything else can run.
TAP_AND_READ = """({ tap, places }) => {
  document.querySelector(tap).click();
  return places.map((place) => document.querySelector(place).textContent.trim());
}"""
NOTE = "[data-line=save_note]"
BEFORE_IT_FAILS = 4500  # milliseconds; after 6 s, the page gives up waiting for the preview


@pytest.fixture
def open_match(table, open_phone):
    """A function that starts a match and opens its question: `open_match("gin", *deals)`."""

    def open_match(game, *deals, **options):
        page = open_phone()
        page.goto(f"{table.address}/matches/{table.factory.match(game, *deals, **options)}")
        assert page.evaluate(TAPS_ARE_READ)
        return page

    return open_match


def total_of(who):
    return f"#row-{who} .numbers-table__total"


def test_a_sentence_disappears_with_the_tap_that_changes_its_total(open_match):
    page = open_match("gin", names=FIVE[:2], spades_double=True)
    tap_chips_and_keys(page, "upcard-rank-7", "upcard-suit-H", "result-knock", "knocker-Bruno")
    page.locator("#deadwood-Ana").tap()
    tap_chips_and_keys(page, "3", "0")
    page.locator("#deadwood-Bruno").tap()
    tap_chips_and_keys(page, "4")
    expect(page.locator(NOTE)).to_contain_text("26 points")
    wait_until(page, NOTHING_UNDER_WAY)
    hold_requests(page, "/look")

    shown = page.evaluate(
        TAP_AND_READ, {"tap": "#upcard-suit-S", "places": [total_of("Bruno"), NOTE]}
    )

    assert shown == ["52+52, box", ""]


@pytest.mark.thorough
def test_a_payment_disappears_with_the_tap_that_changes_who_went_out(open_match):
    page = open_match("jamon", JAMON_DEAL, deals=3)
    tap_and_wait(page, chip_of("went_out-Ana"))
    tap_chips_and_keys(page, "3", "7", "5", "9")
    payment = page.locator("#row-Ana th small")
    expect(payment).to_contain_text("gets")
    wait_until(page, NOTHING_UNDER_WAY)
    total_before = payment.text_content().strip().split(" ")[0]
    hold_requests(page, "/look")

    shown = page.evaluate(
        TAP_AND_READ, {"tap": "#went_out-Bruno", "places": ["#row-Ana th small", NOTE]}
    )

    assert shown == [total_before, ""]


def test_who_comes_back_is_faint_until_the_new_totals_arrive(open_match):
    page = open_match("chinchon", OUT_NOW, limit=50)
    totals = page.locator("[data-server]")
    expect(totals).not_to_have_class(OUTDATED)
    wait_until(page, NOTHING_UNDER_WAY)
    held = hold_requests(page, "/look")

    page.locator(chip_of("reenlist-Bruno-yes")).tap()

    expect(totals).to_have_class(OUTDATED)
    expect(page.locator(NOTE)).to_have_class(OUTDATED)
    release_requests(held)
    expect(totals).not_to_have_class(OUTDATED)
    expect(page.locator(NOTE)).not_to_have_class(OUTDATED)


def test_a_late_preview_is_replaced_by_what_the_page_can_compute(open_match):
    page = open_match("jaguar", point_bids=True, point_bands=[[80, 2]])
    for chip in ("jaguar-Bruno", "friend-Dina"):
        tap_and_wait(page, chip_of(chip))
    page.locator("#points").tap()
    tap_chips_and_keys(page, "7", "5")
    expect(page.locator(NOTE)).to_contain_text("Bruno +2")
    wait_until(page, NOTHING_UNDER_WAY)
    hold_requests(page, "/look")

    page.locator("#points").tap()
    tap_chips_and_keys(page, "5", "0")

    expect(page.locator(NOTE)).to_have_text("", timeout=BEFORE_IT_FAILS)
    expect(page.locator("[data-line=headline]")).to_have_text("lost")


def test_a_correction_of_a_hand_of_gin_shows_its_new_total_at_once(table, open_phone):
    page = open_phone()
    match = table.factory.match("gin", KNOCK, KNOCK, names=FIVE[:2])
    page.goto(f"{table.address}/matches/{correction_path(match)}")
    assert page.evaluate(TAPS_ARE_READ)
    hold_requests(page, "/look")

    page.locator("[id='hand.deadwood-Bruno']").tap()
    tap_chips_and_keys(page, "4", "0")

    expect(page.locator(total_of("Ana"))).to_have_text("36+36, box")
