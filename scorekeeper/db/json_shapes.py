"""The shapes of the JSON in the database, as types that msgspec supports.

A value of another shape counts as damaged (`column_types.StoredJson`). The shapes are as loose as
the code that reads them allows. Exports have types of their own, which also limit numbers
(`transfer/league_json/json_types.py`).
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

from scorekeeper.rules import GAMES
from scorekeeper.stats import schemes
from scorekeeper.stats.results import PackedSeat
from scorekeeper.stats.stakes import CENTS, STAKE_UNITS
from scorekeeper.stats.tie_breaks import TIE_BREAKS

# Aliases for mypy, which cannot check computed type arguments.
Choice: Any = Literal
Lists: Any = list
Dicts: Any = dict
Tuples: Any = tuple

ANY_OBJECT = dict[str, Any]
IDS = list[int]
ID_RANGES = list[tuple[int, int]]
TEXTS = list[str]
GAME_SLUGS = Lists[Choice[tuple(GAMES)]]
PLAYER_KEYS = list[Annotated[str, Meta(pattern="^[1-9][0-9]{0,9}$")]]
TABLES = list[PLAYER_KEYS]
# The seats of a result.
RESULT = Lists[Tuples[tuple(get_type_hints(PackedSeat).values())]]


class StakesShape(Struct):
    """The shape of `stats.stakes.Stakes` as JSON, or of an empty object."""

    unit: Choice[STAKE_UNITS] = CENTS
    amounts: Dicts[Choice[tuple(GAMES)], int] = {}


class SummaryShape(Struct):
    """The shape of a match's summary (`match.outcome.summary`, `ImportedResult.summary`)."""

    winners: list[str]
    deals: int
    totals: dict[str, int]
    batch: int | None = None
    evening: str | None = None


def empty_summary() -> dict[str, Any]:
    """Return a summary for a match whose own summary cannot be read."""
    return {"deals": 0, "totals": {}, "winners": []}


class DrawInputsShape(Struct):
    """The shape of `club.draw_inputs.inputs_to_json`."""

    sizes: list[int]
    people: list[tuple[str, int, int, float | None]]
    tonight: list[tuple[str, str, int]]
    season: list[tuple[str, str, int]]


class ImportChoicesShape(Struct):
    """The shape of the choices for a CSV file (`results_import.jobs.choices_from_json`)."""

    roles: dict[str, str] = {}
    names: dict[str, Any] = {}
    games: dict[str, Any] = {}
    game: str = ""
    headed: int | None = None
    again: bool = False


# The shapes of scheme fields whose types do not say which values are allowed.
SCHEME_CHOICES: Mapping[str, Any] = {
    "measure": Choice[tuple(schemes.MEASURES)],
    "shared_places": Choice["average", "higher"],
    "counted_matches": Choice["all", "best", "drop"],
    "place_points": list[int],
    "tie_breaks": Lists[Choice[tuple(TIE_BREAKS)]],
}
SCHEME = msgspec.defstruct(
    "SchemeShape",
    [
        (schemes.json_key(field.name), SCHEME_CHOICES.get(field.name, field.type), field.default)
        for field in fields(schemes.Scheme)
    ],
    forbid_unknown_fields=True,
)
