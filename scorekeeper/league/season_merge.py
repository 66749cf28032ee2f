"""Merge edits of a season that two people make at the same time."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.league.edit_conflicts import compare_edits
from scorekeeper.league.seasons import Season


class SeasonPart(NamedTuple):
    """Settings that are edited together: fields of `Season`, and fields of its `Scheme`."""

    season_fields: tuple[str, ...] = ()
    scheme_fields: tuple[str, ...] = ()


# All settings. A field that is missing here would be shown but not saved.
SEASON_PARTS: dict[str, SeasonPart] = {
    "name": SeasonPart(("name",)),
    "evenings": SeasonPart(("starts", "ends")),
    "games": SeasonPart(("games",), ("measure",)),  # not every measure fits all games
    "each": SeasonPart((), ("per_match",)),
    "table": SeasonPart((), ("place_points", "shared_places")),
    "which": SeasonPart((), ("counted_matches", "best_or_drop_count")),
    "bonus": SeasonPart((), ("bonus_hundredths",)),
    "minimum": SeasonPart((), ("min_matches",)),
    "ties": SeasonPart((), ("tie_breaks",)),
    "stakes": SeasonPart(("stakes",)),
}


class EditConflict(Exception):
    """Two people changed the same part of a season.

    `season` is the stored season with the sender's changes, and `stored` is the season in the
    database. `parts` are the names of the parts in conflict.
    """

    def __init__(self, season: Season, stored: Season, parts: tuple[str, ...]) -> None:
        super().__init__("conflict")
        self.season, self.stored, self.parts = season, stored, parts


def merge_edits(shown: Season, submitted: Season, stored: Season) -> Season:
    """Return the `stored` season with the parts that the sender changed.

    Changed parts are those in which `submitted` differs both from `shown` and from `stored`. Raises
    EditConflict if another person changed one of these parts in the meantime.
    """
    edits = compare_edits(as_parts(shown), as_parts(submitted), as_parts(stored))
    season = with_parts(stored, submitted, edits.changed)
    if edits.conflicts:
        raise EditConflict(season, stored, edits.conflicts)
    return season


def as_parts(season: Season) -> dict[str, list[object]]:
    """Return each part's values in a form that can be compared.

    The order of games does not matter, and stakes of 0 are left out.
    """
    parts = {
        name: [getattr(season, field) for field in part.season_fields]
        + [getattr(season.scheme, field) for field in part.scheme_fields]
        for name, part in SEASON_PARTS.items()
    }
    games, stakes = season.games, season.stakes
    parts["games"][0] = None if games is None else frozenset(games)
    parts["stakes"] = [stakes.unit] if stakes else []
    parts["stakes"] += sorted((game, n) for game, n in stakes.amounts.items() if n)
    return parts


def with_parts(stored: Season, submitted: Season, names: Iterable[str]) -> Season:
    """Return the stored season with the parts in `names` taken from `submitted`."""
    parts = [SEASON_PARTS[name] for name in names]
    scheme = {
        field: getattr(submitted.scheme, field) for part in parts for field in part.scheme_fields
    }
    fields = {field: getattr(submitted, field) for part in parts for field in part.season_fields}
    return replace(stored, scheme=replace(stored.scheme, **scheme), **fields)
