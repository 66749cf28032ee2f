"""The Save button keeps its size and place, and says what it does."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.net import hold_requests, release_requests, stop_clock
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

# Whether the toast is above the button.
IS_BELOW_TOAST = """(button) => {
  const toast = document.querySelector(".toast").getBoundingClientRect();
  return toast.bottom <= button.getBoundingClientRect().top + 1;
}"""


def test_save_focuses_the_missing_field_and_sends_nothing(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon')}")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    tap_chips_and_keys(page, "closer-Ana", "3", "1", "2", "9")
    page.locator("[id='deadwood-Edu']").tap()
    saves = hold_requests(page, r"/rounds/1/\w+")

    page.locator("#save").tap(force=True)

    expect(page.locator("[id='deadwood-Dina']")).to_be_focused()
    expect(page.locator("[id='deadwood-Dina']")).to_have_class(re.compile("is-current"))
    wait_until(page, NOTHING_UNDER_WAY)
    assert saves == []


def test_save_with_a_missing_chip_completes_the_number(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('loba')}")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    tap_chips_and_keys(page, "2")
    page.locator("#save").tap(force=True)
    expect(page.get_by_role("radio", name="Nobody went out")).to_be_focused()
    tap_chips_and_keys(page, "7")

    expect(page.locator("[id='deadwood-Ana']")).to_have_value("2")
    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("7")


@pytest.mark.parametrize("screen", [(320, 568), (740, 360)], ids=str)
def test_the_message_after_an_undo_does_not_cover_the_save_button(screen, table, open_phone):
    page = open_phone({"width": screen[0], "height": screen[1]})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    page.get_by_role("button", name="All pass").tap()
    page.get_by_text("Saved: Hand 1.").first.wait_for()
    wait_until(page, SETTLED)
    page.get_by_role("button", name="Undo").first.tap()
    page.get_by_text("Undone: Hand 1").first.wait_for()

    assert page.locator("#save").evaluate(IS_BELOW_TOAST)


def test_the_save_button_keeps_its_size_when_its_label_changes(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    before = page.locator("#save").bounding_box()
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina", "7", "5")
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")

    assert page.locator("#save").bounding_box() == before


def test_the_save_button_is_not_dimmed_while_a_preview_loads(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    hold_requests(page, "/look")
    with page.expect_request(re.compile("/look$")):
        tap_chips_and_keys(page, "jaguar-Bruno")

    assert page.locator("#save").evaluate("save => getComputedStyle(save).opacity") == "1"


def test_the_save_button_names_its_action_without_a_script(table, open_phone):
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")

    expect(page.get_by_role("button", name="Save the hand")).to_be_visible()
    expect(page.get_by_text("still to enter")).to_be_hidden()


def test_the_save_button_shows_after_150_milliseconds_that_a_save_is_under_way(table, new_phone):
    page = new_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina", "7", "5")
    wait_until(page, NOTHING_UNDER_WAY)
    stop_clock(page)
    saves = hold_requests(page, "/hand")
    with page.expect_request("**/hand"):
        page.locator("#save").tap()
    page.clock.run_for(149)
    expect(page.get_by_role("button", name="Save the hand")).to_be_visible()

    page.clock.run_for(1)
    expect(page.get_by_role("button", name="Saving…")).to_be_visible()
    release_requests(saves)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
