"""If two phones save or undo at once, one of them is refused, and no answer is lost."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.events import RoundCorrected
from tests.browser.bids import BIDS, FIRST_TO_BID, SAVED, bid
from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.match_factory import NINE_CARDS, by_name
from tests.browser.outbox.phone import expect_saved, expect_title
from tests.browser.player_names import FIVE
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def match(table):
    return table.factory.match("jabberwocky", **NINE_CARDS)


def wait_for_preview(page, scripted=True):
    """Wait for the preview. If it came later, it would show changes saved by other phones."""
    if scripted:
        wait_until(page, NOTHING_UNDER_WAY)


@WITH_AND_WITHOUT
def test_the_slower_of_two_phones_sees_both_answers(scripted, table, match, address, open_phone):
    fast, slow = open_phone(scripted=scripted), open_phone(scripted=scripted)
    mine = (3, 1, 4, 0, 6)
    for page, bids in ((fast, BIDS), (slow, mine)):
        page.goto(address)
        bid(page, bids)
        wait_for_preview(page, scripted)

    fast.locator("#save").tap()
    expect_saved(fast, "Tricks")
    slow.locator("#save").tap()
    row = slow.get_by_role("row", name="Ana")
    expect(row.get_by_role("cell")).to_have_text(["5", "6"])
    if scripted:
        wait_until(slow, SETTLED)
    slow.get_by_role("button", name="Use my answer").tap()
    expect(slow.get_by_role("heading", name="Correct Deal 1")).to_be_visible()
    expect(slow.get_by_text("The totals stay the same until Deal 1 is complete.")).to_be_visible()
    slow.locator("#save").tap()

    expect_saved(slow, "Tricks")
    corrected = RoundCorrected(1, (("bids", {"bids": dict(zip(FIRST_TO_BID, mine, strict=True))}),))
    assert table.events_of(match) == [SAVED, corrected]


@pytest.mark.thorough
def test_the_slower_phone_can_keep_the_saved_answer(table, match, address, open_phone):
    fast, slow = open_phone(), open_phone()
    for page in (fast, slow):
        page.goto(address)
        bid(page, BIDS if page is fast else (0, 0, 0, 0, 0))
        wait_for_preview(page)

    fast.locator("#save").tap()
    expect_saved(fast, "Tricks")
    slow.locator("#save").tap()
    expect(slow.get_by_role("alert").first).to_be_focused()
    slow.get_by_role("link", name="Keep what is saved").tap()

    expect_title(slow, "Tricks")
    assert table.events_of(match) == [SAVED]


def test_the_second_of_two_simultaneous_undos_is_refused(table, match, address, open_phone):
    """Two phones tap Undo, but only one step is withdrawn."""
    table.factory.deal(match, {"bids": by_name(*[2] * 5, names=FIVE)})
    fast, slow = open_phone(), open_phone()
    for page in (fast, slow):
        page.goto(address)
    fast.get_by_role("button", name="Undo").first.tap()
    expect_saved(fast, "Bids")
    slow.get_by_role("button", name="Undo").first.tap()

    expect(
        slow.get_by_role("heading", name="Another phone changed the match first")
    ).to_be_visible()
    assert len(table.events_of(match)) == 2
