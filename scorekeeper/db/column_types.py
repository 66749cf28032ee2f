"""Column types: enums stored by their value, JSON of a known shape, and digests of secrets.

A stored value may be damaged, for example by a manual edit. Such a value is ignored and read as a
default. Otherwise, every query for its row would fail, and so would the pages of the whole league.
`scorekeeper check` lists these values (`transfer/value_findings.py`).
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from sqlalchemy import JSON, Dialect, String
from sqlalchemy.orm import mapped_column
from sqlalchemy.types import TypeDecorator

from scorekeeper.clock import is_evening_date
from scorekeeper.rules import GAMES

# The SHA-256 of a secret (runtime/tokens.py). Queries compare it and never return it.
Digest = Annotated[str, mapped_column(info={"is_secret": True})]


class EnumText(TypeDecorator[StrEnum]):
    """A text column that holds the values of an enum and returns its members.

    Text that is not a value of the enum is read as `default`.
    """

    impl = String
    cache_ok = True

    def __init__(self, kind: type[StrEnum], default: StrEnum) -> None:
        super().__init__()
        self.kind, self.default, self.values = kind, default, frozenset(kind)

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum | None:
        if value is None:
            return None
        return self.kind(value) if self.is_readable(value) else self.default

    def is_readable(self, value: Any) -> bool:
        """Return whether this text, as stored, is a value of the enum."""
        return value in self.values


class CheckedText(TypeDecorator[str]):
    """A text column whose values `is_readable` accepts. Any other text is read as `default`."""

    impl = String
    cache_ok = True

    def __init__(self, is_readable: Callable[[str], bool], default: str | None) -> None:
        super().__init__()
        self.is_readable, self.default = is_readable, default

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        if value is None or (isinstance(value, str) and self.is_readable(value)):
            return value
        return self.default


class StoredJson(TypeDecorator[Any]):
    """A JSON column whose values are validated against `shape`, a type that msgspec supports.

    A value of another shape, or text that is not JSON, is read as the value of `make_default`.
    """

    impl = JSON
    cache_ok = True

    def __init__(
        self, shape: Any, make_default: Callable[[], Any], *, none_as_null: bool = False
    ) -> None:
        super().__init__(none_as_null=none_as_null)
        self.shape, self.make_default, self.none_as_null = shape, make_default, none_as_null

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        decode = self.impl_instance.result_processor(dialect, coltype)

        def process(stored: Any) -> Any:
            try:
                value = decode(stored) if decode else stored
            except (RecursionError, TypeError, ValueError):
                return self.make_default()
            return value if self.is_readable(value) else self.make_default()

        return process

    def coerce_compared_value(self, op: Any, value: Any) -> Any:
        """Return the type to use for the other operand, such as the index in `column["deals"]`."""
        return self.impl_instance.coerce_compared_value(op, value)

    def is_readable(self, value: Any) -> bool:
        """Return whether this decoded value has the column's shape."""
        if value is None:
            return self.none_as_null
        try:
            msgspec.convert(value, self.shape)
        except (msgspec.ValidationError, RecursionError):
            return False
        return True


class UnreadableText(str):
    """The default for text that cannot be read. Pages recognise it by its type."""

    __slots__ = ()


class UnreadableObject(dict[str, Any]):
    """An empty object that replaces an unreadable object. Pages recognise it by its type."""


class UnreadableList(list[Any]):
    """An empty list that replaces an unreadable list. Pages recognise it by its type."""


def is_unreadable(value: object) -> bool:
    """Return whether this column value is the default for a stored value that cannot be read."""
    return isinstance(value, UnreadableText | UnreadableObject | UnreadableList)


def object_column(
    shape: Any, *, optional: bool = False, make_default: Callable[[], Any] = UnreadableObject
) -> Any:
    """Return a column for a JSON object. An `optional` column can be NULL."""
    return mapped_column(StoredJson(shape, make_default, none_as_null=optional))


def list_column(
    shape: Any, *, optional: bool = False, make_default: Callable[[], Any] = UnreadableList
) -> Any:
    """Return a column for a JSON list. An `optional` column can be NULL."""
    return mapped_column(StoredJson(shape, make_default, none_as_null=optional))


def evening_column(default: str | None) -> Any:
    """Return a column for an evening such as "2026-10-01". A damaged value is read as `default`."""
    stand_in = None if default is None else UnreadableText(default)
    return mapped_column(CheckedText(is_evening_date, stand_in))


def game_column() -> Any:
    """Return a column for the slug of a game. An unknown slug is read as the first game's slug."""
    return mapped_column(CheckedText(is_game, next(iter(GAMES))))


def is_game(slug: str) -> bool:
    return slug in GAMES
