"""Names, notes and labels beside numbers are complete on narrow phones and with large text."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import BROKEN_WORDS, STICKING_OUT, enlarge
from tests.browser.match_factory import CHINCHON_DEAL, KNOCK, QUESTION_PAGES, by_name
from tests.browser.player_names import FIVE, HARD_NAMES, LONG_NAMES, MEDIUM_NAMES, TEN
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

OF_TWO = {"names": TEN[:2], "target": 1000}


@pytest.mark.thorough
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_names_use_the_free_width_beside_few_numbers(cards, table, open_phone):
    match = table.factory.match("jabberwocky", names=HARD_NAMES, schedule=[cards, cards])
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    row = page.locator(".seat", has_text=HARD_NAMES[0])
    name, chips = row.locator(".seat__name"), row.locator(".chip")
    for width in (320, 360, 740):
        page.set_viewport_size({"width": width, "height": 568})

        # The space used by neither the name nor the numbers: the player's chip, and the gaps.
        numbers = chips.last.bounding_box()["x"] + 46 - chips.first.bounding_box()["x"]
        assert (width, width - numbers - name.bounding_box()["width"] <= 60) == (width, True)
        assert (width, page.evaluate(STICKING_OUT)) == (width, [])


# Texts beside a name that are wider than their space, and keys whose word touches the edge.
CUT_WORDS = """() => {
  const range = document.createRange(), wide = (e) => e.scrollWidth > e.clientWidth
    || (getComputedStyle(e).webkitLineClamp !== "none" && e.scrollHeight > e.clientHeight + 1);
  const notes = document.querySelectorAll(".numbers-table__player small, .seat__name--all");
  const said = [...notes].filter(wide);
  const keys = [...document.querySelectorAll(".keypad .key--word")].filter((key) => {
    range.selectNodeContents(key);
    return range.getBoundingClientRect().width > key.clientWidth - 4;
  });
  return [...said, ...keys].map((e) => e.outerHTML.slice(0, 90));
}"""


@pytest.mark.parametrize("name", ["jamón", "jamón calls"])
def test_notes_beside_names_are_not_cut_off_on_the_narrowest_phone(name, table, open_phone):
    page = open_phone({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{QUESTION_PAGES[name](table.factory)}")
    if name == "jamón":
        page.locator(chip_of("went_out-Ana")).tap()
        for who in ("Bruno", "Chus", "Dina", "Edu"):
            page.get_by_label(f"{who}: Counters").fill("1")
        wait_until(page, NOTHING_UNDER_WAY)
        expect(page.locator("#row-Bruno small")).to_have_text("5 · pays 1")

    assert page.evaluate(CUT_WORDS) == []


def test_the_label_and_the_notes_of_a_hand_are_not_cut_off(table, open_phone):
    page = open_phone()
    match = table.factory.match("jaguar", names=TEN[:6], cappotto_double=True, point_bids=True)
    page.goto(f"{table.address}/matches/{match}")
    expect(page.get_by_text("All eight tricks")).to_be_visible()
    assert page.evaluate(CUT_WORDS) == []

    hands = [KNOCK] * 10
    page.goto(f"{table.address}/matches/{table.factory.match('gin', *hands, **OF_TWO)}")
    expect(page.locator("#row-Ana small")).to_have_text("250 · 10 boxes")
    assert page.evaluate(CUT_WORDS) == []


# The dealer's disc and the number beside it, if the disc covers the number.
COVERED = """() => {
  const disc = document.querySelector(".numbers-table__player .dealer");
  const range = document.createRange();
  range.selectNodeContents(disc.closest("th").querySelector("small"));
  const { left } = range.getBoundingClientRect(), { right } = disc.getBoundingClientRect();
  return right > left ? [right, left] : [];
}"""


@pytest.mark.parametrize(
    ("size", "letters"), [((568, 320), 16), ((360, 740), 16), ((360, 740), 21), ((320, 568), 16)]
)
def test_the_dealers_disc_does_not_cover_the_total(size, letters, table, open_phone):
    page = open_phone(dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', CHINCHON_DEAL)}")
    chromium.set_letters(page, letters)

    assert page.evaluate(COVERED) == []


# The distance in pixels between the last field of a row and the note below its new total.
SPACE_BEFORE_NOTE = """() => {
  const note = document.querySelector(".numbers-table__total small");
  const range = document.createRange();
  range.selectNodeContents(note);
  const fields = [...note.closest("tr").querySelectorAll(".numbers-table__field")];
  return range.getBoundingClientRect().left - fields.at(-1).getBoundingClientRect().right;
}"""


def test_the_label_of_the_upcard_and_the_note_below_a_total_have_room_in_large_text(
    table, open_phone
):
    page = open_phone()
    match = table.factory.match("gin", {**KNOCK, "upcard": "KS"}, **OF_TWO, oklahoma=True)
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    chromium.set_letters(page, 21)

    expect(page.locator(".numbers-table__total small")).to_have_text("+25, box")
    assert page.evaluate(SPACE_BEFORE_NOTE) > 0
    assert page.evaluate(CUT_WORDS) == []


CUT_PLAYERS = """() => [...document.querySelectorAll(".numbers-table__player :is(b, bdi)")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


def test_names_of_five_letters_beside_three_columns_are_whole_in_large_text(table, open_phone):
    page = open_phone()
    match = table.factory.match("jamon", names=FIVE, scoring="points")
    page.goto(f"{table.address}/matches/{match}")
    chromium.set_letters(page, 21)

    expect(page.locator("#row-Bruno")).to_be_visible()
    assert page.evaluate(CUT_PLAYERS) == []


@pytest.mark.parametrize(("size", "letters"), [((568, 320), 24), ((667, 375), 28)], ids=str)
def test_how_somebody_closed_is_not_broken_within_words(size, letters, table, open_phone):
    page = open_phone(size={"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon')}")
    chromium.set_letters(page, letters)

    expect(page.get_by_text("Chinchón, −10")).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, "#ask") == []


def test_the_question_of_who_comes_back_does_not_split_names_in_large_text(table, open_phone):
    left = {
        "went_out": MEDIUM_NAMES[1],
        "deadwood": by_name(60, 0, 12, 60, 9, names=MEDIUM_NAMES),
    }
    page = open_phone()
    match = table.factory.match("loba", left, left, names=MEDIUM_NAMES)
    page.goto(f"{table.address}/matches/{match}")
    enlarge(page)

    expect(page.get_by_text("is out").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, "#ask") == []


# The new totals that are not on a line of their player's row.
BELOW_THE_NAME = """() => [...document.querySelectorAll(".card__foot li")].filter((row) => {
  const [name, total] = [".who", ".row__figure"].map(
    (each) => row.querySelector(each).getBoundingClientRect());
  return total.top > name.bottom || total.left < name.right;
}).map((row) => row.textContent)"""


def test_a_new_total_is_beside_its_long_name(table, open_phone):
    names = (LONG_NAMES[0], *FIVE[1:])
    two_out = {
        "closer": "Bruno",
        "close": "normal",
        "deadwood": by_name(50, 1, 50, 3, 4, names=names),
    }
    page = open_phone(size={"width": 320, "height": 568})
    match = table.factory.match("chinchon", two_out, two_out, names=names)
    page.goto(f"{table.address}/matches/{match}")

    assert page.locator(".card__foot li").count() == 5
    assert page.evaluate(BELOW_THE_NAME) == []
