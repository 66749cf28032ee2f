"""Without scrolling, five players fit on 360x640, eight on 360x740, and all fields in landscape."""

import pytest
from playwright.sync_api import expect

from tests.browser.keypad_pages import HIDDEN_FIELDS, HIDDEN_KEYS
from tests.browser.layout.full_tables import EIGHT_PLAYERS, EVERY_FIELD, FIVE_PLAYERS
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LEAST_TARGET,
    OUT_OF_REACH,
    SMALL_TARGETS,
    STICKING_OUT,
    UNREACHABLE,
)
from tests.browser.match_factory import by_name
from tests.browser.player_names import HARD_NAMES, MEDIUM_NAMES, TEN
from tests.browser.selectors import by_id, chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap, wait_until

pytestmark = pytest.mark.browser

# The height of the part of the page that is below the window, in pixels. It must be 0: on a longer
# page, the keys and Save would cover rows, fields or the text beside Save.
BELOW_THE_WINDOW = "() => document.documentElement.scrollHeight - innerHeight"
# Matches with the longest notes beside names, and the taps that show them.
NOTES = {
    "jamón": ("jamon", TEN[:5], [chip_of("went_out-Ana"), "[data-key='1']", "[data-key='2']"]),
    "gin": ("gin", TEN[:2], []),
}
NOTES_OF_TWO_LINES = """() => [...document.querySelectorAll(".numbers-table__player small")]
  .filter((note) => note.getClientRects()[0]?.height > 20).map((note) => note.textContent.trim())"""
HEADS_OF_TWO_LINES = """() => {
  const range = document.createRange();
  return [...document.querySelectorAll(".numbers-table thead th")].filter((head) => {
    range.selectNodeContents(head);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map((head) => head.textContent);
}"""
# The distance between the last column's heading and the edge of the window, in pixels.
TOTAL_MARGIN = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".numbers-table thead th:last-child"));
  return innerWidth - range.getBoundingClientRect().right;
}"""
LANDSCAPE = [(568, 320), (640, 360), (667, 375), (740, 360), (844, 390), (932, 430)]


def controls_out_of_view(page, address, match):
    """Return the fields and buttons of a match that are not visible without scrolling.

    Fails if the page is taller than the window.
    """
    page.goto(f"{address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(BELOW_THE_WINDOW) == 0
    return page.evaluate(HIDDEN_FIELDS) + page.evaluate(OUT_OF_REACH)


@pytest.mark.parametrize("name", FIVE_PLAYERS)
def test_five_players_fit_on_a_360x640_screen(name, table, open_phone):
    page = open_phone(size={"width": 360, "height": 640})

    assert controls_out_of_view(page, table.address, FIVE_PLAYERS[name](table.factory)) == []


@pytest.mark.parametrize("names", [TEN[:5], TEN[:6], HARD_NAMES], ids=["five", "six", "hard"])
@pytest.mark.parametrize("option", [{"cappotto_double": True}, EVERY_FIELD], ids=["one", "all"])
def test_every_field_of_jaguar_fits_on_a_320x568_screen(names, option, table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    match = table.factory.match("jaguar", names=names, **option)

    assert controls_out_of_view(page, table.address, match) == []


@pytest.mark.parametrize("size", LANDSCAPE, ids=str)
def test_save_is_visible_beside_every_field_of_jaguar_in_landscape(size, table, open_phone):
    page = open_phone(size={"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', **EVERY_FIELD)}")

    assert page.evaluate(HIDDEN_KEYS) == []


@pytest.mark.parametrize("name", ["jamón", "jamón by points"])
def test_five_players_of_jamon_fit_on_a_320x568_screen(name, table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})

    assert controls_out_of_view(page, table.address, FIVE_PLAYERS[name](table.factory)) == []


@pytest.mark.parametrize("name", EIGHT_PLAYERS)
def test_eight_players_fit_on_a_360x740_screen(name, table, open_phone):
    page = open_phone(size={"width": 360, "height": 740})

    assert controls_out_of_view(page, table.address, EIGHT_PLAYERS[name](table.factory)) == []


@pytest.mark.parametrize("name", FIVE_PLAYERS)
def test_in_landscape_every_control_is_wide_enough_and_can_be_reached(name, table, open_phone):
    page = open_phone(size={"width": 740, "height": 360})
    page.goto(f"{table.address}/matches/{FIVE_PLAYERS[name](table.factory)}")
    for width, height in LANDSCAPE:
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, NOTHING_UNDER_WAY)
        found = page.evaluate(SMALL_TARGETS, LEAST_TARGET) + page.evaluate(UNREACHABLE)
        assert (width, found + page.evaluate(STICKING_OUT)) == (width, [])


# Questions without number keys or rows of chips, and the part of each that is beside Save.
WITHOUT_KEYS = {
    "calls": (".calls", lambda factory: f"{factory.match('jamon')}?instead=1"),
    "two coming back": (".card__in", FIVE_PLAYERS["two coming back in chinchón"]),
}


@pytest.mark.parametrize("name", WITHOUT_KEYS)
def test_in_landscape_save_is_beside_a_question_without_keys(name, table, open_phone):
    rows, match = WITHOUT_KEYS[name]
    page = open_phone(size={"width": 740, "height": 360})
    page.goto(f"{table.address}/matches/{match(table.factory)}")
    for width, height in ((640, 360), (667, 375), (740, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})

        assert (width, page.evaluate(SMALL_TARGETS, LEAST_TARGET)) == (width, [])
        right = page.locator(rows).evaluate("rows => rows.getBoundingClientRect().right")
        assert page.locator(".entry-foot").bounding_box()["x"] >= right


# The texts about the question or the last save that are cut off.
CUT_OFF = """() => [...document.querySelectorAll(".save-bar__status, .toast [data-announce]")]
  .filter((text) => text.scrollHeight > text.clientHeight).map((text) => text.textContent)"""


def test_in_landscape_the_message_beside_players_coming_back_is_whole(table, open_phone):
    match = WITHOUT_KEYS["two coming back"][1](table.factory)
    step = table.log.sheet(match).last_step.version
    page = open_phone(size={"width": 740, "height": 360})
    page.goto(f"{table.address}/matches/{match}?saved={step}")

    assert page.locator(".toast").is_visible()
    assert page.evaluate(CUT_OFF) == []


# The leaderboard's players that are visible, but not completely.
CUT_PLAYERS = """() => {
  const room = document.querySelector(".leaderboard > div").getBoundingClientRect();
  return [...document.querySelectorAll(".leaderboard li")].filter((player) => {
    const { top, bottom } = player.getBoundingClientRect();
    const isVisible = getComputedStyle(player).visibility === "visible";
    return isVisible && (top < room.top || bottom > room.bottom);
  }).map((player) => player.textContent);
}"""


@pytest.mark.thorough
def test_no_leaderboard_is_cut_off_beside_the_calls_of_ten_players(table, open_phone):
    deal = {"went_out": "Ana", "counters": by_name(*(5,) * 10, names=TEN)}
    match = table.factory.match("jamon", deal, names=TEN, deals=3)
    page = open_phone(size={"width": 740, "height": 360})
    page.goto(f"{table.address}/matches/{match}?instead=1")
    for width, height in ((740, 360), (800, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, page.evaluate(CUT_PLAYERS)) == (width, [])


def test_a_sentence_beside_save_is_whole_after_the_phone_was_turned(table, open_phone):
    page = open_phone(size={"width": 360, "height": 740})
    page.goto(f"{table.address}/matches/{WITHOUT_KEYS['calls'][1](table.factory)}")
    expect(page.locator(".save-bar__status")).to_contain_text("The caller gives a counter")

    page.set_viewport_size({"width": 740, "height": 360})

    wait_until(page, f"() => !({CUT_OFF})().length")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".save-bar__status")).not_to_have_attribute("data-fit", "1")


@pytest.mark.parametrize("height", [568, 640, 740])
def test_the_label_of_all_eight_tricks_is_shown_in_full(height, table, open_phone):
    page = open_phone(size={"width": 360, "height": height})
    match = table.factory.match("jaguar", cappotto_double=True)
    page.goto(f"{table.address}/matches/{match}")

    label = page.locator(".save-bar .chip > span", has_text="All eight tricks")
    assert label.evaluate("label => label.scrollWidth - label.clientWidth") == 0
    assert label.evaluate("label => label.scrollHeight - label.clientHeight") == 0


@pytest.mark.parametrize("name", ["jamón", "gin"])
def test_notes_fit_in_one_line_and_totals_keep_their_margin_on_a_320x568_screen(
    name, table, open_phone
):
    game, names, taps = NOTES[name]
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match(game, names=names)}")
    for tapped in taps:
        tap(page, tapped)
    wait_until(page, NOTHING_UNDER_WAY)

    assert page.evaluate(NOTES_OF_TWO_LINES) == []
    assert page.evaluate(HEADS_OF_TWO_LINES) == []
    assert page.evaluate(TOTAL_MARGIN) >= 10


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 360])
def test_names_in_a_conflict_are_not_broken_within_words(width, table, open_phone):
    """Both columns of answers contain the name of the player who went out."""
    low = {
        "went_out": MEDIUM_NAMES[0],
        "deadwood": by_name(0, 20, 15, 12, 9, names=MEDIUM_NAMES),
    }
    match = table.factory.match("loba", low, names=MEDIUM_NAMES)
    page = open_phone(size={"width": width, "height": 640})
    page.goto(f"{table.address}/matches/{match}")
    for name, number in zip(MEDIUM_NAMES[1:], "2345", strict=True):
        tap(page, by_id(f"deadwood-{name}"))
        tap(page, f"[data-key='{number}']")
    tap(page, chip_of(f"went_out-{MEDIUM_NAMES[0]}"))
    wait_until(page, NOTHING_UNDER_WAY)
    table.factory.deal(match, low)
    tap(page, "#save")
    page.locator(".conflict").wait_for()

    assert page.evaluate(BROKEN_WORDS, "#match") == []
    assert page.evaluate(STICKING_OUT) == []


@pytest.mark.thorough
def test_names_in_the_conflict_of_a_hand_are_not_broken_within_words(table, open_phone):
    match = table.factory.match("jaguar", names=MEDIUM_NAMES)
    page = open_phone(size={"width": 320, "height": 640})
    page.goto(f"{table.address}/matches/{match}")
    tap(page, chip_of(f"jaguar-{MEDIUM_NAMES[0]}"))
    tap(page, chip_of(f"friend-{MEDIUM_NAMES[1]}"))
    tap(page, "[data-key='7']")
    wait_until(page, NOTHING_UNDER_WAY)
    table.factory.deal(match, {"jaguar": MEDIUM_NAMES[1], "friend": MEDIUM_NAMES[0], "points": 75})
    tap(page, "#save")
    page.locator(".conflict").wait_for()

    assert page.evaluate(BROKEN_WORDS, "#match") == []


# The distances, in pixels, between the texts of adjacent headings of a table.
GAPS = """() => {
  const texts = [...document.querySelectorAll(".numbers-table thead th")].map((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return range.getBoundingClientRect();
  });
  return texts.slice(1).map((text, n) => text.left - texts[n].right);
}"""
# The distance, in pixels, between the red bar of a refused row and the row's label.
GAP_AT_RED_BAR = """(row) => {
  row.classList.add("seat--wrong");
  const bar = parseFloat(/ ([\\d.]+)px 0px 0px 0px inset/.exec(getComputedStyle(row).boxShadow)[1]);
  const label = row.querySelector(".seat__name").getBoundingClientRect();
  return label.left - row.getBoundingClientRect().left - bar;
}"""


@pytest.mark.thorough
def test_headings_of_jamon_and_refused_rows_of_jaguar_keep_their_distances_on_a_320x568_screen(
    table, open_phone
):
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('jamon')}")
    assert min(page.evaluate(GAPS)) >= 5
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    assert page.locator(".seat", has_text="Points").evaluate(GAP_AT_RED_BAR) >= 2
