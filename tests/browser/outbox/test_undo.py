"""Without a network, Undo takes back the last answer that waits on the phone, before it is sent."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.match.events import StepUndone
from tests.browser import chromium
from tests.browser.bids import chip, chosen_values, fill
from tests.browser.layout_checks import find_faults
from tests.browser.match_factory import LOBA_DEAL, by_name
from tests.browser.outbox.phone import (
    BIDS,
    ONLINE,
    SAVED,
    answer_stages,
    expect_all_sent,
    expect_saved,
    expect_title,
    go_offline,
    go_online,
    open_match_page,
    outbox_rows,
    play_deals,
    save_answer,
    save_without_response,
    saved_stages,
    toast,
)
from tests.browser.waits import AHEAD, SETTLED, wait_until

pytestmark = pytest.mark.browser


def take_back(page):
    expect(page.locator("#take-back")).to_be_visible()
    wait_until(page, SETTLED)
    page.locator("#take-back").tap()


def test_a_waiting_answer_is_taken_back_with_its_values(table, match, page):
    go_offline(page)
    save_answer(page, (2, *BIDS[1:]))
    expect_title(page, "Tricks")
    expect(page.get_by_role("button", name="Undo: Bids, Deal 1")).to_be_visible()
    take_back(page)

    expect_title(page, "Bids")
    expect(toast(page)).to_have_text("Undone: Bids, Deal 1")
    expect(page.locator(".bar__tool:visible")).to_have_count(2)  # back and the sheet, as before
    expect(outbox_rows(page)).to_have_count(0)
    assert chosen_values(page) == [2, *BIDS[1:]]
    chip(page, 0, BIDS[0]).tap()
    page.locator("#save").tap()
    expect_title(page, "Tricks")
    go_online(page)
    expect_all_sent(page)
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_undo_of_a_waiting_answer_has_no_layout_or_accessibility_faults(page):
    chromium.ignore_network_errors(page)
    page.route(re.compile("/rounds/"), lambda route: route.abort())
    save_answer(page, BIDS)
    expect_title(page, "Tricks")

    expect(page.get_by_role("button", name="Undo: Bids, Deal 1")).to_be_visible()
    assert find_faults(page) == {}


@pytest.mark.thorough
def test_an_answer_that_was_taken_back_can_be_saved_again_unchanged(table, match, page):
    chromium.ignore_network_errors(page)
    page.route(re.compile("/rounds/"), lambda route: route.abort())
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    take_back(page)
    expect_title(page, "Bids")
    wait_until(page, SETTLED)
    page.locator("#save").tap()

    expect_title(page, "Tricks")
    page.unroute_all()
    page.evaluate(ONLINE)
    expect_all_sent(page)
    assert table.events_of(match) == [SAVED]


def test_waiting_answers_are_taken_back_from_the_last_to_the_saved_one(table, match, page):
    save_answer(page, BIDS)
    expect_saved(page, "Tricks")
    wait_until(page, AHEAD)
    go_offline(page)
    save_answer(page, (1, 1, 1, 1, 1))
    expect_title(page, "Bids")
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    for title, left in (("Bids", 1), ("Tricks", 0)):
        take_back(page)
        expect_title(page, title)
        expect(outbox_rows(page)).to_have_count(left)
    assert chosen_values(page) == [1, 1, 1, 1, 1]
    wait_until(page, SETTLED)
    page.locator("#undo button").tap()  # of the saved bids
    expect(outbox_rows(page)).to_contain_text("Undo: Bids, Deal 1")
    expect(page.locator("#take-back")).to_have_count(0)
    go_online(page)

    expect_all_sent(page)
    expect_title(page, "Bids")
    assert [type(event) for event in table.events_of(match)] == [type(SAVED), StepUndone]


@pytest.mark.thorough
def test_the_page_is_updated_again_after_its_only_answer_was_taken_back(live_league, open_phone):
    """The game is Loba, because its deals are entered in one stage."""
    match = live_league.match("loba")
    page = open_match_page(open_phone(), f"{live_league.address}/matches/{match}")
    go_offline(page)
    play_deals(page, LOBA_DEAL, keys=live_league.factory.keys)
    take_back(page)
    expect(outbox_rows(page)).to_have_count(0)
    live_league.deal(match, {**LOBA_DEAL, "deadwood": by_name(0, 7, 15, 12, 9)})
    go_online(page)

    expect(page.locator("#remote-change")).to_contain_text("Saved on another phone")


@pytest.mark.thorough
def test_sums_and_the_forbidden_bid_are_computed_again_after_undo(match, page):
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    take_back(page)
    expect_title(page, "Bids")
    chip(page, 3, 0).tap()  # Edu

    expect(page.get_by_text("Not 2:")).to_be_visible()
    expect(page.get_by_role("link", name="Rules of Jabberwocky")).to_have_count(1)
    chromium.ignore_network_errors(page)


def test_an_answer_that_the_server_received_is_compared_with_the_new_one(table, match, page):
    save_without_response(page, BIDS)
    chromium.ignore_network_errors(page)
    go_offline(page)
    take_back(page)
    expect_title(page, "Bids")
    fill(page, (2,))
    page.locator("#save").tap()
    expect_title(page, "Tricks")
    go_online(page)

    expect(page.get_by_role("heading", name="Another phone saved this first")).to_be_visible()
    assert table.events_of(match) == [SAVED]


@pytest.mark.thorough
def test_a_deal_that_took_a_player_out_is_taken_back(table, open_match_offline):
    deal = {**LOBA_DEAL, "deadwood": by_name(0, 60, 15, 12, 9)}
    page = open_match_offline("loba", deal)
    play_deals(page, deal)
    expect(page.get_by_role("heading", name="Kept on this phone")).to_be_visible()
    take_back(page)

    expect(page.locator("#deadwood-Bruno")).to_have_value("60")
    expect(outbox_rows(page)).to_have_count(0)
    page.locator("#deadwood-Bruno").tap()
    for key in "59":
        page.locator(f"[data-key='{key}']").tap()
    page.locator("#save").tap()
    expect(page.get_by_role("heading", name="Kept on this phone")).to_be_visible()
    go_online(page)
    expect_title(page, "Coming back?")
    assert table.events_of(page.match)[-1].answers["deadwood"]["Bruno"] == 59


@pytest.mark.thorough
def test_a_waiting_call_is_taken_back(table, open_loaded_match):
    page = open_loaded_match("jamon", deals=2, page="?instead=1")
    page.locator(".calls [value='0>1']").tap()
    expect(page.locator("#undo")).to_be_visible()
    wait_until(page, AHEAD)
    wait_until(page, SETTLED)
    go_offline(page)
    for call, rows in (("2>1", 1), ("2>3", 2)):
        page.locator(f".calls [value='{call}']").tap()
        expect(outbox_rows(page)).to_have_count(rows)
        wait_until(page, SETTLED)
    take_back(page)

    expect_title(page, "Calls")
    expect(page.locator(".calls [value='2>3']")).to_have_text("·")
    expect(page.locator(".calls [value='2>1']")).to_have_text("1")
    take_back(page)
    expect(page.locator(".calls [value='2>1']")).to_have_text("·")
    expect(page.locator(".calls [value='0>1']")).to_have_text("1")
    expect(page.locator("#undo")).to_be_visible()
    go_online(page)
    expect_all_sent(page)
    assert saved_stages(table, page.match) == [(1, "call-1")]


@pytest.mark.thorough
def test_after_undo_six_stages_can_still_be_entered(table, match, page):
    go_offline(page)
    answer_stages(page, 2)
    expect_title(page, "Bids")
    take_back(page)
    expect_title(page, "Tricks")
    wait_until(page, SETTLED)
    page.locator("#save").tap()
    expect_title(page, "Bids")
    answer_stages(page, 4)
    expect(outbox_rows(page)).to_have_count(6)
    go_online(page)

    expect_all_sent(page)
    assert len(saved_stages(table, match)) == 6
