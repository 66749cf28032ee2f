"""Waiting answers that are sent too early, because the match first asks an unpredicted question.

Another phone has corrected a deal, after which a player is out. The phone without a network does
not know this.
"""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.match import correction_commands
from tests.browser.layout_checks import find_faults
from tests.browser.match_factory import LOBA_DEAL, by_name
from tests.browser.outbox.phone import (
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    open_match_page,
    outbox,
    outbox_rows,
    play_deals,
    tap_badge,
    toast,
)
from tests.browser.selectors import chip_of
from tests.browser.waits import first_event

pytestmark = pytest.mark.browser

# After FIRST_DEAL and three times DEAL, nobody is out. Once FIRST_DEAL is CORRECTED, Bruno reaches
# the limit in the second deal.
DEAL = {**LOBA_DEAL, "deadwood": by_name(0, 20, 15, 12, 9)}
FIRST_DEAL = {**LOBA_DEAL, "deadwood": by_name(0, 30, 15, 12, 9)}
CORRECTED = {**LOBA_DEAL, "deadwood": by_name(0, 90, 15, 12, 9)}


@pytest.fixture
def match(table):
    return table.factory.match("loba", FIRST_DEAL)


@pytest.fixture
def early(table, match, page):
    play_offline(page, table.factory, match)
    go_online(page)
    expect_title(page, "Coming back?")
    return page


def play_offline(page, factory, match, deals=2):
    """Without a network, enter deals from Deal 2 on. Meanwhile, another phone corrects Deal 1.

    After the correction, the match asks who comes back after Deal 2.
    """
    go_offline(page)
    stages, seen = (("cards", factory.with_keys(CORRECTED)),), factory.log.sheet(match).version
    correction_commands.correct_deal(factory.log, match, 1, stages, seen, factory.next_meta())
    play_deals(page, *[DEAL] * deals, keys=factory.keys)


def come_back(page, answer):
    page.locator(chip_of(f"reenlist-Bruno-{answer}")).tap()
    page.locator("#save").tap()


def test_waiting_answers_are_sent_after_the_question_that_was_not_predicted(table, match, early):
    expect(toast(early)).to_contain_text("Answer this question first.")
    come_back(early, "yes")
    expect_all_sent(early)

    expect(early.locator("#match .bar__title")).to_contain_text("Deal 4")
    assert table.log.sheet(match).position.number == 4


@pytest.mark.thorough
def test_the_answer_that_was_missing_can_be_given_offline_too(table, match, early):
    go_offline(early)
    come_back(early, "yes")
    expect(outbox_rows(early)).to_have_count(2)
    expect(outbox_rows(early).first).to_contain_text("Coming back? Deal 2")
    go_online(early)

    expect(early.locator("#match .bar__title")).to_contain_text("Deal 4")
    expect_all_sent(early)
    assert table.log.sheet(match).position.number == 4


@pytest.mark.thorough
def test_a_predicted_question_is_kept_while_values_are_entered_in_it(table, open_loaded_match):
    page = open_loaded_match("loba", FIRST_DEAL)
    play_offline(page, table.factory, page.match)
    page.locator("[data-key='7']").tap()
    go_online(page)
    expect(toast(page)).to_contain_text("One answer was refused.")
    expect(outbox(page)).to_be_hidden()  # the open list would move the rows
    expect_title(page, "Points left")
    page.locator("[data-key=erase]").tap()
    play_deals(page, DEAL)

    expect_title(page, "Coming back?")
    expect(outbox_rows(page)).to_have_count(2)
    come_back(page, "yes")
    expect_all_sent(page)
    expect(page.locator("#match .bar__title")).to_contain_text("Deal 5")
    assert len(table.log.sheet(page.match).played_deals) >= 4


@pytest.mark.thorough
def test_an_early_answer_that_no_longer_fits_is_shown_with_its_values(early):
    come_back(early, "no")

    expect(early.locator("#ask [role=alert]")).to_contain_text("Bruno")
    expect(early.locator("[id='deadwood-Chus']")).to_have_value("15")


@pytest.mark.thorough
def test_an_early_answer_is_sent_after_another_phone_answered_the_question(live_league, open_phone):
    match = live_league.match("loba", FIRST_DEAL)
    page = open_match_page(open_phone(), f"{live_league.address}/matches/{match}")
    play_offline(page, live_league.factory, match)
    go_online(page)
    expect_title(page, "Coming back?")
    live_league.deal(match, {"reenlist": ["Bruno"]})

    expect(page.locator("#match .bar__title")).to_contain_text("Deal 4")
    expect_all_sent(page)


def hold_second_refusal(page):
    """Hold the response to the second attempt to send Deal 3.

    Returns a list to which (route, response) is added when the response is held.
    """
    attempts, held = [], []

    def handle(route):
        attempts.append(route.fetch())
        if len(attempts) == 2:
            held.append((route, attempts[-1]))
        else:
            route.fulfill(response=attempts[-1])

    page.route(re.compile("/rounds/3/cards$"), handle)
    return held


@pytest.fixture
def held_early(table, match, page):
    """A page that asks who comes back while a refusal is held, and a function that releases it."""
    play_offline(page, table.factory, match)
    held = hold_second_refusal(page)
    go_online(page)
    expect_title(page, "Coming back?")
    route, response = first_event(page, held)
    assert response.status == 409
    return page, lambda: route.fulfill(response=response)


@pytest.mark.thorough
def test_an_answer_saved_while_an_early_one_is_refused_again_is_kept(table, match, held_early):
    page, release = held_early
    go_offline(page)
    come_back(page, "yes")
    expect(outbox_rows(page)).to_have_count(2)
    release()
    go_online(page)

    expect_all_sent(page)
    assert table.log.sheet(match).position.number == 4


@pytest.mark.thorough
def test_an_early_answer_that_is_refused_again_during_the_missing_one_is_sent_after_it(
    table, match, held_early
):
    page, release = held_early
    come_back(page, "yes")
    expect_title(page, "Points left")
    release()

    expect(page.locator("#match .bar__title")).to_contain_text("Deal 4")
    expect_all_sent(page)
    assert table.log.sheet(match).position.number == 4


@pytest.mark.thorough
def test_an_early_answer_is_sent_again_if_its_question_came_during_the_refusal(
    live_league, open_phone
):
    match = live_league.match("loba", FIRST_DEAL)
    page = open_match_page(open_phone(), f"{live_league.address}/matches/{match}")
    play_offline(page, live_league.factory, match)
    refusals = []

    def refuse_after_another_phone_answered(route):
        refusals.append(route.fetch())
        if len(refusals) == 1:
            live_league.deal(match, {"reenlist": ["Bruno"]})
        route.fulfill(response=refusals[-1])

    page.route(re.compile("/rounds/3/cards$"), refuse_after_another_phone_answered)
    go_online(page)

    expect(page.locator("#match .bar__title")).to_contain_text("Deal 4")
    expect_all_sent(page)
    assert refusals[0].status == 409


@pytest.mark.thorough
def test_an_early_answer_in_the_list_has_no_layout_or_accessibility_faults(early):
    tap_badge(early)
    assert find_faults(early) == {}


@pytest.mark.thorough
def test_the_list_gives_the_reason_why_an_early_answer_waits(early):
    tap_badge(early)
    row = outbox_rows(early).first

    expect(row).to_contain_text("Points left, Deal 3")
    expect(row).to_contain_text("The match is still at Coming back? Deal 2.")
    expect(row).not_to_contain_text("below")
