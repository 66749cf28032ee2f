"""A model of the keypad that docs/entry.md describes, as a state machine without a page.

`fields` are the number fields in page order. The functions do not change their arguments, but
return new fields and a new keypad.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

DIGITS = "0123456789"
KEYS = (*DIGITS, "next", "erase")


class Field(NamedTuple):
    name: str
    value: str = ""
    most: int = 100
    is_suggested: bool = False

    @property
    def waits(self):
        return self.value == "" or self.is_suggested

    @property
    def is_full(self):
        return self.value == "0" or (self.value != "" and int(self.value) * 10 > self.most)


@dataclass(frozen=True)
class Keypad:
    """The names of the current field and of `origin`, the field to which backspace returns.

    If `is_untouched`, the next digit replaces the number. If `ignores_next`, the next tap on Next
    does nothing, because the keypad has just advanced automatically.
    """

    current: str | None = None
    is_untouched: bool = True
    origin: str | None = None
    ignores_next: bool = False


def first_keypad(fields):
    """Return the keypad of a page that was just opened, with the first waiting field as current."""
    return Keypad(next((field.name for field in fields if field.waits), None))


def tap(name):
    return Keypad(name)


def keypad_after_reload(fields, keypad):
    """Return the keypad after a reload, which restores the current field from the draft."""
    if keypad.current is None:
        return first_keypad(fields)
    return Keypad(keypad.current, is_untouched=keypad.is_untouched)


def press(fields, keypad, key):
    """Return (fields, keypad) after a digit, "next" or "erase"."""
    if key == "next":
        return fields, finish_field(fields, keypad)
    if key == "erase":
        return erase(fields, keypad)
    return type_digit(fields, keypad, key)


def type_digit(fields, keypad, digit):
    if keypad.current is None:
        return fields, keypad
    field = field_named(fields, keypad.current)
    text = digit if keypad.is_untouched or field.is_suggested else field.value + digit
    if len(text) > 6:
        return fields, keypad
    fields = with_text(fields, field.name, text)
    keypad = Keypad(keypad.current, is_untouched=False)
    if field_named(fields, field.name).is_full:
        keypad = replace(moved_on(fields, keypad), ignores_next=True)
    return fields, keypad


def finish_field(fields, keypad):
    if keypad.ignores_next:
        return replace(keypad, ignores_next=False)
    if keypad.current is None or field_named(fields, keypad.current).value == "":
        return keypad
    return moved_on(fields, keypad)


def erase(fields, keypad):
    name = keypad.origin or keypad.current
    if name is None or field_named(fields, name).value == "":
        return fields, keypad
    field = field_named(fields, name)
    fields = with_text(fields, name, "" if field.is_suggested else field.value[:-1])
    return fields, Keypad(name, is_untouched=False)


def moved_on(fields, keypad):
    names = [field.name for field in fields]
    at = names.index(keypad.current)
    in_order = [*fields[at + 1 :], *fields[:at]]
    waiting = next((field.name for field in in_order if field.waits), None)
    return Keypad(waiting, origin=keypad.current)


def with_text(fields, name, text):
    return tuple(
        field._replace(value=text, is_suggested=False) if field.name == name else field
        for field in fields
    )


def field_named(fields, name):
    return next(field for field in fields if field.name == name)
