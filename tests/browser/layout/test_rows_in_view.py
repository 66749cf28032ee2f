"""The rows of five players are visible with large text, and on a small phone in landscape."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import BROKEN_WORDS, LEAST_TARGET, SMALL_TARGETS, STICKING_OUT
from tests.browser.match_factory import JAGUAR_HAND, QUESTION_PAGES, by_name
from tests.browser.player_names import HARD_NAMES, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

LARGER_LETTERS = 21  # pixels, 130%
SMALL_PHONE = {"width": 568, "height": 320}
# The number of rows of players that are wholly visible above or beside the keys and Save.
VISIBLE_ROWS = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const foot = document.querySelector(".entry-foot").getBoundingClientRect();
  const places = ".numbers-table tbody tr, .seats > [data-of], .calls tbody tr";
  const rows = [...document.querySelectorAll(places)].filter((row) => !row.closest(".popover"));
  return rows.filter((row) => {
    const { top, bottom, left } = row.getBoundingClientRect();
    const end = foot.left > left + 50 ? innerHeight : foot.top;
    return top > bar.bottom - 1 && bottom < end + 1;
  }).length;
}"""
# The column headings whose text touches the next heading's text.
TOUCHING_HEADS = """() => {
  const texts = [...document.querySelectorAll(".numbers-table thead th")].map((head) => {
    const range = document.createRange();
    range.selectNodeContents(head);
    return [head.textContent, range.getBoundingClientRect()];
  });
  const touching = texts.slice(1).filter(([, box], at) => box.left < texts[at][1].right + 1);
  return touching.map(([text]) => text);
}"""


def open_question(page, table, match):
    page.goto(f"{table.address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)


def layout_faults(page):
    """Return split words, columns that touch, and elements that extend beyond the screen."""
    return (
        page.evaluate(BROKEN_WORDS, "#ask")
        + page.evaluate(TOUCHING_HEADS)
        + page.evaluate(STICKING_OUT)
    )


@pytest.mark.parametrize(
    "name",
    [
        "jabberwocky bids",
        "jabberwocky tricks",
        "jamón",
        "jamón by points",
        "jamón calls",
        "chinchón",
        "loba",
    ],
)
def test_five_players_are_visible_with_large_text(name, table, open_phone):
    page = open_phone()
    chromium.set_letters(page, LARGER_LETTERS)
    open_question(page, table, QUESTION_PAGES[name](table.factory))

    assert page.evaluate(VISIBLE_ROWS) == 5
    assert layout_faults(page) == []


# The names beside chips that are cut off.
CUT_NAMES = """() => [...document.querySelectorAll(".seat__name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7, 8, 9])
def test_names_of_five_letters_beside_bids_are_whole_on_a_small_phone(cards, table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    open_question(page, table, table.factory.match("jabberwocky", schedule=[cards]))

    assert page.evaluate(CUT_NAMES) == []
    assert page.evaluate(STICKING_OUT) + page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []


def test_six_bids_of_five_players_are_visible_on_a_small_phone(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    bids = {"bids": by_name(1, 1, 1, 1, 0)}
    match = table.factory.match("jabberwocky", bids, schedule=[5])
    open_question(page, table, match)

    assert page.evaluate(VISIBLE_ROWS) == 5


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("jabberwocky bids", 4),
        ("jamón calls", 4),
        ("jamón", 4),
        ("jamón by points", 4),
        ("chinchón", 3),
        ("loba", 3),
    ],
)
def test_rows_are_visible_on_a_small_phone_in_landscape(name, rows, table, open_phone):
    page = open_phone(size=SMALL_PHONE)
    open_question(page, table, QUESTION_PAGES[name](table.factory))

    assert page.evaluate(VISIBLE_ROWS) >= rows
    assert layout_faults(page) + page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []


def test_bids_of_more_than_ten_chips_do_not_stick_out_in_landscape(table, open_phone):
    page = open_phone(size=SMALL_PHONE)
    match = table.factory.match("jabberwocky", names=TEN[:3], schedule=[12])
    open_question(page, table, match)
    for width in (568, 600, 640, 740):
        page.set_viewport_size({"width": width, "height": 320})
        assert (width, page.evaluate(STICKING_OUT)) == (width, [])


@pytest.mark.thorough
def test_bids_of_hard_names_do_not_stick_out_in_landscape(table, open_phone):
    page = open_phone(size=SMALL_PHONE)
    open_question(page, table, table.factory.match("jabberwocky", names=HARD_NAMES, schedule=[9]))

    assert page.evaluate(STICKING_OUT) == []


# The chips of the upcard that the keys partly cover, and the upcard's label if its text touches a
# chip or takes two lines.
UPCARD_FAULTS = """() => {
  const foot = document.querySelector(".entry-foot").getBoundingClientRect();
  const chips = [...document.querySelectorAll(".seat--card .chip")];
  const label = document.querySelector(".seat--card .seat__name"), range = document.createRange();
  range.selectNodeContents(label);
  const text = range.getBoundingClientRect(), first = chips[0].getBoundingClientRect();
  const size = parseFloat(getComputedStyle(label).fontSize);
  const isWrong = text.right > first.left - 3 || text.height > 1.5 * size;
  return chips.filter((chip) => chip.getBoundingClientRect().bottom > foot.top)
    .map((chip) => chip.textContent.trim()).concat(isWrong ? [label.textContent] : []);
}"""


@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=str)
def test_the_chips_of_the_upcard_are_above_the_keys(size, table, open_phone):
    page = open_phone(size=dict(zip(("width", "height"), size, strict=True)))
    open_question(page, table, QUESTION_PAGES["gin with its upcard"](table.factory))

    assert page.evaluate(UPCARD_FAULTS) == []


# The notes below new totals that touch a number field.
NOTES_OVER_FIELDS = """() => [...document.querySelectorAll(".numbers-table__total small")]
  .filter((note) => {
    const range = document.createRange();
    range.selectNodeContents(note);
    const field = note.closest("tr").querySelector(".numbers-table__field");
    return range.getBoundingClientRect().left < field.getBoundingClientRect().right + 1;
  }).map((note) => note.textContent)"""


@pytest.mark.parametrize("width", [320, 360, 412])
def test_the_points_of_a_hand_are_beside_the_field(width, table, open_phone):
    gin = {"result": "gin", "knocker": "Ana", "deadwood": by_name(0, 98, names=TEN[:2])}
    match = table.factory.match("gin", gin, names=TEN[:2], target=500)
    page = open_phone({"width": width, "height": 568})
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    wait_until(page, NOTHING_UNDER_WAY)

    assert page.locator(".numbers-table__total small").all_inner_texts() == ["+118, box"]
    assert page.evaluate(NOTES_OVER_FIELDS) == []


def test_after_an_undo_the_current_number_is_above_the_keys(table, open_phone):
    match = table.factory.match("jaguar", JAGUAR_HAND, point_bids=True)
    page = open_phone(size={"width": 320, "height": 568})
    open_question(page, table, match)
    page.get_by_role("button", name="Undo").first.tap()
    page.get_by_text("Undone values").wait_for()
    wait_until(page, NOTHING_UNDER_WAY)

    current, keys = page.locator(".is-current"), page.locator(".keypad").bounding_box()
    expect(current).to_have_id("bid_points")
    assert current.bounding_box()["y"] + current.bounding_box()["height"] <= keys["y"]
