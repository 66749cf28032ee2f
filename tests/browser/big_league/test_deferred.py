"""The players who are not visible at first are added to a page after its first paint.

A search before they are added finds the same players, on a slow network or without a network.
"""

import pytest
from playwright.sync_api import expect

from scorekeeper.league.club import coming
from scorekeeper.server import engines
from tests import club_league
from tests.browser import chromium
from tests.browser.big_league.page import visible_names
from tests.browser.waits import first_event, wait_until

pytestmark = pytest.mark.browser

LATENCY_MS = 400
SLOW = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1}
FAST = {**SLOW, "latency": 0}
ALL_ADDED = "() => document.querySelectorAll('[data-entry-of]').length >= 309"
# The number of elements that the browser has built in deferred parts, and the length of their text.
CONTENT_OF_ALL = """(all) => {
  const contents = all.map((each) => each.content ?? each);
  return [
    contents.flatMap((each) => [...each.querySelectorAll("*")]).length,
    contents.map((each) => each.textContent).join("").length,
  ];
}"""
ZOE = "Zoë Vázquez"
# Each page, and how many players are visible at first.
PAGES = {
    "/matches/new": 12,
    "/players": 36,
    "/phone": 0,
    "/players/5/edit": 0,
    "/club/2/people": 36,
}
FOLDS = [path for path, count in PAGES.items() if count < 36]


@pytest.fixture
def club(app, club):
    """The address of the club, with a second club night that nobody has joined yet."""
    club_league.create_night(engines.store_of(app), [])
    return club


@pytest.fixture
def slow_phone(open_phone):
    """A phone on a slow network."""
    page = open_phone()
    page.devtools.send("Network.enable")
    page.devtools.send("Network.emulateNetworkConditions", SLOW)
    yield page
    page.devtools.send("Network.emulateNetworkConditions", FAST)
    page.devtools.send("Network.disable")


def search_field(page):
    return page.get_by_role("searchbox", name="Find a player")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.thorough
def test_a_name_typed_before_the_scripts_have_loaded_is_found_once_they_have(
    path, club, open_phone
):
    page = open_phone()
    held = []
    page.route("**/search.js", lambda route: held.append(route))
    page.goto(f"{club}{path}", wait_until="commit")
    field = search_field(page)
    field.fill("zoë vá")
    search_script = first_event(page, held)
    wait_until(page, "() => document.readyState !== 'loading'")
    before = visible_names(page)
    assert len(before) == PAGES[path]
    assert ZOE not in before

    search_script.continue_()

    expect(page.locator("#found")).to_have_text("One player found.")
    assert visible_names(page)[-1] == ZOE
    expect(field).to_have_value("zoë vá")
    expect(field).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_the_players_who_are_not_visible_are_only_text_at_first(path, club, open_phone):
    page = open_phone()
    held = []
    page.route("**/search.js", lambda route: held.append(route))
    page.goto(f"{club}{path}", wait_until="commit")
    search_script = first_event(page, held)
    wait_until(page, "() => document.readyState !== 'loading'")

    elements, letters = page.locator("[data-deferred]").evaluate_all(CONTENT_OF_ALL)

    assert elements == page.locator("template[data-deferred]").count()  # each has a <noscript>
    assert letters > 40_000
    search_script.continue_()


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_a_search_on_a_slow_network_needs_no_request(path, club, slow_phone):
    page = slow_phone
    page.goto(f"{club}{path}", wait_until="commit")
    field = search_field(page)
    field.press_sequentially("zoë")
    expect(page.locator("#found")).to_have_text("10 players found.")
    assert visible_names(page)[-10] == "Zoë Abellán"

    chromium.ignore_network_errors(page)  # some files load after the page
    page.devtools.send("Network.emulateNetworkConditions", {**SLOW, "offline": True})
    field.press_sequentially(" vá")

    assert visible_names(page)[-1] == ZOE
    assert page.locator("#found").inner_text() == "One player found."


@pytest.mark.parametrize("path", FOLDS)
def test_the_keyboard_opens_the_fold_of_all_players_before_they_were_added(path, club, open_phone):
    page = open_phone(script="window.requestAnimationFrame = () => 0;")
    page.goto(f"{club}{path}")
    summary = page.locator("summary", has_text="All players")
    wait_until(page, "() => document.querySelector('script[src$=\"/my-seat.js\"]')")
    summary.press("Enter")

    assert len(visible_names(page)) >= 309
    page.keyboard.press("Tab")
    chosen = page.locator("[data-entry-of] :checked")
    count_before = chosen.count()
    page.keyboard.press("Space" if path == "/matches/new" else "ArrowUp")
    # The form of a new match is replaced, with the chosen player outside the collapsed list.
    expect(chosen).to_have_count(count_before + 1)


@pytest.mark.parametrize("path", FOLDS)
def test_without_scripts_the_fold_contains_all_players(path, club, open_phone):
    page = open_phone(scripted=False)
    page.goto(f"{club}{path}")
    assert len(visible_names(page)) == PAGES[path]

    page.locator("summary", has_text="All players").tap()

    assert len(visible_names(page)) >= 309


def test_a_fold_is_filled_without_a_tap(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/phone")

    wait_until(page, ALL_ADDED)
    assert visible_names(page) == []
    assert page.locator("[data-deferred]").count() == 0


@pytest.mark.thorough
def test_the_row_of_this_phones_player_is_marked_on_every_page_of_the_list(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/phone")
    search_field(page).fill("zoë mü")
    page.locator("label", has_text="Zoë Müller").tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).tap()
    page.goto(f"{club}/players")
    wait_until(page, ALL_ADDED)
    search_field(page).fill("zoë mü")

    expect(page.locator("#player-308.is-mine")).to_be_visible()


CHOICES = {"/phone": "who", "/players/5/edit": "into", "/club/2/people": "here"}


@pytest.mark.parametrize("path", CHOICES)
@pytest.mark.parametrize("leave", ["back", "reload"])
def test_chosen_players_stay_chosen_after_back_and_a_reload(leave, path, club, open_phone):
    page = open_phone()
    page.goto(f"{club}{path}")
    search_field(page).fill("zoë vá")
    page.locator("label", has_text=ZOE).tap()
    assert page.locator(f"[name={CHOICES[path]}]:checked").get_attribute("value") == "310"

    if leave == "back":
        page.goto(f"{club}/league")
        page.go_back()
    else:
        page.reload()

    wait_until(page, ALL_ADDED)
    chosen = page.locator(f"[name={CHOICES[path]}]:checked")
    expect(chosen).to_have_count(1)
    assert chosen.get_attribute("value") == "310"


@pytest.mark.thorough
def test_ticks_stay_while_names_are_searched_one_after_another(club, open_phone):
    page = open_phone()
    page.goto(f"{club}/club/2/people")
    names = ("zoë vá", "ñico mü", "úrsula o'b")
    for name in names:
        search_field(page).fill(name)
        page.keyboard.press("Enter")
        expect(search_field(page)).to_have_value("")
    page.get_by_role("button", name="Save who is here").tap()
    page.wait_for_url("**/club/2")
    page.goto(f"{club}/club/2/people")

    ticked = page.locator("[name=here]:checked").evaluate_all("(all) => all.map((e) => e.value)")
    assert sorted(ticked) == ["218", "299", "310"]


@pytest.mark.thorough
def test_an_owner_of_a_link_to_a_club_night_finds_their_name(app, club, open_phone):
    secret = coming.create_link(engines.store_of(app), 2)
    page = open_phone()
    page.goto(f"{club}/coming/{secret}")
    search_field(page).fill("zoë vá")
    page.locator("label", has_text=ZOE).tap()
    page.locator("label", has_text="Maybe").tap()
    page.get_by_role("button", name="Save the answer").tap()

    expect(page.get_by_role("status").first).to_contain_text(f"Saved: {ZOE}, Maybe.")
