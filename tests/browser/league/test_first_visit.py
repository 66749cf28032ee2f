"""The first page of an empty league, while another phone starts the league's first match."""

import pytest
from playwright.sync_api import expect

from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def page(league, open_phone):
    page = open_phone()
    page.goto(league)
    wait_until(page, NOTHING_UNDER_WAY)
    return page


def start_on_another_phone(league, open_phone):
    other = open_phone()
    other.goto(league)
    other.get_by_role("button", name="Just deal").tap()
    other.wait_for_url("**/matches/1")


@pytest.mark.thorough
def test_an_untouched_first_page_shows_the_match_that_another_phone_starts(
    page, league, open_phone
):
    start_on_another_phone(league, open_phone)

    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    expect(page.get_by_role("heading", name="Ready to play?")).to_have_count(0)


def test_choices_on_the_first_page_still_work_after_another_phone_started_a_match(
    page, league, open_phone
):
    tap(page, chip_of("seats-3"))
    start_on_another_phone(league, open_phone)
    for game in ("loba", "chinchon"):
        tap(page, chip_of(f"game-{game}"))
        wait_until(page, NOTHING_UNDER_WAY)
    expect(page.locator("#seats-3")).to_be_checked()
    expect(page.locator("[name=game]")).to_have_count(6)
    page.get_by_role("button", name="Just deal").tap()

    page.wait_for_url("**/matches/2")
    expect(page.get_by_text("Chinchón").first).to_be_visible()
    expect(page.locator("#ask").get_by_role("row", name="Queen")).to_be_visible()
    expect(page.locator("#ask").get_by_role("row", name="Jack")).to_have_count(0)


def test_the_line_below_the_games_describes_the_chosen_game(page):
    expect(page.locator(".games__about")).not_to_contain_text("A secret friend")
    tap(page, chip_of("game-jaguar"))

    expect(page.locator(".games__about")).to_have_text("A secret friend · 5 or 6 players")
    expect(page.locator(".games__about")).to_have_count(1)


@pytest.mark.thorough
def test_the_name_field_stays_open_while_the_first_names_are_added(page):
    page.goto(f"{page.url}matches/new")
    expect(page.get_by_text("New player", exact=True)).to_be_hidden()
    for name in ("Ana", "Bo"):
        page.get_by_label("Add a name").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.get_by_role("checkbox", name=name)).to_be_checked()

    expect(page.get_by_text("New player", exact=True)).to_be_visible()
