"""Pages of a big league on a laptop, and how they are printed."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.big_league.page import printed_pages
from tests.browser.layout_checks import BROKEN_WORDS, STICKING_OUT

pytestmark = pytest.mark.browser

PRINTED = {"width": 1077, "height": 748}  # pixels: an A4 page in landscape without its margins
FILL = """(text) => document.querySelectorAll("td:not(.cross-table__self)")
  .forEach((cell) => { cell.textContent = text; })"""
SIZES = """(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"""
POINT = 96 / 72  # pixels


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize("figures", ["12–9", "12–9–3"], ids=["two", "three"])
def test_a_cross_table_of_sixty_players_is_printed_with_all_columns(figures, club, open_phone):
    """Each cell has two numbers, or three if players have finished level."""
    page = open_phone(size={"width": 1280, "height": 800})
    page.goto(f"{club}/season/1/crosstable?players=all")
    page.evaluate(FILL, figures)

    assert page.locator(".cross-table tbody tr").count() == 60
    assert printed_pages(page) == 1
    page.set_viewport_size(PRINTED)
    assert page.locator(".cross-table").bounding_box()["width"] <= PRINTED["width"]
    texts = page.locator(".cross-table :is(td, thead abbr > :first-child, tbody bdi)")
    assert min(texts.evaluate_all(SIZES)) > 4 * POINT
