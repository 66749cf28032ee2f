"""Unintended taps: double taps, and taps on a page that has just changed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import JAGUAR_HAND, by_name
from tests.browser.net import count_submits, hold_requests, release_requests, stop_clock, submits
from tests.browser.outbox.phone import expect_saved
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import (
    NOTHING_UNDER_WAY,
    SETTLED,
    TAPS_ARE_READ,
    centre_of_button,
    tap_and_wait,
    wait_until,
)

pytestmark = pytest.mark.browser

ALL_PASS_AFTER_AN_UPDATE = """() => document.addEventListener("live:updated", () => {
  document.querySelector("#ask [name=quick]").click();
  window.tapped = true;
}, { once: true })"""


@pytest.fixture
def jaguar(table, new_phone):
    """Open a match of Jaguar on a new phone that counts submits, and return (page, match)."""
    match = table.factory.match("jaguar", names=FIVE)
    page = new_phone()
    page.goto(f"{table.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    count_submits(page)
    return page, match


def deals(table, match):
    return len(table.log.sheet(match).deal_answers)


def test_all_pass_tapped_twice_saves_one_hand(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    place = centre_of_button(page, "All pass")
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    page.touchscreen.tap(*place)
    page.clock.run_for(599)
    page.touchscreen.tap(*place)

    assert (submits(page), deals(table, match)) == (1, 1)

    page.clock.run_for(1)
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
    assert deals(table, match) == 2


def test_a_second_tap_that_begins_before_the_page_changes_saves_nothing(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    x, y = place = centre_of_button(page, "All pass")
    session = page.context.new_cdp_session(page)
    held = hold_requests(page, "/hand")
    with page.expect_request("**/hand"):
        page.touchscreen.tap(*place)
    touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    session.send("Input.dispatchTouchEvent", touch)
    release_requests(held)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    assert (submits(page), deals(table, match)) == (1, 1)


def test_a_tap_right_after_another_phone_changed_the_question_is_ignored(live_league, open_phone):
    match = live_league.match("jaguar")
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    page.evaluate(ALL_PASS_AFTER_AN_UPDATE)
    count_submits(page)
    live_league.deal(match, JAGUAR_HAND)
    wait_until(page, "() => window.tapped")
    assert submits(page) == 0

    wait_until(page, SETTLED)
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect_saved(page, "Hand 3")
    assert len(live_league.log.sheet(match).deal_answers) == 2


@pytest.mark.thorough
def test_a_tap_on_undo_right_after_a_save_is_ignored(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    page.locator(".bar").get_by_role("button", name="Undo").tap()

    assert (submits(page), deals(table, match)) == (1, 1)


def test_a_tap_on_undo_during_a_save_is_ignored(table, open_phone):
    """The tap is meant for the answer that is being saved, but would undo the answer before it."""
    match = table.factory.match("jaguar", JAGUAR_HAND, names=FIVE)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    count_submits(page)
    held = hold_requests(page, "/hand")
    with page.expect_request("**/hand"):
        page.get_by_role("button", name="All pass", exact=True).tap()
    page.locator(".bar").get_by_role("button", name="Undo").tap()
    assert submits(page) == 1

    release_requests(held)
    expect(page.locator(".toast")).to_contain_text("Saved: Hand 2")
    assert deals(table, match) == 2


@pytest.mark.thorough
def test_values_entered_after_a_save_can_be_saved_at_once(jaguar, table):
    page, match = jaguar
    stop_clock(page)
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    for chip in ("jaguar-Ana", "friend-Bruno"):
        page.locator(chip_of(chip)).tap()
    for digit in "70":
        page.locator(f"[data-key='{digit}']").tap()
    page.locator("#save").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
    assert deals(table, match) == 2


@pytest.mark.thorough
def test_no_preview_is_requested_while_a_save_is_under_way(jaguar, table):
    """The preview of the last tap would be due during the save."""
    page, match = jaguar
    stop_clock(page)
    for chip in ("jaguar-Ana", "friend-Bruno"):
        page.locator(chip_of(chip)).tap()
    for digit in "70":
        page.locator(f"[data-key='{digit}']").tap()
    asked = hold_requests(page, "/look")
    held = hold_requests(page, "/hand")
    with page.expect_request("**/hand"):
        page.locator("#save").tap()
    page.clock.run_for(1000)
    release_requests(held)

    page.clock.run_for(1000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert (asked, deals(table, match)) == ([], 1)


@pytest.mark.thorough
def test_a_quick_answer_asks_before_it_discards_entered_values(jaguar, table):
    page, match = jaguar
    page.locator(chip_of("jaguar-Ana")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    stop_clock(page)
    place = centre_of_button(page, "All pass")
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    expect(page.locator(".save-bar__status")).to_have_text("Tap again to replace what you entered.")

    assert submits(page) == 0
    expect(page.locator("[id='jaguar-Ana']")).to_be_checked()

    page.clock.run_for(600)
    page.touchscreen.tap(*place)
    assert submits(page) == 0

    page.clock.run_for(1)
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert deals(table, match) == 1


@pytest.mark.thorough
def test_a_preview_keeps_the_warning_of_a_quick_answer(jaguar):
    page, _ = jaguar
    page.locator(chip_of("jaguar-Ana")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    all_pass = page.get_by_role("button", name="All pass", exact=True)
    with page.expect_response(re.compile("/look$")):
        page.locator("[data-key='7']").tap()
        all_pass.tap()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator(".save-bar__status")).to_have_text("Tap again to replace what you entered.")
    expect(all_pass).to_contain_class("is-armed")


def test_all_made_but_one_asks_before_it_replaces_entered_tricks(table, open_phone):
    match = table.factory.match("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    page.locator(chip_of("tricks-Ana-3")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("button", name="All made it but Chus, who took 2").tap()

    expect(page.locator(".save-bar__status")).to_have_text("Tap again to replace what you entered.")
    chosen = page.locator("#ask :checked").evaluate_all("(all) => all.map((input) => input.id)")
    assert chosen == ["tricks-Ana-3"]


def test_all_made_but_another_player_replaces_the_first_choice_at_once(table, open_phone):
    match = table.factory.match("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    assert page.evaluate(TAPS_ARE_READ)
    tap_and_wait(page, all_made_but("Chus"))
    tap_and_wait(page, all_made_but("Dina"))
    assert tricks(page) == ["Ana-1", "Bruno-1", "Chus-1", "Dina-2", "Edu-0"]

    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    tap_and_wait(page, all_made_but("Ana"))
    assert tricks(page) == ["Ana-2", "Bruno-1", "Chus-1", "Dina-1", "Edu-0"]

    tap_and_wait(page, chip_of("tricks-Edu-1"))
    tap_and_wait(page, all_made_but("Bruno"))
    assert tricks(page) == ["Ana-2", "Bruno-1", "Chus-1", "Dina-1", "Edu-1"]
    expect(page.locator(".save-bar__status")).to_have_text("Tap again to replace what you entered.")


def all_made_but(name):
    return f"[name=quick]:has-text('All made it but {name}')"


def tricks(page):
    """Return the chosen tricks, such as "Ana-1", in alphabetical order."""
    chosen = page.locator("#ask :checked").evaluate_all("(all) => all.map((input) => input.id)")
    return sorted(each.removeprefix("tricks-") for each in chosen)


@pytest.mark.thorough
def test_a_quick_answer_asks_before_discarding_without_a_script(table, open_phone):
    match = table.factory.match("jaguar", names=FIVE)
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.locator(chip_of("jaguar-Ana")).tap()
    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text(
        "“All pass” would discard what you entered. Choose “All pass” again to confirm."
    )
    expect(page.locator("[id='jaguar-Ana']")).to_be_checked()
    assert deals(table, match) == 0

    page.get_by_role("button", name="All pass", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    assert deals(table, match) == 1


@pytest.fixture
def open_with_bids(table, new_phone):
    """A function that enters all bids on a new phone of this size and stops its clock."""

    def open_with_bids(width, height):
        page = new_phone(size={"width": width, "height": height})
        page.goto(f"{table.address}/matches/{table.factory.match('jabberwocky', schedule=[4, 4])}")
        assert page.evaluate(TAPS_ARE_READ)
        for who in FIVE:
            page.locator(chip_of(f"bids-{who}-1")).tap()
        wait_until(page, NOTHING_UNDER_WAY)
        stop_clock(page)
        return page

    return open_with_bids


def tap_save_twice(page, across):
    """Tap Save `across` pixels from its left edge, and tap the same place on the next question."""
    box = page.locator("#save").bounding_box()
    place = (box["x"] + across, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*place)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    page.touchscreen.tap(*place)


@pytest.mark.thorough
def test_the_second_tap_on_save_does_not_open_the_reneges(open_with_bids):
    page = open_with_bids(360, 740)
    tap_save_twice(page, 40)
    fold = page.locator(".popover")
    expect(fold).not_to_have_attribute("open", "")

    page.clock.run_for(600)
    page.locator(".popover > summary").tap()
    expect(fold).to_have_attribute("open", "")


@pytest.mark.thorough
def test_in_landscape_the_second_tap_on_save_chooses_no_number(open_with_bids):
    page = open_with_bids(640, 360)
    tap_save_twice(page, 180)
    expect(page.locator("#ask :checked")).to_have_count(0)

    # A tap in another place counts, because it is not the second half of a double tap.
    page.locator(chip_of("tricks-Bruno-2")).tap()
    expect(page.locator("[id='tricks-Bruno-2']")).to_be_checked()
