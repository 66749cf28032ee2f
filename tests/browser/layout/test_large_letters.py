"""With large text, the current field, the keys and Save are visible together."""

from itertools import product

import pytest

from scorekeeper.rules import GAMES
from tests.browser import chromium, matrix
from tests.browser.keypad_pages import HIDDEN_KEYS, KEYPAD, PAGES
from tests.browser.layout.leaderboards import PLAYING
from tests.browser.layout_checks import BROKEN_WORDS, LARGE_LETTERS, STICKING_OUT
from tests.browser.player_names import HARD_NAMES, TEN
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

SCREENS = [(320, 568), (360, 640), (360, 740), (740, 360)]
LETTERS = [21, LARGE_LETTERS]  # 130 and 200%; test_keypad.py and test_small_screens.py use 100%
CONDITIONS = list(product(LETTERS, SCREENS))
LEAST_KEY = 44  # pixels
# Sizes between the usual ones. The first two are tested on every page, the others in rotation.
BETWEEN, OTHERS = (18, 20), (17, 19, 22, 24, 26, 28, 30)
ALL_SCREENS = [*SCREENS, (667, 375), (568, 320), (1280, 800)]
# Makes the first or last field current, as a tap on it does, and types a digit.
TYPE_INTO = f"""async (at) => {{
  {KEYPAD}
  const box = fields().at(at);
  box.focus({{ preventScroll: true }});
  document.querySelector("#ask [data-key='1']").click();
  box.focus({{ preventScroll: true }});
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}}"""
# The current field, if its upper or lower edge is not visible.
COVERED = """() => [...document.querySelectorAll("#ask .is-current")].filter((box) => {
  const { x, width, top, bottom } = box.getBoundingClientRect();
  return [top + 2, bottom - 2].some((y) => document.elementFromPoint(x + width / 2, y) !== box);
}).map((box) => box.id)"""
# A draft from an earlier screen may already have opened the popover.
UNFOLD = """() => new Promise((done) => {
  const fold = document.querySelector(".popover");
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(done));
  if (fold.open) return drawn();
  fold.addEventListener("toggle", drawn, { once: true });
  fold.open = true;
})"""
FIRST_CHIP_IN_VIEW = """() => {
  const chip = document.querySelector(".seat .chip");
  const { x, top, bottom, width } = chip.getBoundingClientRect();
  const isOnTop = (y) => chip.contains(document.elementFromPoint(x + width / 2, y));
  return [top + 4, bottom - 4].every(isOnTop);
}"""
LINES_OF_NAMES = """() => [...document.querySelectorAll(".bar p bdi")].map((name) =>
  Math.round(name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)))"""
SMALL_KEYS = """(least) => [...document.querySelectorAll("#ask .key, #save")].filter((key) => {
  const { width, height } = key.getBoundingClientRect();
  return key.checkVisibility() && Math.min(width, height) < least - 0.05;
}).map((key) => key.textContent.trim())"""


@pytest.mark.parametrize("name", PAGES)
def test_the_current_field_the_keys_and_save_are_visible_together(name, table, open_phone):
    game, deals, names, path, options = PAGES[name]
    match = table.factory.match(game, *deals, names=names, **options)
    page = open_phone()
    hidden = []
    for letters, (width, height) in conditions(name):
        chromium.set_letters(page, letters)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{table.address}/matches/{match}{path}")
        wait_until(page, NOTHING_UNDER_WAY)
        where = f"{width}x{height}, letters of {letters}"
        if game == "jabberwocky":
            page.evaluate(UNFOLD)
        if game != "jaguar":  # its points field is below other fields
            hidden += [f"{where}, opened, {each}" for each in faults(page)]
        for at in (0, -1):
            page.evaluate(TYPE_INTO, at)
            wait_until(page, NOTHING_UNDER_WAY)
            hidden += [f"{where}, {each}" for each in faults(page)]
    assert "\n".join(hidden) == ""


@pytest.mark.parametrize("name", PAGES)
def test_keys_and_save_fit_with_letters_of_any_size(name, table, open_phone):
    game, deals, names, path, options = PAGES[name]
    match = table.factory.match(game, *deals, names=names, **options)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}{path}")
    found = []
    other = OTHERS[list(PAGES).index(name) % len(OTHERS)]
    for letters, (width, height) in product((*BETWEEN, other), ALL_SCREENS):
        chromium.set_letters(page, letters)
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, NOTHING_UNDER_WAY)
        small_and_hidden = page.evaluate(SMALL_KEYS, LEAST_KEY) + page.evaluate(HIDDEN_KEYS)
        found += [
            f"{width}x{height}, letters of {letters}: {each}"
            for each in small_and_hidden + page.evaluate(STICKING_OUT)
        ]
    assert "\n".join(found) == ""


def conditions(name):
    """Return (text size, screen) pairs: each screen once, with alternating text sizes.

    The next page begins with the other text size. Two pages of a game therefore cover every text
    size on every screen. Jabberwocky has only one page, which gets all pairs.
    """
    if PAGES[name][0] == "jabberwocky":
        return CONDITIONS
    first = list(PAGES).index(name)
    sizes = [LETTERS[n % len(LETTERS)] for n in range(first, first + len(SCREENS))]
    return list(zip(sizes, SCREENS, strict=True))


def test_a_long_name_in_the_header_stays_on_one_line(table, open_phone):
    page = open_phone()
    chromium.set_letters(page, LARGE_LETTERS)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('jamon', names=HARD_NAMES)}")

    assert page.evaluate(LINES_OF_NAMES) == [1]


def test_each_game_is_tested_with_each_letter_size_on_each_screen():
    met = {(PAGES[name][0], condition) for name in PAGES for condition in conditions(name)}

    assert met == set(product(GAMES, CONDITIONS))


def faults(page):
    covered = {
        "covered field": page.evaluate(COVERED),
        "hidden keys": page.evaluate(HIDDEN_KEYS),
        "small keys": page.evaluate(SMALL_KEYS, LEAST_KEY),
        "sticks out": page.evaluate(STICKING_OUT),
        "broken words": page.evaluate(BROKEN_WORDS, "#match"),
    }
    return [f"{what}: {which}" for what, which in covered.items() if which]


def test_the_matrix_plays_on_each_screen_with_each_letter_size():
    played = {(each.screen, each.letters) for each in matrix.conditions(GAMES)}

    assert played == set(product(matrix.SCREENS, matrix.LETTERS))


@pytest.mark.parametrize("players", [5, 6])
def test_jaguar_opens_with_its_first_field_in_view(players, table, open_phone):
    page = open_phone()
    chromium.set_letters(page, LARGE_LETTERS)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', names=TEN[:players])}")

    wait_until(page, FIRST_CHIP_IN_VIEW)
    assert page.evaluate(HIDDEN_KEYS) == []


def test_a_sheet_of_ten_players_does_not_widen_the_page_with_larger_letters(table, open_phone):
    page = open_phone()
    chromium.set_letters(page, 20)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{table.address}/matches/{PLAYING['jamón with ten players'](table.factory)}")

    assert page.evaluate(STICKING_OUT) == []


def test_the_first_field_of_a_row_does_not_touch_the_edge_of_the_screen(table, open_phone):
    page = open_phone()
    chromium.set_letters(page, 21)
    page.goto(f"{table.address}/matches/{table.factory.match('loba')}")

    assert page.locator(".numbers-table .chip").first.bounding_box()["x"] >= 8
