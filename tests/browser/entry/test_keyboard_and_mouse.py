"""Numbers entered on a computer, with a mouse and a keyboard together."""

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import CHINCHON_DEAL
from tests.browser.selectors import chip_of
from tests.browser.typist import DESK
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def open_at_a_desk(table, new_phone):
    """A function that opens a new match of a game on a computer with a mouse."""

    def open_at_a_desk(game):
        page = new_phone(touch=False, size=DESK)
        page.goto(f"{table.address}/matches/{table.factory.match(game)}")
        wait_until(page, NOTHING_UNDER_WAY)
        return page

    return open_at_a_desk


def test_digits_go_to_the_current_field_after_a_click_on_a_chip_or_the_score_sheet(open_at_a_desk):
    page = open_at_a_desk("chinchon")
    page.locator(chip_of("closer-Bruno")).click()
    page.keyboard.type("1")
    expect(page.get_by_label("Ana: Points left")).to_have_value("1")

    page.locator("[data-sheet]").click()
    expect(page.locator("#panel")).to_be_visible()
    page.keyboard.type("3")  # the question is below the panel
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.type("2")
    expect(page.get_by_label("Ana: Points left")).to_have_value("12")


def test_digits_go_to_the_current_field_while_nothing_has_the_focus(open_at_a_desk):
    page = open_at_a_desk("chinchon")
    page.keyboard.type("12")
    expect(page.get_by_label("Ana: Points left")).to_have_value("12")
    page.keyboard.press("Backspace")
    expect(page.get_by_label("Ana: Points left")).to_have_value("1")

    page.locator("[data-key='next']").click()
    page.keyboard.type("3")
    expect(page.get_by_label("Bruno: Points left")).to_have_value("3")
    expect(page.get_by_label("Ana: Points left")).to_have_value("1")


def test_the_first_typed_digit_replaces_the_number_in_a_clicked_field(table, new_phone):
    page = new_phone(touch=False, size=DESK)
    match = table.factory.match("chinchon", CHINCHON_DEAL)
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    wait_until(page, NOTHING_UNDER_WAY)
    bruno, chus = (page.get_by_label(f"{name}: Points left") for name in ("Bruno", "Chus"))
    bruno.click()
    page.keyboard.type("25")
    expect(bruno).to_have_value("25")

    chus.click()
    page.keyboard.press("End")  # the user edits the number
    page.keyboard.press("Backspace")
    page.keyboard.type("0")
    expect(chus).to_have_value("40")


def test_a_click_on_a_key_leaves_the_focus_where_it_is(open_at_a_desk):
    page = open_at_a_desk("jamon")
    page.locator("[data-key='5']").click()
    page.keyboard.press("Enter")  # types no second 5
    expect(page.get_by_label("Bruno: Counters")).to_have_value("")

    page.get_by_label("Bruno: Counters").click()
    page.locator("[data-key='1']").click()
    page.keyboard.type("2")
    expect(page.get_by_label("Bruno: Counters")).to_have_value("12")
