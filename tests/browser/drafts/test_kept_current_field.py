"""After a reload or Back, the current field of the number keys is the same."""

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import CHINCHON_DEAL, LOBA_DEAL, LOW
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap_and_wait, tap_keys, wait_until

pytestmark = pytest.mark.browser
CURRENT = ".is-current"  # the field that the number keys change (docs/entry.md)


def test_the_current_field_survives_a_reload(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    tap_and_wait(page, "[id='deadwood-Dina']")
    tap_keys(page, "1")
    page.reload()

    expect(page.locator(CURRENT)).to_have_attribute("id", "deadwood-Dina")


@pytest.mark.thorough
def test_a_field_that_was_only_tapped_after_a_refusal_survives_a_reload(open_match):
    page = open_match("loba")
    tap_and_wait(page, chip_of("went_out-Ana"))
    tap_keys(page, "1", "next", *"112233")
    page.locator("#save").tap()
    expect(page.get_by_role("alert")).to_contain_text("Not saved")
    wait_until(page, NOTHING_UNDER_WAY)
    tap_and_wait(page, "[id='deadwood-Dina']")
    page.reload()

    expect(page.locator(CURRENT)).to_have_id("deadwood-Dina")


def test_a_field_that_was_only_tapped_after_a_reload_survives_the_next_one(open_match):
    page = open_match("loba")
    tap_keys(page, "7", "next")
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    tap_and_wait(page, "[id='deadwood-Dina']")
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator(CURRENT)).to_have_id("deadwood-Dina")
    expect(page.locator("#deadwood-Ana")).to_have_value("7")


@pytest.mark.thorough
def test_after_a_reload_a_full_form_takes_no_digit(open_match):
    page = open_match("chinchon")
    tap_and_wait(page, chip_of("closer-Bruno"))
    tap_keys(page, *"93353020")
    expect(page.locator(CURRENT)).to_have_count(0)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator("#deadwood-Ana")).to_have_value("9")
    expect(page.locator(CURRENT)).to_have_count(0)
    page.locator("[data-key='5']").dispatch_event("click")
    expect(page.locator("#deadwood-Ana")).to_have_value("9")


@pytest.mark.thorough
def test_after_a_reload_the_field_that_next_moved_to_is_current(open_match):
    page = open_match("loba")
    tap_keys(page, "7", "next")
    expect(page.locator(CURRENT)).to_have_id("deadwood-Bruno")
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    tap_keys(page, "5")

    expect(page.locator("#deadwood-Ana")).to_have_value("7")
    expect(page.locator("#deadwood-Bruno")).to_have_value("5")


@pytest.mark.thorough
def test_after_back_the_field_reached_by_an_automatic_advance_is_current(open_match):
    """The draft restores the values and the current field, because the browser restores neither."""
    page = open_match("chinchon")
    tap_keys(page, "9")
    tap_and_wait(page, chip_of("closer-Dina"))
    page.goto(f"{page.url}/sheet")
    page.go_back()
    wait_until(page, NOTHING_UNDER_WAY)
    tap_keys(page, "5")

    expect(page.locator("#deadwood-Ana")).to_have_value("9")
    expect(page.locator("#deadwood-Bruno")).to_have_value("5")


@pytest.mark.thorough
def test_in_a_correction_no_field_becomes_current_after_back(open_match):
    page = open_match("loba", LOBA_DEAL, LOW, page="/rounds/1/correct")
    tap_and_wait(page, "[id='cards.deadwood-Chus']")
    tap_keys(page, "4", "4")
    expect(page.locator(CURRENT)).to_have_count(0)
    page.goto(page.url.replace("rounds/1/correct", "sheet"))
    page.go_back()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator("[id='cards.deadwood-Chus']")).to_have_value("44")
    expect(page.locator(CURRENT)).to_have_count(0)


@pytest.mark.parametrize(
    ("before", "number"), [(("3",), "35"), (("3", "5", "erase"), "35"), (("3", "next"), "3")]
)
def test_after_a_reload_typing_continues_in_a_number_that_was_not_complete(
    open_match, before, number
):
    page = open_match("loba")
    tap_keys(page, *before)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    tap_keys(page, "5")

    expect(page.locator("#deadwood-Ana")).to_have_value(number)


@pytest.mark.thorough
def test_after_a_reload_the_first_digit_replaces_a_number_that_was_only_selected(open_match):
    page = open_match("loba")
    tap_keys(page, "7", "next", "9", "next")
    tap_and_wait(page, "#deadwood-Ana")
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    tap_keys(page, "5")

    expect(page.locator("#deadwood-Ana")).to_have_value("5")
