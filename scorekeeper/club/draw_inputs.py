"""The inputs of a draw, which are stored with the round so that anyone can repeat the draw."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.club import draws
from scorekeeper.club.draws import DrawMethod, MeetingCounts, Past, Tables
from scorekeeper.club.sizes import Sizes, sitting_out

if TYPE_CHECKING:
    from random import Random


class DrawnRound(NamedTuple):
    """The result of a draw: the players of each table, and the players who sit out.

    A table's number is its position, counted from 1. A table without players is not in the round.
    """

    tables: Tables
    sitting_out: tuple[str, ...]

    def without_tables(self, occupied: Collection[int]) -> "DrawnRound":
        """Return this result with an empty table inserted at each of these numbers."""
        waiting = list(self.tables)
        tables: list[tuple[str, ...]] = []
        while waiting:
            tables.append(() if len(tables) + 1 in occupied else waiting.pop(0))
        return DrawnRound(tuple(tables), self.sitting_out)

    def with_current_keys(self, current_keys: Mapping[str, str]) -> "DrawnRound":
        """Return this result with the current keys of merged players."""
        tables = tuple(tuple(current_keys.get(key, key) for key in table) for table in self.tables)
        return DrawnRound(tables, tuple(current_keys.get(key, key) for key in self.sitting_out))


@dataclass(frozen=True)
class DrawInputs:
    """The inputs of a draw, apart from its method and its seed.

    `people` are the keys of the free players, in their order before the draw. `sizes` are the table
    sizes. `sat_out` and `played` count the night's earlier rounds in which a player sat out or
    played.
    """

    people: tuple[str, ...]
    sizes: Sizes
    sat_out: Mapping[str, int] = field(default_factory=dict)
    played: Mapping[str, int] = field(default_factory=dict)
    past: Past = field(default_factory=Past)

    def draw(self, method: DrawMethod, rng: "Random") -> DrawnRound:
        """Draw the round. Equal inputs, methods and seeds of `rng` always give the same result."""
        count = len(self.people) - sum(self.sizes)
        out = sitting_out(self.people, count, self.sat_out, self.played, rng)
        playing = [key for key in self.people if key not in out]
        return DrawnRound(draws.draw(method, playing, self.sizes, self.past, rng), out)

    def used_by(self, method: DrawMethod) -> "DrawInputs":
        """Return these inputs without the strengths and meetings that the method ignores."""
        uses_meetings = method is DrawMethod.FEWEST_MEETINGS
        uses_strengths = method in (DrawMethod.BALANCED, DrawMethod.LIKE_WITH_LIKE)
        players = set(self.people)
        past = Past(
            among(self.past.tonight, players) if uses_meetings else {},
            among(self.past.season, players) if uses_meetings else {},
            {key: self.past.strength(key) for key in self.people} if uses_strengths else {},
        )
        return replace(self, past=past)

    def with_current_keys(self, current_keys: Mapping[str, str]) -> "DrawInputs":
        """Return these inputs with the current keys of merged players."""

        def by_player(numbers: Mapping[str, Any]) -> dict[str, Any]:
            return {current_keys.get(key, key): number for key, number in numbers.items()}

        def by_pair(met: MeetingCounts) -> MeetingCounts:
            return {
                draws.pair(current_keys.get(player, player), current_keys.get(other, other)): n
                for (player, other), n in met.items()
            }

        past = self.past
        return DrawInputs(
            tuple(current_keys.get(key, key) for key in self.people),
            self.sizes,
            by_player(self.sat_out),
            by_player(self.played),
            Past(by_pair(past.tonight), by_pair(past.season), by_player(past.strengths)),
        )


def among(met: MeetingCounts, people: set[str]) -> MeetingCounts:
    """Return the meetings of these people with each other."""
    return {pair: n for pair, n in met.items() if n and people.issuperset(pair)}


# ---------------------------------------------------------------- as JSON


def inputs_to_json(inputs: DrawInputs) -> dict[str, Any]:
    """Return the inputs as stored in the database and in exports (`docs/export.md`)."""
    strengths = inputs.past.strengths
    return {
        "sizes": list(inputs.sizes),
        "people": [
            [key, inputs.sat_out.get(key, 0), inputs.played.get(key, 0), strengths.get(key)]
            for key in inputs.people
        ],
        "tonight": meetings_to_json(inputs.past.tonight),
        "season": meetings_to_json(inputs.past.season),
    }


def meetings_to_json(met: MeetingCounts) -> list[list[Any]]:
    return [[player, other, n] for (player, other), n in sorted(met.items())]


def inputs_from_json(stored: Mapping[str, Any]) -> DrawInputs:
    people = stored["people"]
    return DrawInputs(
        tuple(key for key, *_ in people),
        tuple(stored["sizes"]),
        {key: sat_out for key, sat_out, _, _ in people},
        {key: played for key, _, played, _ in people},
        Past(
            {(player, other): n for player, other, n in stored["tonight"]},
            {(player, other): n for player, other, n in stored["season"]},
            {key: strength for key, _, _, strength in people if strength is not None},
        ),
    )
