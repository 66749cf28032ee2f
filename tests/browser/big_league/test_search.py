"""In a club of 310, players are found while their names are typed."""

from random import Random

import pytest
from playwright.sync_api import expect

from scorekeeper.match.name_search import has_letters, name_matches
from tests import big_league
from tests.browser.big_league.page import chosen_players, visible_names
from tests.random_names import QUERIES, RARE_NAMES, random_names, random_query
from tests.sample import sized

pytestmark = pytest.mark.browser


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
    page, rng, many = open_phone(), Random(7), len(big_league.NAMES)
    page.goto(f"{club}/phone")
    club_names = [*RARE_NAMES, *big_league.NAMES[len(RARE_NAMES) :]]
    assert all(name_matches(*each) for each in RARE_NAMES.items())
    for names in (club_names, random_names(rng, many), random_names(rng, many)):
        typed = [random_query(rng, names) for _ in range(sized(300, 60))]
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
