"""A half-filled form keeps its rows and numbers if another phone changes what the form asks."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.match import commands
from tests.browser import chromium
from tests.browser.match_factory import EDU_OUT, LOW
from tests.browser.waits import HIDE, NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def match(live_league):
    """A match in which Edu does not play deal 3 if deal 2 is changed to `EDU_OUT`."""
    return live_league.match("loba", LOW, LOW, limit=50, max_reenlist=0)


def change_the_deal_before(live_league, match):
    step = live_league.log.sheet(match).last_step.version
    commands.undo(live_league.log, match, step, live_league.factory.next_meta())
    live_league.deal(match, EDU_OUT)


def field_of(page, live_league, who):
    return page.locator(f"#deadwood-{live_league.factory.keys[who]}")


def expect_notice_of_the_change(page, live_league):
    """Check that the form does not change until *Show it* is tapped.

    Edu's field then disappears, and Chus's number is still in its field.
    """
    expect(page.locator("#remote-change")).to_contain_text(
        re.compile("^Saved on another phone: .*Deal 2")
    )
    expect(field_of(page, live_league, "Edu")).to_be_visible()
    expect(field_of(page, live_league, "Chus")).to_have_value("7")
    page.get_by_role("button", name="Show it").tap()
    expect(field_of(page, live_league, "Edu")).to_have_count(0)
    expect(field_of(page, live_league, "Chus")).to_have_value("7")
    expect(page.locator("#remote-change")).to_be_hidden()


def test_a_half_entered_answer_stays_when_a_hidden_page_missed_a_change_of_the_players(
    live_league, match, open_phone
):
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    field_of(page, live_league, "Chus").fill("7")
    wait_until(page, NOTHING_UNDER_WAY)
    page.evaluate(HIDE, True)
    change_the_deal_before(live_league, match)
    page.evaluate(HIDE, False)

    expect_notice_of_the_change(page, live_league)


@pytest.mark.thorough
def test_a_half_entered_answer_stays_when_a_preview_is_the_first_to_report_a_change_of_the_players(
    live_league, match, open_phone
):
    page = open_phone()
    chromium.ignore_network_errors(page)
    page.route(re.compile("/live/"), lambda route: route.abort())
    page.goto(f"{live_league.address}/matches/{match}")
    field_of(page, live_league, "Chus").fill("7")
    wait_until(page, NOTHING_UNDER_WAY)
    change_the_deal_before(live_league, match)
    field_of(page, live_league, "Dina").fill("3")

    expect_notice_of_the_change(page, live_league)


@pytest.mark.thorough
def test_half_entered_counters_stay_when_another_phone_saves_a_call(live_league, open_phone):
    match, keys = live_league.match("jamon"), live_league.factory.keys
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    counters = page.locator(f"#counters-{keys['Chus']}")
    counters.fill("7")
    wait_until(page, NOTHING_UNDER_WAY)
    call, sent = {"calls": [[keys["Ana"], keys["Bruno"]]]}, live_league.factory.next_meta()
    commands.record_stage(live_league.log, match, 1, "call-1", call, sent)

    expect(page.locator("#remote-change")).to_contain_text(
        "Saved on another phone: Ana called Bruno."
    )
    expect(counters).to_have_value("7")
