"""Lists of a club of 310 players: the search while typing, and the lengths of pages."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON, LAST_EVENING, one_evening
from scorekeeper.league import season_commands
from scorekeeper.match.name_search import has_letters, name_matches
from scorekeeper.server import engines
from tests import big_league
from tests.browser import chromium
from tests.browser.looking import BROKEN_WORDS, LARGE_LETTERS, NARROW, one_per_line
from tests.random_names import QUERIES, RARE_NAMES, random_names, random_query
from tests.sample import sized

pytestmark = pytest.mark.browser


@pytest.fixture
def app(empty_database, tmp_path):
    """A league with the players of a large club."""
    with chromium.league_app(empty_database, tmp_path) as app:
        big_league.fill_club(app)
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        yield app


@pytest.fixture
def club(app):
    """The address of the league."""
    with chromium.serving(app) as address:
        yield address


def visible_names(page):
    return page.eval_on_selector_all(
        "[data-entry-of]",
        "(all) => all.filter((each) => each.checkVisibility())"
        ".map((each) => each.querySelector('bdi').textContent)",
    )


def chosen_players(page):
    return page.eval_on_selector_all("[name=plays]:checked", "(all) => all.map((e) => e.value)")


@pytest.mark.thorough
def test_players_are_found_while_typing_and_stay_chosen(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/matches/new")
    field = page.get_by_role("searchbox", name="Find a player")
    expect(page.get_by_role("button", name="Search")).to_be_hidden()
    before = chosen_players(page)
    assert len(before) == 5

    field.press_sequentially("zoë vá")
    assert visible_names(page)[5:] == ["Zoë Vázquez"]
    expect(page.locator("#found")).to_have_text("One player found.")
    field.press("Enter")

    expect(page.locator("#plays-310")).to_be_checked()
    expect(field).to_have_value("")
    expect(page.locator("#seats")).to_contain_text("Zoë Vázquez")
    assert chosen_players(page) == [*before, "310"]

    field.press_sequentially("Zoë V")
    page.get_by_role("button", name="Add Zoë V").click()

    expect(page.locator("#plays-311")).to_be_checked()
    expect(field).to_have_value("")
    assert chosen_players(page) == [*before, "310", "311"]


@pytest.mark.thorough
def test_recent_players_keep_their_places_while_five_are_chosen(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/matches/new")
    boxes = "[data-entry-of]:not(details *)"
    order = page.eval_on_selector_all(boxes, "(all) => all.map((each) => each.dataset.entryOf)")
    assert len(order) == 12

    for key in order[5:9]:
        page.locator(f"label:has(#plays-{key})").click()
        expect(page.locator(f"#seat-{key}")).to_have_count(1)

    after = page.eval_on_selector_all(boxes, "(all) => all.map((each) => each.dataset.entryOf)")
    assert after == order
    assert len(chosen_players(page)) == 9


SEARCHES = """([names, queries]) => {
  const entries = [...document.querySelectorAll("[data-entry-of]")];
  entries.forEach((each, n) => { each.querySelector("bdi").textContent = names[n]; });
  const field = document.querySelector("[data-filters]");
  field.dataset.most = entries.length;
  return queries.map((query) => {
    field.value = query;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return names.filter((_, n) => !entries[n].hidden);
  });
}"""


def test_the_page_finds_the_same_players_as_the_server(club, open_phone):
    page, dice, many = open_phone(), Random(7), len(big_league.NAMES)
    page.goto(f"{club}/phone")
    club_names = [*RARE_NAMES, *big_league.NAMES[len(RARE_NAMES) :]]
    assert all(name_matches(*each) for each in RARE_NAMES.items())
    for names in (club_names, random_names(dice, many), random_names(dice, many)):
        typed = [random_query(dice, names) for _ in range(sized(300, 60))]
        queries = [
            query for query in [*QUERIES, *RARE_NAMES.values(), *typed] if has_letters(query)
        ]

        players = page.evaluate(SEARCHES, [names, queries])

        expected = [[name for name in names if name_matches(name, query)] for query in queries]
        assert dict(zip(queries, players, strict=True)) == dict(zip(queries, expected, strict=True))


@pytest.mark.thorough
def test_the_list_of_players_is_searched_while_typing(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/players?letter=F")
    field = page.get_by_role("searchbox", name="Find a player")
    assert len(visible_names(page)) == 36
    assert visible_names(page)[0] == "Fabián Abellán"

    field.press_sequentially("müll")
    assert len(visible_names(page)) == 31
    expect(page.locator("#found")).to_have_text("31 players found.")
    field.press_sequentially("er zo")
    assert visible_names(page) == ["Zoë Müller"]
    field.fill("")
    assert visible_names(page)[0] == "Fabián Abellán"

    field.fill("zoe mu")
    field.press("Enter")
    expect(page).to_have_url(f"{club}/players/308")
    page.get_by_role("link", name="Edit Zoë Müller").click()
    page.get_by_role("link", name="Back to Players").click()
    expect(page).to_have_url(f"{club}/players?from=289#player-308")
    expect(page.locator("#player-308")).to_be_in_viewport()


@pytest.mark.thorough
def test_a_merge_picks_the_other_entry_from_a_searched_list(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/players/310/edit")
    page.get_by_role("searchbox", name="Find a player").fill("alvaro ab")
    page.locator("label", has_text="Álvaro Abellán").click()
    page.get_by_role("button", name="Merge").click()

    expect(page.locator("#merged")).to_contain_text("Zoë Vázquez was merged into Álvaro Abellán.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#player-310")).to_be_in_viewport()


SMALL_PHONES = ({"width": 320, "height": 568}, {"width": 360, "height": 640})
PAGES = (
    "/",
    "/players",
    "/matches/new",
    "/matches",
    "/season/1",
    "/season/1?from=41",
    "/season/all",
    "/season/1/games",
    "/season/1/games?game=loba",
    "/season/all/games",
    "/season/1/crosstable",
    "/season/1/review",
    "/season/1/edit",
    "/ratings",
    "/money",
    "/money?open=due-cents",
    "/records",
    "/records?season=1",
    "/nights",
    "/nights/2026-09-21",
    "/nights/2026-09-28",
    "/club/1",
    "/phones",
    "/phone",
    "/players/1",
    "/players/1?rivals=all",
    "/players/1/edit",
)
SHOWN = (CURRENT_SEASON, LAST_EVENING, one_evening("2026-09-21"))  # by public links


def choose_player(page, key):
    """Save whose phone this is."""
    with page.expect_navigation():
        page.locator(f"[name=who][value='{key}']").evaluate(
            "(input) => { input.checked = true; input.form.requestSubmit(); }"
        )


def test_no_page_of_a_big_league_is_longer_than_five_screens(app, club, open_phone):
    page, store = open_phone(), engines.store_of(app)
    page.goto(f"{club}/phone")
    choose_player(page, 300)
    links = [public_links.create_public_link(store, "World", to) for to in sized(SHOWN, SHOWN[:1])]
    paths = [*sized(PAGES, PAGES[::9]), *(f"/shown/{secret}" for secret in links)]
    too_long = [path for path in paths if number_of_screens(page, f"{club}{path}") > 5]
    season_commands.close_season(store, 1)
    closed = (f"{club}/season/1", f"{club}/season/1/review")
    too_long += [path for path in closed if number_of_screens(page, path) > 5]

    assert too_long == []


def number_of_screens(page, address):
    """Return how many screens the page at this address is long, on the phone that needs most."""
    assert page.goto(address).status == 200, address
    return max(screens_of(page))


def screens_of(page):
    """Yield how many screens of each small phone the page is long."""
    for size in SMALL_PHONES:
        page.set_viewport_size(size)
        yield page.evaluate("document.documentElement.scrollHeight") / size["height"]


TABLES = ("/season/1?from=16", "/season/1/games?game=loba", "/season/1/crosstable", "/ratings")


@pytest.mark.thorough
def test_names_in_long_tables_stay_whole_on_a_narrow_phone(club, open_phone):
    page, faults = open_phone(size=NARROW), {}
    for path in TABLES:
        page.goto(f"{club}{path}")
        for size in (chromium.LETTERS, LARGE_LETTERS):
            chromium.set_letters(page, size)
            if broken := page.evaluate(BROKEN_WORDS, "body"):
                faults[path, size] = broken

    assert not faults, one_per_line(faults)


def test_the_people_of_a_club_night_are_ticked_on_five_screens(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/club/new")
    page.get_by_role("button", name="Create the night").click()
    page.wait_for_url("**/people")
    assert max(screens_of(page)) <= 5

    field = page.get_by_role("searchbox", name="Find a player")
    field.fill("zoë vá")
    assert visible_names(page) == ["Zoë Vázquez"]
    field.press("Enter")

    assert "Zoë Vázquez" in visible_names(page)
    page.get_by_role("button", name="Save who is here").click()
    expect(page.get_by_text("One person is here")).to_be_visible()


def test_amounts_to_pay_stay_on_one_line(club, open_phone):
    page = open_phone(size={"width": 320, "height": 740})
    page.goto(f"{club}/league")
    page.locator("select[name=currency]").select_option("EUR")
    expect(page.get_by_text("The currency is saved.")).to_be_visible()
    page.goto(f"{club}/money")

    sums = page.locator(".pay__sum:visible")
    assert sums.first.inner_text().startswith("€")
    assert sums.evaluate_all(ONE_LINE) == []
    sums.evaluate_all("(all) => all.forEach((each) => { each.textContent = '€2,093.50'; })")
    assert sums.evaluate_all(ONE_LINE) == []
    assert sums.evaluate_all(COVERED) == []


COVERED = """(all) => all.filter((each) => {
  const sum = each.getBoundingClientRect();
  const button = each.parentElement.querySelector("button").getBoundingClientRect();
  return button.left < sum.right - 1 && button.top < sum.bottom - 1;
}).map((each) => each.textContent)"""
ONE_LINE = """(all) => all.filter((each) => {
  const text = document.createRange();
  text.selectNodeContents(each);
  const tops = [...text.getClientRects()].map((line) => line.top);
  return Math.max(...tops) - Math.min(...tops) > 8;
}).map((each) => each.textContent)"""


def test_the_cross_table_is_printed_on_one_page(club, open_phone):
    page = open_phone(size={"width": 1280, "height": 800})
    page.goto(f"{club}/season/1/crosstable")
    page.evaluate(  # the figures of a club that has met for years
        """document.querySelectorAll("td:not(.cross-table__self)")
        .forEach((cell) => { cell.textContent = "247–192–28"; })"""
    )

    page.emulate_media(media="print")
    printed = page.pdf(prefer_css_page_size=True)

    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
