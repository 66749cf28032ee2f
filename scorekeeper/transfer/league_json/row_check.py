"""Check the rows of a league document against their types, with a sentence for each mistake."""

import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Struct

from scorekeeper.messages import Message, UserError, say
from scorekeeper.transfer.league_json.json_types import check_text

MAX_VALUE_CHARS = 40  # characters shown of a refused value
NESTED = " - at `$"  # msgspec's text before the path inside a value


class ImportConflict(UserError):
    """The document contradicts itself or the league. The message says where and why."""


class Mistake(NamedTuple):
    """An unknown name, a missing value (`expected` is ""), or a value of the wrong type."""

    name: str
    is_known: bool
    expected: str


def check_row(value: Any, line: int, section: str, row_type: type[Struct]) -> None:
    """Raise ImportConflict unless the value is an object of this type."""
    if not isinstance(value, dict):
        raise row_conflict(line, section, say("this is not an object."))
    match first_mistake(value, row_type):
        case Mistake(name, is_known=False):
            raise row_conflict(
                line, section, say("{name} is not allowed here.", name=json_text(name))
            )
        case Mistake(name, expected=""):
            raise row_conflict(line, section, say("“{name}” is missing.", name=name))
        case Mistake(name, expected=expected):
            raise row_conflict(
                line,
                section,
                say(
                    "“{name}” cannot be {value}. {expected}.",
                    name=name,
                    value=json_text(value[name]),
                    expected=expected,
                ),
            )


def first_mistake(row: Mapping[str, Any], row_type: type[Struct]) -> Mistake | None:
    """Return the first mistake in an object, or None if the object is of this type."""
    if expected_instead(row, row_type) is None:
        return None
    columns = {column.name: column for column in msgspec.structs.fields(row_type)}
    for name in row:
        if name not in columns:
            return Mistake(name, False, "")
    for name, column in columns.items():
        expected = expected_instead(row[name], column.type) if name in row else ""
        if expected is not None and (name in row or column.required):
            return Mistake(name, True, expected)
    raise AssertionError(row_type)  # row types check only their columns


def expected_instead(value: Any, kind: Any) -> str | None:
    """Return msgspec's words for the expected value, or None if the value is of this type."""
    try:
        msgspec.convert(value, kind, dec_hook=check_text)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(NESTED)
        if get_origin(kind) is Literal:
            return f"Expected one of: {', '.join(get_args(kind))}"
        return f"{reason} at {place}".removesuffix(" at ").replace("`", "")
    return None


def row_conflict(line: int, section: str, reason: Message) -> ImportConflict:
    return ImportConflict(
        say("Line {line}, {section}: {reason}", line=line, section=section, reason=reason)
    )


def json_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[:MAX_VALUE_CHARS]}…"
