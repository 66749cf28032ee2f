"""Numbers typed on the keypad: digits, erasing, and keys tapped before the preview arrives."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import CHINCHON_DEAL, JAMON_DEAL, LOBA_DEAL
from tests.browser.net import hold_requests
from tests.browser.outbox.phone import expect_saved
from tests.browser.selectors import chip_of
from tests.browser.waits import tap_and_wait

pytestmark = pytest.mark.browser


def test_keys_respect_a_chip_chosen_before_the_preview_arrives(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    hold_requests(page, "/look")
    page.locator(chip_of("closer-Ana")).tap()
    page.locator("[data-key='3']").tap()
    page.locator("[data-key='2']").tap()
    page.locator("[data-key='9']").tap()

    expect(page.locator("[id='deadwood-Ana']")).to_have_value("3")
    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("29")


def test_keys_move_to_the_next_player_when_the_current_number_becomes_fixed(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    hold_requests(page, "/look")
    page.locator(chip_of("closer-Ana")).tap()
    page.locator(chip_of("close-chinchon")).tap()
    page.locator("[data-key='2']").tap()

    expect(page.locator("[id='deadwood-Ana']")).to_have_value("0")
    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("2")


def test_save_sends_values_typed_before_any_preview_arrives(table, open_phone):
    match = table.factory.match("jaguar")
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    hold_requests(page, "/look")
    for chip in ("jaguar-Ana", "friend-Bruno"):
        page.locator(chip_of(chip)).tap()
    page.locator("[data-key='7']").tap()
    page.locator("[data-key='0']").tap()
    page.locator("#save").tap()

    expect_saved(page, "Hand 2")
    [[(_, said)]] = table.log.sheet(match).deal_answers
    assert said == {"jaguar": "Ana", "friend": "Bruno", "points": 70}


@pytest.mark.thorough
def test_consecutive_digits_make_one_number(open_match):
    page = open_match("loba", LOBA_DEAL)
    tap_and_wait(page, "[id='deadwood-Bruno']")
    tap_and_wait(page, "[data-key='4']")
    tap_and_wait(page, "[data-key='1']")

    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("41")


@pytest.mark.thorough
def test_the_first_digit_replaces_the_old_number(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    tap_and_wait(page, "[name='cards.deadwood-Bruno']")
    tap_and_wait(page, "[data-key='7']")

    expect(page.locator("[name='cards.deadwood-Bruno']")).to_have_value("7")


@pytest.mark.thorough
def test_erase_removes_one_digit(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    tap_and_wait(page, "[name='cards.deadwood-Bruno']")
    tap_and_wait(page, "[data-key='erase']")
    tap_and_wait(page, "[data-key='3']")

    expect(page.locator("[name='cards.deadwood-Bruno']")).to_have_value("63")


@pytest.mark.thorough
def test_an_erased_number_in_a_correction_becomes_a_suggestion(open_match):
    """The field suggests the remaining counters, and the first digit replaces them."""
    page = open_match("jamon", JAMON_DEAL, page="/rounds/1/correct", deals=3)
    field = page.locator("[name='count.counters-Chus']")
    tap_and_wait(page, "[name='count.counters-Chus']")
    tap_and_wait(page, "[data-key='erase']")
    expect(field).to_have_value("5")
    expect(field).to_have_class(re.compile("numbers-table__field--rest"))
    tap_and_wait(page, "[data-key='4']")

    expect(field).to_have_value("4")
