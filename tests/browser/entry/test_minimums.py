"""The page marks a number below its minimum, but not while further digits may correct it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.entry.number_fields import box, is_marked, tap
from tests.browser.net import hold_requests
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

TOO_SMALL = "Bruno: Points left must be between 2 and 90."


def test_a_number_that_is_too_small_is_marked_when_it_is_complete(phone):
    page = phone("loba")
    hold_requests(page, "/look")
    box(page, "Bruno").tap()
    tap(page, "1")
    assert not is_marked(page, "Bruno")
    tap(page, "next")
    assert is_marked(page, "Bruno")
    expect(page.locator("#save-note")).to_have_text(TOO_SMALL)

    box(page, "Bruno").tap()
    assert not is_marked(page, "Bruno")
    expect(page.locator("#save-note")).not_to_have_text(TOO_SMALL)
    tap(page, "1", "2")
    assert not is_marked(page, "Bruno")


@pytest.mark.thorough
def test_a_zero_that_is_too_small_is_marked_at_once(phone):
    page = phone("loba")
    hold_requests(page, "/look")
    box(page, "Bruno").tap()
    tap(page, "0")

    assert is_marked(page, "Bruno")
    expect(page.locator("#save-note")).to_have_text(TOO_SMALL)


@pytest.mark.thorough
def test_a_number_that_is_too_small_stays_marked_after_the_servers_preview(phone):
    page = phone("loba")
    tap(page, "went_out-Ana")
    box(page, "Bruno").tap()
    tap(page, "1", "next", "2", "3")
    wait_until(page, NOTHING_UNDER_WAY)
    assert is_marked(page, "Bruno")
    expect(page.locator("#save-note")).to_have_text(TOO_SMALL)
    with page.expect_response(re.compile("/look$")):
        box(page, "Bruno").tap()
        tap(page, "3")
    wait_until(page, NOTHING_UNDER_WAY)

    assert not is_marked(page, "Bruno")
    expect(page.locator("#save-note")).to_contain_text("Still to count")


@pytest.mark.thorough
def test_a_current_number_that_is_too_small_is_not_marked_by_the_servers_preview(phone):
    page = phone("loba")
    tap(page, "went_out-Ana")
    box(page, "Bruno").tap()
    with page.expect_response(re.compile("/look$")):
        tap(page, "1")
    wait_until(page, NOTHING_UNDER_WAY)

    assert not is_marked(page, "Bruno")


@pytest.mark.thorough
def test_the_points_of_a_bid_that_are_too_small_are_marked(phone):
    page = phone("jaguar", point_bids=True)
    hold_requests(page, "/look")
    page.locator("#bid_points").tap()
    tap(page, "6")
    expect(page.locator("#bid_points")).not_to_have_attribute("aria-invalid", "true")
    page.locator("#points").tap()

    expect(page.locator("#bid_points")).to_have_attribute("aria-invalid", "true")


def test_a_refused_number_stays_marked_when_another_field_becomes_current(phone):
    page = phone("loba")
    tap(page, "went_out-Ana")
    for who, number in {"Bruno": 1, "Chus": 9, "Dina": 9, "Edu": 9}.items():
        box(page, who).fill(str(number))
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator("#save").tap()
    expect(page.get_by_role("alert")).to_contain_text("Not saved. Bruno:")
    box(page, "Chus").tap()

    assert is_marked(page, "Bruno")
    expect(page.get_by_role("alert")).to_contain_text("Not saved. Bruno:")
