"""Pages of a big league on a laptop."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import BROKEN_WORDS, STICKING_OUT

pytestmark = pytest.mark.browser


def test_the_page_of_an_evening_lists_the_winners_of_all_matches(club, open_phone):
    page = open_phone(size={"width": 1280, "height": 800})
    page.goto(f"{club}/nights/2026-09-21")
    matches = page.get_by_role("region", name="Matches")
    rows = matches.get_by_role("listitem")

    expect(rows).to_have_count(85)
    expect(rows.nth(3)).to_have_text("Jaguar Ana Abellán, Ana Delgado-Ruiz and Ana Fernández")
    assert len({row.bounding_box()["x"] for row in rows.all()}) == 2
    assert page.evaluate(BROKEN_WORDS, ".evening-matches") == page.evaluate(STICKING_OUT) == []

    page.set_viewport_size(chromium.PHONE)
    expect(rows).to_have_count(0)
    expect(matches.get_by_role("link", name="All 85 matches")).to_be_visible()
