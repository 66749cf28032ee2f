"""Without a network, the page computes sums, totals and missing values itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.match_factory import (
    CAME_BACK,
    CHINCHON_DEAL,
    by_name,
)
from tests.browser.player_names import FIVE
from tests.browser.waits import wait_until

pytestmark = pytest.mark.browser


AHEAD = "() => document.querySelector('#match')?.dataset.ahead"


@pytest.fixture
def cut_off(table, open_phone):
    """A function that opens a question, waits for the predicted questions, and goes offline."""

    def cut_off(game, *deals, **options):
        page = open_phone()
        page.goto(f"{table.address}/matches/{table.factory.match(game, *deals, **options)}")
        wait_until(page, AHEAD)
        page.context.set_offline(True)
        return page

    return cut_off


def line(page, name):
    return page.locator(f"[data-line={name}]")


def test_offline_bids_are_counted_and_the_hook_disables_a_bid(cut_off):
    page = cut_off("jabberwocky", schedule=[5, 5])
    tap_chips_and_keys(page, "bids-Bruno-1", "bids-Chus-2", "bids-Dina-0")
    expect(page.locator("#save")).to_have_text(re.compile("2 still to enter"))
    tap_chips_and_keys(page, "bids-Edu-1")

    expect(line(page, "status_line")).to_have_text("Bids: 4 for 5 tricks. Ana bids last.")
    expect(page.locator("[id='bids-Ana-1']")).to_be_disabled()
    expect(page.locator("[id='bids-Ana-why']")).to_have_text(
        "Not 1: the bids must not add up to 5."
    )
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    tap_chips_and_keys(page, "bids-Ana-3")
    expect(line(page, "status_line")).to_have_text("Bids: 7 for 5 tricks. Ana bids last.")
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_offline_a_prefetched_stage_is_previewed(cut_off):
    page = cut_off("jabberwocky", schedule=[5, 5])
    tap_chips_and_keys(page, *(f"bids-{name}-{n}" for name, n in by_name(1, 1, 1, 1, 0).items()))
    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    expect(line(page, "save_note")).to_have_text("0 of 5 tricks")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    tap_chips_and_keys(page, "tricks-Bruno-1", "tricks-Chus-2", "tricks-Dina-0", "tricks-Edu-1")

    expect(page.locator("[id='tricks-Ana-1']")).to_be_checked()
    expect(page.locator(".chip--rest")).to_have_text("1")
    expect(line(page, "save_note")).to_have_text("5 of 5 tricks. Made it: Bruno, Ana.")
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    tap_chips_and_keys(page, "tricks-Bruno-0")
    expect(page.locator(".chip--rest")).to_have_text("2")
    chromium.ignore_network_errors(page)


def test_offline_an_impossible_sum_is_marked_until_it_is_corrected(cut_off):
    page = cut_off("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    tap_chips_and_keys(page, *(f"tricks-{name}-{n}" for name, n in by_name(1, 1, 1, 1, 2).items()))
    expect(line(page, "save_note")).to_have_text("The tricks must add up to 5, not 6.")
    expect(line(page, "save_note")).to_have_class("save-bar__status loss")
    expect(page.locator("#save")).to_contain_class("save--refused")
    tap_chips_and_keys(page, "tricks-Edu-1")

    expect(line(page, "save_note")).to_have_text("5 of 5 tricks. Made it: Bruno, Chus, Dina, Ana.")
    expect(line(page, "save_note")).to_have_class("save-bar__status")
    expect(page.locator("#save")).not_to_contain_class("save--refused")
    chromium.ignore_network_errors(page)


def test_offline_a_sum_above_all_tricks_is_marked_before_the_last_number(cut_off):
    page = cut_off("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    tap_chips_and_keys(
        page, *(f"tricks-{name}-{n}" for name, n in by_name(1, 1, 1, 3, names=FIVE[:4]).items())
    )

    expect(line(page, "save_note")).to_have_text("The tricks must add up to 5, not 6.")
    expect(line(page, "save_note")).to_have_class("save-bar__status loss")
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_offline_entered_values_are_not_reported_as_missing(cut_off):
    page = cut_off("jaguar")
    tap_chips_and_keys(page, "jaguar-Bruno", "friend-Dina")
    expect(line(page, "save_note")).to_have_text("Still missing: the points.")
    tap_chips_and_keys(page, "7", "5")

    expect(line(page, "save_note")).to_have_text("Bruno +2, Dina +1; Ana, Chus, Edu −1 each.")
    expect(line(page, "headline")).to_have_text("won")
    expect(line(page, "detail")).to_have_text("against 45")
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_offline_totals_and_players_over_the_limit_are_shown(cut_off):
    page = cut_off("chinchon", CHINCHON_DEAL, CHINCHON_DEAL)
    tap_chips_and_keys(page, "closer-Bruno", "0", "3", "5", "0")

    expect(page.locator("#row-Chus .numbers-table__total")).to_have_text("132out")
    expect(line(page, "save_note")).to_have_text(
        "Still to count: 2 players. Chus reaches 132 and may come back."
    )
    tap_chips_and_keys(page, "close-chinchon")
    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("0")
    expect(page.locator("[id='deadwood-Bruno']")).to_be_disabled()
    expect(page.locator("#row-Bruno .numbers-table__total")).to_have_text("50")
    chromium.ignore_network_errors(page)


def test_offline_the_page_says_that_a_player_has_used_up_the_returns(cut_off):
    page = cut_off("loba", CAME_BACK, limit=50, max_reenlist=1)
    tap_chips_and_keys(page, "went_out-Ana", "3", "8")

    expect(line(page, "save_note")).to_have_text(
        "Still to count, 2 to 90 each: 3 players."
        " Bruno reaches 50 and is out, having already come back once."
    )
    chromium.ignore_network_errors(page)


def test_offline_nobody_may_come_back_after_a_run_of_seven_that_wins(cut_off):
    page = cut_off("chinchon", CHINCHON_DEAL, run_rule="wins", limit=50)
    tap_chips_and_keys(page, "closer-Ana", "2", "4", "0")
    expect(line(page, "save_note")).to_have_text(
        "Still to count: 3 players. Bruno reaches 70 and may come back."
    )
    tap_chips_and_keys(page, "close-run")

    expect(line(page, "save_note")).to_have_text(
        "Still to count: 3 players. Bruno reaches 70 and is out."
    )
    tap_chips_and_keys(page, "close-normal")
    expect(line(page, "save_note")).to_have_text(
        "Still to count: 3 players. Bruno reaches 70 and may come back."
    )
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_offline_the_points_of_a_hand_follow_the_upcard(cut_off):
    page = cut_off("gin", names=FIVE[:2], oklahoma=True)
    tap_chips_and_keys(page, "upcard-rank-K", "upcard-suit-H", "result-knock", "knocker-Bruno")
    page.locator("#deadwood-Ana").tap()
    tap_chips_and_keys(page, "2", "0")
    page.locator("#deadwood-Bruno").tap()
    tap_chips_and_keys(page, "1")
    totals = page.locator(".numbers-table__total")
    expect(totals).to_have_text(["0", "19+19, box"])
    page.locator("#deadwood-Ana").tap()
    tap_chips_and_keys(page, "1")
    expect(totals).to_have_text(["10+10, box", "0"])  # an undercut
    page.locator("#deadwood-Bruno").tap()
    tap_chips_and_keys(page, "6")
    page.locator("#deadwood-Ana").tap()
    tap_chips_and_keys(page, "9")
    expect(totals).to_have_text(["0", "3+3, box"])
    tap_chips_and_keys(page, "upcard-rank-5")

    expect(totals).to_have_text(["–", "–"])  # nobody may knock with 6 after a 5
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_offline_the_button_of_the_reneges_shows_their_number(cut_off):
    page = cut_off("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    button = page.locator(".popover > summary")
    expect(button).to_have_text("Reneges: none")
    button.tap()
    tap_chips_and_keys(page, "1")

    expect(button).to_have_text("Reneges: 1")
    page.locator("[name='reneges-Dina']").tap()
    tap_chips_and_keys(page, "2")
    expect(button).to_have_text("Reneges: 1, 2")
    chromium.ignore_network_errors(page)


@pytest.mark.thorough
def test_offline_all_made_but_one_fills_in_the_tricks(cut_off):
    page = cut_off("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    page.get_by_role("button", name="All made it but Chus, who took 2").tap()

    chosen = page.locator("#ask :checked").evaluate_all("(all) => all.map((input) => input.id)")
    assert chosen == [f"tricks-{who}" for who in ("Bruno-1", "Chus-2", "Dina-1", "Edu-0", "Ana-1")]
    expect(page.locator(".chip--rest")).to_have_count(0)
    expect(line(page, "save_note")).to_have_text("5 of 5 tricks. Made it: Bruno, Dina, Edu, Ana.")
    expect(page.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    chromium.ignore_network_errors(page)
