"""Waiting answers that the server refuses keep their values, which can be corrected or copied."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.match.events import RoundCorrected
from tests.browser import chromium, servers
from tests.browser.bids import chip, fill
from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.layout_checks import find_faults
from tests.browser.match_factory import Table, by_name
from tests.browser.outbox.phone import (
    BIDS,
    FOUR_DEALS,
    ONLINE,
    SAVED,
    THREE_ROUNDS,
    TRICKS,
    expect_all_sent,
    expect_saved,
    expect_title,
    go_offline,
    go_online,
    open_match_page,
    outbox,
    outbox_rows,
    save_answer,
    save_refused_answer,
    saved_stages,
    tap_badge,
)
from tests.browser.player import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def refused(page):
    """A phone whose first bids were refused, while the tricks wait behind them."""
    return with_refused_bids(page)


def with_refused_bids(page):
    """Enter bids that will be refused, and then tricks, without a network. Then send both.

    The bids are refused because they add up to the number of tricks.
    """
    go_offline(page)
    for row in reversed(range(5)):  # the dealer's 1 first: as the last bid, it would be forbidden
        page.locator(".seat").nth(row).locator(".chip").nth(TRICKS[row]).tap()
    save_refused_answer(page)
    expect_title(page, "Tricks")
    save_answer(page, TRICKS)
    expect_title(page, "Bids")
    go_online(page)
    expect(page.locator("#ask [role=alert]")).to_contain_text("The bids must not add up to 5")
    return page


def test_a_refused_waiting_answer_is_shown_with_its_values_and_can_be_fixed(table, match, refused):
    expect(refused.locator("[id='bids-Ana-1']")).to_be_focused()
    refused.reload()  # the alert is still there after a reload
    expect(refused.locator("#ask [role=alert]")).to_contain_text("The bids must not add up to 5")
    assert refused.locator("#ask :checked").count() == 5
    expect(outbox_rows(refused).first).to_contain_text("Bids, Deal 1")
    expect(outbox_rows(refused).first).to_contain_text("may not bid 1")
    assert table.events_of(match) == []

    refused.locator(".seat").nth(4).locator(".chip").nth(2).tap()
    refused.locator("#save").tap()
    expect_all_sent(refused)

    expect_title(refused, "Bids")
    assert saved_stages(table, match) == THREE_ROUNDS[:2]
    assert table.events_of(match)[0] == SAVED


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=str)
def test_showing_a_refused_waiting_answer_closes_the_list(size, refused):
    refused.set_viewport_size({"width": size[0], "height": size[1]})
    expect(outbox(refused)).to_have_attribute("open", "")
    with refused.expect_response(re.compile("/bids$")):
        refused.get_by_role("button", name="Show it").tap()
    wait_until(refused, NOTHING_UNDER_WAY)

    expect(outbox(refused)).not_to_have_attribute("open", "")
    expect(refused.locator("#ask [role=alert]")).to_be_in_viewport()
    expect(refused.locator("[id='bids-Ana']")).to_be_in_viewport()
    expect(refused.locator("[id='bids-Ana-1']")).to_be_focused()


def test_a_refused_waiting_answer_can_be_discarded(table, match, refused):
    later = refused.get_by_text("Later answers wait")
    expect(later).to_be_visible()
    refused.get_by_role("button", name="Discard").tap()
    expect(outbox_rows(refused)).to_have_count(1)
    expect(outbox_rows(refused)).to_contain_text("The match is still at Bids, Deal 1.")
    expect(later).to_be_hidden()
    refused.get_by_role("button", name="Discard").tap()

    expect_title(refused, "Bids")
    expect(refused.locator(".toast")).to_have_text("Discarded.")
    expect_all_sent(refused)
    assert table.events_of(match) == []


@pytest.mark.thorough
def test_a_correction_of_another_deal_keeps_a_refused_waiting_answer(table, open_phone):
    played = {"bids": by_name(*BIDS), "tricks": by_name(*TRICKS)}
    match = table.factory.match("jabberwocky", played, **FOUR_DEALS)
    address = f"{table.address}/matches/{match}"
    page = with_refused_bids(open_match_page(open_phone(), address))
    page.goto(f"{address}/rounds/1/correct")
    for who, tricks in (("Ana", 0), ("Bruno", 2)):
        page.locator(chip_of(f"tricks.tricks-{who}-{tricks}")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator("#save").tap()

    expect_title(page, "Bids")
    expect(outbox_rows(page).first).to_contain_text("Bids, Deal 2")
    assert isinstance(table.events_of(match)[-1], RoundCorrected)
    page.reload()
    expect(page.locator("#ask [role=alert]")).to_contain_text("The bids must not add up to 5")
    assert page.locator("#ask :checked").count() == 5


@pytest.mark.thorough
def test_a_refused_waiting_answer_has_no_layout_or_accessibility_faults(refused):
    assert find_faults(refused) == {}


@pytest.mark.thorough
def test_a_conflicting_waiting_answer_is_compared_and_can_be_saved_as_a_correction(
    table, match, page, address, open_phone
):
    go_offline(page)
    save_answer(page, BIDS)
    other = open_phone()
    other.goto(address)
    save_answer(other, (0, 0, 0, 0, 0))
    expect_saved(other, "Tricks")
    go_online(page)

    expect(page.get_by_role("heading", name="Another phone saved this first")).to_be_in_viewport()
    expect(outbox_rows(page)).to_be_hidden()
    page.get_by_role("button", name="Use my answer").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 1")
    expect(page.get_by_role("link", name="Not sent yet")).to_be_visible()
    expect(outbox_rows(page)).to_be_hidden()
    expect(page.locator(".toast")).to_have_count(0)
    with page.expect_response(re.compile("/correct/look$")):  # the preview is not held back
        chip(page, 0, 2).tap()
    expect(page.locator(".correction__foot")).to_contain_text("The totals stay the same")
    chip(page, 0, 1).tap()
    page.locator("#save").tap()
    expect_title(page, "Tricks")
    expect_all_sent(page)
    expect(page.get_by_role("group", name="Tricks, Ana bid 2")).to_be_visible()


@pytest.mark.thorough
def test_a_waiting_answer_for_a_missing_match_can_be_copied_as_text(open_phone):
    """The server at the address is replaced with a server that does not have this match."""
    table, page = Table(), open_phone()
    match = table.factory.match("jabberwocky", **FOUR_DEALS)
    with servers.kept_port() as port:
        with chromium.serving(table.app, port) as address:
            open_match_page(page, f"{address}/matches/{match}")
        save_answer(page, BIDS)
        expect_title(page, "Tricks")
        with chromium.serving(Table().app, port):
            page.evaluate(ONLINE)
            expect(outbox_rows(page)).to_contain_text("This match does not exist")
            chromium.ignore_network_errors(page)

            expect(page.get_by_label("Waiting answers as text")).to_have_value(
                "Jabberwocky: Bids, Deal 1. Bruno: 1; Chus: 1; Dina: 1; Edu: 1; Ana: 2"
            )
            page.get_by_role("button", name="Copy as text").tap()
            expect(page.get_by_role("button", name="Copied")).to_be_visible()


@pytest.mark.thorough
def test_a_removed_phone_keeps_the_entered_answer_as_text_to_copy(league_page):
    page = league_page
    fill(page, (1, 1, 0))
    wait_until(page, NOTHING_UNDER_WAY)
    page.context.clear_cookies()
    page.locator("#save").tap()

    expect(outbox_rows(page)).to_contain_text("Not sent: this phone was removed from the league.")
    expect(page.get_by_label("Waiting answers as text")).to_have_value(
        re.compile("Bruno: 1; Chus: 1")
    )
    expect(page.locator("#saving")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")


@pytest.mark.thorough
def test_waiting_answers_of_a_removed_phone_are_not_said_to_be_sent_later(league_page):
    """The phone is removed while two answers wait on it without a network."""
    page = league_page
    go_offline(page)
    save_answer(page, (1, 1, 0))
    expect_title(page, "Tricks")
    save_answer(page, (2, 2, 1))
    expect_title(page, "Bids")
    tap_badge(page)
    expect(outbox(page).get_by_text("will be sent")).to_be_visible()
    page.context.clear_cookies()
    go_online(page)

    expect(outbox(page).get_by_role("status")).to_have_text(
        "Not sent: this phone was removed from the league. You can copy what you entered.",
        use_inner_text=True,
    )
    for wrong in ("will be sent", "Later answers wait"):
        expect(outbox(page).get_by_text(wrong)).to_be_hidden()
    expect(page.get_by_label("Waiting answers as text")).to_have_value(
        re.compile("Bids, Deal 1.*\n.*Tricks, Deal 1")
    )
    assert find_faults(page) == {}


def test_after_the_only_waiting_answer_is_discarded_the_match_asks_its_question(open_match_offline):
    page = open_match_offline("jaguar")
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina", "1", "1", "9")
    save_refused_answer(page)
    expect_title(page, "Hand 2")
    tap_chips_and_keys(page, "jaguar-Ana")
    go_online(page)
    page.locator(".outbox-badge").tap()
    page.get_by_role("button", name="Discard").tap()

    expect_title(page, "Hand 1")
    expect(page.locator(".toast")).to_have_text("Discarded.")
    expect(page.locator("[id='jaguar-Ana']")).to_be_in_viewport()
    expect(page.locator("#ask :checked")).to_have_count(0)


def test_no_preview_of_the_predicted_question_is_requested_after_its_answer_was_discarded(
    open_match_offline,
):
    """The match has not asked this question yet, so the server would refuse to preview it."""
    page, held, previews = open_match_offline("jaguar"), [], []
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina", "1", "1", "9")
    save_refused_answer(page)
    expect_title(page, "Hand 2")
    tap_chips_and_keys(page, "jaguar-Ana")
    go_online(page)
    page.route(page.url, lambda route: held.append(route))
    page.route("**/look", lambda route: previews.append(route))
    page.locator(".outbox-badge").tap()
    with page.expect_request(page.url):
        page.get_by_role("button", name="Discard").tap()
    page.evaluate(
        "addEventListener('htmx:before:request', () => (window.isDue = true), { once: true })"
    )
    tap_chips_and_keys(page, "jaguar-Bruno")
    wait_until(page, "() => window.isDue")
    held.pop().continue_()

    expect_title(page, "Hand 1")
    expect(page.locator("#ask :checked")).to_have_count(0)
    assert not previews
