"""In gin with two pairs, no number is entered for earlier opponents after others are chosen."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.net import hold_requests, release_requests
from tests.browser.outbox.phone import go_offline, go_online
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, first_event, tap, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

NUMBERS = """() => [...document.querySelectorAll("#ask .numbers-table__field")]
  .map(({ id, value }) => `${id} ${value}`)"""


@pytest.fixture
def page(open_match):
    """The first hand of a deal, in which Ana plays Bruno until others are chosen."""
    page = open_match("gin", names=FIVE[:4])
    for chip in ("result-knock", "pair-0"):
        tap_and_wait(page, chip_of(chip))
    return page


def test_digits_are_ignored_until_the_rows_of_the_chosen_opponents_are_there(page):
    previews = hold_requests(page, "/look")
    tap(page, chip_of("pair-3"))
    first_event(page, previews)
    for key in ("7", "next", "3", "0"):
        page.locator(f"[data-key='{key}']").dispatch_event("click")
        page.keyboard.press(key if key.isdigit() else "Tab")

    assert page.evaluate(NUMBERS) == ["deadwood-Ana ", "deadwood-Bruno "]
    expect(page.locator("#deadwood-Ana")).to_be_hidden()
    release_requests(previews)
    wait_until(page, NOTHING_UNDER_WAY)
    tap(page, "[data-key='4']")
    assert page.evaluate(NUMBERS) == ["deadwood-Chus 4", "deadwood-Dina "]


@pytest.mark.thorough
def test_rows_come_back_when_the_first_opponents_are_chosen_again(page):
    hold_requests(page, "/look")
    tap(page, chip_of("pair-3"))
    expect(page.locator("#deadwood-Ana")).to_be_hidden()
    tap(page, chip_of("pair-0"))
    tap(page, "[data-key='4']")

    assert page.evaluate(NUMBERS) == ["deadwood-Ana 4", "deadwood-Bruno "]


def test_offline_numbers_of_earlier_opponents_cannot_be_saved_for_others(page):
    for key in ("4", "next", "6", "0"):
        tap_and_wait(page, f"[data-key='{key}']")
    tap_and_wait(page, chip_of("knocker-Ana"))
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    chromium.ignore_network_errors(page)
    go_offline(page)
    tap(page, chip_of("pair-3"))

    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    page.locator("#save").dispatch_event("click")
    expect(page.locator("#outbox")).to_be_hidden()
    tap(page, chip_of("pair-0"))
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    go_online(page)


@pytest.mark.thorough
def test_the_knocker_of_other_opponents_is_restored_after_a_reload(page):
    tap_and_wait(page, chip_of("pair-3"))
    tap_and_wait(page, chip_of("knocker-Dina"))
    tap_and_wait(page, "[data-key='4']")
    wait_until(page, NOTHING_UNDER_WAY)
    page.reload()

    expect(page.locator("#knocker-Dina")).to_be_checked()
    expect(page.locator("#deadwood-Chus")).to_have_value("4")
