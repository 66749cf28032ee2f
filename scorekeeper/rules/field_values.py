"""Check a JSON value against the kind of its field, and list the seats and numbers in it."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.rules.cards import CARD_PATTERN
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.kernel import Problem, choice_json_value, is_integer


def value_problems(field: Field, value: Any) -> Iterator[Problem]:
    """Yield a problem for each part of a value that does not fit the field's kind.

    The seats in the value are checked later.
    """
    if field.kind is FieldKind.NUMBERS:
        if not isinstance(value, dict):
            yield Problem(
                "bad_field",
                say("{what} must have a number for each player.", what=field.label),
                field.name,
            )
            return
        for seat, entry in value.items():
            if not is_integer(entry):
                reason = say("{what} must be a whole number.", what=field.label)
                yield Problem("bad_field", reason, field.name, seat)
            elif field.choices and entry not in map(choice_json_value, field.choices):
                yield Problem("bad_field", one_of_sentence(field), field.name, seat)
    elif not is_of_kind(field, value):
        yield Problem("bad_field", expected_sentence(field), field.name)


def is_of_kind(field: Field, value: Any) -> bool:
    """Return whether one JSON value is of the field's kind."""
    match field.kind:
        case FieldKind.NUMBER:
            return is_integer(value)
        case FieldKind.SEAT:
            return isinstance(value, str)
        case FieldKind.YES_OR_NO:
            return type(value) is bool
        case FieldKind.CHOICE:
            return is_choice(field, value)
        case FieldKind.CARD:
            return isinstance(value, str) and CARD_PATTERN.fullmatch(value) is not None
        case FieldKind.PAIR:
            return is_list_of_two(value, str) and isinstance(value[1], str)
        case _:
            return isinstance(value, list) and all(
                is_list_entry_of_kind(field, each) for each in value
            )


def is_list_entry_of_kind(field: Field, value: Any) -> bool:
    """Return whether one entry of a list is of the field's kind: a seat, a call or a bid."""
    if field.kind is FieldKind.SEATS:
        return isinstance(value, str)
    if not is_list_of_two(value, str):
        return False
    if field.kind is FieldKind.CALLS:
        return isinstance(value[1], str)
    return is_choice(field, value[1]) or is_integer(value[1])


def is_choice(field: Field, value: Any) -> bool:
    """Return whether a value is one of the field's choices or in `unlisted_values`."""
    return isinstance(value, str) and (
        value in field.unlisted_values or any(c.value == value for c in field.choices)
    )


def is_list_of_two(value: Any, first_type: type) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], first_type)


def expected_sentence(field: Field) -> Message:
    """Return the sentence that says what kind of value a field accepts."""
    match field.kind:
        case FieldKind.NUMBER:
            return say("{what} must be a whole number.", what=field.label)
        case FieldKind.CHOICE:
            return one_of_sentence(field)
        case FieldKind.YES_OR_NO:
            return say("Answer “{what}” with yes or no.", what=field.label)
        case FieldKind.CARD:
            return say("{what} must be a rank and a suit, such as 7S or 10D.", what=field.label)
        case FieldKind.SEAT:
            return say("{what} must be one of the players.", what=field.label)
        case FieldKind.BIDS:
            return say(
                "{what} must be pairs of a player and a bid. A bid is one of {these}.",
                what=field.label,
                these=[choice.label for choice in field.choices],
            )
        case FieldKind.CALLS:
            return say(
                "{what} must be pairs of a caller and the player called.",
                what=field.label,
            )
        case _:
            return say("{what} must be a list of players.", what=field.label)


def one_of_sentence(field: Field) -> Message:
    """Return the sentence that lists a field's choices."""
    return say(
        "{what} must be one of {these}.",
        what=field.label,
        these=[choice.label for choice in field.choices],
    )


def seats_in_value(field: Field, value: Any) -> list[str]:
    """Return the seats in a value, in order."""
    match field.kind:
        case FieldKind.NUMBERS:
            return list(value)
        case FieldKind.SEAT:
            return [value]
        case FieldKind.SEATS | FieldKind.PAIR:
            return list(value)
        case FieldKind.CALLS:
            return [seat for call in value for seat in call]
        case FieldKind.BIDS:
            return [bid[0] for bid in value]
        case _:
            return []


def numbers_with_limits(field: Field, value: Any) -> list[tuple[str | None, int, tuple[int, int]]]:
    """Return (seat or None, number, (least, most)) for every number in a value."""
    everyone = (field.limits.least, field.limits.most)
    match field.kind:
        case _ if value is None:
            return []
        case FieldKind.NUMBER:
            return [(None, value, everyone)]
        case FieldKind.NUMBERS:
            return [(seat, entry, field.limits.bounds(seat)) for seat, entry in value.items()]
        case FieldKind.BIDS:
            return [(seat, bid, everyone) for seat, bid in value if is_integer(bid)]
        case _:
            return []
