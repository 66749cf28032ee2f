"""A season can be created in advance, and its pages say when it becomes current."""

import pytest
from playwright.sync_api import expect

from tests.browser.layout_checks import find_faults

pytestmark = pytest.mark.browser

NOTE = "This season becomes the current one on Thursday 1 January 2099."


@pytest.mark.thorough
def test_the_form_says_when_the_season_becomes_current_and_its_page_has_room_for_it(
    live_league, open_phone
):
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{live_league.address}/season/new")
    expect(page.get_by_text("When you save, this season becomes the current one.")).to_be_visible()
    page.locator("#name").fill("Next century")

    page.locator("#starts").fill("2099-01-01")

    expect(page.get_by_text(NOTE)).to_be_visible()
    expect(page.locator("#starts")).to_be_focused()
    page.get_by_role("button", name="Create the season").tap()
    note = page.locator(".card__foot", has_text=NOTE)
    expect(note).to_be_visible()
    assert note.bounding_box()["height"] < 120
    assert find_faults(page) == {}
