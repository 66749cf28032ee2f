"""Without a network, saved answers wait on the phone and are written once, in order."""

import re
import socket

import pytest
from playwright.sync_api import expect

from scorekeeper.match.events import StepUndone
from tests.browser import chromium
from tests.browser.bids import fill
from tests.browser.net import hold_requests, release_requests
from tests.browser.outbox.phone import (
    BIDS,
    ONLINE,
    SAVED,
    THREE_ROUNDS,
    TRICKS,
    answer_stages,
    expect_all_sent,
    expect_saved,
    expect_title,
    go_offline,
    go_online,
    open_match_page,
    outbox,
    outbox_rows,
    save_answer,
    save_without_response,
    saved_stages,
    tap_badge,
    toast,
)
from tests.browser.waits import AHEAD, NOTHING_UNDER_WAY, SETTLED, centre, wait_until
from tests.replayed import replayed_sheet

pytestmark = pytest.mark.browser

# Waits until all earlier transactions of the outbox are complete.
OUTBOX_IS_QUIET = """() => new Promise((done) => {
  indexedDB.open("scorekeeper").onsuccess = ({ target: { result } }) => {
    const step = result.transaction("answers", "readwrite");
    step.oncomplete = () => (result.close(), done());
    step.objectStore("answers").count();
  };
})"""


def test_an_answer_that_is_being_sent_is_not_sent_again(table, match, page):
    held = hold_requests(page, "/rounds/1/bids")
    fill(page, BIDS)
    with page.expect_request(re.compile("/rounds/1/bids$")):
        page.locator("#save").tap()
    page.evaluate(ONLINE)
    page.evaluate(OUTBOX_IS_QUIET)
    page.evaluate(OUTBOX_IS_QUIET)

    assert len(held) == 1
    release_requests(held)
    expect_saved(page, "Tricks")
    assert table.events_of(match) == [SAVED]


def test_an_offline_answer_waits_and_is_sent_once(table, match, page):
    go_offline(page)
    save_answer(page, BIDS)

    expect_title(page, "Tricks")
    expect(outbox(page)).to_contain_text("Not sent yet: 1")
    expect(page.get_by_role("link", name="Not sent yet: 1")).to_be_visible()
    expect(page.locator("#announce")).to_have_text("Kept on this phone: Bids, Deal 1")
    assert table.events_of(match) == []
    go_online(page)
    expect_all_sent(page)

    expect(page.get_by_role("group", name="Tricks, Ana bid 2")).to_be_visible()
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
@pytest.mark.parametrize("typed", [0, 2])
def test_the_note_that_all_is_sent_moves_nothing_and_goes_with_the_next_tap(
    table, match, new_phone, typed
):
    page = new_phone(size={"width": 360, "height": 640})
    open_match_page(page, f"{table.address}/matches/{match}")
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    expect(toast(page)).to_contain_text("No network since")
    expect(toast(page)).to_contain_text("Not sent yet: 1")
    fill(page, TRICKS[:typed])
    expect(toast(page)).to_have_count(0 if typed else 1)
    before = page.evaluate(TOPS_OF_ROWS)
    go_online(page)
    expect(toast(page)).to_have_text("Everything has been sent.")
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.evaluate(TOPS_OF_ROWS) == before
    expect(page.locator(".seat .chip").last).to_be_in_viewport(ratio=1)

    page.locator(".seat").nth(4).locator(".chip").nth(1).tap()
    expect(toast(page)).to_have_count(0)
    assert page.evaluate(TOPS_OF_ROWS) == before


TOPS_OF_ROWS = """() =>
  [...document.querySelectorAll(".seat")].map((row) => row.getBoundingClientRect().top)"""


def test_the_badge_opens_and_closes_the_list_of_waiting_answers(page):
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    expect(outbox(page)).to_be_hidden()
    tap_badge(page)
    expect(outbox_rows(page)).to_be_visible()
    expect(outbox(page).locator("summary")).to_be_focused()
    tap_badge(page)

    expect(outbox(page)).to_be_hidden()
    go_online(page)
    expect_all_sent(page)


LINE = "() => getComputedStyle(document.activeElement).textDecorationLine"


@pytest.mark.thorough
def test_the_title_is_underlined_only_for_people_who_use_keys(page):
    page.reload()  # nothing was tapped on this page yet
    wait_until(page, AHEAD)
    title = page.get_by_role("heading", level=1)
    page.evaluate("() => document.querySelector('h1').focus()")
    expect(title).to_be_focused()
    assert page.evaluate(LINE) == "none"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.evaluate("() => document.querySelector('h1').focus()")
    expect(title).to_be_focused()
    assert page.evaluate(LINE) == "underline"


@pytest.mark.thorough
def test_the_bids_of_a_waiting_answer_are_marked_beside_the_tricks(page):
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")

    expect(page.get_by_role("group", name="Tricks, Ana bid 2")).to_be_visible()
    marked = page.locator("#ask .chip--bid").evaluate_all("all => all.map((one) => one.innerText)")
    assert list(map(int, marked)) == list(BIDS)
    fill(page, TRICKS)
    expect(page.get_by_text("Made it: Bruno, Chus, Dina, Edu.")).to_be_visible()
    go_online(page)
    expect_all_sent(page)


def test_three_deals_entered_offline_are_sent_in_order(table, match, page):
    go_offline(page)
    answer_stages(page, 6)
    expect_title(page, "Bids")
    expect(outbox_rows(page)).to_have_count(6)
    expect(outbox_rows(page).nth(1)).to_contain_text("Tricks, Deal 1")
    fill(page, BIDS[:2])
    go_online(page)
    expect_all_sent(page)

    assert saved_stages(table, match) == THREE_ROUNDS
    assert replayed_sheet(table.log, match) == table.log.sheet(match)
    expect(page.locator(".bar__title p")).to_contain_text("Deal 4")
    expect(page.get_by_text("Bids: 2 for 5 tricks")).to_be_visible()  # the half-entered values


def test_an_undo_offline_waits_and_is_sent(table, match, page):
    save_answer(page, BIDS)
    expect_saved(page, "Tricks")
    go_offline(page)
    wait_until(page, SETTLED)
    page.get_by_role("button", name="Undo").first.tap()

    expect(outbox_rows(page)).to_have_count(1)
    expect(outbox_rows(page)).to_contain_text("Undo: Bids, Deal 1")
    go_online(page)
    expect_all_sent(page)
    expect_title(page, "Bids")
    assert [type(event) for event in table.events_of(match)] == [type(SAVED), StepUndone]


def test_a_double_tap_on_save_offline_queues_one_answer(table, match, page):
    go_offline(page)
    fill(page, BIDS)
    spot = centre(page.locator("#save"))
    page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    expect_title(page, "Tricks")
    page.touchscreen.tap(*spot)

    expect(outbox_rows(page)).to_have_count(1)
    expect_title(page, "Tricks")
    go_online(page)
    expect_all_sent(page)
    assert table.events_of(match) == [SAVED]


def test_an_answer_whose_response_was_lost_is_written_once(table, match, page):
    save_without_response(page, BIDS)
    assert table.events_of(match) == [SAVED]
    chromium.ignore_network_errors(page)
    page.evaluate(ONLINE)
    expect_all_sent(page)

    expect_title(page, "Tricks")
    assert table.events_of(match) == [SAVED]


def test_an_answer_waits_on_the_phone_if_the_server_does_not_respond(table, match, page):
    saves = hold_requests(page, "/bids")
    save_answer(page, BIDS)

    expect(outbox(page)).to_contain_text("Not sent yet: 1")
    expect(toast(page)).to_contain_text("No response from the server since")
    expect(toast(page)).not_to_contain_text("No network since")
    expect_title(page, "Tricks")
    release_requests(saves)
    page.evaluate(ONLINE)
    expect_all_sent(page)
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_waiting_answers_survive_reloading_and_closing_the_page(table, match, page, address):
    page.route(re.compile("/rounds/"), lambda route: route.abort())
    answer_stages(page, 3)
    expect(outbox_rows(page)).to_have_count(3)
    page.reload()

    expect(outbox_rows(page)).to_have_count(3)
    again = page.context.new_page()
    page.close()
    chromium.ignore_network_errors(page)
    again.goto(address)
    expect_title(again, "Tricks")
    expect_all_sent(again)
    assert saved_stages(table, match) == THREE_ROUNDS[:3]


@pytest.mark.thorough
def test_only_one_of_two_open_pages_sends_waiting_answers(table, match, page, address):
    other = open_match_page(page.context.new_page(), address)
    asked = []
    page.context.on("request", lambda request: asked.append(request))
    page.bring_to_front()
    go_offline(page)
    answer_stages(page, 4)
    asked.clear()
    go_online(page)
    for each in (page, other):
        expect_all_sent(each)

    posts = [each.url.split("/rounds/")[1] for each in asked if each.method == "POST"]
    assert posts == ["1/bids", "1/tricks", "2/bids", "2/tricks"]
    assert saved_stages(table, match) == THREE_ROUNDS[:4]


@pytest.mark.thorough
def test_the_outbox_works_over_plain_http(table, match, browser):
    host = f"{socket.gethostname().lower()}.local"
    there = chromium.launch_browser(
        browser.browser_type, f"--host-resolver-rules=MAP {host} 127.0.0.1"
    )
    with there as at_home, chromium.open_new_phone(at_home) as page:
        open_match_page(page, f"{table.address.replace('127.0.0.1', host)}/matches/{match}")
        assert page.evaluate("isSecureContext") is False
        go_offline(page)
        answer_stages(page, 2)
        expect(outbox_rows(page)).to_have_count(2)
        go_online(page)
        expect_all_sent(page)

    assert saved_stages(table, match) == THREE_ROUNDS[:2]


@pytest.mark.thorough
def test_the_page_title_follows_the_stage(page):
    expect(page).to_have_title("Bids · Jabberwocky · Scorekeeper")
    save_answer(page, BIDS)
    expect(page).to_have_title("Tricks · Jabberwocky · Scorekeeper")
    go_offline(page)
    save_answer(page, TRICKS)
    expect(page).to_have_title("Bids · Jabberwocky · Scorekeeper")
    go_online(page)
    expect_all_sent(page)
