"""Players are renamed in a dialog over the question, and half-entered values are kept."""

import pytest
from playwright.sync_api import expect

from scorekeeper.league import player_renames, roster
from tests.browser import chromium
from tests.browser.layout_checks import axe_says
from tests.browser.match_factory import CHINCHON_DEAL
from tests.browser.selectors import by_id, chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

VALUES = """() => [...document.querySelectorAll("#ask input:not([type=hidden])")]
  .map((input) => [input.name, input.checked, input.value])"""


@pytest.fixture
def match(live_league):
    return live_league.match("chinchon", CHINCHON_DEAL)


@pytest.fixture
def half_entered(live_league, match, open_phone):
    """A phone with half a deal of Chinchón entered: a number and a chip."""
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)
    keys = live_league.factory.keys
    tap_and_wait(page, by_id(f"deadwood-{keys['Dina']}"))
    tap_and_wait(page, "[data-key='1']")
    tap_and_wait(page, chip_of(f"closer-{keys['Bruno']}"))
    return page


def panel(page):
    return page.locator("#panel")


def open_names(page):
    page.get_by_role("link", name="Score sheet").first.tap()
    panel(page).get_by_role("link", name="Change names").tap()
    expect(panel(page).get_by_role("heading", level=2)).to_have_text("Names")


def type_name(page, before, after):
    panel(page).get_by_label(f"New name for {before}").fill(after)


def save_names(page):
    panel(page).get_by_role("button", name="Save names").tap()


def player_names(live_league):
    return {player.key: player.name for player in roster.players(live_league.log.store)}


def test_a_player_is_renamed_while_a_deal_is_half_entered(half_entered, live_league):
    before, address = half_entered.evaluate(VALUES), half_entered.url
    current = half_entered.evaluate("() => document.querySelector('.is-current').name")
    open_names(half_entered)
    type_name(half_entered, "Bruno", "Benno")
    save_names(half_entered)

    expect(panel(half_entered)).to_be_hidden()
    expect(half_entered.locator("#ask th b", has_text="Benno").first).to_be_visible()
    expect(half_entered.locator("#ask", has_text="Bruno")).to_have_count(0)
    wait_until(half_entered, NOTHING_UNDER_WAY)
    assert half_entered.evaluate(VALUES) == before
    assert half_entered.evaluate("() => document.querySelector('.is-current').name") == current
    assert half_entered.url == address
    assert "Benno" in player_names(live_league).values()

    tap_and_wait(half_entered, "[data-key='2']")  # the number was not complete
    key = live_league.factory.keys["Dina"]
    expect(half_entered.locator(by_id(f"deadwood-{key}"))).to_have_value("12")


def rename_elsewhere(live_league, before, after):
    key = live_league.factory.keys[before]
    player_renames.rename_players(live_league.log.store, {int(key): after})


@pytest.mark.thorough
def test_a_question_without_entered_values_shows_a_name_changed_on_another_phone(
    live_league, match, open_phone
):
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)
    rename_elsewhere(live_league, "Bruno", "Benno")

    expect(page.locator("#ask th b", has_text="Benno").first).to_be_visible()
    expect(page.locator("#match", has_text="Bruno")).to_have_count(0)


def test_a_half_entered_deal_shows_a_name_changed_on_another_phone(half_entered, live_league):
    page = half_entered
    before = page.evaluate(VALUES)
    current = page.evaluate("() => document.querySelector('.is-current').name")
    page.evaluate("() => (window.field = document.querySelector('.is-current'))")
    rename_elsewhere(live_league, "Bruno", "Benno")

    expect(page.locator("#ask th b", has_text="Benno").first).to_be_visible()
    expect(page.locator("#match", has_text="Bruno")).to_have_count(0)
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.evaluate(VALUES) == before
    assert page.evaluate("() => document.querySelector('.is-current').name") == current
    assert page.evaluate("() => field.isConnected")
    expect(page.locator("#remote-change")).to_be_hidden()
    tap_and_wait(page, "[data-key='2']")  # the number was not complete
    expect(page.locator(by_id(f"deadwood-{live_league.factory.keys['Dina']}"))).to_have_value("12")


@pytest.mark.thorough
def test_the_new_names_appear_even_if_the_page_cannot_be_fetched_at_first(half_entered):
    failed = []

    def fail_once(route):
        if route.request.header_value("Scorekeeper-Part") and not failed:
            failed.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    open_names(half_entered)
    type_name(half_entered, "Bruno", "Benno")
    half_entered.route(half_entered.url, fail_once)
    save_names(half_entered)

    expect(half_entered.locator("#ask th b", has_text="Benno").first).to_be_visible()
    assert len(failed) == 1
    chromium.ignore_network_errors(half_entered)


def test_a_refused_name_stays_with_its_reason(half_entered, live_league):
    before = half_entered.evaluate(VALUES)
    open_names(half_entered)
    type_name(half_entered, "Bruno", "Ana")
    type_name(half_entered, "Chus", "Chusa")
    save_names(half_entered)

    sentence = "There is already a player called Ana. Choose a name that tells them apart."
    expect(panel(half_entered).get_by_role("alert")).to_contain_text(sentence)
    expect(panel(half_entered).get_by_role("alert")).to_be_focused()
    field = panel(half_entered).get_by_label("New name for Bruno")
    expect(field).to_have_value("Ana")
    expect(field).to_have_accessible_description(sentence)
    expect(panel(half_entered).get_by_label("New name for Chus")).to_have_value("Chusa")
    assert "Chusa" not in player_names(live_league).values()
    assert axe_says(half_entered) == []

    type_name(half_entered, "Bruno", "Benno")
    save_names(half_entered)
    expect(panel(half_entered)).to_be_hidden()
    assert {"Benno", "Chusa"} <= set(player_names(live_league).values())
    wait_until(half_entered, NOTHING_UNDER_WAY)
    assert half_entered.evaluate(VALUES) == before


@pytest.mark.thorough
def test_a_name_that_another_phone_has_changed_is_shown_beside_the_typed_one(
    half_entered, live_league
):
    key = live_league.factory.keys["Bruno"]
    open_names(half_entered)
    type_name(half_entered, "Bruno", "Benno")
    player_renames.rename_players(live_league.log.store, {int(key): "Bruna"})
    save_names(half_entered)

    expect(panel(half_entered).get_by_role("alert")).to_contain_text("Bruno is now called Bruna.")
    expect(panel(half_entered).get_by_label("New name for Bruna")).to_have_value("Benno")
    assert player_names(live_league)[key] == "Bruna"
    save_names(half_entered)
    expect(panel(half_entered)).to_be_hidden()
    assert player_names(live_league)[key] == "Benno"


@pytest.mark.thorough
def test_without_a_network_the_typed_names_stay(half_entered, live_league):
    open_names(half_entered)
    type_name(half_entered, "Bruno", "Benno")
    half_entered.context.set_offline(True)
    save_names(half_entered)

    expect(panel(half_entered).get_by_role("alert")).to_contain_text("Not saved: the server")
    half_entered.context.set_offline(False)
    save_names(half_entered)
    expect(panel(half_entered)).to_be_hidden()
    assert player_names(live_league)[live_league.factory.keys["Bruno"]] == "Benno"
    chromium.ignore_network_errors(half_entered)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 568), (360, 740), (740, 360)], ids=str)
def test_closing_the_names_keeps_them_and_the_question(size, half_entered, live_league):
    half_entered.set_viewport_size({"width": size[0], "height": size[1]})
    wait_until(half_entered, NOTHING_UNDER_WAY)
    before = half_entered.evaluate(VALUES)
    open_names(half_entered)
    type_name(half_entered, "Bruno", "Benno")
    field = panel(half_entered).get_by_label("New name for Bruno")
    assert field.bounding_box()["height"] >= 44
    half_entered.keyboard.press("Escape")

    expect(panel(half_entered)).to_be_hidden()
    assert half_entered.evaluate(VALUES) == before
    assert "Benno" not in player_names(live_league).values()


def test_without_a_script_the_names_are_a_page(live_league, match, open_phone):
    page = open_phone(scripted=False)
    page.goto(f"{live_league.address}/matches/{match}/sheet")
    page.get_by_role("link", name="Change names").tap()
    page.get_by_label("New name for Bruno").fill("Benno")
    page.get_by_role("button", name="Save names").tap()

    expect(page.locator("#ask th b", has_text="Benno").first).to_be_visible()
