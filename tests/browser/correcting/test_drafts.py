"""Two phones that correct the same deal see and compare each other's values."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.correcting.page import field, saved_correction, title
from tests.browser.match_factory import EDU_OUT, LOW, WITHOUT_EDU, by_name
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_the_slower_of_two_simultaneous_corrections_sees_both_values(
    table, match, address, open_phone
):
    pages = [open_phone(), open_phone()]
    for page, left in zip(pages, ("5", "8"), strict=True):
        page.goto(address)
        field(page, "Edu").fill("6")
        wait_until(page, NOTHING_UNDER_WAY)
        page.locator("#save").tap()
        expect(title(page)).to_have_text("Correct Deal 3 too")
        field(page, "Edu").fill(left)
        wait_until(page, NOTHING_UNDER_WAY)
    pages[0].locator("#save").tap()
    _, totals = saved_correction(pages[0], table, match)
    pages[1].locator("#save").tap()

    expect(pages[1].get_by_role("heading", name="Another phone saved this first")).to_be_visible()
    row = pages[1].get_by_role("row", name="Edu Deal 3, Points left")
    expect(row.get_by_role("cell")).to_have_text(["5", "8"])
    assert totals == dict(table.log.sheet(match).position.totals) == by_name(4, 40, 36, 31, 20)


@WITH_AND_WITHOUT
@pytest.mark.thorough
def test_the_values_after_an_emptied_deal_of_a_draft_are_kept(scripted, table, open_phone):
    deals = (LOW, EDU_OUT, WITHOUT_EDU, WITHOUT_EDU)
    match = table.factory.match("loba", *deals, limit=50, max_reenlist=0)
    address, page = (
        f"{table.address}/matches/{match}/rounds/2/correct",
        open_phone(scripted=scripted),
    )
    finish_later = page.get_by_role("button", name="Finish later")
    page.goto(address)
    for deal, left in ((3, "6"), (4, "5")):
        field(page, "Edu").fill(left)
        page.locator("#save").tap()
        expect(title(page)).to_have_text(f"Correct Deal {deal} too")
        page.locator("body:not([data-settling])").wait_for(state="attached")
    field(page, "Edu").fill("3")
    finish_later.tap()
    expect(title(page)).to_have_text("Points left")
    page.goto(f"{address}/3")
    field(page, "Dina").fill("")
    finish_later.tap()
    expect(title(page)).to_have_text("Points left")

    page.goto(address)
    page.locator("#save").tap()
    expect(title(page)).to_have_text("Correct Deal 3 too")
    page.locator("body:not([data-settling])").wait_for(state="attached")
    field(page, "Dina").fill("8")
    page.locator("#save").tap()

    _, totals = saved_correction(page, table, match)
    assert totals == by_name(8, 40, 42, 39, 23)


@WITH_AND_WITHOUT
def test_another_phones_draft_of_the_same_correction_is_compared_before_it_is_replaced(
    scripted, table, match, address, open_phone
):
    mine, friend = open_phone(scripted=scripted), open_phone(scripted=scripted)
    for page, left in ((mine, "6"), (friend, "7")):
        page.goto(address)
        field(page, "Edu").fill(left)
    mine.locator("#save").tap()
    expect(title(mine)).to_have_text("Correct Deal 3 too")

    friend.locator("#save").tap()

    notice = "Another phone is correcting the same deal"
    expect(friend.get_by_role("heading", name=notice)).to_be_visible()
    cells = friend.get_by_role("row", name="Edu Points left").get_by_role("cell")
    expect(cells).to_have_text(["6", "7"])
    friend.locator("body:not([data-settling])").wait_for(state="attached")
    friend.get_by_role("button", name="Use my answer").tap()
    expect(field(friend, "Edu")).to_have_value("7")
    friend.locator("#save").tap()
    expect(title(friend)).to_have_text("Correct Deal 3 too")
    stages = dict(table.log.sheet(match).drafts[2].event.stages)
    assert stages["cards"]["deadwood"] == by_name(0, 20, 15, 12, 7)


def test_a_reloaded_correction_does_not_replace_another_phones_draft_unseen(
    table, match, address, open_phone
):
    mine, friend = open_phone(), open_phone()
    mine.goto(address)
    field(mine, "Edu").fill("6")
    wait_until(mine, NOTHING_UNDER_WAY)
    friend.goto(address)
    field(friend, "Edu").fill("7")
    friend.locator("#save").tap()
    expect(title(friend)).to_have_text("Correct Deal 3 too")

    mine.reload()
    expect(field(mine, "Edu")).to_have_value("6")
    wait_until(mine, NOTHING_UNDER_WAY)
    mine.locator("#save").tap()

    cells = mine.get_by_role("row", name="Edu Points left").get_by_role("cell")
    expect(cells).to_have_text(["7", "6"])
    stages = dict(table.log.sheet(match).drafts[2].event.stages)
    assert stages["cards"]["deadwood"] == by_name(0, 20, 15, 12, 7)
