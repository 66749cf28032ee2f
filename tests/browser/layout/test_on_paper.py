"""League pages are printed with their full text and without controls."""

import pytest

from scorekeeper.league import player_renames
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.big_league.page import printed_pages
from tests.browser.layout_checks import STICKING_OUT
from tests.browser.leagues import LEAGUES, MANY
from tests.browser.player_names import HARD_NAMES
from tests.held_recomputing import held_recomputing

pytestmark = pytest.mark.browser

A4 = {"width": 688, "height": 1017}  # CSS pixels of 1/96 inch, within margins of 14 mm
WHOLE_SHEET = {"width": 794, "height": 1123}  # with the margins, as media queries measure it
# Collapsed tables are printed as a whole.
TO_BE_TAPPED = """
() => [...document.querySelectorAll(
  "form, details:not(.fold--table), button, select, input, nav, .button")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.offsetHeight)
  .map((part) => part.outerHTML.slice(0, 90))
"""
CUT_OFF = """
() => [...document.querySelectorAll("main *")]
  .filter((part) => part.checkVisibility() && !part.closest(".visually-hidden, svg"))
  .filter((part) => getComputedStyle(part).overflowX !== "visible")
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.outerHTML.slice(0, 90))
"""

# Lengthens the standings to those of a dozen players, and removes the notes about ties.
A_DOZEN_PLAYERS = """() => {
  document.querySelectorAll(".standing tr.tie").forEach((explanation) => explanation.remove());
  const row = document.querySelector(".standing tbody tr:last-child");
  if (row) row.after(row.cloneNode(true), row.cloneNode(true));
}"""
ROWS_SEEN = """
() => [...document.querySelectorAll(".standing tbody tr")]
  .filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length
"""


@pytest.fixture(scope="module")
def place(empty_database, tmp_path_factory):
    """The address of a league in which a player has a long name. Tests only read it."""
    with chromium.league_app(empty_database, tmp_path_factory.mktemp("paper")) as app:
        LEAGUES["played"](app)
        player_renames.rename_players(engines.store_of(app), {3: HARD_NAMES[0]})
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            yield address


@pytest.mark.parametrize(
    ("path", "players"), [("/season/1", 10), ("/season/2", 10)], ids=["closed", "going on"]
)
def test_a_printed_season_page_is_complete_and_has_no_controls(path, players, place, open_phone):
    page = open_phone(size=A4)
    page.goto(place + path)
    assert page.evaluate(TO_BE_TAPPED)

    page.emulate_media(media="print")

    rows = page.locator(".standing tbody tr:not(.tie)")
    assert [row.is_visible() for row in rows.all()] == [True] * players
    assert page.get_by_role("link", name=HARD_NAMES[0]).first.is_visible()
    assert page.locator("svg.plot").bounding_box()["height"] > 200
    names = page.locator(".plot__name")
    assert [name.is_visible() for name in names.all()] == [True] * 6
    assert page.evaluate(TO_BE_TAPPED) == []
    assert page.evaluate(CUT_OFF) == page.evaluate(STICKING_OUT) == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["/season/1", "/season/2", "/season/all"])
def test_the_standings_have_the_full_width_of_a_sheet(path, place, open_phone):
    page = open_phone(size=WHOLE_SHEET)
    page.goto(place + path)

    page.emulate_media(media="print")

    table, plot = page.locator(".standing").first, page.locator("svg.plot")
    assert table.bounding_box()["width"] > A4["width"] - 10
    assert all(each.bounding_box()["x"] < A4["width"] / 2 for each in plot.all())
    card = page.locator(".card:has(> .scroll > .standing)").first
    assert card.evaluate("(e) => getComputedStyle(e).breakInside") == "auto"  # no empty first sheet


@pytest.mark.parametrize("path", ["/season/2", "/money?season=2"])
def test_the_standings_and_the_payments_of_a_season_fit_on_one_sheet(path, place, open_phone):
    page = open_phone(size=WHOLE_SHEET)
    page.goto(place + path)
    page.evaluate(A_DOZEN_PLAYERS)

    assert printed_pages(page) == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "title"),
    [("/season/2/review", "Share this review"), ("/nights/2026-09-21", "Share this evening")],
    ids=["review", "evening"],
)
def test_the_share_section_is_not_printed(path, title, place, open_phone):
    page = open_phone(size=A4)
    page.goto(place + path)
    assert page.get_by_role("heading", name=title).is_visible()

    page.emulate_media(media="print")

    assert not page.get_by_role("heading", name=title).is_visible()
    assert page.evaluate(TO_BE_TAPPED) == []


@pytest.mark.thorough
def test_a_list_that_is_printed_during_the_first_computation_says_why_it_is_empty(
    empty_database, tmp_path, monkeypatch, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        LEAGUES["played"](app)
        with chromium.serving(app) as address, held_recomputing(app, monkeypatch) as hold_up:
            hold_up()
            page = open_phone(size=A4)
            page.goto(f"{address}/ratings")
            assert page.locator(".standing").count() == 0

            page.emulate_media(media="print")

            assert page.get_by_text("Recalculating.").is_visible()


@pytest.mark.thorough
def test_printed_chips_have_a_plain_colour_for_viewers_that_draw_no_gradients(place, open_phone):
    page = open_phone(size=A4)
    page.goto(f"{place}/season/2/crosstable")

    page.emulate_media(media="print")

    colours = page.locator(".token").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert len(set(colours)) == 10
    assert "rgba(0, 0, 0, 0)" not in colours


@pytest.mark.thorough
def test_a_printed_game_table_shows_all_rows(empty_database, tmp_path, open_phone):
    with chromium.league_app(empty_database, tmp_path) as app:
        LEAGUES["crowded"](app)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            page = open_phone(size=A4)
            page.goto(f"{address}/season/1/games")
            assert page.evaluate(ROWS_SEEN) == 12
            page.get_by_role("link", name=f"Show all {MANY} players").click()
            page.get_by_role("link", name="Show all rows for printing").click()

            page.emulate_media(media="print")

            assert page.evaluate(ROWS_SEEN) == MANY
            assert page.evaluate(CUT_OFF) == []
