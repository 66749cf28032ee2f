"""Choices on the new-match page survive a reload, but not the start of the match or a whole day."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap, wait_until

pytestmark = pytest.mark.browser
TEN_MINUTES, DAY = 10 * 60 * 1000, 24 * 60 * 60 * 1000  # milliseconds
CHOSEN = """() => [...document.querySelectorAll("[name=plays]:checked")]
  .map((each) => each.closest("label").querySelector("bdi").textContent).join(" ")"""
# The page fetches the restored form. Until that form replaces the current one, the current form is
# inert.
AT_REST = "() => !document.querySelector('#setup').inert"
RESTORED = "() => document.querySelector('#setup:not([inert], [data-restores])')"
KEPT = "() => Object.keys(sessionStorage).filter((key) => key.startsWith('new match'))"
# Makes the saved choices older by this number of milliseconds.
AGE = """(by) => {
  const [key] = Object.keys(sessionStorage), kept = JSON.parse(sessionStorage.getItem(key));
  sessionStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - by }));
}"""


@pytest.fixture
def page(live_league, open_phone):
    """The new-match page, which suggests the five players of the last match."""
    began = CommandMeta("an earlier form", 1_790_000_000)
    commands.start_match(live_league.log, "chinchon", tuple("12345"), {"limit": 70}, began)
    page = open_phone()
    page.goto(f"{live_league.address}/matches/new")
    return page


def touch(page, *what):
    for each in what:
        tap(page, each)
        wait_until(page, NOTHING_UNDER_WAY)


def chosen_names(page):
    return page.evaluate(CHOSEN)


def test_players_game_seats_and_options_survive_a_reload(page):
    touch(page, chip_of("game-loba"), chip_of("plays-2"), "#seats > summary", "#up-5")
    touch(page, chip_of("deals-3"), "#rules > summary")
    page.get_by_role("textbox", name="Out at").fill("60")
    page.reload()
    wait_until(page, RESTORED)

    assert chosen_names(page) == "Ana Chus Dina Edu"
    expect(page.locator("#game-loba")).to_be_checked()
    expect(page.locator("#deals-3")).to_be_checked()
    expect(page.locator("#seats .seatline__who bdi")).to_have_text(["Ana", "Chus", "Edu", "Dina"])
    expect(page.get_by_role("textbox", name="Out at")).to_have_value("60")


@pytest.mark.thorough
def test_rules_set_for_another_game_survive_a_reload(page):
    touch(page, "#rules > summary")
    page.get_by_role("textbox", name="Out at").fill("60")
    touch(page, chip_of("game-loba"))
    page.reload()
    wait_until(page, RESTORED)
    expect(page.locator("#loba-limit")).to_have_value("100")
    touch(page, chip_of("game-chinchon"))

    expect(page.locator("#chinchon-limit")).to_have_value("60")


@pytest.mark.thorough
def test_choices_survive_a_visit_to_the_players_page(page):
    touch(page, chip_of("plays-2"))
    page.goto(page.url.replace("matches/new", "players"))
    page.go_back()
    wait_until(page, RESTORED)

    assert chosen_names(page) == "Ana Chus Dina Edu"


def test_a_typed_name_survives_a_reload_and_adds_no_player(page):
    page.locator(".chips__more > summary").tap()
    page.get_by_label("Add a name").fill("Flor")
    page.reload()
    wait_until(page, RESTORED)

    expect(page.get_by_label("Add a name")).to_have_value("Flor")
    assert chosen_names(page) == "Ana Bruno Chus Dina Edu"
    expect(page.get_by_role("checkbox", name="Flor")).to_have_count(0)
    page.reload()
    wait_until(page, RESTORED)
    expect(page.get_by_label("Add a name")).to_have_value("Flor")


@pytest.mark.thorough
def test_a_typed_change_of_a_name_survives_a_reload_and_is_visible(page):
    touch(page, "#seats > summary", ".seats__names > summary")
    page.get_by_role("textbox", name="New name for Bruno").fill("Brunone")
    page.reload()
    wait_until(page, RESTORED)

    expect(page.get_by_role("textbox", name="New name for Bruno")).to_have_value("Brunone")
    expect(page.get_by_role("textbox", name="New name for Bruno")).to_be_visible()


@pytest.mark.thorough
def test_an_invalid_option_survives_a_reload_with_its_problem(page):
    page.locator("#rules > summary").tap()
    page.get_by_role("textbox", name="Out at").fill("5")
    page.reload()
    wait_until(page, RESTORED)

    expect(page.get_by_role("textbox", name="Out at")).to_have_value("5")
    expect(page.get_by_text("“Out at” must be between 10 and 1000.").first).to_be_visible()


@pytest.mark.thorough
def test_choices_of_a_started_match_are_forgotten(page):
    touch(page, chip_of("plays-2"))
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/matches/2")
    page.goto(page.url.replace("/2", "/new"))
    wait_until(page, f"() => !({KEPT})().length")

    touch(page, chip_of("plays-2"))
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/matches/3")


def test_choices_are_forgotten_after_a_day(page):
    touch(page, chip_of("plays-2"))
    page.evaluate(AGE, DAY)
    page.reload()
    wait_until(page, AT_REST)

    assert chosen_names(page) == "Ana Bruno Chus Dina Edu"


@pytest.mark.thorough
def test_choices_are_forgotten_after_ten_minutes_if_the_page_is_opened_again(page):
    """Other matches may have started since. After a reload or Back, the choices are still there."""
    touch(page, chip_of("plays-2"))
    page.evaluate(AGE, TEN_MINUTES)
    page.reload()
    wait_until(page, RESTORED)
    assert chosen_names(page) == "Ana Chus Dina Edu"
    page.evaluate(AGE, TEN_MINUTES)
    page.goto(page.url.replace("matches/new", "players"))
    page.goto(page.url.replace("players", "matches/new"))
    wait_until(page, AT_REST)

    assert chosen_names(page) == "Ana Bruno Chus Dina Edu"


@pytest.mark.thorough
def test_choices_stay_in_their_tab(page):
    touch(page, chip_of("plays-2"))
    other = page.context.new_page()
    other.goto(page.url)
    wait_until(other, AT_REST)

    assert chosen_names(other) == "Ana Bruno Chus Dina Edu"


def test_start_does_not_look_ready_before_players_are_chosen(live_league, open_phone):
    page = open_phone()
    page.goto(f"{live_league.address}/matches/new")

    expect(page.locator("#not-yet")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_have_css("border-style", "dashed")
