"""Nothing is lost or written twice after fast taps, or slow or missing responses."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import chromium, servers
from tests.browser.bids import BIDS, SAVED, bid, chip, chosen_values, fill
from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.match_factory import NINE_CARDS, Table, by_name
from tests.browser.net import hold_requests, release_requests
from tests.browser.outbox.phone import expect_saved
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, centre, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def match(table):
    return table.factory.match("jabberwocky", **NINE_CARDS)


@pytest.fixture
def bid_page(open_phone, address):
    """The match page, with bids that are entered but not saved."""
    page = open_phone()
    page.goto(address)
    bid(page)
    wait_until(page, NOTHING_UNDER_WAY)
    return page


# ---------------------------------------------------------------- fast taps


@WITH_AND_WITHOUT
def test_a_double_tap_saves_once(scripted, table, match, address, open_phone):
    page = open_phone(scripted=scripted)
    page.goto(address)
    bid(page)
    spot = centre(page.locator("#save"))

    # The lock delays the response until both taps are done: a tap on a page that is being replaced
    # never completes.
    with table.log.lock:
        page.touchscreen.tap(*spot)
        page.touchscreen.tap(*spot)

    expect_saved(page, "Tricks")
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_chips_tapped_faster_than_the_server_responds_stay_as_tapped(address, open_phone):
    page = open_phone()
    page.goto(address)

    for number in range(10):
        bid(page, [number] * 5)
    bid(page)
    wait_until(page, NOTHING_UNDER_WAY)

    assert chosen_values(page) == list(BIDS)


@pytest.mark.thorough
def test_an_outdated_preview_changes_nothing(address, open_phone):
    page = open_phone()
    page.goto(address)
    looks = hold_requests(page, "/look")

    bid(page, [9, 9, 9, 9, 9])
    bid(page)
    release_requests(looks)
    wait_until(page, NOTHING_UNDER_WAY)

    assert chosen_values(page) == list(BIDS)


def test_an_outdated_preview_is_dropped_before_it_is_read(address, open_phone):
    page = open_phone()
    page.goto(address)
    page.evaluate(COUNT_READ_PREVIEWS)
    looks = hold_requests(page, "/look")

    with page.expect_request("**/look"):
        chip(page, 0, 1).tap()
    chip(page, 1, 2).tap()
    release_requests(looks)
    wait_until(page, NOTHING_UNDER_WAY)

    assert page.evaluate("window.readPreviews") == 1


COUNT_READ_PREVIEWS = """() => {
  window.readPreviews = 0;
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.target.id === "ask") readPreviews++;
  });
}"""


@pytest.mark.thorough
def test_a_preview_shows_that_another_phone_saved_the_question(live_league, open_phone):
    match, page = live_league.match("jabberwocky", **NINE_CARDS), open_phone()
    chromium.ignore_network_errors(page)
    page.route(re.compile("/(stream|poll)"), lambda route: route.abort())
    page.goto(f"{live_league.address}/matches/{match}")
    fill(page, BIDS[:2])
    wait_until(page, NOTHING_UNDER_WAY)
    live_league.deal(match, {"bids": by_name(2, 2, 2, 2, 2)})
    fill(page, BIDS[:3])

    expect(page.locator("#remote-change")).to_contain_text("Saved on another phone: Bids, Deal 1.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    assert chosen_values(page) == list(BIDS[:3])


@pytest.mark.thorough
def test_save_does_not_wait_for_previews(table, match, address, open_phone):
    page = open_phone()
    page.goto(address)
    looks = hold_requests(page, "/look")
    bid(page)

    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    release_requests(looks)
    wait_until(page, NOTHING_UNDER_WAY)

    expect_saved(page, "Tricks")
    assert table.events_of(match) == [SAVED]


def test_a_form_takes_no_input_while_its_answer_is_sent(table, match, bid_page):
    """The next question replaces the form, so a value entered in the meantime would be lost."""
    page = bid_page
    saves = hold_requests(page, "/bids")
    with page.expect_request("**/bids"):
        page.locator("#save").tap()

    page.touchscreen.tap(*centre(chip(page, 1, 2)))
    assert chosen_values(page) == list(BIDS)

    release_requests(saves)
    expect_saved(page, "Tricks")
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_a_form_takes_input_again_if_its_answer_was_not_saved(table, match, bid_page):
    page = bid_page
    page.route(re.compile("/bids$"), lambda route: route.fulfill(status=404, body="Not found"))
    page.keyboard.press("Enter")
    expect(page.locator("#outbox")).to_be_visible()

    expect(page.locator("#ask :checked").last).to_be_focused()
    chip(page, 1, 2).tap()
    assert chosen_values(page) == [BIDS[0], 2, *BIDS[2:]]
    assert table.events_of(match) == []
    chromium.ignore_network_errors(page)


# ---------------------------------------------------------------- slow or missing responses


@pytest.mark.thorough
def test_a_slow_save_shows_a_message_until_it_is_complete(table, match, bid_page):
    page = bid_page
    saves = hold_requests(page, "/bids")

    page.locator("#save").tap()
    expect(page.get_by_text("Saving is taking longer than usual.")).to_be_visible()
    expect(page.locator("#save")).to_be_disabled()
    release_requests(saves)

    expect_saved(page, "Tricks")
    expect(page.get_by_text("Saving is taking longer than usual.")).to_be_hidden()
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_a_page_that_replaces_a_match_after_a_save_is_not_reported_as_a_slow_save(
    address, open_phone
):
    """An example is the page of a match whose log has lost entries."""
    page = open_phone()
    page.clock.install()
    page.goto(address)
    bid(page)
    wait_until(page, NOTHING_UNDER_WAY)
    text = page.content().replace('id="match"', 'id="other"').replace('id="ask"', "")
    headers = {"HX-Retarget": "body", "HX-Reswap": "innerHTML", "Content-Type": "text/html"}
    page.route("**/bids", lambda route: route.fulfill(status=409, headers=headers, body=text))

    page.locator("#save").tap()
    expect(page.locator("#other")).to_be_attached()
    page.clock.run_for(5000)

    expect(page.get_by_text("Saving is taking longer than usual.")).to_be_hidden()


def test_an_answer_saved_while_the_server_is_down_is_sent_later(open_phone):
    """The page could not fetch the predicted questions, so it does not know the next question."""
    table = Table()
    match = table.factory.match("jabberwocky", **NINE_CARDS)
    page = open_phone()
    page.route("**/ahead", lambda route: route.abort())
    with servers.kept_port() as port:
        with chromium.serving(table.app, port) as address:
            page.goto(f"{address}/matches/{match}")
            bid(page)
            wait_until(page, NOTHING_UNDER_WAY)

        page.locator("#save").tap()
        expect(page.get_by_role("heading", name="Kept on this phone")).to_be_focused()
        expect(page.locator("#outbox")).to_contain_text("Not sent yet: 1")
        with chromium.serving(table.app, port):
            expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")

    assert table.events_of(match) == [SAVED]
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
@pytest.mark.parametrize("status", [500, 503, 507])
def test_an_answer_that_the_server_cannot_store_waits_on_the_phone(status, table, match, bid_page):
    page = bid_page
    page.route(re.compile("/bids$"), lambda route: route.fulfill(status=status, body="Busy"))

    page.locator("#save").tap()

    expect(page.locator("#outbox")).to_contain_text("Not sent yet: 1")
    assert table.events_of(match) == []
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_the_reason_for_a_failed_write_on_the_server_is_shown(table, match, address, open_phone):
    page = open_phone()
    page.goto(address)
    bid(page)
    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    full = {"status": 507, "headers": {"Scorekeeper-Why": "The%20disk%20is%20full."}}
    page.route(re.compile("/undo$"), lambda route: route.fulfill(**full, body="Full"))

    wait_until(page, SETTLED)
    page.get_by_role("button", name="Undo").first.tap()

    expect(page.locator("#outbox").get_by_text("The disk is full.")).to_be_visible()
    expect(page.get_by_text("No network since")).to_be_hidden()
    chromium.ignore_network_errors(page)
