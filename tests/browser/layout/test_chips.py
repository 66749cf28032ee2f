"""Chips with several words."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.match_factory import JAGUAR_HAND, QUESTION_PAGES
from tests.browser.player_names import ALIKE_NAMES, FIVE, HARD_NAMES
from tests.browser.selectors import chip_of

pytestmark = pytest.mark.browser

# For the chip of each pair: the number of lines, and the least space between a word and an edge.
PAIRS = """() => [...document.querySelectorAll(".chip__pair")].map((pair) => {
  const chip = pair.parentElement.getBoundingClientRect(), range = document.createRange();
  const words = [...pair.children].map((word) => {
    range.selectNodeContents(word);
    const { left, right } = word.getBoundingClientRect();
    const { top, bottom } = range.getBoundingClientRect();
    return { top, bottom, left, right };
  });
  const space = ({ top, bottom, left, right }) =>
    [top - chip.top, chip.bottom - bottom, left - chip.left, chip.right - right];
  return {
    lines: words.every(({ top }) => Math.abs(top - words[0].top) < 8) ? 1 : 2,
    space: Math.min(...words.flatMap(space)),
  };
})"""


def test_two_short_names_of_a_pair_are_on_one_line(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('gin', names=FIVE[:4])}")

    assert [pair["lines"] for pair in page.evaluate(PAIRS)] == [1, 1, 1, 1]


@pytest.mark.parametrize("width", [320, 360])
def test_the_names_of_a_pair_do_not_touch_the_edge_of_its_chip(width, table, open_phone):
    page = open_phone(size={"width": width, "height": 740})
    page.goto(f"{table.address}/matches/{table.factory.match('gin', names=HARD_NAMES[:4])}")

    assert min(pair["space"] for pair in page.evaluate(PAIRS)) >= 2


# The space between a chip's text and the chip's edge.
SPACE_BESIDE = """(chip) => {
  const word = chip.querySelector("span").getBoundingClientRect();
  return word.left - chip.getBoundingClientRect().left;
}"""


def test_the_quick_answer_of_a_correction_does_not_touch_the_edge_of_its_chip(table, open_phone):
    page = open_phone()
    page.goto(
        f"{table.address}/matches/{table.factory.match('jaguar', JAGUAR_HAND)}/rounds/1/correct"
    )

    assert page.locator(".chip", has_text="All pass").evaluate(SPACE_BESIDE) >= 8


# The names on chips that are wider than their chip, by a fraction of a pixel or more.
CUT_NAMES = """() => [...document.querySelectorAll(".chip--name bdi")].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().width > name.getBoundingClientRect().width + 0.1;
}).map((name) => name.textContent)"""


@pytest.mark.parametrize(("game", "page_of"), [("jaguar", ""), ("jamon", "?instead=1")])
def test_names_of_five_letters_on_chips_are_whole_on_the_narrowest_phone(
    game, page_of, table, open_phone
):
    page = open_phone(size={"width": 320, "height": 568})
    match = table.factory.match(game, names=("Ana", "Bruno", "Amaia", "Iñaki", "Fina"))
    page.goto(f"{table.address}/matches/{match}{page_of}")

    assert page.locator(".chip--name").count() >= 5
    assert page.evaluate(CUT_NAMES) == []


# The least space between a total and the edge of its chip.
LEAST_SPACE = """() => {
  const right = (each) => each.getBoundingClientRect().right;
  const totals = [...document.querySelectorAll(".chip--name > small")];
  return Math.min(...totals.map((total) => right(total.parentElement) - right(total)));
}"""


@pytest.mark.parametrize("letters", [16, 21])
def test_a_total_of_two_digits_stays_on_its_chip(letters, table, open_phone):
    page = open_phone()
    hands = [{"jaguar": "Ana", "friend": "Ana", "points": 45}] * 6
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', *hands)}")
    chromium.set_letters(page, letters)

    assert page.locator(".chip--name > small").all_text_contents() == ["−24", "6", "6", "6", "6"]
    assert page.evaluate(LEAST_SPACE) >= 0


# The visible words of each player's names, by player's name.
VISIBLE_WORDS = """(selector) => [...document.querySelectorAll(selector)].map((name) => {
  const box = name.getBoundingClientRect();
  const isVisible = (word) => {
    const { top, bottom } = word.getBoundingClientRect();
    return top >= box.top - 2 && bottom <= box.bottom + 2;
  };
  return [...name.children].filter(isVisible).map((word) => word.textContent).join("");
})"""


@pytest.mark.parametrize("game", ["jaguar", "loba", "jabberwocky", "gin"])
def test_alike_names_differ_where_they_are_cut_and_are_whole_where_there_is_room(
    game, table, open_phone
):
    names = (*ALIKE_NAMES, "Bruno") if game == "gin" else (*ALIKE_NAMES, "Bruno", "Ana")
    address = f"{table.address}/matches/{table.factory.match(game, names=names)}"
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(address)
    narrow = page.evaluate(VISIBLE_WORDS, "#ask .alike")
    page.set_viewport_size({"width": 1280, "height": 800})

    own_words = {name.removeprefix("Carmen ") for name in ALIKE_NAMES}
    assert own_words.intersection(narrow)
    assert {each.removeprefix("Carmen ") for each in narrow} <= own_words
    wide = set(page.evaluate(VISIBLE_WORDS, ".match__sheet .sheet__name .alike"))
    assert {each for each in wide if " + " not in each} == set(ALIKE_NAMES)


# The enabled inputs on whose chip some taps reach another element. WebKit scrolls to an input when
# its label passes a tap on to it.
NOT_REACHED = """() => [...document.querySelectorAll("#ask .chip > input:enabled")]
  .filter((input) => input.checkVisibility() && !input.closest(".popover__panel"))
  .filter((input) => {
    input.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = input.parentElement.getBoundingClientRect();
    const reached = (part) => document.elementFromPoint(left + width / 2, top + height * part);
    return [0.2, 0.5, 0.8].some((part) => reached(part) !== input);
  })
  .map((input) => input.id)"""


@pytest.mark.parametrize("name", QUESTION_PAGES)
def test_a_tap_on_a_chip_reaches_its_input(name, table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{QUESTION_PAGES[name](table.factory)}")

    assert page.evaluate(NOT_REACHED) == []


# The words and names on chips that are cut off.
CUT_WORDS = """() => [...document.querySelectorAll(".chip--name > span:last-child")]
  .filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent.trim())"""


@pytest.mark.parametrize("screen", [(667, 375), (568, 320), (740, 360), (360, 640), (320, 568)])
def test_with_larger_text_the_word_alone_and_short_names_fit_on_their_chips(
    screen, table, open_phone
):
    page, cut = open_phone(size={"width": screen[0], "height": screen[1]}), {}
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', JAGUAR_HAND)}")
    page.locator(chip_of("jaguar-Bruno")).tap()
    expect(page.locator(chip_of("friend-Bruno"))).to_contain_text("alone")
    for letters in (16, 18, 20, 21):  # 21 is 130%
        chromium.set_letters(page, letters)
        cut[letters] = page.evaluate(CUT_WORDS)

    assert not any(cut.values()), cut
