"""Without a network, no question is shown that the match may not ask.

A deal can put a player out or end the match, and a finished match asks no question.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import CHINCHON_DEAL, LOBA_DEAL, by_name
from tests.browser.outbox.phone import (
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    outbox_rows,
    play_deals,
)
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

# After two of these deals, Bruno is out, and the other players are below the limit.
LOBA = {**LOBA_DEAL, "deadwood": by_name(0, 60, 15, 12, 9)}
CHINCHON = {**CHINCHON_DEAL, "deadwood": by_name(2, 60, 15, 12, 9)}
KEPT = "Kept on this phone"


@pytest.mark.parametrize(("game", "deal"), [("loba", LOBA), ("chinchon", CHINCHON)])
def test_after_a_deal_that_takes_a_player_out_no_deal_is_asked(open_match_offline, game, deal):
    page = open_match_offline(game, deal)
    play_deals(page, deal)

    expect(page.get_by_role("heading", name=KEPT)).to_be_visible()
    expect(page.locator(".match__question p")).to_have_text(
        [
            "After this deal, at least one player is out.",
            "When the network is back, the page asks who comes back, if anybody may, or shows the"
            " result. Nothing is lost.",
        ]
    )
    expect(page.locator("form[data-entry]")).to_have_count(0)
    go_online(page)
    expect_title(page, "Coming back?")
    expect_all_sent(page)


@pytest.mark.thorough
def test_the_totals_of_waiting_deals_say_who_is_out(open_match_offline):
    page = open_match_offline("loba")
    play_deals(page, LOBA)
    expect(page.locator("#row-Bruno .numbers-table__total")).to_have_text("–")
    page.locator("#deadwood-Bruno").tap()
    page.locator("[data-key='7']").tap()
    expect(page.locator("#row-Bruno .numbers-table__total")).to_have_text("67")
    play_deals(page, LOBA)

    expect(outbox_rows(page)).to_have_count(2)
    expect(page.get_by_role("heading", name=KEPT)).to_be_visible()
    go_online(page)
    expect_title(page, "Coming back?")
    expect_all_sent(page)


@pytest.mark.thorough
def test_after_a_deal_that_decides_the_match_no_deal_is_asked(open_match_offline):
    page = open_match_offline("chinchon", run_rule="wins")
    play_deals(page, {"closer": "Ana", "close": "run", "deadwood": by_name(0, 6, 5, 2, 9)})

    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    go_online(page)
    expect(page.get_by_text("Ana wins")).to_be_visible()
    expect_all_sent(page)


@pytest.mark.thorough
def test_after_a_correction_of_a_finished_match_no_deal_is_asked(table, open_loaded_match):
    """The phone still has the questions that it fetched before the last deal."""
    deal = {"closer": "Ana", "close": "run", "deadwood": by_name(0, 6, 5, 2, 9)}
    page = open_loaded_match("chinchon", run_rule="wins")
    play_deals(page, deal)
    expect(page.get_by_text("Ana wins")).to_be_visible()
    page.goto(f"{table.address}/matches/{page.match}/rounds/1/correct")
    page.get_by_label("Bruno: Points left").fill("7")
    wait_until(page, NOTHING_UNDER_WAY)
    go_offline(page)
    page.locator("#save").tap()

    expect(page.get_by_role("heading", name=KEPT)).to_be_visible()
    expect(page.locator("form[data-entry]")).to_have_count(0)
    go_online(page)
    expect_title(page, "Ana wins")
    expect_all_sent(page)
    assert table.log.sheet(page.match).position.totals["Bruno"] == 7
