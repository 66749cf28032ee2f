"""Without a network, answers that the server would refuse do not wait, and the page says why."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.outbox.phone import (
    TRICKS,
    expect_all_sent,
    go_offline,
    go_online,
    outbox_rows,
    save_offline,
)
from tests.browser.player_names import FIVE
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


def test_an_answer_that_would_be_refused_does_not_wait(open_match_offline):
    page = open_match_offline("jaguar")
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina", "1", "1", "9")
    page.locator("#save").tap()

    expect(page.get_by_role("alert")).to_have_text(
        "Not saved. 119 would leave 1 point, but no card is worth 1. Enter 120, or 118 or less."
    )
    expect(outbox_rows(page)).to_have_count(0)
    page.locator("[data-key=erase]").tap()
    tap_chips_and_keys(page, "8")
    expect(page.get_by_role("alert")).to_have_count(0)
    save_offline(page)
    go_online(page)
    expect_all_sent(page)


@pytest.mark.thorough
def test_a_correction_that_would_be_refused_does_not_wait(open_loaded_match):
    deal = {"upcard": "KC", "result": "knock", "knocker": "Ana", "deadwood": {"Ana": 8, "Bruno": 9}}
    page = open_loaded_match("gin", deal, names=FIVE[:2], oklahoma=True)
    page.goto(f"{page.url}/rounds/1/correct")
    wait_until(page, NOTHING_UNDER_WAY)
    go_offline(page)
    tap_chips_and_keys(page, "hand.upcard-rank-5")
    page.locator("#save").tap()

    expect(page.get_by_role("alert")).to_have_text("Not saved. Ana may knock only with 5 or less.")
    expect(page.locator("#save")).to_contain_class("save--refused")
    expect(outbox_rows(page)).to_have_count(0)
    chromium.ignore_network_errors(page)


def test_a_hand_that_the_tricks_contradict_does_not_wait(open_match_offline):
    page = open_match_offline("jaguar", cappotto_double=True)
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina", "6", "0", "all_tricks")
    expect(page.locator("#save")).to_contain_class("save--refused")
    page.locator("#save").tap()

    expect(page.get_by_role("alert")).to_have_text(
        "Not saved. If one side took all the tricks, the points are 120 or 0, not 60."
    )
    expect(outbox_rows(page)).to_have_count(0)
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_a_correction_that_the_tricks_contradict_does_not_wait(open_loaded_match):
    deal = {"jaguar": "Bruno", "friend": "Dina", "points": 60, "all_tricks": False}
    page = open_loaded_match("jaguar", deal, cappotto_double=True)
    page.goto(f"{page.url}/rounds/1/correct")
    wait_until(page, NOTHING_UNDER_WAY)
    go_offline(page)
    tap_chips_and_keys(page, "hand.all_tricks")
    page.locator("#save").tap()

    expect(page.get_by_role("alert")).to_have_text(
        "Not saved. If one side took all the tricks, the points are 120 or 0, not 60."
    )
    expect(page.locator("#save")).to_contain_class("save--refused")
    expect(outbox_rows(page)).to_have_count(0)
    chromium.ignore_network_errors(page)


def test_a_forbidden_bid_does_not_wait(page):
    go_offline(page)
    for row in reversed(range(5)):  # the dealer's 1 first: as the last bid, it would be forbidden
        page.locator(".seat").nth(row).locator(".chip").nth(TRICKS[row]).tap()
    page.locator("#save").tap()

    expect(page.get_by_role("alert")).to_have_text(
        "Not saved. Not 1: the bids must not add up to 5."
    )
    expect(outbox_rows(page)).to_have_count(0)
    chromium.ignore_network_errors(page)
