"""The page's keypad behaves like its model, and hides no field (docs/entry.md)."""

from random import Random

import pytest

from tests.browser.entry import keypad_model as model
from tests.browser.entry.keypad_model import KEYS, Field
from tests.browser.keypad_pages import HIDDEN_FIELDS, HIDDEN_KEYS, KEYPAD, PAGES
from tests.browser.match_factory import JAGUAR_HAND
from tests.browser.net import hold_requests
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

STATE_NOW = """({
  fields: fields().map((box) => [box.id, box.value, Number(box.dataset.most), isSuggested(box)]),
  current: document.querySelector(".is-current")?.id || null,
})"""
STATE = f"async () => {{ {KEYPAD} return {STATE_NOW}; }}"
# Taps one key or field after another, lets the page's own code run after each tap, and collects the
# states.
TAP_ALL = f"""async (taps) => {{
  {KEYPAD}
  const state = () => {STATE_NOW}, seen = [], isAnyOpen = document.querySelector(".popover[open]");
  // A click outside an open popover would only close it.
  const ignores = (box) => isAnyOpen && box.matches(".is-current");
  const tap = (box) => box.matches(".is-current") ? box.click() : box.focus();
  for (const what of taps) {{
    const box = typeof what === "number" && fields()[what % fields().length];
    const isIgnored = box && ignores(box);
    if (!box) document.querySelector(`#ask [data-key="${{what}}"]`).click();
    else if (!isIgnored) tap(box);
    await new Promise((done) => setTimeout(done));
    seen.push({{ ...state(), isIgnored }});
  }}
  return seen;
}}"""

UNFOLD = """(fold) => new Promise((done) => {
  fold.addEventListener("toggle", done, { once: true });
  fold.open = true;
})"""


def open_page(name, table, open_phone):
    """Start the match for one of the PAGES, open the page on a phone, and return it."""
    game, deals, names, path, options = PAGES[name]
    match = table.factory.match(game, *deals, names=names, **options)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}{path}")
    return page


def state(seen):
    return tuple(Field(*field) for field in seen["fields"]), seen["current"]


def typed_values(fields):
    """Return (name, typed value) of each field. A suggested value counts as empty."""
    return [(field.name, "" if field.is_suggested else field.value) for field in fields]


@pytest.mark.cases(2)
@pytest.mark.parametrize("name", PAGES)
def test_the_keypad_of_the_page_behaves_like_the_model(name, table, open_phone):
    page = open_page(name, table, open_phone)
    hold_requests(page, "/look")  # keeps the server's previews out of this test
    for fold in page.locator(".popover").all():
        fold.evaluate(UNFOLD)
    fields, current = state(page.evaluate(STATE))
    assert fields
    keypad = model.Keypad(current)
    rng = Random(name)
    compare(page, rng, 60, fields, keypad)


def compare(page, rng, count, fields, keypad):
    """Tap at random, and compare the page with the model after each tap.

    Returns (fields, keypad) after the last tap.
    """
    taps = [rng.choice([*KEYS, "next", "erase", rng.randrange(10)]) for _ in range(count)]
    for what, seen in zip(taps, page.evaluate(TAP_ALL, taps), strict=True):
        if seen["isIgnored"]:
            expected = fields
        elif isinstance(what, int):
            expected, keypad = fields, model.tap(fields[what % len(fields)].name)
        else:
            expected, keypad = model.press(fields, keypad, what)

        fields, current = state(seen)
        assert (what, typed_values(fields)) == (what, typed_values(expected))
        assert (what, current) == (what, keypad.current)
    return fields, keypad


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["loba", "chinchón corrected", "jamón by points"])
def test_a_reload_keeps_the_current_field_and_whether_its_number_is_complete(
    name, table, open_phone
):
    page = open_page(name, table, open_phone)
    hold_requests(page, "/look")
    fields, current = state(page.evaluate(STATE))
    keypad, rng = model.Keypad(current), Random(name)
    for _ in range(4):
        fields, keypad = compare(page, rng, 10, fields, keypad)
        page.reload()
        keypad = model.keypad_after_reload(fields, keypad)

        restored, current = state(page.evaluate(STATE))
        assert typed_values(restored) == typed_values(fields)
        assert current == keypad.current


def test_backspace_removes_the_last_digit_after_a_preview(table, open_phone):
    match = table.factory.match("jaguar", names=FIVE)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    box = page.locator("#points")
    box.tap()
    for digit in "119":
        page.locator(f"[data-key='{digit}']").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.locator(".is-current").count() == 0

    page.locator("[data-key=erase]").tap()

    assert (box.input_value(), page.locator(".is-current").get_attribute("id")) == ("11", "points")


# The choice beside the numbers, the players, the numbers that the chosen player and the others may
# have, and the options. With these options, a number may have three digits.
TYPED = {
    "chinchon": ("closer", FIVE, (0, 3, 4), (9, 20, 35, 61, 99, 107, 160), {"wilds": 4}),
    "loba": ("went_out", FIVE, ("",), (8, 20, 25, 85, 90, 112, 250), {"joker_value": 50}),
    "gin": ("knocker", FIVE[:2], (1, 7, 10), (9, 45, 98), {}),
}


@pytest.mark.parametrize("when", ["first", "after one", "last"])
@pytest.mark.parametrize("with_next", [False, True])
@pytest.mark.parametrize("game", TYPED)
def test_typed_numbers_go_to_the_intended_players(game, with_next, when, table, open_phone):
    choice, names, chosen, others, options = TYPED[game]
    rng = Random(f"{game} {with_next} {when}")
    who = rng.choice(names)
    numbers = {each: str(rng.choice(chosen if each == who else others)) for each in names}
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match(game, names=names, **options)}")
    if game == "gin":
        tap_face(page, "result-knock")
    if when == "last":  # no field is fixed yet
        numbers = {name: text or "0" for name, text in numbers.items()}
    chooser = f"{choice}-{who}"
    for typed, (name, text) in enumerate(numbers.items()):
        if typed == {"first": 0, "after one": 1}.get(when):
            tap_face(page, chooser)
        type_number(page, f"deadwood-{name}", text, with_next=with_next)
    if when == "last":
        tap_face(page, chooser)
    wait_until(page, NOTHING_UNDER_WAY)

    shown = {name: page.locator(f"[id='deadwood-{name}']").input_value() for name in numbers}
    assert shown == {name: text or "0" for name, text in numbers.items()}


def type_number(page, field, text, *, with_next):
    """Type digits, if any, then Next if they do not fill the field or `with_next` is true."""
    most = int(page.locator(f"[id='{field}']").get_attribute("data-most"))
    keys = list(text)
    if text and (with_next or not Field("", text, most).is_full):
        keys.append("next")  # even if Next does nothing here
    page.evaluate(TAP_ALL, keys)


def tap_face(page, key):
    page.locator(chip_of(key)).tap()
    wait_until(page, NOTHING_UNDER_WAY)


BESIDE_A_BAR = (360, 640)  # what the browser's bars leave of a 740-pixel screen
SCREENS = [BESIDE_A_BAR, (360, 740), (320, 568), (740, 360), (1280, 800)]

# Fields with a covered corner.
UNDER_THE_KEYS = """async () => { KEYPAD return fields().filter((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return [[left + 8, top + 2], [right - 8, bottom - 2]]
      .some(([x, y]) => document.elementFromPoint(x, y) !== box);
  }).map((box) => box.id); }""".replace("KEYPAD", KEYPAD)


@pytest.mark.parametrize("name", PAGES)
def test_keys_and_save_are_visible_on_every_screen_and_all_fields_on_360x640(
    name, table, open_phone
):
    page = open_page(name, table, open_phone)
    for size in SCREENS:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert (size, page.evaluate(HIDDEN_KEYS)) == (size, [])
        if size == BESIDE_A_BAR and "corrected" not in name:
            assert page.evaluate(HIDDEN_FIELDS) == []  # with five players


# The fields in reading order: from top to bottom, and within a row from its start.
AS_READ = """async () => { KEYPAD
  const places = fields().map((box) => [box.getBoundingClientRect(), box.id]);
  return places.sort(([one], [other]) => one.y - other.y || one.x - other.x).map(([, id]) => id);
}""".replace("KEYPAD", KEYPAD)


@pytest.mark.cases(3)
@pytest.mark.parametrize("name", PAGES)
def test_fields_follow_one_another_as_people_read_them(name, table, open_phone):
    page = open_page(name, table, open_phone)
    for fold in page.locator(".popover").all():
        fold.evaluate(UNFOLD)
    order = [field for field, *_ in page.evaluate(STATE)["fields"]]
    assert order
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert (width, page.evaluate(AS_READ)) == (width, order)


def test_the_points_field_of_jaguar_is_not_covered_on_a_small_phone(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', JAGUAR_HAND)}")

    assert page.evaluate("scrollY") == 0
    assert page.evaluate(UNDER_THE_KEYS) == []


@pytest.mark.parametrize("size", [(320, 460), (360, 480), (740, 300)], ids=str)
def test_the_first_digit_scrolls_its_field_into_view(size, table, open_phone):
    page = open_phone(size={"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar', JAGUAR_HAND)}")
    assert page.evaluate(UNDER_THE_KEYS) == ["points"]
    page.locator("[data-key='7']").tap()
    assert page.evaluate(UNDER_THE_KEYS) == []

    scrolled = page.evaluate("scrollY")
    page.locator("[data-key='5']").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.evaluate("scrollY") == scrolled


# Taps keys, fields and chips. Returns the digits for which `movesOn` was wrong, and how often the
# keys moved on.
MOVES = """async (taps) => {
  const { movesOn, fields } = await import(document.querySelector("script[src$='/keypad.js']").src);
  let announced = null, moved = false, count = 0;
  const wrong = [];
  addEventListener("input", () => (announced = movesOn()));
  document.addEventListener("keypad:moved", () => (moved = true));
  for (const [what, n] of taps) {
    const chips = [...document.querySelectorAll("#ask .chip input:not(:disabled)")];
    [announced, moved] = [null, false];
    if (what === "chip") chips[n % chips.length]?.click();
    else if (what === "field") fields()[n % fields().length]?.focus();
    else document.querySelector(`#ask [data-key="${what}"]`).click();
    if (/[0-9]/.test(what) && announced !== null && announced !== moved) wrong.push(what);
    if (announced && moved) count++;
    await new Promise((done) => setTimeout(done));
  }
  return [wrong, count];
}"""


@pytest.mark.thorough
@pytest.mark.cases(3)
@pytest.mark.parametrize("name", PAGES)
def test_another_field_becomes_current_after_each_digit_that_announces_it(name, table, open_phone):
    """Drafts and previews rely on the announcement.

    Limits, fixed numbers and suggestions change during the test.
    """
    page = open_page(name, table, open_phone)
    for fold in page.locator(".popover").all():
        fold.evaluate(UNFOLD)
    rng = Random(name)
    kinds = [*KEYS, *KEYS, "next", "erase", "field", "field", "chip"]
    taps = [(rng.choice(kinds), rng.randrange(100)) for _ in range(150)]

    wrong, moves = page.evaluate(MOVES, taps)

    assert wrong == []
    assert moves
