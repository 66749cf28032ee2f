"""Imported results: matches without deals, each recorded in one entry of its log.

This is the counterpart of `replay`, `sheet` and `outcome`. The only entries that can follow are
`MatchDeleted` and `MatchRestored`.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.match.events import Entry, MatchDeleted, MatchRestored, ResultImported
from scorekeeper.match.outcome import MatchState
from scorekeeper.stats.results import PlayerResult, finish


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """An imported result after `version` entries. `changed_at` is seconds since 1970."""

    event: ResultImported
    version: int
    changed_at: int
    is_deleted: bool = False

    @property
    def state(self) -> MatchState:
        return MatchState.DELETED if self.is_deleted else MatchState.IMPORTED

    @property
    def seats(self) -> tuple[PlayerResult, ...]:
        """Each player's result, in seat order.

        There are no partners and no net amounts.
        """
        event = self.event
        sides_by_place, sides = Counter(event.places), len(event.players)
        return tuple(
            PlayerResult(
                player, side, finish(place, sides_by_place[place], sides, place == 1), points
            )
            for side, (player, place, points) in enumerate(
                zip(event.players, event.places, event.points, strict=True)
            )
        )

    @property
    def summary(self) -> dict[str, Any]:
        """The data for lists, as from `outcome.summary`, and the id of the import."""
        event = self.event
        pairs = zip(event.players, event.points, strict=True)
        return {
            "deals": 0,
            "totals": {player: points for player, points in pairs if points is not None},
            "winners": [seat.player for seat in self.seats if seat.finish.won],
            "batch": event.import_id,
        }


def replay_imported(entries: Iterable[Entry]) -> ImportedResult:
    """Return the result after all entries.

    Raises ValueError if the first entry is not a `ResultImported`.
    """
    imported, *later_entries = entries
    if not isinstance(imported.event, ResultImported):
        raise ValueError("The first entry of an imported result must be its import.")
    result = ImportedResult(imported.event, imported.version, imported.at)
    for entry in later_entries:
        result = apply_to_imported(result, entry)
    return result


def apply_to_imported(result: ImportedResult, entry: Entry) -> ImportedResult:
    """Return the result after one more entry.

    Raises ValueError unless the entry deletes or restores the match.
    """
    if not isinstance(entry.event, MatchDeleted | MatchRestored):
        raise ValueError("An imported result can only be deleted or restored.")
    deleted = isinstance(entry.event, MatchDeleted)
    return replace(result, version=entry.version, changed_at=entry.at, is_deleted=deleted)
