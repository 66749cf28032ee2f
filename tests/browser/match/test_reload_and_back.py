"""Reloading a page, or going back to it, does not save an answer twice or lose values."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.bids import BIDS, SAVED, bid, chip, chosen_values
from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.match_factory import NINE_CARDS
from tests.browser.outbox.phone import expect_saved
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, centre, wait_until

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
    """A page without JavaScript that was reopened with Back after its answer was saved."""
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


@pytest.fixture
def left_after_a_save(live_league, open_phone):
    """A phone on a rule page. It has saved the bids of a match and entered a number of tricks.

    The browser's cache contains the page that asked for the bids. Playwright switches off the
    back/forward cache.
    """
    match = live_league.match("jabberwocky", **NINE_CARDS)
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    bid(page)
    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    wait_until(page, SETTLED)
    bid(page, (2,))
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator(".bar__rules").tap()
    page.wait_for_url("**/rules/**")
    chromium.ignore_network_errors(page)
    return page


def set_latency(page, milliseconds):
    conditions = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    page.devtools.send("Network.emulateNetworkConditions", {"offline": False, **conditions})


IS_INERT = "() => document.querySelector('#match form[data-entry]')?.inert"
IS_NOT_INERT = "() => document.querySelector('#match form[data-entry]')?.inert === false"


def test_an_old_page_takes_no_input_until_the_current_stage_has_come(left_after_a_save):
    page = left_after_a_save
    set_latency(page, 2000)
    page.go_back(wait_until="commit")
    wait_until(page, IS_INERT)
    expect(page.locator("#match h1")).to_have_text("Bids")
    expect(page.locator(".toast")).to_have_text("Loading…")
    page.touchscreen.tap(*centre(chip(page, 1, 3)))
    assert chosen_values(page) == []

    set_latency(page, 0)
    expect(page.locator("#match h1")).to_have_text("Tricks")
    wait_until(page, IS_NOT_INERT)
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator("#remote-change")).to_be_hidden()
    assert chosen_values(page) == [2]


@pytest.mark.thorough
def test_an_old_page_takes_input_without_a_network(left_after_a_save):
    page = left_after_a_save
    page.context.set_offline(True)
    page.go_back(wait_until="commit")

    expect(page.locator("#match h1")).to_have_text("Bids")
    chip(page, 0, 3).tap()
    assert chosen_values(page) == [3]
    wait_until(page, NOTHING_UNDER_WAY)  # the preview has failed
    page.context.set_offline(False)
    expect(page.locator("#remote-change")).to_contain_text("Saved on another phone: Bids, Deal 1.")
    assert chosen_values(page) == [3]


@pytest.mark.thorough
def test_an_old_page_takes_input_if_the_server_does_not_respond(left_after_a_save):
    page = left_after_a_save
    set_latency(page, 60_000)
    page.go_back(wait_until="commit")
    wait_until(page, IS_INERT)

    wait_until(page, IS_NOT_INERT)
    expect(page.locator("#match h1")).to_have_text("Bids")
    expect(page.locator(".toast")).to_have_count(0)
    set_latency(page, 0)
