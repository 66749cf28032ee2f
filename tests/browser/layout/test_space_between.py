"""Fields and labels do not touch each other, and names use the free width."""

import pytest
from playwright.sync_api import expect

from tests.browser.layout_checks import SIZES
from tests.browser.match_factory import QUESTION_PAGES, by_name
from tests.browser.player_names import FIVE, MEDIUM_NAMES, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

# The names of players beside numbers or chips that are cut off.
CUT_NAMES = """() => [...document.querySelectorAll(":is(.seat__name, .numbers-table__player) bdi")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


# The distances in pixels between the texts of neighbouring headings above the numbers.
HEADING_GAPS = """() => {
  const boxes = [...document.querySelectorAll(".numbers-table thead th")].map((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return range.getBoundingClientRect();
  });
  return boxes.slice(1).map((box, before) => Math.round(box.left - boxes[before].right));
}"""


def open_question(table, page, match):
    page.goto(f"{table.address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)


def test_names_of_three_players_are_whole_beside_five_chips_in_landscape(table, open_phone):
    page, names = open_phone(SIZES["landscape"]), MEDIUM_NAMES[2:]
    bids = {"bids": by_name(1, 1, 1, names=names)}
    match = table.factory.match("jabberwocky", bids, names=names, schedule=[4])
    open_question(table, page, match)

    assert page.evaluate(CUT_NAMES) == []


def test_names_of_twelve_letters_are_whole_on_a_laptop(table, open_phone):
    page = open_phone(SIZES["laptop"])
    open_question(table, page, table.factory.match("gin", names=MEDIUM_NAMES[:2]))

    assert page.evaluate(CUT_NAMES) == []


def test_the_headings_above_the_numbers_do_not_touch_on_a_laptop(table, open_phone):
    page = open_phone(SIZES["laptop"])
    open_question(table, page, table.factory.match("chinchon", names=FIVE[:3]))

    gaps = page.evaluate(HEADING_GAPS)
    assert len(gaps) == 3
    assert min(gaps) >= 6


def test_counters_and_cards_left_do_not_touch_on_a_small_phone(table, open_phone):
    page = open_phone(SIZES["narrow"])
    open_question(table, page, QUESTION_PAGES["jamón by points"](table.factory))
    counters, cards = (
        field.bounding_box() for field in page.locator(".numbers-table__field").all()[:2]
    )

    assert cards["x"] - counters["x"] - counters["width"] >= 3


def test_the_label_of_the_upcard_does_not_touch_the_first_chip(table, open_phone):
    page = open_phone(SIZES["narrow"])
    open_question(table, page, table.factory.match("gin", names=FIVE[:4], oklahoma=True))
    page.get_by_text("Upcard: –").tap()
    label = page.locator(".seat--card .seat__name").evaluate(
        "(label) => { const range = new Range(); range.selectNodeContents(label);"
        " return range.getBoundingClientRect().right; }"
    )

    assert page.locator(".seat--card .chip").first.bounding_box()["x"] - label >= 2.5


def test_the_disc_of_the_dealer_is_below_the_letter_beside_a_long_note(table, open_phone):
    hand = {"result": "knock", "knocker": "Bruno", "deadwood": by_name(60, 1, names=TEN[:2])}
    page = open_phone(SIZES["narrow"])
    match = table.factory.match("gin", hand, hand, names=TEN[:2], target=1000)
    open_question(table, page, match)
    row = page.locator(".numbers-table tr", has=page.locator(".dealer"))
    row.locator("small").evaluate("(note) => (note.textContent = '138 · 3 boxes and more')")
    chip, disc = row.locator(".token").bounding_box(), row.locator(".dealer").bounding_box()

    assert disc["y"] >= chip["y"] + chip["height"] / 2


def test_the_fields_of_points_and_bid_points_are_aligned_on_a_small_phone(table, open_phone):
    page = open_phone(SIZES["narrow"])
    open_question(table, page, table.factory.match("jaguar", point_bids=True))
    points, bid = (field.bounding_box() for field in page.locator(".single-number").all())
    label = page.locator(".seat--number .seat__player").bounding_box()

    assert bid["x"] == points["x"]
    assert label["height"] <= bid["height"]


def test_how_a_deal_was_closed_does_not_touch_the_edges_of_its_chip_on_a_small_phone(
    table, open_phone
):
    page = open_phone(SIZES["narrow"])
    open_question(table, page, table.factory.match("chinchon"))
    chip = page.locator(".chip", has_text="Closed, 4 or less")
    text = chip.locator("span").last.bounding_box()

    assert text["x"] - chip.bounding_box()["x"] >= 6


@pytest.mark.thorough
def test_the_focus_ring_of_a_refused_name_does_not_cover_the_reason(league, open_phone):
    page = open_phone(SIZES["narrow"])
    page.goto(f"{league}/matches/new")
    name = page.get_by_label("Add a name")
    reason = page.get_by_text("Ana is already chosen.")
    for shown in (page.locator(".chip", has_text="Ana"), reason):
        wait_until(page, SETTLED)
        name.fill("Ana")
        page.get_by_role("button", name="Add").tap()
        expect(shown.first).to_be_visible()
    field, text = name.bounding_box(), reason.bounding_box()

    assert text["y"] - field["y"] - field["height"] >= 5  # the width of the ring and its distance
