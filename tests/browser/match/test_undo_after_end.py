"""The Undo button in the header of a match that ended some minutes ago."""

import re
import time

import pytest
from playwright.sync_api import expect

from scorekeeper.match import evening_command
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from tests import members, one_deal
from tests.browser.outbox.phone import expect_all_sent, go_offline, go_online, outbox_rows
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def page(live_league, open_phone):
    """A scorer's phone that shows a match that ended 18 minutes ago."""
    factory, at = live_league.factory, int(time.time()) - 18 * 60
    seats = tuple(factory.keys[name] for name in ("Ana", "Bruno", "Chus"))
    match = one_deal.play_match(live_league.log, seats, seats[0], at)
    members.add_phone(live_league.app, Right.SCORER, "scorer", "Ana’s phone")
    page = open_phone()
    page.context.add_cookies([{**members.COOKIE, "value": "scorer"}])
    page.goto(f"{live_league.address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)
    page.is_over = lambda: live_league.log.sheet(match).is_over
    page.log, page.match = live_league.log, match
    return page


def test_undo_in_the_header_asks_first_and_then_offers_redo(page):
    page.get_by_role("button", name="Undo: ").tap()
    expect(page).to_have_url(re.compile("/confirm/undo$"))
    assert page.is_over()

    page.get_by_role("button", name="Undo: ").tap()

    expect(page.locator(".toast").get_by_role("button", name="Redo")).to_be_visible()
    assert not page.is_over()


def test_undo_without_a_network_waits_and_is_sent_without_a_question(page):
    go_offline(page)
    page.get_by_role("button", name="Undo: ").tap()
    expect(outbox_rows(page)).to_have_count(1)
    assert page.is_over()

    go_online(page)

    expect_all_sent(page)
    assert not page.is_over()


@pytest.mark.thorough
def test_an_undo_that_waits_until_another_evening_is_refused_with_a_reason(page):
    go_offline(page)
    page.get_by_role("button", name="Undo: ").tap()
    expect(outbox_rows(page)).to_have_count(1)
    meta = CommandMeta("evening", int(time.time()))
    evening_command.set_evening(page.log, page.match, "2026-01-12", "2026-01-13", meta)

    go_online(page)

    expect(outbox_rows(page)).to_contain_text("You can undo or redo steps on its score sheet.")
    assert page.is_over()
