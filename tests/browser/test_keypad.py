"""No sequence of keys and taps writes a number to the wrong field (docs/entry.md)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.browser import keypad_model as model
from tests.browser.keypad_model import Field
from tests.browser.keypad_pages import HIDDEN_FIELDS, HIDDEN_KEYS, KEYPAD, PAGES
from tests.browser.net import hold
from tests.browser.room import FIVE, HAND
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

DIGITS = "0123456789"
KEYS = (*DIGITS, "next", "erase")
FORMS = st.lists(
    st.builds(
        Field,
        value=st.sampled_from(["", "", "7", "30"]),
        most=st.sampled_from([4, 5, 9, 50, 61, 100, 120, 999]),
        is_suggested=st.booleans(),
        name=st.just(""),
    ),
    min_size=1,
    max_size=10,
).map(
    lambda fields: tuple(
        field._replace(name=str(n), is_suggested=field.is_suggested and field.value != "")
        for n, field in enumerate(fields)
    )
)
TAPS = st.lists(st.one_of(st.sampled_from(KEYS), st.integers(0, 9)), max_size=40)


def steps(fields, taps):
    """Yield each step: fields and keypad before, the key or field, fields and keypad after."""
    keypad = model.opened(fields)
    for what in taps:
        before = fields, keypad
        if isinstance(what, int):
            keypad = model.tap(keypad, fields[what % len(fields)].name)
        else:
            fields, keypad = model.press(fields, keypad, what)
        yield (*before, what, fields, keypad)


def changed(before, after):
    return [old.name for old, new in zip(before, after, strict=True) if old != new]


@given(FORMS, TAPS)
def test_a_digit_changes_only_the_current_field(fields, taps):
    for before, keypad, what, after, _ in steps(fields, taps):
        if what in DIGITS if isinstance(what, str) else False:
            assert set(changed(before, after)) <= {keypad.current}


@given(FORMS, TAPS)
def test_next_changes_no_number_and_never_leaves_an_empty_field(fields, taps):
    for before, keypad, what, after, then in steps(fields, taps):
        if what == "next":
            assert after == before
            if keypad.current and not model.named(before, keypad.current).value:
                assert then.current == keypad.current


@given(FORMS, TAPS)
def test_next_after_an_automatic_advance_changes_nothing(fields, taps):
    for _, keypad, what, _, then in steps(fields, taps):
        if what == "next" and keypad.absorbs:
            assert then.current == keypad.current


@given(FORMS, TAPS)
def test_backspace_makes_the_field_it_changed_current(fields, taps):
    for before, keypad, what, after, then in steps(fields, taps):
        if what == "erase" and before != after:
            assert changed(before, after) == [then.current]
            assert then.current in (keypad.origin, keypad.current)


@given(FORMS, TAPS)
def test_a_full_form_takes_no_digit_until_a_field_is_chosen(fields, taps):
    for before, keypad, what, after, then in steps(fields, taps):
        if keypad.current is None and what != "erase" and isinstance(what, str):
            assert (after, then.current) == (before, None)


@given(FORMS, TAPS)
def test_keys_move_only_to_an_empty_or_suggested_field_or_back(fields, taps):
    for _, keypad, what, after, then in steps(fields, taps):
        if isinstance(what, str) and then.current not in (None, keypad.current, keypad.origin):
            assert model.named(after, then.current).waits


@given(st.data())
def test_numbers_typed_in_sequence_fill_the_fields_in_page_order(data):
    """Next is optional after a full field; release 1 skipped players in this case."""
    limits = data.draw(st.lists(st.sampled_from([4, 9, 50, 61, 100, 999]), min_size=1, max_size=10))
    numbers = [data.draw(st.integers(0, most)) for most in limits]
    fields = tuple(Field(str(n), most=most) for n, most in enumerate(limits))
    keypad = model.opened(fields)
    for number, most in zip(numbers, limits, strict=True):
        for digit in str(number):
            fields, keypad = model.press(fields, keypad, digit)
        if not Field("", str(number), most).is_full or data.draw(st.booleans()):
            fields, keypad = model.press(fields, keypad, "next")

    assert [field.value for field in fields] == [str(number) for number in numbers]


# ------------------------------------------------------------------ the same on real pages

NOW = """({
  fields: boxes().map((box) => [box.id, box.value, Number(box.dataset.most), isSuggested(box)]),
  current: document.querySelector(".is-now")?.id || null,
})"""
STATE = f"async () => {{ {KEYPAD} return {NOW}; }}"
# Taps one key or field after another, lets the page's own code run after each tap, and collects the
# states.
TAP_ALL = f"""async (taps) => {{
  {KEYPAD}
  const state = () => {NOW}, seen = [];
  for (const what of taps) {{
    if (typeof what === "string") document.querySelector(`#ask [data-key="${{what}}"]`).click();
    else boxes()[what % boxes().length].focus();
    await new Promise((done) => setTimeout(done));
    seen.push(state());
  }}
  return seen;
}}"""

UNFOLD = """(fold) => new Promise((done) => {
  fold.addEventListener("toggle", done, { once: true });
  fold.open = true;
})"""


def state(seen):
    return tuple(Field(*field) for field in seen["fields"]), seen["current"]


def said(fields):
    """Return the typed values; suggested values count as empty."""
    return [(field.name, "" if field.is_suggested else field.value) for field in fields]


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
def test_the_keypad_of_the_page_behaves_like_the_model(name, table, open_phone):
    game, records, names, path, options = PAGES[name]
    match = table.room.match(game, *records, names=names, **options)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}{path}")
    hold(page, "/look")  # keeps the server's previews out of this test
    for fold in page.locator(".popover").all():
        fold.evaluate(UNFOLD)
    fields, current = state(page.evaluate(STATE))
    assert fields
    keypad = model.Keypad(current)
    dice = Random(name)
    taps = [dice.choice([*KEYS, "next", "erase", dice.randrange(10)]) for _ in range(60)]
    for what, seen in zip(taps, page.evaluate(TAP_ALL, taps), strict=True):
        if isinstance(what, int):
            expected, keypad = fields, model.tap(keypad, fields[what % len(fields)].name)
        else:
            expected, keypad = model.press(fields, keypad, what)

        fields, current = state(seen)
        assert (what, said(fields)) == (what, said(expected))
        assert (what, current) == (what, keypad.current)


@pytest.mark.browser
def test_backspace_removes_the_last_digit_after_a_preview(table, open_phone):
    match = table.room.match("jaguar", names=FIVE)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    box = page.locator("#points")
    box.tap()
    for digit in "119":
        page.locator(f"[data-key='{digit}']").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.locator(".is-now").count() == 0

    page.locator("[data-key=erase]").tap()

    assert (box.input_value(), page.locator(".is-now").get_attribute("id")) == ("11", "points")


# The choice beside the numbers, and the text typed for each player, in the order of the page.
TYPED = {
    "chinchon": ("closer", {"Ana": "20", "Bruno": "3", "Chus": "35", "Dina": "30", "Edu": "9"}),
    "loba": ("went_out", {"Ana": "20", "Bruno": "", "Chus": "85", "Dina": "30", "Edu": "9"}),
    "gin": ("knocker", {"Ana": "45", "Bruno": "7"}),
}


@pytest.mark.browser
@pytest.mark.parametrize("when", ["first", "after one", "last"])
@pytest.mark.parametrize("with_next", [False, True])
@pytest.mark.parametrize("game", TYPED)
def test_typed_numbers_go_to_the_intended_players(game, with_next, when, table, open_phone):
    choice, numbers = TYPED[game]
    match = table.room.match(game, names=tuple(numbers))
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    if game == "gin":
        tap_face(page, "result-knock")
    numbers = dict(numbers)
    if when == "last":  # no field is fixed yet
        numbers = {name: text or "0" for name, text in numbers.items()}
    chooser = f"{choice}-Bruno"
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
    """Type digits, and Next if they do not fill the field or if `with_next` is true."""
    most = int(page.locator(f"[id='{field}']").get_attribute("data-most"))
    keys = list(text)
    if text and (with_next or not Field("", text, most).is_full):
        keys.append("next")  # even if Next does nothing here
    page.evaluate(TAP_ALL, keys)


def tap_face(page, key):
    page.locator(f"label:has([id='{key}'])").tap()
    wait_until(page, NOTHING_UNDER_WAY)


BESIDE_A_BAR = (360, 640)  # the space that a browser's bars leave of 740 pixels
SCREENS = [BESIDE_A_BAR, (360, 740), (320, 568), (740, 360), (1280, 800)]

# Fields with a corner that is covered.
UNDER_THE_KEYS = """async () => { KEYPAD return boxes().filter((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    return [[left + 8, top + 2], [right - 8, bottom - 2]]
      .some(([x, y]) => document.elementFromPoint(x, y) !== box);
  }).map((box) => box.id); }""".replace("KEYPAD", KEYPAD)


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
def test_keys_and_save_are_visible_on_every_screen_and_all_fields_on_360x640(
    name, table, open_phone
):
    game, records, names, path, options = PAGES[name]
    match = table.room.match(game, *records, names=names, **options)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}{path}")
    for size in SCREENS:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert (size, page.evaluate(HIDDEN_KEYS)) == (size, [])
        if size == BESIDE_A_BAR and "corrected" not in name:
            assert page.evaluate(HIDDEN_FIELDS) == []  # with five players


@pytest.mark.browser
def test_the_points_field_of_jaguar_is_not_covered_on_a_small_phone(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.room.match('jaguar', HAND)}")

    assert page.evaluate("scrollY") == 0
    assert page.evaluate(UNDER_THE_KEYS) == []


@pytest.mark.browser
@pytest.mark.parametrize("size", [(320, 460), (360, 480), (740, 300)], ids=str)
def test_the_first_digit_scrolls_its_field_into_view(size, table, open_phone):
    page = open_phone(size={"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/matches/{table.room.match('jaguar', HAND)}")
    assert page.evaluate(UNDER_THE_KEYS) == ["points"]
    page.locator("[data-key='7']").tap()
    assert page.evaluate(UNDER_THE_KEYS) == []

    scrolled = page.evaluate("scrollY")
    page.locator("[data-key='5']").tap()
    wait_until(page, NOTHING_UNDER_WAY)
    assert page.evaluate("scrollY") == scrolled
