"""Half-entered numbers survive a detour, such as an undo or a correction of the previous deal."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.correction_commands import correct_deal
from tests.browser.drafts.page import checked_inputs
from tests.browser.match_factory import EDU_OUT, LOBA_DEAL, LOW, NINE_CARDS, WITHOUT_EDU, by_name
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, tap, tap_and_wait, tap_keys, wait_until

pytestmark = pytest.mark.browser
VALUES = "(all) => all.map((each) => each.value)"


def numbers(page):
    wait_until(page, NOTHING_UNDER_WAY)
    return page.locator(".numbers-table__field").evaluate_all(VALUES)


def test_half_entered_numbers_survive_entering_the_deal_before_again(open_match):
    page = open_match("loba", LOBA_DEAL)
    tap_keys(page, "3", "1", "9", "next")
    page.get_by_role("button", name="Undo: Points left, Deal 1").tap()
    expect(page.locator(".bar p")).to_contain_text("Deal 1")
    wait_until(page, SETTLED)
    before = numbers(page)
    page.get_by_label("Dina: Points left").fill("33")
    tap_and_wait(page, "#save")
    expect(page.locator(".bar p")).to_contain_text("Deal 2")

    assert before == ["0", "60", "55", "12", "9"]
    assert numbers(page) == ["31", "9", "", "", ""]


def test_half_entered_numbers_survive_the_undo_of_a_correction(table, open_match):
    page = open_match("loba", LOBA_DEAL)
    sheet = table.log.sheet(page.match)
    fewer = (("cards", {**LOBA_DEAL, "deadwood": {**LOBA_DEAL["deadwood"], "Dina": 33}}),)
    correct_deal(table.log, page.match, 1, fewer, sheet.version, table.factory.next_meta())
    page.reload()
    tap_keys(page, "3", "1", "9", "next")
    page.get_by_role("button", name="Undo: correction of Deal 1").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()

    assert numbers(page) == ["31", "9", "", "", ""]


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["", "/rounds/1/correct"], ids=["after an undo", "correction"])
def test_the_number_of_the_player_who_no_longer_went_out_survives_a_reload(path, open_match):
    """The server disables the field, because this player went out in the recorded deal."""
    page = open_match("loba", LOBA_DEAL, LOW)
    if path:
        page.goto(page.url + path)
    else:
        page.get_by_role("button", name="Undo: Points left, Deal 2").tap()
        expect(page.locator(".bar p")).to_contain_text("Deal 2")
        wait_until(page, SETTLED)
    tap_and_wait(page, "label:has([id$='went_out-Bruno'])")
    page.get_by_label("Ana: Points left").fill("27")
    before = numbers(page)
    page.reload()

    assert before == ["27", "0", *(("55", "12", "9") if path else ("15", "12", "9"))]
    assert numbers(page) == before


@pytest.mark.thorough
def test_a_bid_that_was_forbidden_before_other_bids_changed_survives_a_reload(open_match):
    page = open_match("jabberwocky", {"bids": by_name(2, 2, 2, 2, 2)}, **NINE_CARDS)
    page.get_by_role("button", name="Undo: Bids, Deal 1").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    wait_until(page, SETTLED)
    tap_and_wait(page, chip_of("bids-Edu-3"))
    tap_and_wait(page, chip_of("bids-Ana-1"))
    before = checked_inputs(page)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    assert before[-2:] == ["bids-Edu-3", "bids-Ana-1"]
    assert checked_inputs(page) == before


@pytest.mark.thorough
def test_numbers_of_a_later_deal_survive_going_back_to_the_corrected_deal(open_match):
    page = open_match("loba", LOW, EDU_OUT, WITHOUT_EDU, limit=50, max_reenlist=0)
    page.goto(f"{page.url}/rounds/2/correct")
    page.get_by_label("Edu: Points left").fill("6")
    tap_and_wait(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 3 too")
    page.get_by_label("Dina: Points left").fill("9")
    page.get_by_role("link", name="Back to Deal 2").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 2")
    page.get_by_label("Edu: Points left").fill("8")
    wait_until(page, NOTHING_UNDER_WAY)
    tap_and_wait(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 3 too")

    assert numbers(page) == ["4", "0", "6", "9", ""]


def test_counters_that_follow_from_calls_replace_half_entered_counters(open_match):
    page = open_match("jamon", page="?instead=1")
    page.get_by_role("link", name="Bruno").tap()
    page.get_by_label("Chus: Counters").fill("7")
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("link", name="Calls").tap()
    page.locator(".calls [value='0>2']").tap()
    expect(page.locator(".calls [value='0>2']")).to_have_text("1")
    wait_until(page, SETTLED)
    page.get_by_role("link", name="Bruno").tap()

    expect(page.get_by_label("Chus: Counters")).to_be_disabled()
    assert numbers(page) == ["4", "5", "6", "5", "5"]


@pytest.mark.thorough
def test_the_player_who_was_tapped_to_end_the_deal_replaces_the_one_in_the_draft(open_match):
    page = open_match("jamon", page="?instead=1", scoring="points")
    went_out, cards = page.locator("[id$='went_out-Ana']"), page.get_by_label("Chus: Cards left")
    page.get_by_role("link", name="Bruno").tap()
    cards.fill("4")
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("link", name="Calls").tap()
    page.get_by_role("link", name="Ana").tap()

    expect(went_out).to_be_checked()
    expect(cards).to_have_value("4")
    tap(page, "label:has([id$='went_out-Dina'])")
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    expect(page.locator("[id$='went_out-Dina']")).to_be_checked()
