"""Settings of a season that two people change at once: what each of them touched holds.

A form says what it showed when it was opened. What stands otherwise in it was typed by whoever
sends it; what stands otherwise in the league was saved by somebody else meanwhile.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.league.seasons import Season

# What people change as one thing: by name, fields of the season and of its scheme.
SEASON_PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "name": (("name",), ()),
    "evenings": (("starts", "ends"), ()),
    "games": (("games",), ("measure",)),  # not every way of counting fits all games
    "each": ((), ("a_match",)),
    "table": ((), ("table", "shared")),
    "which": ((), ("which", "count")),
    "bonus": ((), ("bonus",)),
    "minimum": ((), ("minimum",)),
    "ties": ((), ("ties",)),
    "stakes": (("stakes",), ()),
}


class EditConflict(Exception):
    """Both changed the same. `season` is as it would be with what was sent now, `there` as it is,
    `parts` names what they do not agree on.
    """

    def __init__(self, season: Season, there: Season, parts: tuple[str, ...]) -> None:
        super().__init__("clash")
        self.season, self.there, self.parts = season, there, parts


def merge_edits(shown: Season, wanted: Season, there: Season) -> Season:
    """The season as it is, with what was touched: what is wanted otherwise than it was shown.

    Raises Clash if some of that is no longer as it was shown.
    """
    seen, mine, now = as_parts(shown), as_parts(wanted), as_parts(there)
    touched = [name for name in SEASON_PARTS if mine[name] not in (seen[name], now[name])]
    season = with_parts(there, wanted, touched)
    if clashes := tuple(name for name in touched if now[name] != seen[name]):
        raise EditConflict(season, there, clashes)
    return season


def as_parts(season: Season) -> dict[str, list[object]]:
    """What is in each part, to be compared: games in any order, stakes without those of nought."""
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
    """The season as it is, but these parts as they are wanted."""
    mine = [SEASON_PARTS[name] for name in parts]
    scheme = {each: getattr(wanted.scheme, each) for _, of in mine for each in of}
    fields = {each: getattr(wanted, each) for its, _ in mine for each in its}
    return replace(there, scheme=replace(there.scheme, **scheme), **fields)
