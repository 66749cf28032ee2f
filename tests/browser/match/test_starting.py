"""On phones of every size, the new-match page fits the screen, and a match can be started."""

import pytest
from playwright.sync_api import expect

from scorekeeper.league import roster as people
from scorekeeper.league import season_commands, settings
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands as matches
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests import club_league
from tests.browser import chromium
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LEAST_TARGET,
    SMALL_TARGETS,
    STICKING_OUT,
    UNFOLD,
    axe_says,
)
from tests.browser.match.new_match_page import SHORT, SMALL, size
from tests.browser.player_names import FIVE, HARD_NAMES, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser
LONG = tuple(f"{letter}onaudampfschifffahrtsgesellschaftskapit" for letter in "DEFGHIJKLM")
GROUPS = {
    "two": TEN[:2],
    "five": FIVE,
    "eight": TEN[:8],
    "ten": TEN,
    "hard names": HARD_NAMES,
    "ten long names": LONG,
}

VALUES = "(all) => all.map((each) => each.value)"


@pytest.mark.parametrize("screen", [SMALL, SHORT], ids=lambda each: f"{each[0]} by {each[1]}")
def test_the_home_page_does_not_scroll_sideways_with_long_names(
    screen, empty_database, tmp_path, open_phone
):
    """Two leaders, a league and a season have names of forty letters without a space."""
    with chromium.league_app(empty_database, tmp_path) as app:
        log = app.extensions["scorekeeper.log"]
        store = engines.store_of(app)
        settings.rename_league(store, LONG[0])
        season_commands.create_season(store, Season(0, LONG[1]))
        keys = tuple(people.add_player(store, name).key for name in LONG[:3])
        match = matches.start_match(
            log, "jabberwocky", keys, {"schedule": [1, 1]}, CommandMeta("a", 1)
        )
        bids, tricks = dict.fromkeys(keys, 0), {**dict.fromkeys(keys, 0), keys[2]: 1}
        matches.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("b", 2))
        matches.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("c", 3))
        with chromium.serving(app) as address:
            page = open_phone(size=size(screen))
            page.goto(address)

            expect(page.get_by_text("lead", exact=False).first).to_be_visible()
            assert page.evaluate(STICKING_OUT) == []


@pytest.mark.parametrize("group", GROUPS)
def test_the_new_match_page_fits_the_screen_and_starts_a_match(group, open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(GROUPS[group]) + "/matches/new")
    start = page.get_by_role("button", name="Start")
    for screen in (SHORT, SMALL):
        page.set_viewport_size(size(screen))
        expect(start).to_be_in_viewport(ratio=1)
        assert (screen, page.evaluate(STICKING_OUT)) == (screen, [])

    page.evaluate(UNFOLD)
    assert axe_says(page) == []
    for screen in (SHORT, SMALL):
        page.set_viewport_size(size(screen))
        assert (screen, page.evaluate(STICKING_OUT)) == (screen, [])
        assert (screen, page.evaluate(SMALL_TARGETS, LEAST_TARGET)) == (screen, [])
        expect(start).to_be_in_viewport(ratio=1)
    start.tap()
    expect(page.locator("#match")).to_be_visible()


def test_start_names_the_first_dealer_beside_the_invitation_without_breaking_the_name(
    empty_database, tmp_path, open_phone
):
    """The button for the invitation is shown to owners until the league's first match."""
    with chromium.league_app(empty_database, tmp_path) as app:
        for name in ("Bartholomäus Hohenzollern-Wu", "Maximiliana Konstantinopolitanska"):
            people.add_player(engines.store_of(app), name)
        with chromium.serving(app) as address:
            page = open_phone(size=size(SMALL))
            page.goto(f"{address}/matches/new?game=loba")

            start = page.get_by_role("button", name="Start, ")
            expect(start).to_contain_text("deals first")
            expect(page.get_by_role("button", name="Deal & invite")).to_be_visible()
            assert page.evaluate(BROKEN_WORDS, ".setup__foot") == []
            assert start.bounding_box()["height"] <= LEAST_TARGET * 2


def test_a_new_match_with_the_last_five_players_fits_one_screen(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(FIVE, "chinchon", limit=70) + "/matches/new")

    assert page.evaluate("document.documentElement.scrollHeight") == 640
    expect(page.locator("#rules summary")).to_contain_text("out at 70")
    expect(
        page.get_by_text("Same rules as last time. One differs from the standard rules.")
    ).to_be_visible()


def test_start_is_disabled_with_a_reason_for_too_many_players(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(FIVE, "chinchon") + "/matches/new")
    start = page.get_by_role("button", name="Start")

    page.locator("label", has=page.locator("#game-gin")).tap()
    expect(start).to_be_disabled()
    expect(page.locator("#not-yet")).to_have_text("Gin rummy is for 2 to 4 players.")
    expect(start).to_be_in_viewport(ratio=1)
    page.locator("label", has=page.locator("#plays-5")).tap()
    expect(start).to_be_enabled()
    expect(page.locator("#not-yet")).to_have_count(0)


def test_the_field_for_a_new_player_opens_in_view_and_with_the_focus(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(TEN[:7]) + "/matches/new")
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_text("New player", exact=True).tap()

    field = page.get_by_label("Add a name")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    foot = page.locator(".setup__foot").bounding_box()
    assert (box := field.bounding_box())["y"] + box["height"] <= foot["y"]


def test_the_first_visit_fits_one_screen_with_its_start_button(league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(league)

    assert page.evaluate("document.documentElement.scrollHeight") == 640
    expect(page.get_by_role("button", name="Deal & invite")).to_be_in_viewport(ratio=1)


# The controls of the open form "Change names" that are covered or cut off, after scrolling to them.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".seats__names :is(input.field, button)")]
  .filter((each) => {
    each.scrollIntoView({ block: "center" });
    const { x, y, width, height } = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })
  .map((each) => each.id || each.textContent)"""


@pytest.mark.thorough
@pytest.mark.parametrize("names", [FIVE, TEN], ids=len)
def test_all_names_can_be_changed_after_seats_were_moved(names, open_league, open_phone):
    page = open_phone(size=size((360, 740)))
    page.goto(open_league(names) + "/matches/new")
    page.locator("#seats > summary").tap()
    for move in ("Move Bruno up", "Move Chus up", "Move Ana down"):
        page.get_by_role("button", name=move).tap()
        wait_until(page, NOTHING_UNDER_WAY)
    page.locator(".seats__names > summary").tap()

    assert page.evaluate(OUT_OF_SIGHT) == []


@pytest.mark.thorough
def test_back_after_a_start_in_a_large_league_shows_the_players_of_the_started_match(
    empty_database, tmp_path, open_phone
):
    page = open_phone()
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        club_league.add_people(store, 20)
        for first in (1, 4):
            keys = tuple(str(key) for key in range(first, first + 3))
            began = CommandMeta(f"match of {first}", 1_790_000_000 + first)
            matches.start_match(app.extensions["scorekeeper.log"], "jamon", keys, {}, began)
        with chromium.serving(app) as address:
            page.goto(f"{address}/matches/new")
            page.get_by_role("checkbox", name="Dina").uncheck()
            wait_until(page, NOTHING_UNDER_WAY)
            page.get_by_role("checkbox", name="Ana").check()
            wait_until(page, NOTHING_UNDER_WAY)
            page.get_by_role("button", name="Start", exact=False).first.click()
            page.wait_for_url("**/matches/3")

            page.go_back()

            assert page.locator("[name=plays]:checked").evaluate_all(VALUES) == ["5", "6", "1"]


@pytest.mark.parametrize("key", ["Add", "Enter"])
def test_a_name_that_is_too_long_leaves_the_field_in_view_with_the_reason(
    key, open_league, open_phone
):
    page = open_phone(size=size(SMALL))
    page.goto(open_league(TEN) + "/matches/new")
    page.get_by_text("New player").tap()
    field = page.get_by_label("Add a name")
    field.fill("Wolfeschlegelsteinhausenbergerdorff-Maximus")
    if key == "Add":
        page.get_by_role("button", name="Add", exact=True).tap()
    else:
        page.keyboard.press("Enter")

    expect(field).to_have_accessible_description("A name can have at most 40 characters, not 43.")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    expect(field).to_have_value("Wolfeschlegelsteinhausenbergerdorff-Maximus")
    expect(page.get_by_role("alert")).to_have_count(0)
