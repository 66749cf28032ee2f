"""Merge edits of a season that two people make at the same time."""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.league.edits import compare_edits
from scorekeeper.league.seasons import Season

# Parts that are edited together, by name: fields of the season, and fields of its scheme.
SEASON_PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "name": (("name",), ()),
    "evenings": (("starts", "ends"), ()),
    "games": (("games",), ("measure",)),  # not every measure fits all games
    "each": ((), ("a_match",)),
    "table": ((), ("table", "shared")),
    "which": ((), ("which", "count")),
    "bonus": ((), ("bonus",)),
    "minimum": ((), ("minimum",)),
    "ties": ((), ("ties",)),
    "stakes": (("stakes",), ()),
}


class EditConflict(Exception):
    """Both people changed the same part.

    `season` is the season with the submitted values, `there` the stored one; `parts` names the
    parts in conflict.
    """

    def __init__(self, season: Season, there: Season, parts: tuple[str, ...]) -> None:
        super().__init__("clash")
        self.season, self.there, self.parts = season, there, parts


def merge_edits(shown: Season, wanted: Season, there: Season) -> Season:
    """Return the stored season `there` with the parts that the sender changed.

    Changed parts are those in which `wanted` differs from what was `shown`, and from `there`.
    Raises EditConflict if one of them was changed by another person meanwhile.
    """
    edits = compare_edits(as_parts(shown), as_parts(wanted), as_parts(there))
    season = with_parts(there, wanted, edits.changed)
    if edits.conflicts:
        raise EditConflict(season, there, edits.conflicts)
    return season


def as_parts(season: Season) -> dict[str, list[object]]:
    """Return each part's values for comparison: games in any order, stakes of 0 left out."""
    found = {
        name: [getattr(season, each) for each in its]
        + [getattr(season.scheme, each) for each in of]
        for name, (its, of) in SEASON_PARTS.items()
    }
    games, stakes = season.games, season.stakes
    found["games"][0] = None if games is None else frozenset(games)
    found["stakes"] = [stakes.unit] if stakes else []
    found["stakes"] += sorted((game, n) for game, n in stakes.amounts.items() if n)
    return found


def with_parts(there: Season, wanted: Season, parts: Iterable[str]) -> Season:
    """Return the stored season with these parts from `wanted`."""
    mine = [SEASON_PARTS[name] for name in parts]
    scheme = {each: getattr(wanted.scheme, each) for _, of in mine for each in of}
    fields = {each: getattr(wanted, each) for its, _ in mine for each in its}
    return replace(there, scheme=replace(there.scheme, **scheme), **fields)
