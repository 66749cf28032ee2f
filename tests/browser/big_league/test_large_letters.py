"""With large text, phones show the first part of a long page, and links lead to the rest."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON, LAST_EVENING
from scorekeeper.league import match_lists, player_renames
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.big_league.page import SMALL_PHONES, number_of_screens
from tests.browser.layout_checks import BROKEN_WORDS
from tests.browser.leagues import end_a_match, fill_played_league, fill_varied_league
from tests.browser.player_names import HARD_NAMES
from tests.sample import sized

pytestmark = pytest.mark.browser

LARGE = 21  # pixels: 130%
LAPTOP = {"width": 1280, "height": 800}
PAGES = (
    "/",
    "/nights",
    "/nights/2026-09-28",
    "/nights/2026-09-21",
    "/nights/2026-09-21?open=players",
    "/nights/2026-09-21?open=matches",
    "/nights/2026-09-21?open=1&from=17",
    "/nights/2026-09-21?open=pays-cents",
    "/players/1",
    "/club/1",
    "/money",
    "/money?open=due-cents",
    "/matches",
    "/season/1/games",
    "/season/1/review",
    "/players/1/review?season=1",
    "/ratings",
    "/records",
    "/records?open=2",
    "/records?open=5",
    "/matches/74",
    "/matches/1",
    "/players",
    "/players?from=101",
    "/league",
    "/season/1/edit",
)
# Selectors of lists that are partly hidden, and the name of the link that shows the rest.
LINKS = {
    "/nights/2026-09-28": ("[aria-labelledby^=pays] li", "Show more payments"),
    "/players/1": (".opponent", "Show more opponents"),
    "/club/1": ("[aria-labelledby=round-1] > ul > li", "Show more tables"),
    "/money": (".pay", "Show more payments"),
    "/matches/74": (".story li", "Show the chart"),
    "/league": (".row__text > span", "Show descriptions"),
    "/matches": (".sorted__rows > li", "Show more matches"),
}
VISIBLE = "(all) => all.filter((each) => each.checkVisibility()).length"
DISPLAY = "(element) => getComputedStyle(element).display"
# Replaces the label and the number of a record.
JABBERWOCKY_RECORD = """(row) => {
  row.querySelector(".row__text > :first-child").textContent = "Jabberwocky (Bonus: 10)";
  row.querySelector(".row__figure").textContent = "10";
}"""
HIDDEN_PARTS = "[data-large-hidden]:not(details:not([open]) *)"


def open_large(open_phone, **more):
    page = open_phone(size=SMALL_PHONES[0], **more)
    chromium.set_letters(page, LARGE)
    return page


def test_no_page_of_a_big_league_is_longer_than_five_screens_with_large_letters(
    app, club, open_phone
):
    store, page = engines.store_of(app), open_large(open_phone)
    shown = [
        public_links.create_public_link(store, "World", to) for to in (CURRENT_SEASON, LAST_EVENING)
    ]
    paths = (*sized(PAGES, PAGES[:5]), *(f"/shown/{secret}" for secret in shown))
    lengths = {path: number_of_screens(page, f"{club}{path}") for path in paths}

    assert {path: length for path, length in lengths.items() if length > 5} == {}


@pytest.mark.thorough
def test_no_page_with_money_and_counters_is_longer_than_five_screens_with_large_letters(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_varied_league(app)
        page = open_large(open_phone)
        shown = public_links.create_public_link(engines.store_of(app), "World", CURRENT_SEASON)
        with chromium.serving(app) as address:
            lengths = {
                path: number_of_screens(page, f"{address}{path}")
                for path in ("/money", "/money?season=all", "/import/2", f"/shown/{shown}")
            }

    assert {path: length for path, length in lengths.items() if length > 5} == {}


@pytest.mark.thorough
def test_no_settings_that_differ_from_the_standard_are_longer_than_five_screens_with_large_letters(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_played_league(app)
        page = open_large(open_phone)
        with chromium.serving(app) as address:
            length = number_of_screens(page, f"{address}/season/2/edit")
            assert page.get_by_label("Matches needed to be ranked").is_visible()

    assert length <= 5


def test_a_podium_of_long_names_is_not_longer_than_five_screens_with_large_letters(
    app, club, open_phone
):
    store = engines.store_of(app)
    for player in range(1, 6):
        player_renames.rename_players(store, {player: f"{player} {HARD_NAMES[0]}"[:40]})
    matches = match_lists.recent_matches(store, 300)
    page = open_large(open_phone)
    lengths = {
        match.id: number_of_screens(page, f"{club}/matches/{match.id}")
        for match in matches
        if match.game == "loba" and "1" in match.people
    }

    assert lengths
    assert {match: length for match, length in lengths.items() if length > 5} == {}


@chromium.WITH_AND_WITHOUT
def test_a_button_shows_the_rest_of_a_form_and_keeps_what_was_entered(scripted, club, open_phone):
    page = open_large(open_phone, scripted=scripted)
    page.goto(f"{club}/season/1/edit")
    examples = page.locator(".scheme-example")
    assert examples.evaluate_all(VISIBLE) == 1
    page.get_by_label("Name").fill("The long season")

    page.get_by_role("button", name="Explain each choice").tap()

    expect(page.get_by_role("button", name="Show less")).to_be_visible()
    assert examples.evaluate_all(VISIBLE) == examples.count()
    page.get_by_role("button", name="Show less").tap()
    expect(page.get_by_role("button", name="Explain each choice")).to_be_visible()
    assert examples.evaluate_all(VISIBLE) == 1
    expect(page.get_by_label("Name")).to_have_value("The long season")


@pytest.mark.thorough
@pytest.mark.parametrize("path", LINKS)
@chromium.WITH_AND_WITHOUT
def test_a_link_shows_the_rest_of_a_page(path, scripted, club, open_phone):
    rows, link = LINKS[path]
    page = open_large(open_phone, scripted=scripted)
    page.goto(f"{club}{path}")
    before = page.locator(rows).evaluate_all(VISIBLE)

    page.get_by_role("link", name=link).first.tap()

    page.wait_for_url("**rows=page#*")
    assert page.locator(rows).evaluate_all(VISIBLE) > before
    assert page.locator("[data-large-hidden]").count() == 0
    page.get_by_role("link", name="Show less").first.tap()
    page.wait_for_url(lambda url: "rows=" not in url)
    assert page.locator(rows).evaluate_all(VISIBLE) == before


@pytest.mark.parametrize("path", LINKS)
def test_laptops_and_paper_hide_no_part_of_a_page(path, club, open_phone):
    page = open_large(open_phone)
    page.goto(f"{club}{path}")
    parts = page.locator(HIDDEN_PARTS)
    many = parts.count()
    assert many > 0
    assert parts.evaluate_all(VISIBLE) == 0

    page.emulate_media(media="print")
    assert page.locator("[data-large-hidden]").first.evaluate(DISPLAY) != "none"
    page.emulate_media(media="screen")
    chromium.set_letters(page, chromium.LETTERS)
    page.set_viewport_size(LAPTOP)
    expect(page.locator(".large-only:visible")).to_have_count(0)


@pytest.mark.thorough
def test_an_update_hides_no_part_that_was_shown(app, club, open_phone):
    page = open_large(open_phone)
    page.goto(f"{club}/players/1?rows=page")
    opponents = page.locator(".opponent")
    before = opponents.evaluate_all(VISIBLE)
    matches = page.locator(".stat__figure").first
    count = int(matches.inner_text())

    end_a_match(app, ("1", "2", "3", "4", "5"), 9_000_000)

    expect(matches).to_have_text(str(count + 1))
    assert opponents.evaluate_all(VISIBLE) == before


@pytest.mark.parametrize(
    ("path", "names"),
    [("games", ".standing th > a:visible"), ("crosstable", ".cross-table tbody th > a")],
)
def test_short_names_in_a_table_are_wide_enough_to_tap_with_large_letters(
    path, names, empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_varied_league(app)
        page = open_large(open_phone)
        with chromium.serving(app) as address:
            page.goto(f"{address}/season/all/{path}")
            widths = page.locator(names).evaluate_all("(all) => all.map((e) => e.offsetWidth)")

    assert widths
    assert min(widths) >= 44


def test_a_name_is_not_cut_beside_its_button_with_large_letters(club, open_phone):
    page = open_large(open_phone)
    page.goto(f"{club}/players/300/edit")
    field = page.get_by_label("New name for Úrsula Vázquez")

    assert field.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 0


@pytest.mark.thorough
def test_no_word_of_a_record_is_broken_beside_its_number(open_phone, empty_database, tmp_path):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_varied_league(app)
        page = open_large(open_phone)
        with chromium.serving(app) as address:
            page.goto(f"{address}/records")
            row = page.locator("a.row:visible:has(> .row__chips)").first
            row.evaluate(JABBERWOCKY_RECORD)

            assert page.evaluate(BROKEN_WORDS, "main") == []


def test_the_line_about_newcomers_is_not_broken_beside_its_button(league, open_phone):
    page = open_large(open_phone)
    page.goto(f"{league}/invite")
    page.get_by_role("checkbox", name="Newcomers can add themselves").check()
    page.get_by_role("button", name="Create a code").tap()
    page.get_by_role("img").first.wait_for()
    page.goto(f"{league}/phones")

    expect(page.get_by_role("button", name="Do not allow")).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, "main") == []


def test_no_word_of_a_tie_break_is_broken_beside_its_buttons(club, open_phone):
    page = open_large(open_phone)
    page.goto(f"{club}/season/1/edit")
    page.get_by_role("heading", name="Tie-breaks").tap()

    expect(page.get_by_text("Shared place")).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, "[aria-labelledby=ties]") == []
