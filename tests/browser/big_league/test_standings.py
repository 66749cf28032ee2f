"""Standings of 13 to 50 players are collapsed on phones, and whole on laptops and paper."""

import pytest
from playwright.sync_api import expect

from tests import big_league
from tests.browser import chromium
from tests.browser.big_league.page import number_of_screens, printed_pages
from tests.browser.layout_checks import BROKEN_WORDS, STICKING_OUT
from tests.browser.leagues import end_a_match

pytestmark = pytest.mark.browser

# The results of a club that has met for years.
LARGE_RESULTS = """() => document.querySelectorAll("td:not(.cross-table__self)").forEach((cell) => {
  cell.textContent = "247–192–28";
})"""
# Results of sixty players with totals of three digits. Some of the players finished level.
RESULTS_OF_SIXTY = """() => {
  for (const cell of document.querySelectorAll("td:not(.cross-table__self)")) {
    cell.textContent = cell.matches(":last-child") ? "347–312–48" : "12–10–3";
  }
}"""
LAPTOP = {"width": 1280, "height": 800}
VISIBLE_ROWS = """() => [...document.querySelectorAll(".standing tbody tr:not(.tie)")]
  .filter((row) => row.checkVisibility()).length"""


@pytest.fixture
def season(request, empty_database, tmp_path):
    """(app, address) of a league whose season has `request.param` players."""
    with chromium.league_app(empty_database, tmp_path) as app:
        big_league.fill_season(app, request.param)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            yield app, address


@pytest.mark.parametrize("season", [6, 8, 12, 13, 30, 50], indirect=True)
@pytest.mark.parametrize("letters", [chromium.LETTERS, 21], ids=["usual", "large"])
def test_no_page_of_a_season_is_longer_than_five_screens(letters, season, open_phone):
    _, address = season
    page = open_phone()
    chromium.set_letters(page, letters)
    lengths = {
        path: number_of_screens(page, f"{address}{path}")
        for path in ("/season/1", "/season/all", "/season/1?sort=name")
    }

    assert {path: length for path, length in lengths.items() if length > 5} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("season", [30], indirect=True)
def test_laptops_and_paper_show_all_rows(season, open_phone):
    _, address = season
    page = open_phone()
    page.goto(f"{address}/season/1")
    assert page.evaluate(VISIBLE_ROWS) == 8
    page.emulate_media(media="print")
    assert page.evaluate(VISIBLE_ROWS) == 30
    expect(page.get_by_role("link", name="Show all 30 rows")).to_be_hidden()

    page.emulate_media(media="screen")
    page.set_viewport_size(LAPTOP)
    assert page.evaluate(VISIBLE_ROWS) == 30
    expect(page.get_by_role("link", name="Show all 30 rows")).to_be_hidden()


@pytest.mark.parametrize("season", [13], indirect=True)
@chromium.WITH_AND_WITHOUT
def test_a_tap_shows_all_rows_and_the_first_of_them(season, scripted, open_phone):
    _, address = season
    page = open_phone(scripted=scripted)
    page.goto(f"{address}/season/1")

    page.get_by_role("link", name="Show all 13 rows").tap()

    page.wait_for_url("**/season/1?rows=page#*")
    assert page.evaluate(VISIBLE_ROWS) == 13
    assert page.locator(".standing tbody tr:not(.tie)").nth(5).bounding_box()["y"] >= 0
    page.get_by_role("link", name="Show fewer rows").tap()
    page.wait_for_url("**/season/1#table")
    assert page.evaluate(VISIBLE_ROWS) == 8


@pytest.mark.thorough
@pytest.mark.parametrize("season", [13], indirect=True)
def test_an_update_leaves_all_rows_shown(season, open_phone):
    app, address = season
    page = open_phone()
    page.goto(f"{address}/season/1?rows=page")
    expect(page.get_by_text("18 matches, 6 evenings")).to_be_visible()

    end_a_match(app, ("1", "2", "3", "4", "5"), 9)

    expect(page.get_by_text("19 matches, 6 evenings")).to_be_visible()
    assert page.evaluate(VISIBLE_ROWS) == 13


@pytest.mark.parametrize("season", [20], indirect=True)
def test_a_cross_table_of_20_players_fits_on_a_laptop(season, open_phone):
    _, address = season
    page = open_phone(size=LAPTOP)
    page.goto(f"{address}/season/1/crosstable")
    page.evaluate(LARGE_RESULTS)
    box = page.locator(".cross-table__box")

    assert page.locator(".cross-table thead th").count() == 22
    assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
    assert page.evaluate(BROKEN_WORDS, ".cross-table") == []


@pytest.mark.parametrize("season", [20, 23, 30], indirect=True)
def test_a_cross_table_of_a_club_night_is_printed_on_one_page(season, open_phone):
    _, address = season
    page = open_phone(size=LAPTOP)
    page.goto(f"{address}/season/1/crosstable?players=all")
    page.evaluate(LARGE_RESULTS)

    assert printed_pages(page) == 1


@pytest.mark.parametrize("season", [60], indirect=True)
def test_a_cross_table_of_sixty_players_who_finished_level_is_printed_on_one_page(
    season, open_phone
):
    _, address = season
    page = open_phone(size=LAPTOP)
    page.goto(f"{address}/season/1/crosstable?players=all")
    page.evaluate(RESULTS_OF_SIXTY)

    assert printed_pages(page) == 1
    assert page.evaluate(STICKING_OUT) == []


@pytest.mark.thorough
@pytest.mark.parametrize("season", [160], indirect=True)
@pytest.mark.parametrize(
    ("path", "rows", "all_rows"),
    [
        ("/ratings?from=31", "31 to 60", "/ratings?rows=all"),
        ("/season/1", "1 to 8", "/season/1?rows=all"),
    ],
)
def test_a_printed_page_of_a_long_table_says_which_rows_it_has(
    path, rows, all_rows, season, open_phone
):
    _, address = season
    page = open_phone(size=LAPTOP)
    page.goto(f"{address}{path}")
    note = page.get_by_text(f"These are rows {rows} of 160.")
    assert not note.is_visible()

    page.emulate_media(media="print")

    assert note.is_visible()
    assert note.get_by_role("link").get_attribute("href").endswith(all_rows)
    page.goto(f"{address}{all_rows}")
    assert page.get_by_text("These are rows").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("season", [50, 160], indirect=True)
def test_a_rating_list_that_needs_fewer_columns_is_printed_on_one_page(season, open_phone):
    _, address = season
    page = open_phone(size=LAPTOP)
    page.goto(f"{address}/ratings?rows=all")

    assert printed_pages(page) == 1
