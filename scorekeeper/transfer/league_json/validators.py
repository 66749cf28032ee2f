"""Checks for the columns of a league document. Each check accepts any JSON value."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from scorekeeper.match.commands import Refused
from scorekeeper.match.names import name_key, normalise_name
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import is_integer
from scorekeeper.stats.schemes import MAX_MATCHES, MAX_PLACES, MAX_POINTS, MEASURES, Scheme
from scorekeeper.stats.stakes import STAKE_UNITS
from scorekeeper.stats.tiebreaks import TIE_BREAKS

Check = Callable[[Any], bool]
MAX_ID, MAX_INTEGER = 2**31 - 1, 2**63 - 1  # limits of the database columns
# Seconds since 1970: the years 1898, for imported results, and 2999.
MIN_TIMESTAMP, MAX_TIMESTAMP = (
    -2_250_000_000,
    32_503_000_000,
)
MAX_TEXT_CHARS = 1000  # characters of a key, a stage or a file name
DATE_PATTERN = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")
SEAT_LENGTH = 10  # fields of a seat: see stats.results.seats_to_json


def integer_between(least: int = 0, most: int = MAX_INTEGER) -> Check:
    return lambda value: is_integer(value) and least <= value <= most


is_id, is_count, is_timestamp = (
    integer_between(1, MAX_ID),
    integer_between(0, MAX_ID),
    integer_between(0, MAX_TIMESTAMP),
)
is_any_number = integer_between(-MAX_INTEGER)
is_old_timestamp = integer_between(MIN_TIMESTAMP, MAX_TIMESTAMP)


def optional(check: Check) -> Check:
    return lambda value: value is None or check(value)


def one_of(*values: Any) -> Check:
    return lambda value: isinstance(value, str) and value in values


def list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(check(each) for each in value)


def is_bool(value: Any) -> bool:
    return type(value) is bool


def is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT_CHARS


def is_key(value: Any) -> bool:
    return is_text(value) and value != ""


def is_object(value: Any) -> bool:
    return isinstance(value, dict)


def is_name(value: Any) -> bool:
    """Whether this is a valid name that is already normalised."""
    try:
        return isinstance(value, str) and normalise_name(value) == value and name_key(value) != ""
    except Refused:
        return False


def is_date(value: Any) -> bool:
    if not isinstance(value, str) or not DATE_PATTERN.fullmatch(value):
        return False
    try:
        time.strptime(value, "%Y-%m-%d")
    except ValueError:
        return False
    return True


def is_game(value: Any) -> bool:
    return isinstance(value, str) and value in GAMES


SCHEME_CHECKS: Mapping[str, Check] = {
    "measure": one_of(*MEASURES),
    "a_match": is_bool,
    "table": lambda value: (
        bool(value) and list_of(integer_between(0, MAX_POINTS))(value) and len(value) <= MAX_PLACES
    ),
    "shared": one_of("average", "higher"),
    "which": one_of("all", "best", "drop"),
    "count": integer_between(1, MAX_MATCHES),
    "bonus": is_count,
    "minimum": integer_between(0, MAX_MATCHES),
    "ties": lambda value: list_of(one_of(*TIE_BREAKS))(value) and len(set(value)) == len(value),
}


def is_scheme(value: Any) -> bool:
    """Whether league.seasons.scheme_from_json can read this; missing fields have defaults."""
    known = {field.name for field in fields(Scheme)}
    return isinstance(value, dict) and all(
        field in known and SCHEME_CHECKS[field](each) for field, each in value.items()
    )


def is_stakes(value: Any) -> bool:
    """Whether Stakes.from_json can read this."""
    if value == {}:
        return True
    return (
        isinstance(value, dict)
        and set(value) == {"unit", "amounts"}
        and one_of(*STAKE_UNITS)(value["unit"])
        and isinstance(value["amounts"], dict)
        and all(is_game(slug) and integer_between(1)(n) for slug, n in value["amounts"].items())
    )


def is_player_key(value: Any) -> bool:
    """Whether this is a player's key: the id as text."""
    return (
        isinstance(value, str)
        and value.isascii()
        and value.isdecimal()
        and str(int(value[:10])) == value
        and is_id(int(value))
    )


def is_statistics(value: Any) -> bool:
    """Whether these are statistics of a seat: lists of integers by name."""
    numbers = list_of(is_any_number)
    return isinstance(value, dict) and all(numbers(each) for each in value.values())


def is_record_counts(value: Any) -> bool:
    return isinstance(value, dict) and all(is_any_number(each) for each in value.values())


SEAT_CHECKS = (
    is_player_key,
    integer_between(0, 20),
    integer_between(1, 20),
    integer_between(1, 20),
    integer_between(1, 20),
    integer_between(0, 1),
    optional(is_any_number),
    is_any_number,
    is_statistics,
    is_record_counts,
)


def is_seat(value: Any) -> bool:
    """Whether this is a seat of a stored result, as stats.results.seats_to_json writes it."""
    return (
        isinstance(value, list)
        and len(value) == SEAT_LENGTH
        and all(check(each) for check, each in zip(SEAT_CHECKS, value, strict=True))
    )


def is_result(value: Any) -> bool:
    return list_of(is_seat)(value) and bool(value)


def is_id_range(value: Any) -> bool:
    """Whether these are the first and last match id of a range."""
    return list_of(is_id)(value) and len(value) == 2 and value[0] <= value[1]


def is_stages(value: Any) -> bool:
    """Whether this is a deal: pairs of a stage and its answers."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(each, list) and len(each) == 2 and is_text(each[0]) and is_object(each[1])
            for each in value
        )
    )


def is_later_deals(value: Any) -> bool:
    """Whether these are later deals that a correction replaced.

    A deal without stages no longer counts.
    """
    return isinstance(value, list) and all(
        isinstance(each, list)
        and len(each) == 2
        and is_id(each[0])
        and (each[1] == [] or is_stages(each[1]))
        for each in value
    )


# Checks for the fields of event bodies, by name.
BODY_CHECKS: Mapping[str, Check] = {
    "game": is_game,
    "players": list_of(is_player_key),
    "options": is_object,
    "rules": integer_between(1, MAX_ID),
    "round": is_id,
    "stage": is_text,
    "answers": is_object,
    "stages": is_stages,
    "later": is_later_deals,
    "how": one_of("closed", "unfinished"),
    "step": is_id,
    "places": list_of(integer_between(1, 100)),
    "points": list_of(optional(is_any_number)),
    "night": is_date,
    "number": is_count,
    "batch": is_id,
}
