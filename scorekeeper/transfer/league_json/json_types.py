"""The types of the columns of a league document.

The types define the format: imported rows are checked against them, and docs/export.schema.json is
generated from them.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from scorekeeper.clock import (
    EVENING_PATTERN,
    MAX_RESULT_TIMESTAMP,
    MAX_TIMESTAMP,
    MAX_YEAR,
    MIN_RESULT_TIMESTAMP,
    MIN_YEAR,
    is_evening_date,
)
from scorekeeper.db.json_shapes import Choice, Dicts, Lists, Tuples
from scorekeeper.errors import Refused
from scorekeeper.league.payments import MAX_AMOUNT
from scorekeeper.match.events import EVENT_BY_KIND, Event, log_key
from scorekeeper.match.names import MAX_NAME_LENGTH, name_key, validate_name
from scorekeeper.match.people import COLOURS
from scorekeeper.rules import GAMES
from scorekeeper.runtime.time_zones import time_zone_names
from scorekeeper.stats import schemes
from scorekeeper.stats.results import PackedSeat
from scorekeeper.stats.schemes import MAX_MATCHES, MAX_PLACES, MAX_POINTS, MEASURES
from scorekeeper.stats.stakes import STAKE_UNITS
from scorekeeper.stats.tie_breaks import TIE_BREAKS

MAX_ID, MAX_INTEGER = 2**31 - 1, 2**63 - 1  # limits of the database columns
MAX_TEXT_CHARS = 1000  # characters of a key, a stage or a file name
KEY_PATTERN = "^[1-9][0-9]{0,9}$"
ZONE_PATTERN = "^[A-Za-z0-9_+/-]+$"
# Aliases for mypy, which cannot check computed type arguments.
Limited: Any = Annotated


def integer(least: int, most: int) -> Any:
    return Annotated[int, Meta(ge=least, le=most)]


def one_of(values: Iterable[str]) -> Any:
    return Choice[tuple(values)]


def struct(name: str, columns: Mapping[str, Any], **options: Any) -> type[Struct]:
    """Return a struct type with these columns and no others.

    If the value of a column is a pair, it contains the type and the default.
    """
    given = [
        (key, *kind) if isinstance(kind, tuple) else (key, kind) for key, kind in columns.items()
    ]
    return msgspec.defstruct(name, given, forbid_unknown_fields=True, **options)


class ValidText(str):
    """Text with a check that a JSON schema cannot express in full.

    `schema` is its JSON schema, and `expected` is the message for an invalid value.
    """

    __slots__ = ()
    schema: ClassVar[Mapping[str, Any]]
    expected: ClassVar[str]
    is_valid: ClassVar[Callable[[str], bool]]


def valid_text(is_valid: Callable[[str], bool], expected: str, **schema: Any) -> Any:
    members = {"is_valid": staticmethod(is_valid), "expected": expected}
    schema = {"type": "string", **schema}
    return type(is_valid.__name__, (ValidText,), {**members, "schema": schema, "__slots__": ()})


def check_text(kind: type[ValidText], value: Any) -> ValidText:
    """Return the value as text of this type. This is the `dec_hook` of msgspec.

    Raises ValueError if the value is not a valid text of this type.
    """
    if isinstance(value, str) and kind.is_valid(value):
        return kind(value)
    raise ValueError(kind.expected)


def is_name(value: str) -> bool:
    """Return whether `value` is a valid name that is already normalised."""
    try:
        return validate_name(value) == value and name_key(value) != ""
    except Refused:
        return False


def is_time_zone(value: str) -> bool:
    return value in time_zone_names()


def is_player_key(value: str) -> bool:
    """Return whether `value` is a player's key, which is the id as text."""
    return bool(re.fullmatch(KEY_PATTERN, value)) and int(value) <= MAX_ID


ValidName = valid_text(
    is_name,
    f"Expected a name of 1 to {MAX_NAME_LENGTH} characters, without spaces around it",
    minLength=1,
    maxLength=MAX_NAME_LENGTH,
)
EveningDate = valid_text(
    is_evening_date,
    f"Expected a date from {MIN_YEAR} to {MAX_YEAR}, such as 2026-10-01",
    pattern=EVENING_PATTERN,
)
TimeZone = valid_text(
    is_time_zone, "Expected the name of a time zone, such as Europe/Madrid", pattern=ZONE_PATTERN
)
PlayerKey = valid_text(is_player_key, "Expected a player's id as text", pattern=KEY_PATTERN)
Id, Count = integer(1, MAX_ID), integer(0, MAX_ID)
AnyInteger, Positive = integer(-MAX_INTEGER, MAX_INTEGER), integer(1, MAX_INTEGER)
Timestamp = integer(0, MAX_TIMESTAMP)
ResultTimestamp = integer(MIN_RESULT_TIMESTAMP, MAX_RESULT_TIMESTAMP)
RawNumber = AnyInteger | str  # a number in an entry that cannot be read
Text = Annotated[str, Meta(max_length=MAX_TEXT_CHARS)]
Key = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_CHARS)]
AnyObject = dict[str, Any]
Colour = integer(min(COLOURS), max(COLOURS))
Amount = integer(1, MAX_AMOUNT)
Unit, GameSlug, Kind = one_of(STAKE_UNITS), one_of(GAMES), one_of(EVENT_BY_KIND)


def refuse_half_stakes(stakes: Any) -> None:
    if (stakes.unit is UNSET) != (stakes.amounts is UNSET):
        raise ValueError("Expected both unit and amounts, or neither")


def refuse_reversed_range(ids: Any) -> None:
    if ids.first > ids.last:
        raise ValueError("Expected the lower id first")


def refuse_equal_ties(scheme: Any) -> None:
    if len(set(scheme.ties)) < len(scheme.ties):
        raise ValueError("Expected each tie-break once")


Stakes = struct(
    "stakes",
    {"unit": (Unit | UnsetType, UNSET), "amounts": (Dicts[GameSlug, Positive] | UnsetType, UNSET)},
    namespace={"__post_init__": refuse_half_stakes},
)
SCHEME_FIELDS: Mapping[str, Any] = {
    "measure": one_of(MEASURES),
    "per_match": bool,
    "place_points": Limited[
        Lists[integer(0, MAX_POINTS)], Meta(min_length=1, max_length=MAX_PLACES)
    ],
    "shared_places": one_of(("average", "higher")),
    "counted_matches": one_of(("all", "best", "drop")),
    "best_or_drop_count": integer(1, MAX_MATCHES),
    "bonus_hundredths": Count,
    "min_matches": integer(0, MAX_MATCHES),
    "tie_breaks": Lists[one_of(TIE_BREAKS)],
}
# The first and last match id of a range, as a list of two numbers.
IdRange = struct(
    "range",
    {"first": Id, "last": Id},
    array_like=True,
    namespace={"__post_init__": refuse_reversed_range},
)
Scheme = struct(
    "scheme",
    {
        schemes.json_key(field.name): (SCHEME_FIELDS[field.name], field.default)
        for field in fields(schemes.Scheme)
    },
    namespace={"__post_init__": refuse_equal_ties},
)
SEAT_FIELDS = {
    "player": PlayerKey,
    "side": integer(0, 20),
    "place": integer(1, 20),
    "sides_on_place": integer(1, 20),
    "sides": integer(1, 20),
    "won": integer(0, 1),
    "points": AnyInteger | None,
    "net": AnyInteger,
    "statistics": Dicts[str, Lists[AnyInteger]],
    "record_values": Dicts[str, AnyInteger],
}
Seat = Tuples[tuple(SEAT_FIELDS[name] for name in PackedSeat._fields)]
Result = Limited[Lists[Seat], Meta(min_length=1)]

# The inputs of a draw (club.draw_inputs). `people` has each player's key, the earlier rounds that
# they sat out and played, and their strength. Meetings are two keys and how often the players met.
Meetings = Lists[Tuples[PlayerKey, PlayerKey, Id]]
DrawInputs = struct(
    "draw-inputs",
    {
        "sizes": Limited[Lists[Id], Meta(min_length=1)],
        "people": Lists[Tuples[PlayerKey, Count, Count, float | None]],
        "tonight": Meetings,
        "season": Meetings,
    },
)

# A deal: pairs of a stage and its answers. In `later`, a deal without stages no longer counts.
Deal = list[tuple[Text, AnyObject]]
BODY_FIELDS: Mapping[str, Any] = {
    "game": GameSlug,
    "players": Lists[PlayerKey],
    "options": AnyObject,
    "rules": Id,
    "round": Id,
    "stage": Text,
    "answers": AnyObject,
    "stages": Annotated[Deal, Meta(min_length=1)],
    "later": Lists[Tuples[Id, Deal]],
    "how": one_of(("closed", "unfinished")),
    "step": Id,
    "places": Lists[integer(1, 100)],
    "points": Lists[AnyInteger | None],
    "night": EveningDate,
    "evening": EveningDate,
    "number": Count,
    "batch": Id,
}


def body_fields(event: type[Event]) -> dict[str, Any]:
    """Return the JSON types of an event's body, by the keys that the log uses."""
    types = {}
    for field in fields(event):
        key = log_key(event, field.name)
        own = BODY_FIELDS[key]
        types[key] = own if field.default is MISSING else (own, field.default)
    return types


BODIES: Mapping[str, type[Struct]] = {
    kind: struct(kind.replace(" ", "-"), body_fields(event))
    for kind, event in EVENT_BY_KIND.items()
}
