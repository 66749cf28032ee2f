"""Without a network, the score sheet says what it does not contain."""

import pytest
from playwright.sync_api import expect

from tests.browser.outbox.phone import (
    BIDS,
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    save_answer,
)

pytestmark = pytest.mark.browser


def note(page):
    return page.locator("#panel .panel__note")


def open_sheet(page):
    page.get_by_role("link", name="Score sheet").first.tap()
    expect(page.get_by_role("dialog", name="Score sheet")).to_be_visible()


def test_the_sheet_lists_the_answers_that_wait_on_the_phone(page):
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    open_sheet(page)

    expect(note(page).get_by_role("paragraph")).to_have_text(
        [
            "Last updated when this phone was online.",
            "Not on this sheet yet:",
            "Bids, Deal 1: Bruno: 1; Chus: 1; Dina: 1; Edu: 1; Ana: 2",
        ]
    )
    go_online(page)
    expect_all_sent(page)
    expect(note(page)).to_have_count(0)
    expect(page.locator("#panel aside")).to_be_visible()


@pytest.mark.thorough
def test_the_sheet_says_that_it_was_last_updated_online_if_nothing_waits(page):
    go_offline(page)
    open_sheet(page)

    expect(note(page)).to_have_text("Last updated when this phone was online.")
    go_online(page)
    page.get_by_role("button", name="Back to the match").tap()
    open_sheet(page)
    expect(page.locator("#panel aside")).to_be_visible()
    expect(note(page)).to_have_count(0)


@pytest.mark.thorough
def test_on_a_wide_screen_the_sheet_beside_the_question_lists_the_waiting_answers(page):
    beside = page.locator(".match__sheet .panel__note")
    page.set_viewport_size({"width": 1280, "height": 800})
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")

    expect(beside).to_be_visible()
    expect(beside.get_by_role("paragraph")).to_have_text(
        ["Not on this sheet yet:", "Bids, Deal 1: Bruno: 1; Chus: 1; Dina: 1; Edu: 1; Ana: 2"]
    )
    go_online(page)
    expect_all_sent(page)
    expect(beside).to_have_count(0)
