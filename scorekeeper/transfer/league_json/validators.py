"""What a row of a document may hold, column by column. Each check takes any JSON at all."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from scorekeeper.match.commands import Refused
from scorekeeper.match.names import folded, tidy
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import is_whole
from scorekeeper.stats.schemes import MEASURES, MOST_MATCHES, MOST_PLACES, MOST_POINTS, Scheme
from scorekeeper.stats.stakes import UNITS
from scorekeeper.stats.tiebreaks import TIES

Check = Callable[[Any], bool]
LARGEST_ID, LARGEST = 2**31 - 1, 2**63 - 1  # what the columns of the database take
EARLIEST, LATEST = -2_250_000_000, 32_503_000_000  # of old results, and of all: 1898, 2999
LONGEST_TEXT = 1000  # characters of a key, a stage, the name of a file
NIGHT = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")
IN_RESULT = 10  # what is kept of a seat: counting.results.packed


def whole(least: int = 0, most: int = LARGEST) -> Check:
    return lambda value: is_whole(value) and least <= value <= most


an_id, count, moment = whole(1, LARGEST_ID), whole(0, LARGEST_ID), whole(0, LATEST)
any_number = whole(-LARGEST)
old_moment = whole(EARLIEST, LATEST)


def or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def one_of(*values: Any) -> Check:
    return lambda value: isinstance(value, str) and value in values


def list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(check(each) for each in value)


def flag(value: Any) -> bool:
    return type(value) is bool


def text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def key(value: Any) -> bool:
    return text(value) and value != ""


def an_object(value: Any) -> bool:
    return isinstance(value, dict)


def name(value: Any) -> bool:
    """A name as it is kept: one that would be taken, and would not become another."""
    try:
        return isinstance(value, str) and tidy(value) == value and folded(value) != ""
    except Refused:
        return False


def night(value: Any) -> bool:
    if not isinstance(value, str) or not NIGHT.fullmatch(value):
        return False
    try:
        time.strptime(value, "%Y-%m-%d")
    except ValueError:
        return False
    return True


def game(value: Any) -> bool:
    return isinstance(value, str) and value in GAMES


SCHEME: Mapping[str, Check] = {
    "measure": one_of(*MEASURES),
    "a_match": flag,
    "table": lambda value: (
        bool(value) and list_of(whole(0, MOST_POINTS))(value) and len(value) <= MOST_PLACES
    ),
    "shared": one_of("average", "higher"),
    "which": one_of("all", "best", "drop"),
    "count": whole(1, MOST_MATCHES),
    "bonus": count,
    "minimum": whole(0, MOST_MATCHES),
    "ties": lambda value: list_of(one_of(*TIES))(value) and len(set(value)) == len(value),
}


def scheme(value: Any) -> bool:
    """All that seasons.scheme_from reads; what is left out is as usual."""
    known = {field.name for field in fields(Scheme)}
    return isinstance(value, dict) and all(
        field in known and SCHEME[field](each) for field, each in value.items()
    )


def stakes(value: Any) -> bool:
    """What Stakes.from_json reads."""
    if value == {}:
        return True
    return (
        isinstance(value, dict)
        and set(value) == {"unit", "amounts"}
        and one_of(*UNITS)(value["unit"])
        and isinstance(value["amounts"], dict)
        and all(game(slug) and whole(1)(n) for slug, n in value["amounts"].items())
    )


def player_key(value: Any) -> bool:
    """A player as matches know him: his number as text."""
    return (
        isinstance(value, str)
        and value.isascii()
        and value.isdecimal()
        and str(int(value[:10])) == value
        and an_id(int(value))
    )


def figures(value: Any) -> bool:
    """Counts by name: figures have a list of them, feats one."""
    numbers = list_of(any_number)
    return isinstance(value, dict) and all(numbers(each) for each in value.values())


def feats(value: Any) -> bool:
    return isinstance(value, dict) and all(any_number(each) for each in value.values())


SEAT = (
    player_key,
    whole(0, 20),
    whole(1, 20),
    whole(1, 20),
    whole(1, 20),
    whole(0, 1),
    or_none(any_number),
    any_number,
    figures,
    feats,
)


def seat(value: Any) -> bool:
    """One seat of a result that was kept."""
    return (
        isinstance(value, list)
        and len(value) == IN_RESULT
        and all(check(each) for check, each in zip(SEAT, value, strict=True))
    )


def result(value: Any) -> bool:
    return list_of(seat)(value) and bool(value)


def span(value: Any) -> bool:
    """Numbers of matches, from and to."""
    return list_of(an_id)(value) and len(value) == 2 and value[0] <= value[1]


def stages(value: Any) -> bool:
    """A deal's answers, stage by stage."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(each, list) and len(each) == 2 and text(each[0]) and an_object(each[1])
            for each in value
        )
    )


def later_deals(value: Any) -> bool:
    """Later deals that a correction replaced. A deal without stages no longer counts."""
    return isinstance(value, list) and all(
        isinstance(each, list)
        and len(each) == 2
        and an_id(each[0])
        and (each[1] == [] or stages(each[1]))
        for each in value
    )


# What the body of an event holds, by the name of the field.
BODY: Mapping[str, Check] = {
    "game": game,
    "players": list_of(player_key),
    "options": an_object,
    "rules": whole(1, LARGEST_ID),
    "round": an_id,
    "stage": text,
    "answers": an_object,
    "stages": stages,
    "later": later_deals,
    "how": one_of("closed", "unfinished"),
    "step": an_id,
    "places": list_of(whole(1, 100)),
    "points": list_of(or_none(any_number)),
    "night": night,
    "number": count,
    "batch": an_id,
}
