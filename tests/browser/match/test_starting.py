"""On phones of every size, the new-match page fits the screen, and a match can be started."""

import pytest
from playwright.sync_api import expect

from scorekeeper.league import roster as people
from scorekeeper.league import season_commands, settings
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands as matches
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rules import GAMES
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
from tests.browser.player_names import FIVE, HARD_NAMES, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser
SMALL, SHORT = (320, 568), (360, 640)
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


@pytest.fixture
def open_league(empty_database, tmp_path):
    """A function that creates a league with a match and returns the league's address."""
    opened = []

    def open_(names, game="jamon", **options):
        app = chromium.league_app(empty_database, tmp_path)
        opened.append(app)
        app = app.__enter__()
        keys = tuple(people.add_player(engines.store_of(app), name).key for name in names)
        log = app.extensions["scorekeeper.log"]
        matches.start_match(log, game, keys, options, CommandMeta("a", 1_790_000_000))
        server = chromium.serving(app)
        opened.append(server)
        return server.__enter__()

    yield open_
    for each in reversed(opened):
        each.__exit__(None, None, None)


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


def size(width_and_height):
    return dict(zip(("width", "height"), width_and_height, strict=True))


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
    """Owners are offered the invitation until the league's first match."""
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
    expect(page.locator("#rules summary")).to_contain_text("Out at 70")
    expect(
        page.get_by_text("Same rules as last time. One differs from the standard rules.")
    ).to_be_visible()


def test_the_rules_summary_follows_an_option_ticked_and_unticked(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(TEN[:2], "gin") + "/matches/new")
    page.locator("#rules summary").tap()
    hollywood = page.get_by_role("checkbox", name="Hollywood")

    hollywood.tap()
    expect(page.locator("#rules summary")).to_contain_text("Hollywood")
    expect(page.get_by_text("One rule differs from the standard rules.")).to_be_visible()
    hollywood.tap()
    expect(page.locator("#rules summary")).not_to_contain_text("Hollywood")
    expect(page.get_by_text("from the standard")).to_have_count(0)


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


def test_an_invalid_option_shows_its_problem_and_keeps_focus_and_value(open_league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(FIVE, "chinchon") + "/matches/new")
    page.locator("#rules summary").tap()

    limit, stake = (
        page.get_by_role("textbox", name=name) for name in ("Out at", "Stake of each player")
    )
    limit.fill("5")
    stake.focus()
    expect(page.get_by_text("“Out at” must be between 10 and 1000.")).to_be_visible()
    expect(stake).to_be_focused()
    expect(limit).to_have_value("5")


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


@pytest.mark.thorough
def test_an_option_links_to_its_section_of_the_rules_and_keeps_entered_values(
    open_league, open_phone
):
    page = open_phone(size=size(SHORT))
    page.goto(open_league(FIVE, "chinchon") + "/matches/new")
    page.locator("#rules summary").tap()
    page.get_by_role("textbox", name="Out at").fill("70")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules: Maximum points to close").tap()

    heading = opened.value.get_by_role("heading", name="Maximum points to close")
    expect(heading).to_be_in_viewport(ratio=1)
    bar = opened.value.locator(".bar").bounding_box()
    assert heading.bounding_box()["y"] >= bar["y"] + bar["height"]
    expect(page.get_by_role("textbox", name="Out at")).to_have_value("70")


@pytest.mark.parametrize("game", GAMES)
def test_the_points_table_of_the_rules_is_on_the_first_screen(game, open_phone, table):
    page = open_phone(size=size(SHORT))
    page.goto(f"{table.address}/rules/{game}")

    assert page.locator(".prose h2").first.text_content() == "In short"
    table_of_points = page.locator(".prose table").first.bounding_box()
    assert table_of_points["y"] + table_of_points["height"] <= 640
    assert page.evaluate(STICKING_OUT) == []


def test_the_first_visit_fits_one_screen_with_its_start_button(league, open_phone):
    page = open_phone(size=size(SHORT))
    page.goto(league)

    assert page.evaluate("document.documentElement.scrollHeight") == 640
    expect(page.get_by_role("button", name="Deal the first hand")).to_be_in_viewport(ratio=1)


# The controls of the open fold "Change names" that are covered or cut off, after scrolling to them.
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


# The house rules' choices whose words do not fit into the closed list.
CUT_CHOICES = """() => {
  const lists = [...document.querySelectorAll("#rules select")], arrow = 20, found = [];
  const word = document.body.appendChild(document.createElement("span"));
  for (const list of lists) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    Object.assign(word.style, { font, position: "absolute", whiteSpace: "nowrap" });
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    for (const { text } of list.options) {
      word.textContent = text;
      if (word.getBoundingClientRect().width > room) found.push(text);
    }
  }
  word.remove();
  return found;
}"""


@pytest.mark.parametrize("game", ["chinchon", "gin", "jabberwocky"])
def test_the_choices_of_a_house_rule_are_not_cut_off(game, open_league, open_phone):
    page = open_phone()
    page.goto(f"{open_league(FIVE)}/matches/new")
    page.locator(f"label:has(#game-{game})").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.evaluate(UNFOLD)

    expect(page.locator("#rules select").first).to_be_visible()
    assert page.evaluate(CUT_CHOICES) == []
