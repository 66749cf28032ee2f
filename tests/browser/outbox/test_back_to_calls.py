"""Without a network, the page leads from the counters back to the calls, as with a network."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.match import commands
from tests.browser import chromium
from tests.browser.outbox.phone import (
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    open_match_page,
    outbox,
    saved_stages,
)
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def open_jamon_offline(table, open_phone):
    """A function that opens a page of a new match on a phone and switches its network off."""

    def opened(path="", calls=()):
        match = table.factory.match("jamon", deals=2)
        for n, call in enumerate(calls, 1):
            answers = {"calls": [list(call)]}
            commands.record_stage(
                table.log, match, 1, f"call-{n}", answers, table.factory.next_meta()
            )
        page = open_match_page(open_phone(), f"{table.address}/matches/{match}{path}")
        go_offline(page)
        return page, match

    return opened


def tap_call(page, call, count="1"):
    wait_until(page, SETTLED)
    button = page.locator(f".calls [value='{call}']")
    button.tap()
    expect(button).to_have_text(count)


def tap_link(page, name, title):
    wait_until(page, SETTLED)
    page.get_by_role("link", name=name, exact=True).tap()
    expect_title(page, title)


def expect_counters(page, *numbers, are_fixed=True):
    """Wait until the first counters have these values. Fixed counters cannot be edited."""
    for place, number in enumerate(numbers):
        counters = page.locator("#ask [name^='counters-']").nth(place)
        expect(counters).to_be_enabled(enabled=not are_fixed)
        expect(counters).to_have_value(number)


@pytest.mark.thorough
def test_calls_go_on_after_a_look_at_the_counters(table, open_jamon_offline):
    page, match = open_jamon_offline("?instead=1")
    tap_call(page, "0>1")
    tap_link(page, "Someone went out", "Counters")
    expect_counters(page, "4", "6")
    tap_link(page, "Calls", "Calls")
    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Ana called Bruno")
    tap_call(page, "0>1", "2")
    tap_link(page, "Someone went out", "Counters")
    expect_counters(page, "3", "7")
    tap_link(page, "Calls", "Calls")
    tap_call(page, "2>1")
    tap_link(page, "Dina", "Counters")
    page.locator("#save").tap()
    expect(page.locator("#went_out-Dina")).not_to_be_checked()  # the next deal
    go_online(page)

    expect_all_sent(page)
    assert saved_stages(table, match) == [*((1, f"call-{n}") for n in (1, 2, 3)), (1, "count")]


@pytest.mark.thorough
def test_the_counters_lead_to_the_first_call(table, open_jamon_offline):
    page, match = open_jamon_offline()
    tap_link(page, "Calls", "Calls")
    expect(page.locator("[data-line=status_line]")).to_have_text(
        "No calls yet · 25 counters in play"
    )
    tap_link(page, "Someone went out", "Counters")
    expect_counters(page, "", "", "", "", "", are_fixed=False)
    tap_link(page, "Calls", "Calls")
    tap_call(page, "4>0")
    go_online(page)

    expect_all_sent(page)
    expect_title(page, "Calls")
    assert saved_stages(table, match) == [(1, "call-1")]


@pytest.mark.thorough
def test_calls_that_are_already_saved_still_count(table, open_jamon_offline):
    page, match = open_jamon_offline("", calls=[("Ana", "Bruno"), ("Ana", "Chus")])
    tap_link(page, "Calls", "Calls")
    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Ana called Chus")
    tap_call(page, "0>1", "2")
    tap_link(page, "Someone went out", "Counters")
    expect_counters(page, "2", "7", "6", "5", "5")
    go_online(page)

    expect_all_sent(page)
    assert saved_stages(table, match) == [(1, f"call-{number}") for number in (1, 2, 3)]


def test_what_was_entered_is_still_there_after_a_look_at_the_calls(open_jamon_offline):
    page, _ = open_jamon_offline()
    chromium.ignore_network_errors(page)
    page.locator(chip_of("went_out-Chus")).tap()
    page.locator("#counters-Ana").fill("12")
    tap_link(page, "Calls", "Calls")
    tap_link(page, "Someone went out", "Counters")

    expect(page.locator("#went_out-Chus")).to_be_checked()
    expect(page.locator("#counters-Ana")).to_have_value("12")


@pytest.mark.thorough
def test_a_call_replaces_the_counters_that_were_entered_before(table, open_jamon_offline):
    page, match = open_jamon_offline()
    page.locator("#counters-Ana").fill("12")
    tap_link(page, "Calls", "Calls")
    tap_call(page, "0>1")
    tap_link(page, "Someone went out", "Counters")
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")  # another window was in front
    expect_counters(page, "4")
    page.locator(chip_of("went_out-Edu")).tap()
    page.locator("#save").tap()
    go_online(page)

    expect_all_sent(page)
    [played] = table.log.sheet(match).played_deals
    assert played.points == dict(zip(FIVE, (2, 4, 3, 3, 13), strict=True))


def refuse_a_win_by_default(page):
    """Without a network, enter a win by default that contradicts the last call.

    The server refuses it when the network is back.
    """
    tap_call(page, "0>1")
    tap_link(page, "Bruno", "Counters")
    page.locator("#fold-default_by summary").tap()
    page.locator(chip_of("default_by-Chus")).tap()
    page.locator("#save").tap()
    expect(page.locator("#went_out-Bruno")).not_to_be_checked()  # the next deal
    go_online(page)
    expect(page.locator("#ask [role=alert]")).to_contain_text("the last call must be Chus calling")


@pytest.mark.thorough
def test_calls_stay_on_the_page_after_a_refused_count(table, open_jamon_offline):
    page, match = open_jamon_offline("?instead=1")
    refuse_a_win_by_default(page)
    page.get_by_role("button", name="Show it").tap()
    tap_link(page, "Calls", "Calls")
    wait_until(page, NOTHING_UNDER_WAY)
    expect(outbox(page).get_by_text("Later answers wait until")).to_be_hidden()  # none waits
    expect(outbox(page).get_by_text("When the network is back")).to_be_hidden()
    expect(outbox(page).locator("summary use")).to_have_attribute("href", re.compile("#warn$"))
    tap_call(page, "2>1")
    expect_title(page, "Calls")

    page.get_by_role("button", name="Show it").tap()
    expect_all_sent(page)
    assert saved_stages(table, match) == [(1, "call-1"), (1, "call-2"), (1, "count")]
    [played] = table.log.sheet(match).played_deals
    assert played.answers["default_by"] == "Chus"
