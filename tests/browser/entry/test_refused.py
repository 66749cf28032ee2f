"""A refusal moves nothing on the page, and its reason is beside Save.

If the refusal concerns a field, this field becomes current.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.match_factory import CHINCHON_DEAL, JAMON_DEAL, LOBA_DEAL
from tests.browser.net import hold_requests
from tests.browser.player_names import FIVE, HARD_NAMES
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

# The boxes of everything that can be tapped, and of every row, with the page scrolled to the top.
BOXES = """
() => {
  scrollTo(0, 0);
  return [...document.querySelectorAll(
    "#ask :is(.key, .save-bar button, tr, .seat, .chip, [type=text])"
  )]
    .map((e) => [e.id || e.textContent.trim(), e.getBoundingClientRect()])
    .map(([name, box]) => [name, box.x, box.y, box.width, box.height].join(" "));
}
"""
# Whether the reason is cut off, how many keys it covers, and whether it begins within the top 56
# pixels of the screen.
CUT = """
(said) => {
  const range = document.createRange(), box = said.getBoundingClientRect();
  range.selectNodeContents(said);
  const seen = ({ top, bottom }) => top >= box.top - 1 && bottom <= box.bottom + 1;
  const lines = [...range.getClientRects()].filter((line) => line.height > 1);
  const covered = [...document.querySelectorAll("#ask .entry-foot :is(.key, button, summary)")]
    .map((key) => key.getBoundingClientRect())
    .filter((key) => key.width && key.bottom > box.top + 1 && key.top < box.bottom - 1)
    .filter((key) => key.right > box.left && key.left < box.right);
  const isCut = said.scrollHeight - said.clientHeight > 1 || lines.some((line) => !seen(line));
  return [isCut, covered.length, box.top < 56];
}
"""
REFUSE = """
() => document.querySelector("form[data-entry]").requestSubmit(document.querySelector("#save"))
"""


@pytest.fixture(params=["360x640", "320x568", "740x360"])
def open_match(request, table, open_phone):
    """A function that opens a page of a new match on a phone, in portrait or landscape."""
    width, height = map(int, request.param.split("x"))

    def open_match(game, *deals, names=FIVE, page="", **options):
        match = table.factory.match(game, *deals, names=names, **options)
        opened = open_phone(size={"width": width, "height": height})
        opened.goto(f"{table.address}/matches/{match}{page}")
        return opened

    return open_match


def enter(page, **numbers):
    for name, text in numbers.items():
        page.locator(f"[name='{name.replace('_', '-').replace('--', '.')}']").fill(text)
        wait_until(page, NOTHING_UNDER_WAY)


def save_and_get_refusal(page):
    """Tap Save, check that the refusal moved nothing, and return the element with the reason."""
    before = page.evaluate(BOXES)
    with page.expect_response(lambda response: response.request.method == "POST") as response:
        page.evaluate(REFUSE)
    assert response.value.status == 422
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator("[data-wrong]").wait_for()
    expect(page.locator("#save")).to_contain_class("save--refused")
    scrolled = page.evaluate("scrollY")
    assert page.evaluate(BOXES) == before
    page.evaluate("(y) => window.scrollTo(0, y)", scrolled)
    said = page.get_by_role("alert")
    assert said.evaluate(CUT) == [False, 0, False]
    return said


def test_refusing_a_number_moves_nothing_and_makes_its_field_current(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    tap_and_wait(page, chip_of("closer-Ana"))
    enter(page, deadwood_Ana="3", deadwood_Bruno="12", deadwood_Chus="99", deadwood_Dina="12")
    enter(page, deadwood_Edu="9")

    expect(save_and_get_refusal(page)).to_contain_text("Not saved. Chus:")
    expect(page.locator(".is-current")).to_have_attribute("id", "deadwood-Chus")
    tap_and_wait(page, "[data-key='5']")
    expect(page.locator("[id='deadwood-Chus']")).to_have_value("5")
    expect(page.locator("[id='deadwood-Ana']")).to_have_value("3")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#save")).not_to_contain_class("save--refused")


def test_refusing_a_sum_moves_nothing_and_makes_no_field_current(open_match):
    page = open_match("jamon", names=FIVE[:3])
    tap_and_wait(page, chip_of("went_out-Ana"))
    enter(page, counters_Ana="5", counters_Bruno="5", counters_Chus="6")

    expect(save_and_get_refusal(page)).to_contain_text("The counters must add up to 15, not 16.")
    expect(page.locator(".is-current")).to_have_count(0)
    page.locator("[data-key='9']").tap(force=True)
    values = [page.locator(f"[id='counters-{who}']").input_value() for who in FIVE[:3]]
    assert values == ["5", "5", "6"]


@pytest.mark.parametrize("cards", [9, 4])
def test_refusing_the_dealers_bid_moves_nothing_and_focuses_that_bid(cards, open_match):
    page = open_match("jabberwocky", schedule=[cards, cards])
    for who, number in zip(("Ana", "Bruno", "Chus"), (2, 1, 1), strict=True):
        tap_and_wait(page, chip_of(f"bids-{who}-{number}"))
    tap_and_wait(page, chip_of(f"bids-Dina-{cards - 4}"))
    tap_and_wait(page, chip_of("bids-Edu-0"))

    expect(save_and_get_refusal(page)).to_contain_text("Ana deals and may not bid 2.")
    expect(page.locator("[id='bids-Ana-2']")).to_be_focused()
    assert page.evaluate("innerWidth") in (360, 320, 740)


@pytest.mark.thorough
def test_a_long_name_leaves_room_for_the_reason(open_match):
    page = open_match("loba", names=("Ana", HARD_NAMES[0], HARD_NAMES[4]))
    tap_and_wait(page, chip_of("went_out-Ana"))
    enter(page, **{f"deadwood_{HARD_NAMES[0]}": "1", f"deadwood_{HARD_NAMES[4]}": "1"})

    said = save_and_get_refusal(page)
    expect(said).to_contain_text(
        "Points left must be between 2 and 90. One more problem is marked."
    )
    assert said.locator("bdi").bounding_box()["width"] <= 72


@pytest.mark.thorough
def test_a_refused_row_keeps_its_note_and_its_reason_is_beside_save(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    tap_and_wait(page, chip_of("closer-Ana"))
    enter(page, deadwood_Ana="3", deadwood_Bruno="62", deadwood_Chus="9", deadwood_Dina="12")
    enter(page, deadwood_Edu="9")

    expect(save_and_get_refusal(page)).to_have_text(
        "Not saved. Bruno: Seven cards are worth between 0 and 61 points."
    )
    row = page.locator("[id='row-Bruno']")
    expect(row.locator("small").first).to_have_text("30")
    assert row.locator(".row-problem").bounding_box()["width"] <= 1
    expect(page.locator("[id='deadwood-Bruno']")).to_have_accessible_description(
        "Seven cards are worth between 0 and 61 points."
    )


@pytest.mark.thorough
def test_refusing_the_bid_of_a_dealer_with_a_long_name_moves_nothing(open_match):
    names = (HARD_NAMES[0], *FIVE[1:4], HARD_NAMES[4])
    page = open_match("jabberwocky", names=names, schedule=[3, 3])
    for who, number in zip(names, (0, 1, 1, 1, 0), strict=True):
        tap_and_wait(page, chip_of(f"bids-{who}-{number}"))

    expect(save_and_get_refusal(page)).to_contain_text(
        "may not bid 0. Any other number is allowed."
    )


def test_refusing_a_correction_moves_nothing_and_makes_its_field_current(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    enter(page, cards__deadwood_Bruno="999")

    expect(save_and_get_refusal(page)).to_contain_text("Bruno")
    expect(page.locator(".is-current")).to_have_attribute("name", "cards.deadwood-Bruno")


def test_the_refusal_of_a_correction_goes_in_the_frame_of_the_next_digit(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    enter(page, cards__deadwood_Bruno="999")
    expect(save_and_get_refusal(page)).to_contain_text("Bruno")
    hold_requests(page, "/look")
    tap(page, "[data-key='5']")

    assert page.locator(".effects").inner_text() == "…"
    assert page.locator(".effects--refused").count() == 0


def test_without_a_script_the_refusal_is_shown_outside_the_save_bar(table, open_phone):
    match = table.factory.match("jamon", JAMON_DEAL, names=FIVE, deals=3)
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.locator("[id='counters-Ana']").fill("99")
    page.locator("#save").tap()

    expect(page.get_by_role("alert")).to_contain_text("Not saved")
    expect(page.locator(".save-bar__refusal")).to_have_count(0)
