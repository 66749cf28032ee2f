"""No network at the table: what was saved waits on the phone, and comes once, in order."""

import pytest
from playwright.sync_api import expect

from scorekeeper.events import StageRecorded

pytestmark = pytest.mark.browser

FIRST_TO_BID = ("Bruno", "Chus", "Dina", "Edu", "Ana")
THREE_ROUNDS = {"schedule": [5, 5, 5, 5]}
AHEAD = "() => Number(document.querySelector('#match').dataset.ahead) > 0"


@pytest.fixture
def match(table):
    return table.room.match("jabberwocky", **THREE_ROUNDS)


@pytest.fixture
def address(table, match):
    return f"{table.address}/matches/{match}"


@pytest.fixture
def page(address, open_phone):
    """A phone that has seen the match, and the questions that come next."""
    page = open_phone()
    page.goto(address)
    page.wait_for_function(AHEAD)
    return page


def answer(page, numbers):
    """Tap a number for each, from the top, and save."""
    for row, number in enumerate(numbers):
        page.locator("fieldset.seat").nth(row).locator(".chip").nth(number).tap()
    page.locator("#save").tap()


def title(page, text):
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def cut_off(page):
    page.context.set_offline(True)


def connected(page):
    page.complaints.clear()  # the browser's own, about what could not be reached
    page.context.set_offline(False)


def waiting(page):
    return page.locator("#outbox")


def said(table, match):
    return [(event.round, event.stage) for event in table.written(match)]


def test_an_answer_without_a_network_is_kept_and_sent_once(table, match, page):
    cut_off(page)
    answer(page, (1, 1, 1, 1, 2))

    title(page, "Tricks")
    expect(waiting(page)).to_contain_text("Waiting on this phone: 1")
    expect(page.get_by_role("link", name="Waiting on this phone: 1")).to_be_visible()
    expect(page.locator("#announce")).to_have_text("Kept on this phone: Bids, Deal 1")
    assert table.written(match) == []
    connected(page)
    expect(waiting(page)).to_have_count(0)

    title(page, "Tricks")
    expect(page.get_by_role("group", name="Tricks, Ana bid 2")).to_be_visible()
    bids = dict(zip(FIRST_TO_BID, (1, 1, 1, 1, 2), strict=True))
    assert table.written(match) == [StageRecorded(1, "bids", {"bids": bids})]


def test_three_rounds_without_a_network_arrive_in_order(table, match, page):
    cut_off(page)
    for deal in range(3):
        title(page, "Bids")
        answer(page, (1, 1, 1, 1, 2 * deal))
        title(page, "Tricks")
        answer(page, (1, 1, 1, 1, 1))
    title(page, "Bids")
    expect(page.locator("#outbox li")).to_have_count(6)
    expect(page.locator("#outbox li").nth(1)).to_contain_text("Tricks, Deal 1")
    connected(page)
    expect(waiting(page)).to_have_count(0)

    assert said(table, match) == [(n, stage) for n in (1, 2, 3) for stage in ("bids", "tricks")]
    assert table.log.rebuilt(match) == table.log.sheet(match)
    title(page, "Bids")
    expect(page.locator(".bar__title p")).to_contain_text("Deal 4")
