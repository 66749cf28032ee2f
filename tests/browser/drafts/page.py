"""Helpers that check the entered values on a match page, and the drafts on the phone."""

from playwright.sync_api import expect

from tests.browser.waits import wait_until

DRAFTS = "() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length"


def checked_inputs(page):
    return [box.get_attribute("id") for box in page.locator("#ask :checked").all()]


def check_three_bids(page):
    expect(page.get_by_text("Bids: 5 for 9")).to_be_visible()
    assert checked_inputs(page) == ["bids-Bruno-2", "bids-Chus-3", "bids-Dina-0"]


def check_no_draft_is_kept(page):
    wait_until(page, f"() => ({DRAFTS})() === 0")
