"""Reloading a page, or going back to it, does not save an answer twice or lose values."""

import pytest
from playwright.sync_api import expect

from tests.browser.bids import BIDS, SAVED, bid, chip, chosen_values
from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.match_factory import NINE_CARDS
from tests.browser.outbox.phone import expect_saved
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def match(table):
    return table.factory.match("jabberwocky", **NINE_CARDS)


@WITH_AND_WITHOUT
def test_reloading_after_a_save_does_not_save_again(scripted, table, match, address, open_phone):
    page = open_phone(scripted=scripted)
    page.goto(address)
    bid(page)
    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")

    page.reload()

    expect_saved(page, "Tricks")
    assert table.events_of(match) == [SAVED]


@pytest.fixture
def gone_back(address, open_phone):
    """A page without JavaScript, opened again with Back after its answer was saved."""
    page = open_phone(scripted=False)
    page.goto(address)
    bid(page)
    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    return page


@pytest.mark.thorough
def test_going_back_and_saving_the_same_answer_does_not_save_again(table, match, gone_back):
    gone_back.locator("#save").tap()

    expect(gone_back.get_by_role("heading", level=1)).to_have_text("Tricks")
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_going_back_and_saving_another_answer_shows_a_conflict(table, match, gone_back):
    chip(gone_back, 4, 6).tap()
    gone_back.locator("#save").tap()

    expect(gone_back.get_by_role("row", name="Ana").get_by_role("cell")).to_have_text(["5", "6"])
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_half_entered_values_survive_a_visit_to_the_score_sheet(address, open_phone):
    page = open_phone()
    page.goto(address)
    bid(page, BIDS[:3])
    wait_until(page, NOTHING_UNDER_WAY)

    page.goto(f"{address}/sheet")
    expect(page.get_by_role("heading", level=1)).to_have_text("Score sheet")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")

    assert chosen_values(page) == list(BIDS[:3])
