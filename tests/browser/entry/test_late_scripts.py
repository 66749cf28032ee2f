"""Values entered before a page's scripts have loaded are kept and sent."""

import pytest
from playwright.sync_api import expect

from scorekeeper.league import roster, season_commands, settings
from scorekeeper.league.seasons import Season
from scorekeeper.server import engines
from tests.browser.match_factory import LOBA_DEAL
from tests.browser.net import hold_requests, release_requests
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, first_event, tap, wait_until

pytestmark = pytest.mark.browser

HTMX = r"/htmx-4.0.1.min.js.*"
LATER = r"/(double-taps|live|choices|drafts|stage|stage-preview|outbox-ui)\.js"
CHOSEN = "[...document.querySelectorAll('#ask :checked')].map((each) => each.id)"
NUMBERS = "[...document.querySelectorAll('#ask .numbers-table__field')].map((each) => each.value)"
READABLE = """() => document.readyState !== "loading"
  && [...document.querySelectorAll("link[rel=stylesheet]")].every((each) => each.sheet)"""
DRAFTS = "Object.keys(localStorage).length"


@pytest.fixture
def open_early():
    """A function that opens a page, holds these scripts and returns the held requests."""

    def opened(page, address, scripts=LATER):
        page.goto("about:blank")
        held = hold_requests(page, scripts)
        page.goto(address, wait_until="commit")
        first_event(page, held)
        wait_until(page, READABLE)
        return held

    return opened


def go_on(page, held):
    """Let the held scripts load, and wait until the page has nothing left to do."""
    release_requests(held)
    page.wait_for_load_state()
    wait_until(page, NOTHING_UNDER_WAY)


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [HTMX, LATER], ids=["htmx", "later"])
def test_bids_chosen_early_are_previewed_and_kept(table, open_match, open_early, scripts):
    page = open_match("jabberwocky", schedule=[9, 2, 3])
    held = open_early(page, f"{table.address}/matches/{page.match}", scripts)
    page.evaluate("localStorage.clear()")
    tap(page, chip_of("bids-Bruno-2"))
    tap(page, chip_of("bids-Chus-3"))
    go_on(page, held)

    expect(page.get_by_text("Bids: 5 for 9 tricks")).to_be_visible()
    assert page.evaluate(DRAFTS) == 1
    page.reload()
    wait_until(page, f"() => {CHOSEN}.length")
    assert page.evaluate(CHOSEN) == ["bids-Bruno-2", "bids-Chus-3"]


def test_bids_chosen_early_join_those_of_the_draft(table, open_match, open_early):
    page = open_match("jabberwocky", schedule=[9, 2, 3])
    tap(page, chip_of("bids-Bruno-2"))
    tap(page, chip_of("bids-Dina-1"))
    held = open_early(page, f"{table.address}/matches/{page.match}")
    tap(page, chip_of("bids-Chus-3"))
    tap(page, chip_of("bids-Dina-4"))
    go_on(page, held)

    both = ["bids-Bruno-2", "bids-Chus-3", "bids-Dina-4"]
    wait_until(page, f"() => {CHOSEN}.length === 3")
    assert page.evaluate(CHOSEN) == both
    page.reload()
    wait_until(page, f"() => {CHOSEN}.length === 3")
    assert page.evaluate(CHOSEN) == both


def test_digits_typed_early_stay_with_their_players(table, open_match, open_early):
    page = open_match("chinchon", names=("Ana", "Bruno", "Chus"), limit=100)
    held = open_early(page, f"{table.address}/matches/{page.match}")
    for key in "351":
        tap(page, f'[data-key="{key}"]')
    go_on(page, held)
    tap(page, '[data-key="2"]')

    assert page.evaluate(NUMBERS) == ["35", "12", ""]
    page.reload()
    wait_until(page, f"() => {NUMBERS}.join() === '35,12,'")


@pytest.mark.thorough
def test_a_season_chosen_early_opens(live_league, open_phone, open_early):
    store = engines.store_of(live_league.app)
    season_commands.create_season(store, Season(0, "Autumn", "2026-07-01"))
    page = open_phone()
    held = open_early(page, f"{live_league.address}/records")
    page.get_by_role("combobox", name="Season").select_option("Autumn")
    release_requests(held)

    page.wait_for_url("**/records?season=1")


@pytest.mark.thorough
def test_a_suggestion_after_early_digits_replaces_no_number_of_the_draft(
    table, open_match, open_early
):
    page = open_match("jamon", names=("Ana", "Bruno", "Chus", "Dina"))
    tap(page, "[id='counters-Dina']")
    tap(page, "[data-key='4']")
    held = open_early(page, f"{table.address}/matches/{page.match}")
    for key in "386":
        tap(page, f"[data-key='{key}']")
    go_on(page, held)

    wait_until(page, f"() => {NUMBERS}.join() === '3,8,6,4'")


@pytest.mark.thorough
def test_numbers_of_the_draft_survive_an_early_tap_that_frees_their_field(
    table, open_match, open_early
):
    """Ana went out in the recorded deal, so Ana's number is fixed at 0."""
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    tap(page, chip_of("cards.went_out-Edu"))
    tap(page, "[id='cards.deadwood-Ana']")
    for key in "52":
        tap(page, f"[data-key='{key}']")
    wait_until(page, NOTHING_UNDER_WAY)
    held = open_early(page, page.url)
    tap(page, chip_of("cards.went_out-Bruno"))
    go_on(page, held)

    wait_until(page, f"() => {NUMBERS}.slice(0, 2).join() === '52,0'")


def test_a_game_chosen_early_adds_no_player_with_half_a_name(live_league, open_phone, open_early):
    live_league.match("chinchon")
    store = engines.store_of(live_league.app)
    page = open_phone()
    held = open_early(page, f"{live_league.address}/matches/new", HTMX)
    tap(page, chip_of("game-jabberwocky"))
    page.evaluate("document.querySelector('#name').closest('details').open = true")
    page.locator("#name").focus()
    page.keyboard.type("Zo")
    go_on(page, held)
    page.keyboard.type("ra")
    page.locator("#name").blur()

    expect(page.locator("#rules [name^=jabberwocky-]").first).to_be_attached()
    wait_until(page, NOTHING_UNDER_WAY)
    assert "Zo" not in [player.name for player in roster.players(store)]


@pytest.mark.thorough
def test_a_time_zone_chosen_early_is_saved(live_league, open_phone, open_early):
    page = open_phone()
    held = open_early(page, f"{live_league.address}/league")
    page.get_by_role("combobox", name="Time zone").select_option("Asia/Tokyo")
    release_requests(held)

    expect(page.get_by_text("The time zone was saved.")).to_be_visible()
    assert settings.get_league(engines.store_of(live_league.app)).time_zone == "Asia/Tokyo"


@pytest.mark.thorough
def test_a_game_chosen_early_shows_its_options(live_league, open_phone, open_early):
    live_league.match("chinchon")
    page = open_phone()
    held = open_early(page, f"{live_league.address}/matches/new", HTMX)
    tap(page, chip_of("game-jabberwocky"))
    go_on(page, held)

    expect(page.locator("#rules [name^=jabberwocky-]").first).to_be_attached()


@pytest.mark.thorough
def test_a_page_shown_again_by_back_names_its_own_season(live_league, open_phone):
    store = engines.store_of(live_league.app)
    season_commands.create_season(store, Season(0, "Autumn", "2026-07-01"))
    page = open_phone()
    page.goto(f"{live_league.address}/records?season=all")
    menu = page.get_by_role("combobox", name="Season")
    # After Back, browsers restore the page as it was left. The tests' browser loads the page again,
    # so the test sets the menu and sends the event.
    menu.evaluate("(menu) => (menu.value = '1')")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    expect(menu).to_have_value("all")
