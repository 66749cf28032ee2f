"""The correction of a hand in which everyone passed offers the fields of the hand."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.correcting.page import saved_correction
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@WITH_AND_WITHOUT
def test_a_hand_can_be_entered_instead_of_all_pass(scripted, table, open_phone):
    match = table.factory.match("jaguar", {"all_pass": True})
    page = open_phone(scripted=scripted)
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    page.get_by_role("button", name="Enter the hand instead").tap()
    points = page.get_by_label("Points", exact=True)
    expect(points).to_be_visible()
    expect(page.get_by_role("checkbox", name="All pass")).not_to_be_checked()
    if scripted:
        wait_until(page, NOTHING_UNDER_WAY)
        expect(page.get_by_role("checkbox", name="All pass")).to_be_focused()
    for chip in ("hand.jaguar-Ana", "hand.friend-Bruno"):
        page.locator(chip_of(chip)).tap()
    points.fill("70")
    page.locator("#save").tap()

    _, totals = saved_correction(page, table, match)
    assert totals == {"Ana": 2, "Bruno": 1, "Chus": -1, "Dina": -1, "Edu": -1}
