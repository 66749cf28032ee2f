"""Half-entered numbers survive a detour: a correction or an undo of the deal before."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.commands import correct_deal
from tests.browser.drafts.page import keys, tap
from tests.browser.match_factory import EDU_OUT, LEFT, LOW, WITHOUT_EDU
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser
VALUES = "(all) => all.map((each) => each.value)"


def numbers(page):
    wait_until(page, NOTHING_UNDER_WAY)
    return page.locator(".numbers-table__field").evaluate_all(VALUES)


def test_half_entered_numbers_survive_entering_the_deal_before_again(open_match):
    page = open_match("loba", LEFT)
    keys(page, "3", "1", "9", "next")
    page.get_by_role("button", name="Undo: Points left, Deal 1").tap()
    expect(page.locator(".bar p")).to_contain_text("Deal 1")
    wait_until(page, SETTLED)
    before = numbers(page)
    page.get_by_label("Dina: Points left").fill("33")
    tap(page, "#save")
    expect(page.locator(".bar p")).to_contain_text("Deal 2")

    assert before == ["0", "60", "55", "12", "9"]
    assert numbers(page) == ["31", "9", "", "", ""]


def test_half_entered_numbers_survive_the_undo_of_a_correction(table, open_match):
    page = open_match("loba", LEFT)
    sheet = table.log.sheet(page.match)
    fewer = (("cards", {**LEFT, "deadwood": {**LEFT["deadwood"], "Dina": 33}}),)
    correct_deal(table.log, page.match, 1, fewer, sheet.version, table.factory.next_meta())
    page.reload()
    keys(page, "3", "1", "9", "next")
    page.get_by_role("button", name="Undo: correction of Deal 1").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()

    assert numbers(page) == ["31", "9", "", "", ""]


def test_numbers_of_a_later_deal_survive_going_back_to_the_corrected_deal(open_match):
    page = open_match("loba", LOW, EDU_OUT, WITHOUT_EDU, limit=50, max_reenlist=0)
    page.goto(f"{page.url}/rounds/2/correct")
    page.get_by_label("Edu: Points left").fill("6")
    tap(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 3 too")
    page.get_by_label("Dina: Points left").fill("9")
    page.get_by_role("link", name="Back to Deal 2").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 2")
    page.get_by_label("Edu: Points left").fill("8")
    wait_until(page, NOTHING_UNDER_WAY)
    tap(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 3 too")

    assert numbers(page) == ["4", "0", "6", "9", ""]
