"""Drafts are deleted after a save, Clear or 30 days, and survive an undo."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.correction_commands import correct_deal
from tests.browser.drafts.page import check_no_draft_is_kept, checked_inputs
from tests.browser.match_factory import (
    BIDS,
    CHINCHON_DEAL,
    EDU_OUT,
    JABBERWOCKY_DEAL,
    LOBA_DEAL,
    LOW,
    NINE_CARDS,
    WITHOUT_EDU,
)
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap_and_wait, tap_keys, wait_until

pytestmark = pytest.mark.browser
VALUES = "(all) => all.map((each) => each.value)"


def test_saving_deletes_the_draft(bids):
    tap_and_wait(bids, chip_of("bids-Edu-1"))
    tap_and_wait(bids, chip_of("bids-Ana-1"))
    tap_and_wait(bids, "#save")
    expect(bids.get_by_role("heading", level=1)).to_have_text("Tricks")

    check_no_draft_is_kept(bids)
    bids.reload()
    assert checked_inputs(bids) == []


@pytest.mark.thorough
def test_cancelling_a_correction_deletes_its_draft(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    tap_and_wait(page, "[name='cards.deadwood-Bruno']")
    tap_keys(page, "7")
    page.get_by_role("link", name="Cancel").tap()
    page.wait_for_url("**/sheet")

    check_no_draft_is_kept(page)
    page.go_back()
    expect(page.locator("[name='cards.deadwood-Bruno']")).to_have_value("60")


def test_saving_a_correction_deletes_its_draft(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    tap_and_wait(page, "[name='cards.deadwood-Bruno']")
    tap_keys(page, "7")
    tap_and_wait(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Points left")

    check_no_draft_is_kept(page)


def test_erasing_all_entered_values_deletes_the_draft(open_match):
    page = open_match("loba", LOBA_DEAL)
    tap_and_wait(page, "[name='deadwood-Bruno']")
    tap_keys(page, "7")
    tap_and_wait(page, "[name='deadwood-Bruno']")
    tap_keys(page, "erase")

    check_no_draft_is_kept(page)


def test_after_clearing_the_first_field_is_current(open_match):
    page = open_match("loba", LOBA_DEAL)
    tap_and_wait(page, "[name='deadwood-Chus']")
    tap_keys(page, "7")
    page.get_by_role("link", name="Score sheet").tap()
    page.get_by_role("button", name="Clear what you entered").tap()

    expect(page.locator(".is-current")).to_have_id("deadwood-Ana")


@pytest.mark.thorough
def test_a_draft_older_than_30_days_is_deleted(bids):
    bids.evaluate("""() => Object.keys(localStorage).forEach((key) => {
      const draft = JSON.parse(localStorage.getItem(key));
      draft.at = Date.now() - 31 * 24 * 3600 * 1000;
      localStorage.setItem(key, JSON.stringify(draft));
    })""")
    bids.reload()

    check_no_draft_is_kept(bids)
    assert checked_inputs(bids) == []


def test_an_undo_fills_in_the_undone_answers_and_clear_empties_them(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    page.get_by_role("button", name="Undo: Bids, Deal 1").tap()
    expect(page.get_by_text("Bids: 10 for 9")).to_be_visible()
    assert len(checked_inputs(page)) == 5

    page.get_by_role("button", name="Clear").tap()
    expect(page.get_by_text("Bids: 0 for 9")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Bids: 0 for 9")).to_be_visible()
    page.get_by_role("button", name="Fill in").tap()
    expect(page.get_by_text("Bids: 10 for 9")).to_be_visible()
    assert len(checked_inputs(page)) == 5


@pytest.mark.thorough
@pytest.mark.parametrize("back", ["another page and Back", "reload"])
def test_cleared_values_stay_cleared(open_match, back):
    page = open_match("chinchon", CHINCHON_DEAL)
    page.get_by_role("button", name="Undo: Points left, Deal 1").tap()
    expect(page.get_by_text("Undone values")).to_be_visible()
    tap_and_wait(page, "button[value=clear]")
    expect(page.locator("#save")).to_have_text("Save the deal6 still to enter")

    if back == "reload":
        page.reload()
    else:
        page.locator(".bar__rules").tap()
        page.wait_for_url("**/rules/**")
        page.go_back()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator("#save")).to_have_text("Save the deal6 still to enter")
    assert [box.input_value() for box in page.locator(".numbers-table__field").all()] == [""] * 5


def test_clear_what_you_entered_keeps_the_default_choice(open_match):
    page = open_match("chinchon")
    tap_and_wait(page, "[id='deadwood-Ana']")
    tap_keys(page, "7")
    page.get_by_role("link", name="Score sheet").tap()
    page.get_by_role("button", name="Clear what you entered").tap()

    expect(page.locator("#save")).to_contain_text("6 still to enter")
    assert checked_inputs(page) == ["close-normal"]
    check_no_draft_is_kept(page)


@pytest.mark.thorough
def test_half_entered_bids_survive_the_undo_of_a_correction(table, open_match):
    page = open_match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    sheet = table.log.sheet(page.match)
    fewer = (
        ("bids", BIDS),
        ("tricks", {"tricks": JABBERWOCKY_DEAL["tricks"] | {"Ana": 1, "Dina": 2}}),
    )
    correct_deal(table.log, page.match, 1, fewer, sheet.version, table.factory.next_meta())
    page.reload()
    for who in ("Bruno", "Chus"):
        tap_and_wait(page, chip_of(f"bids-{who}-1"))
    page.get_by_role("button", name="Undo: correction of Deal 1").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    wait_until(page, NOTHING_UNDER_WAY)

    assert set(checked_inputs(page)) == {"bids-Bruno-1", "bids-Chus-1"}
    expect(page.get_by_role("button", name="Redo")).to_be_visible()


def test_a_draft_of_a_later_stage_survives_undoing_the_earlier_stage(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    tap_and_wait(page, chip_of("tricks-Chus-4"))
    page.get_by_role("button", name="Undo: Bids, Deal 1").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    tap_and_wait(page, chip_of("bids-Chus-3"))
    tap_and_wait(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")

    expect(page.locator("[id='tricks-Chus-4']")).to_be_checked()
    expect(page.get_by_role("group", name="Tricks, Chus bid 3")).to_be_visible()


@pytest.mark.thorough
def test_clear_all_entries_on_the_score_sheet_deletes_the_draft(bids):
    bids.get_by_role("link", name="Score sheet").tap()
    bids.get_by_role("button", name="Clear what you entered").tap()

    expect(bids.get_by_text("Bids: 0 for 9")).to_be_visible()
    assert checked_inputs(bids) == []
    check_no_draft_is_kept(bids)


@pytest.mark.thorough
def test_discarding_a_correction_discards_what_was_typed_for_its_later_deals(open_match):
    page = open_match("loba", LOW, EDU_OUT, WITHOUT_EDU, limit=50, max_reenlist=0)
    correction = f"{page.url}/rounds/2/correct"
    for _ in range(2):
        page.goto(correction)
        page.get_by_label("Edu: Points left").fill("6")
        tap_and_wait(page, "#save")
        expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 3 too")
        before = page.locator(".numbers-table__field").evaluate_all(VALUES)
        page.get_by_label("Dina: Points left").fill("9")
        wait_until(page, NOTHING_UNDER_WAY)
        page.get_by_role("link", name="Back to Deal 2").tap()
        page.get_by_role("button", name="Discard draft").tap()
        page.wait_for_url(f"**/matches/{page.match}")

        assert before == ["4", "0", "6", "7", ""]
    check_no_draft_is_kept(page)
