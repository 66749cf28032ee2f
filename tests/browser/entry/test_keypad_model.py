"""No sequence of keys and taps writes a number to the wrong field (docs/entry.md)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.browser.entry import keypad_model as model
from tests.browser.entry.keypad_model import DIGITS, Field

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
# Next and erase are drawn as often as digits, and sequences are long enough to fill fields.
TAPS = st.lists(
    st.sampled_from(DIGITS) | st.sampled_from(["next", "erase"]) | st.integers(0, 9),
    min_size=10,
    max_size=40,
)


def steps(fields, taps):
    """Yield (fields, keypad, key or field, fields after it, keypad after it) for each step."""
    keypad = model.first_keypad(fields)
    for what in taps:
        before = fields, keypad
        if isinstance(what, int):
            keypad = model.tap(fields[what % len(fields)].name)
        else:
            fields, keypad = model.press(fields, keypad, what)
        yield (*before, what, fields, keypad)


def changed_fields(before, after):
    return [old.name for old, new in zip(before, after, strict=True) if old != new]


@given(FORMS, TAPS)
def test_a_digit_changes_only_the_current_field(fields, taps):
    for before, keypad, what, after, _ in steps(fields, taps):
        if isinstance(what, str) and what in DIGITS:
            assert set(changed_fields(before, after)) <= {keypad.current}


@given(FORMS, TAPS)
def test_the_first_digit_after_a_tap_on_a_field_replaces_its_number(fields, taps):
    last = None
    for _, keypad, what, after, _ in steps(fields, taps):
        if isinstance(last, int) and isinstance(what, str) and what in DIGITS:
            assert model.field_named(after, keypad.current).value == what
        last = what


@given(FORMS, TAPS)
def test_next_changes_no_number_and_never_leaves_an_empty_field(fields, taps):
    for before, keypad, what, after, then in steps(fields, taps):
        if what == "next":
            assert after == before
            if keypad.current and not model.field_named(before, keypad.current).value:
                assert then.current == keypad.current


@given(FORMS, TAPS)
def test_next_after_an_automatic_advance_changes_nothing(fields, taps):
    for _, keypad, what, _, then in steps(fields, taps):
        if what == "next" and keypad.ignores_next:
            assert then.current == keypad.current


@given(FORMS, TAPS)
def test_backspace_makes_the_field_it_changed_current(fields, taps):
    for before, keypad, what, after, then in steps(fields, taps):
        if what == "erase" and before != after:
            assert changed_fields(before, after) == [then.current]
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
            assert model.field_named(after, then.current).waits


@given(st.data())
def test_numbers_typed_in_sequence_fill_the_fields_in_page_order(data):
    """After a full field, the keypad moves on by itself, but Next may still be pressed.

    In release 1, this extra tap skipped a player.
    """
    limits = data.draw(st.lists(st.sampled_from([4, 9, 50, 61, 100, 999]), min_size=1, max_size=10))
    numbers = [data.draw(st.integers(0, most)) for most in limits]
    fields = tuple(Field(str(n), most=most) for n, most in enumerate(limits))
    keypad = model.first_keypad(fields)
    for number, most in zip(numbers, limits, strict=True):
        for digit in str(number):
            fields, keypad = model.press(fields, keypad, digit)
        if not Field("", str(number), most).is_full or data.draw(st.booleans()):
            fields, keypad = model.press(fields, keypad, "next")

    assert [field.value for field in fields] == [str(number) for number in numbers]
