"""Corrections on a phone ask for later deals one by one, and the keypad stays in place."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.events import RoundCorrected
from tests.browser import chromium
from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.correcting.page import field, saved_correction, title
from tests.browser.match_factory import LOW, OUT_AGAIN, OUT_NOW, by_name
from tests.browser.net import hold_requests, release_requests
from tests.browser.player_names import FIVE, HARD_NAMES
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap, tap_keys, wait_until

pytestmark = pytest.mark.browser

FOOT = "[data-key], .effects, #save, .save-bar > .button"
ROWS_BELOW = f"{FOOT}, .numbers-table tr, .strip"
PLACES = """(what) => [...document.querySelectorAll(what)].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.dataset.key || each.id || each.className.split(" ")[0], x, y, width, height];
})"""


@WITH_AND_WITHOUT
def test_a_correction_continues_with_later_deals_that_became_invalid(
    scripted, table, match, address, open_phone
):
    page = open_phone(scripted=scripted)
    before = table.log.sheet(match)
    page.goto(address)
    field(page, "Edu").fill("6")
    page.locator("#save").tap()
    expect(title(page)).to_have_text("Correct Deal 3 too")
    expect(field(page, "Dina")).to_have_value("7")
    expect(field(page, "Edu")).to_have_value("")
    field(page, "Edu").fill("5")
    page.locator("#save").tap()

    event, totals = saved_correction(page, table, match)
    assert isinstance(event, RoundCorrected)
    assert totals == by_name(4, 40, 36, 31, 20)
    page.locator("body:not([data-settling])").wait_for(state="attached")
    page.locator(".bar").get_by_role("button", name="Undo: correction of Deal 2").tap()
    expect(page.locator(".bar").get_by_role("button", name="Undo: Points left")).to_be_visible()
    assert table.log.sheet(match).deal_answers == before.deal_answers


def test_the_page_does_not_scroll_past_the_reason_to_a_field_in_view(address, open_phone):
    page = open_phone(size={"width": 360, "height": 640})
    page.goto(address)
    field(page, "Edu").fill("6")
    page.evaluate("scrollTo(0, 0)")  # before all styles are loaded, filling in may scroll the page
    page.locator("#save").tap()
    expect(title(page)).to_have_text("Correct Deal 3 too")

    expect(page.get_by_text("Numbers are missing.")).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_the_field_of_the_missing_number_is_current(address, open_phone):
    page = open_phone()
    page.goto(address)
    field(page, "Edu").fill("6")
    page.locator("#save").tap()
    expect(title(page)).to_have_text("Correct Deal 3 too")

    tap_keys(page, "5")

    expect(field(page, "Edu")).to_have_value("5")
    expect(page.locator("#effects summary")).to_contain_text("Edu was 69 20, no longer out")


def test_the_keys_are_hidden_until_a_number_is_tapped_if_only_who_comes_back_is_missing(
    table, open_phone
):
    match = table.factory.match("loba", LOW, LOW, limit=50)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    field(page, "Edu").fill("45")
    page.locator("#save").tap()
    expect(title(page)).to_have_text("Correct Deal 2 too")
    keys = page.locator(".entry-foot > .keypad")

    expect(keys).to_be_hidden()
    field(page, "Edu").tap()
    tap_keys(page, "8")
    wait_until(page, NOTHING_UNDER_WAY)
    expect(field(page, "Edu")).to_have_value("8")
    expect(keys).to_be_visible()


def test_without_a_network_the_foot_does_not_say_that_nothing_has_changed(address, open_phone):
    page = open_phone()
    page.goto(address)
    foot = page.locator(".effects")
    expect(foot).to_have_text("Nothing has changed yet.")
    chromium.ignore_network_errors(page)
    page.context.set_offline(True)
    field(page, "Bruno").fill("6")
    expect(foot).to_have_text("What will change is shown when the server responds.")
    page.context.set_offline(False)
    field(page, "Bruno").fill("7")

    expect(foot).to_contain_text("What will change Bruno")


def test_the_old_effects_go_in_the_frame_of_the_next_digit_and_nothing_moves(address, open_phone):
    page = open_phone()
    page.goto(address)
    previews = hold_requests(page, "/look")
    field(page, "Bruno").tap()
    before = page.evaluate(PLACES, FOOT)
    tap(page, "[data-key='2']")

    assert page.locator(".effects").inner_text() == "…"
    assert page.evaluate(PLACES, FOOT) == before
    release_requests(previews)
    expect(page.locator("#effects summary")).to_contain_text("Bruno was 40 22")
    previews = hold_requests(page, "/look")
    tap(page, "[data-key='9']")
    assert page.locator("#effects summary").inner_text() == "What will change …"
    release_requests(previews)
    expect(page.locator("#effects summary")).to_contain_text("Bruno was 40 49")


@pytest.mark.thorough
def test_the_reason_for_asking_a_deal_again_goes_in_the_frame_of_the_missing_number(
    address, open_phone
):
    page = open_phone()
    page.goto(address)
    field(page, "Edu").fill("6")
    page.locator("#save").tap()
    reason = page.get_by_text("Points left: enter a number for Edu.").first
    expect(reason).to_be_visible()
    wait_until(page, NOTHING_UNDER_WAY)
    before = page.evaluate(PLACES, ROWS_BELOW)
    previews = hold_requests(page, "/look")
    tap(page, "[data-key='5']")

    assert reason.is_hidden()
    assert page.locator(".strip--why").is_hidden()
    assert page.evaluate(PLACES, ROWS_BELOW) == before
    tap(page, "[data-key='erase']")
    assert reason.is_visible()
    tap(page, "[data-key='5']")
    release_requests(previews)
    expect(page.locator("#effects summary")).to_contain_text("Edu was 69 20, no longer out")
    assert page.locator(".strip--why").is_hidden()
    assert page.evaluate(PLACES, ROWS_BELOW) == before


def test_a_reason_about_the_whole_deal_stays_until_the_deal_is_complete(table, open_phone):
    """Bruno knocks in both hands. After the correction, Bruno is the dealer of the second hand."""
    hands = [
        {"result": "knock", "knocker": "Bruno", "deadwood": {"Bruno": 5, other: 20}}
        for other in ("Chus", "Ana")
    ]
    match = table.factory.match("gin", *hands, names=FIVE[:3])
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    tap(page, chip_of("hand.knocker-Chus"))
    page.get_by_label("Bruno: Deadwood").fill("20")
    page.get_by_label("Chus: Deadwood").fill("5")
    page.locator("#save").tap()
    reason = page.get_by_text("Bruno deals this hand and sits out.")
    expect(reason).to_be_visible()
    wait_until(page, NOTHING_UNDER_WAY)
    hold_requests(page, "/look")
    tap(page, "[data-key='9']")
    assert reason.is_visible()

    tap(page, chip_of("2.hand.knocker-Chus"))
    assert reason.is_hidden()


def test_keypad_and_save_bar_do_not_move_while_a_correction_is_typed(address, open_phone):
    page = open_phone()
    page.goto(address)
    field(page, "Bruno").tap()
    expect(page.get_by_text("Nothing has changed yet.")).to_be_visible()
    before = page.evaluate(PLACES, FOOT)

    for key in ("2", "9"):
        tap_keys(page, key)
        after = page.evaluate(PLACES, FOOT)
        assert [place[1:] for place in after] == [place[1:] for place in before]
    expect(page.locator("#effects summary")).to_contain_text("Bruno was 40 49")


def test_the_list_of_changes_opens_above_the_save_button(address, open_phone):
    page = open_phone()
    page.goto(address)
    field(page, "Bruno").fill("9")
    page.locator("#effects summary").tap()

    expect(page.locator("#changes")).to_be_visible()
    panel, save = page.locator("#changes").bounding_box(), page.locator("#save").bounding_box()
    assert panel["y"] + panel["height"] <= save["y"]
    assert panel["y"] >= 0


LONG = (HARD_NAMES[0], HARD_NAMES[4], "Ana")
# `SELECTS`: the number of pixels by which each chosen option overlaps the arrow. `ROWS`: the boxes
# of the old call, the selects and the rows.
SELECTS = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  return [...document.querySelectorAll("select")].map((select) => {
    const style = getComputedStyle(select), arrow = 20;
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = select.clientWidth - parseFloat(style.paddingInlineStart) - arrow;
    return Math.max(0, pen.measureText(select.selectedOptions[0].text).width - room);
  });
}"""
ROWS = """() => [
  ...document.querySelectorAll(".single-answer, select, .numbers-table tr")
].map((row) => {
  const { x, y, width, height } = row.getBoundingClientRect();
  return [x, y + scrollY, width, height];
})"""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 360])
def test_a_corrected_call_with_long_names_fits_beside_the_old_call(width, table, open_phone):
    page = open_phone({"width": width, "height": 568})
    match = table.factory.match("jamon", names=LONG, deals=2)
    page.goto(f"{table.address}/matches/{match}?instead=1")
    page.locator(".calls [value='0>1']").tap()
    page.locator(".toast").wait_for()  # the server has the call
    table.factory.deal(match, {"went_out": "Ana"})
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    before = page.evaluate(ROWS)
    page.locator("select").first.select_option("1>0")
    wait_until(page, NOTHING_UNDER_WAY)

    was = page.locator(".single-answer .old-value")
    expect(was).to_be_visible()
    assert was.evaluate("(e) => e.scrollWidth - e.clientWidth") == 0
    assert page.evaluate(SELECTS) == [0, 0]
    assert page.evaluate(ROWS) == before
    said = page.locator("select").first.locator("option:checked")
    expect(said).to_have_text("Donaudamp… calls Maximilia…")


@pytest.fixture
def coming_back(table, open_phone):
    """A small phone that corrects a deal after which Bruno and Chus could come back."""
    match = table.factory.match("chinchon", OUT_NOW, OUT_AGAIN | {"reenlist": ["Bruno"]})
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}/rounds/2/correct")
    return page


def test_an_answer_below_the_numbers_does_not_scroll_back_to_the_current_number(coming_back):
    page = coming_back
    keys_at = page.locator(".keypad").bounding_box()["y"]
    field(page, "Bruno").tap()
    tap_keys(page, "5")
    chip = page.locator("label", has_text="Yes, back at").last
    chip.evaluate("(e, y) => scrollBy(0, e.getBoundingClientRect().bottom - y)", keys_at - 20)
    scrolled = page.evaluate("scrollY")
    chip.tap()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(chip.locator("input")).to_be_checked()
    expect(page.locator(".is-current")).to_have_count(1)
    assert page.evaluate("scrollY") == scrolled > 0


# The distances from the foot, with or without keys, to the chips of the first player who has not
# answered.
ABOVE_THE_FOOT = """() => {
  const foot = document.querySelector(".entry-foot").getBoundingClientRect().top;
  return [...document.querySelectorAll(".coming-back:not(:has(:checked)) .chip")]
    .slice(0, 2).map((chip) => foot - chip.getBoundingClientRect().bottom);
}"""


def test_save_scrolls_to_the_missing_answer_and_its_chips_are_above_the_keys(coming_back):
    page = coming_back
    field(page, "Chus").tap()
    tap_keys(page, "6", "1")
    page.evaluate("scrollTo(0, 0)")
    page.locator("#save").tap(force=True)

    distances = page.evaluate(ABOVE_THE_FOOT)
    assert len(distances) == 2
    assert min(distances) >= 0


def test_a_later_deal_that_lacks_only_a_return_opens_with_its_chips_above_the_foot(
    table, open_phone
):
    later = {"closer": "Ana", "close": "normal", "deadwood": by_name(1, 45, 15, 3, 4)}
    match = table.factory.match("chinchon", OUT_NOW, later)
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    field(page, "Bruno").tap()
    tap_keys(page, "6", "0")
    page.locator("#save").tap()
    expect(title(page)).to_have_text("Correct Deal 2 too")

    wait_until(page, f"() => Math.min(...({ABOVE_THE_FOOT})()) >= 0")  # the page scrolls first
    assert len(page.evaluate(ABOVE_THE_FOOT)) == 2
