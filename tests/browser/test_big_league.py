"""Lists of a club of 310 players: the search while typing, and the lengths of pages."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.names import matches_query
from scorekeeper.server import engines
from tests import big_league
from tests.browser import chromium

pytestmark = pytest.mark.browser


@pytest.fixture
def club(empty_database, tmp_path):
    """The address of a league with the players of a large club."""
    with chromium.league_app(empty_database, tmp_path) as app:
        big_league.club(app, engines.store_of(app))
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            yield address


def visible_names(page):
    return page.eval_on_selector_all(
        "[data-entry-of]",
        "(all) => all.filter((each) => each.checkVisibility())"
        ".map((each) => each.querySelector('bdi').textContent)",
    )


def chosen(page):
    return page.eval_on_selector_all("[name=plays]:checked", "(all) => all.map((e) => e.value)")


def test_players_are_found_while_typing_and_stay_chosen(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/matches/new")
    field = page.get_by_role("searchbox", name="Find a player")
    expect(page.get_by_role("button", name="Search")).to_be_hidden()
    before = chosen(page)
    assert len(before) == 5

    field.press_sequentially("zoë vá")
    assert visible_names(page)[5:] == ["Zoë Vázquez"]
    expect(page.locator("#found")).to_have_text("One player found.")
    field.press("Enter")

    expect(page.locator("#plays-310")).to_be_checked()
    expect(field).to_have_value("")
    expect(page.locator("#seats")).to_contain_text("Zoë Vázquez")
    assert chosen(page) == [*before, "310"]

    field.press_sequentially("Zoë V")
    page.get_by_role("button", name="Add Zoë V").click()

    expect(page.locator("#plays-311")).to_be_checked()
    expect(field).to_have_value("")
    assert chosen(page) == [*before, "310", "311"]


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
    assert len(chosen(page)) == 9


QUERIES = ["alv", "NÚÑ", "o'b", "jose ab", "søren", "soren", "iñi", "q"]


@pytest.mark.parametrize("query", QUERIES)
def test_the_page_finds_the_same_players_as_the_server(club, open_phone, query):
    page = open_phone()
    page.goto(f"{club}/phone")
    page.get_by_role("searchbox", name="Find a player").fill(query)

    found = [name for name in big_league.NAMES if matches_query(name, query)]
    assert set(visible_names(page)) <= set(found)
    assert len(visible_names(page)) == min(len(found), 36)


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


def test_a_merge_picks_the_other_entry_from_a_searched_list(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/players/310/edit")
    page.get_by_role("searchbox", name="Find a player").fill("alvaro ab")
    page.locator("label", has_text="Álvaro Abellán").click()
    page.get_by_role("button", name="Merge").click()

    expect(page.locator("#merged")).to_contain_text("Zoë Vázquez was merged into Álvaro Abellán.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#player-310")).to_be_in_viewport()


SCREENS = 5 * chromium.PHONE["height"]  # pixels
PAGES = (
    "/",
    "/players",
    "/matches/new",
    "/matches",
    "/season/1",
    "/season/1?from=41",
    "/season/all",
    "/season/1/games",
    "/money",
    "/records",
    "/nights/2026-09-28",
    "/phones",
    "/phone",
    "/players/1",
    "/players/1/edit",
)


def test_no_page_of_a_big_league_is_longer_than_five_screens(club, open_phone):
    page, found = open_phone(), {}
    for path in PAGES:
        assert page.goto(f"{club}{path}").status == 200, path
        height = page.evaluate("document.documentElement.scrollHeight")
        if height > SCREENS:
            found[path] = height

    assert found == {}
