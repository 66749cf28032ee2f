"""Among many seasons, the season of a match is found by the first letters of its name."""

import pytest
from playwright.sync_api import expect

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.server import engines
from tests import big_league
from tests.browser import chromium
from tests.browser.leagues import end_a_match

pytestmark = pytest.mark.browser


@pytest.fixture
def address(empty_database, tmp_path):
    """The address of a league with cups in 2024 and 2025, five in each year, and a match."""
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        big_league.add_players(store, ("Ana", "Bruno", "Chus"))
        for year in (2024, 2025):
            for city in ("Ávila", "Lugo", "Kraków", "Malmö", "Ourense"):
                season_commands.create_season(store, Season(0, f"{city} {year}", f"{year}-01-01"))
        end_a_match(app, ("1", "2", "3"), 0)
        with chromium.serving(app) as address:
            yield address


def shown(page):
    return page.locator("#seasons bdi:visible").all_inner_texts()


def test_a_season_is_found_and_chosen_while_typing(address, open_phone):
    page = open_phone()
    page.goto(f"{address}/matches/1/terms")
    field = page.get_by_role("searchbox", name="Find a season")

    field.fill("malmoe")
    expect(page.get_by_text("2 seasons found.")).to_be_visible()
    assert shown(page) == ["Malmö 2025", "Malmö 2024"]

    field.fill("avila 2024")
    expect(page.get_by_text("One season found.")).to_be_visible()
    assert shown(page) == ["Ávila 2024"]
    assert page.locator("#seasons summary:visible").count() == 1
    field.press("Enter")
    page.get_by_role("button", name="Save").tap()

    expect(page.get_by_text("Counts towards Ávila 2024.")).to_be_visible()


def test_without_scripts_the_years_are_expanded_by_hand(address, open_phone):
    page = open_phone(scripted=False)
    page.goto(f"{address}/matches/1/terms")

    assert page.get_by_role("searchbox").count() == 0
    page.locator("#seasons summary", has_text="2024").tap()
    assert "Lugo 2024" in shown(page)
