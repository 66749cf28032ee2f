"""The list of waiting answers names each answer.

It can also be opened by keyboard and from the home page.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.match_factory import by_name
from tests.browser.outbox.phone import (
    BIDS,
    TRICKS,
    answer_stages,
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    outbox_rows,
    play_deals,
    save_answer,
    toast,
)
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, tap_keys, wait_until

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_the_list_names_a_pair_of_opponents_once(open_match_offline):
    page = open_match_offline("gin", names=FIVE[:4])
    page.get_by_role("radio", name="Chus against Bruno").locator("..").tap()
    page.get_by_role("radio", name="Draw").locator("..").tap()
    page.locator("#save").tap()

    expect(outbox_rows(page)).to_contain_text("Opponents: Chus against Bruno; Result: Draw")
    go_online(page)
    expect_all_sent(page)


def test_the_list_contains_a_card_as_one_value(open_match_offline):
    page = open_match_offline("gin", names=FIVE[:2], oklahoma=True)
    for chip in ("upcard-rank-9", "upcard-suit-H", "result-draw"):
        page.locator(chip_of(chip)).tap()
    page.locator("#save").tap()

    expect(outbox_rows(page)).to_contain_text("Upcard: 9 hearts")
    go_online(page)
    expect_all_sent(page)


@pytest.mark.thorough
def test_the_list_separates_each_label_from_its_value(open_match_offline):
    page = open_match_offline("chinchon", names=FIVE[:3])
    points = by_name(3, 30, 41, names=FIVE[:3])
    play_deals(page, {"closer": "Ana", "close": "normal", "deadwood": points})

    expect(outbox_rows(page)).to_contain_text(
        "How the deal was closed: Closed, 4 or less; Who closed: Ana; "
        "Ana: Points left 3; Bruno: Points left 30; Chus: Points left 41 ·"
    )
    go_online(page)
    expect_all_sent(page)


@pytest.mark.thorough
def test_the_list_contains_numbers_that_were_previewed_before_the_network_failed(open_loaded_match):
    page = open_loaded_match("chinchon", names=FIVE[:3])
    for chip in ("close-normal", "closer-Ana"):
        page.locator(chip_of(chip)).tap()
    tap_keys(page, *"3304", "1")  # Ana cannot have 30, so the page moves on by itself
    wait_until(page, NOTHING_UNDER_WAY)
    go_offline(page)
    page.locator("#save").tap()

    expect(outbox_rows(page)).to_contain_text(
        "Ana: Points left 3; Bruno: Points left 30; Chus: Points left 41 ·"
    )
    go_online(page)
    expect_all_sent(page)


@pytest.mark.thorough
def test_the_list_leaves_out_what_nobody_entered_in_a_fold(page):
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    wait_until(page, SETTLED)
    page.locator(".popover > summary").tap()
    page.locator("#reneges-Chus").fill("1")
    save_answer(page, TRICKS)
    expect_title(page, "Bids")

    row = outbox_rows(page).last
    expect(row).to_contain_text("Chus: Reneges 1")
    assert row.text_content().count("Reneges") == 1
    go_online(page)
    expect_all_sent(page)


@pytest.mark.thorough
def test_waiting_answers_can_be_opened_by_keyboard(page):
    go_offline(page)
    answer_stages(page, 3)
    expect_title(page, "Tricks")
    expect(outbox_rows(page)).to_have_count(3)
    page.get_by_role("link", name="Not sent yet: 3").focus()
    page.keyboard.press("Enter")

    expect(outbox_rows(page).nth(2)).to_be_visible()
    go_online(page)


@pytest.mark.thorough
def test_the_home_page_lists_waiting_answers(league_page):
    page = league_page
    page.route(re.compile("/rounds/"), lambda route: route.abort())
    save_answer(page, (1, 1, 0))
    expect(outbox_rows(page)).to_have_count(1)
    page.get_by_role("link", name="Back to Play").tap()

    expect(outbox_rows(page)).to_contain_text("Jabberwocky: Bids, Deal 1")
    outbox_rows(page).get_by_role("link", name="Go to the match").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    chromium.ignore_network_errors(page)


def test_the_reason_covers_the_line_beside_save_only_after_the_first_waiting_answer(page):
    go_offline(page)
    save_answer(page, BIDS)
    expect_title(page, "Tricks")
    expect(toast(page)).to_contain_text("No network since")
    save_answer(page, TRICKS)

    expect_title(page, "Bids")
    expect(page.locator(".outbox-badge__count")).to_have_text("2")
    expect(toast(page)).to_have_count(0)
    go_online(page)
    expect_all_sent(page)
    go_offline(page)
    save_answer(page, BIDS)
    expect(toast(page)).to_contain_text("No network since")
    go_online(page)
    expect_all_sent(page)
