"""Draws: divide people into tables by chance, by strength, or with the fewest repeated meetings.

Draws that optimise use a local search: they start from random tables and swap two people as long as
a swap improves the draw. They try several random starts and keep the best result. Evaluating a swap
takes constant time, so a draw for 40 people takes at most about 0.4 seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from scorekeeper.club.sizes import Sizes

if TYPE_CHECKING:
    from random import Random

Tables = tuple[tuple[str, ...], ...]
MeetingCounts = Mapping[tuple[str, str], int]  # counts by pair of players, the smaller key first
RANDOM_STARTS = 20  # random starts of a local search
USUAL_STRENGTH = 25.0  # for a player without a rated match


class DrawMethod(StrEnum):
    """A way to draw tables."""

    FEWEST_MEETINGS = "meetings"
    CHANCE = "chance"
    BALANCED = "balanced"
    LIKE_WITH_LIKE = "alike"


@dataclass(frozen=True)
class Past:
    """The history that a draw can take into account.

    `tonight` and `season` count how often two players have been at the same table. `strengths` are
    the players' strengths. A player without an entry has USUAL_STRENGTH.
    """

    tonight: MeetingCounts = field(default_factory=dict)
    season: MeetingCounts = field(default_factory=dict)
    strengths: Mapping[str, float] = field(default_factory=dict)

    def strength(self, player: str) -> float:
        return self.strengths.get(player, USUAL_STRENGTH)


def draw(
    method: DrawMethod, people: Sequence[str], sizes: Sizes, past: Past, rng: "Random"
) -> Tables:
    """Divide people into tables of these sizes, which must add up to the number of people.

    The seats at a table are in random order, because they determine the order of play and the first
    dealer.
    """
    order = list(people)
    rng.shuffle(order)
    tables = DRAWS[method](order, sizes, past, rng)
    return tuple(tuple(shuffle_people(table, rng)) for table in tables)


def pair(player: str, other: str) -> tuple[str, str]:
    """Return the key of two players in `MeetingCounts`."""
    return (player, other) if player < other else (other, player)


def count_meetings(tables: Sequence[Sequence[str]]) -> dict[tuple[str, str], int]:
    """Return the number of these tables that each pair of players shares."""
    meetings: dict[tuple[str, str], int] = {}
    for table in tables:
        for player, other in combinations(table, 2):
            meetings[pair(player, other)] = meetings.get(pair(player, other), 0) + 1
    return meetings


def repeated_meetings(tables: Sequence[Sequence[str]], met: MeetingCounts) -> int:
    """Return the number of pairs at these tables who have met before."""
    return sum(1 for each in count_meetings(tables) if met.get(each))


def shuffle_people(table: Sequence[str], rng: "Random") -> list[str]:
    order = list(table)
    rng.shuffle(order)
    return order


def divide_into_tables(order: Sequence[str], sizes: Sizes) -> list[list[str]]:
    """Divide the people into tables of these sizes, in this order."""
    tables, index = [], 0
    for size in sizes:
        tables.append(list(order[index : index + size]))
        index += size
    return tables


# ---------------------------------------------------------------- the methods


def random_tables(order: list[str], sizes: Sizes, _past: Past, _rng: "Random") -> list[list[str]]:
    return divide_into_tables(order, sizes)


def like_with_like(order: list[str], sizes: Sizes, past: Past, _rng: "Random") -> list[list[str]]:
    """Put the strongest players at the first table, the next strongest at the second, and so on."""
    return divide_into_tables(sorted(order, key=past.strength, reverse=True), sizes)


def balanced_strengths(
    order: list[str], sizes: Sizes, past: Past, rng: "Random"
) -> list[list[str]]:
    """Make the average strengths of the tables as equal as possible."""
    mean = sum(map(past.strength, order)) / max(len(order), 1)

    def badness(tables: list[list[str]]) -> float:
        return sum(strength_above_mean(table) ** 2 / len(table) for table in tables)

    def strength_above_mean(table: list[str]) -> float:
        return sum(past.strength(player) - mean for player in table)

    best: list[list[str]] = []
    for start in random_starts(order, sizes, rng):
        candidate = swap_while_better(start, StrengthSearch(start, past, mean))
        if not best or badness(candidate) < badness(best) - TOLERANCE:
            best = candidate
    return best


def fewest_meetings(order: list[str], sizes: Sizes, past: Past, rng: "Random") -> list[list[str]]:
    """Repeat as few of tonight's meetings as possible, and then as few of the season's meetings.

    A pair that has met twice tonight counts four times as much as a pair that has met once. The
    season's meetings decide only between draws that are equal for tonight.
    """
    season = {each: past.season.get(pair(*each), 0) for each in combinations(sorted(order), 2)}
    tonight_weight = 1 + sum(season.values())
    costs = {
        each: tonight_weight * past.tonight.get(each, 0) ** 2 + before
        for each, before in season.items()
    }

    def total(tables: list[list[str]]) -> int:
        return sum(costs[each] for each in count_meetings(tables))

    best: list[list[str]] = []
    for start in random_starts(order, sizes, rng):
        candidate = swap_while_better(start, MeetingSearch(start, costs))
        if not best or total(candidate) < total(best):
            best = candidate
    return best


DRAWS: Mapping[DrawMethod, Callable[[list[str], Sizes, Past, "Random"], list[list[str]]]] = {
    DrawMethod.FEWEST_MEETINGS: fewest_meetings,
    DrawMethod.CHANCE: random_tables,
    DrawMethod.BALANCED: balanced_strengths,
    DrawMethod.LIKE_WITH_LIKE: like_with_like,
}


# ---------------------------------------------------------------- local search

TOLERANCE = 1e-9  # a smaller change is a rounding error


def random_starts(order: list[str], sizes: Sizes, rng: "Random") -> list[list[list[str]]]:
    return [divide_into_tables(shuffle_people(order, rng), sizes) for _ in range(RANDOM_STARTS)]


class StrengthSearch:
    """The effect of swaps on the balance of strengths.

    `above_mean` contains each player's strength minus the mean, and `tables_above_mean` contains
    the sum of these differences for each table. The badness of a table is the square of its sum,
    divided by the table's size.
    """

    def __init__(self, tables: list[list[str]], past: Past, mean: float) -> None:
        self.above_mean = {
            player: past.strength(player) - mean for table in tables for player in table
        }
        self.tables_above_mean = [
            sum(self.above_mean[player] for player in table) for table in tables
        ]
        self.sizes = [len(table) for table in tables]

    def change(self, player: str, a: int, other: str, b: int) -> float:
        """Return the change in badness if `player` (table a) and `other` (table b) swap."""
        more = self.above_mean[other] - self.above_mean[player]
        return (2 * self.tables_above_mean[a] * more + more * more) / self.sizes[a] + (
            more * more - 2 * self.tables_above_mean[b] * more
        ) / self.sizes[b]

    def swap(self, player: str, a: int, other: str, b: int) -> None:
        more = self.above_mean[other] - self.above_mean[player]
        self.tables_above_mean[a] += more
        self.tables_above_mean[b] -= more


class MeetingSearch:
    """The effect of swaps on the cost of all meetings.

    For each person and each table, `beside` contains the cost of meeting everyone at that table.
    """

    def __init__(self, tables: list[list[str]], costs: Mapping[tuple[str, str], int]) -> None:
        everyone = [player for table in tables for player in table]
        self.cost = {
            player: {
                other: 0 if other == player else costs[pair(player, other)] for other in everyone
            }
            for player in everyone
        }
        self.beside = {
            player: [sum(self.cost[player][other] for other in table) for table in tables]
            for player in everyone
        }

    def change(self, player: str, a: int, other: str, b: int) -> float:
        """Return the change in cost if `player` (table a) and `other` (table b) swap."""
        costs, other_costs = self.beside[player], self.beside[other]
        return costs[b] - costs[a] + other_costs[a] - other_costs[b] - 2 * self.cost[player][other]

    def swap(self, player: str, a: int, other: str, b: int) -> None:
        for person, costs in self.cost.items():
            more = costs[other] - costs[player]
            self.beside[person][a] += more
            self.beside[person][b] -= more


def swap_while_better(
    tables: list[list[str]], search: StrengthSearch | MeetingSearch
) -> list[list[str]]:
    """Swap people between tables as long as a swap improves the draw."""
    is_better = True
    while is_better:
        is_better = False
        for a, b in combinations(range(len(tables)), 2):
            for i in range(len(tables[a])):
                for j in range(len(tables[b])):
                    player, other = tables[a][i], tables[b][j]
                    if search.change(player, a, other, b) < -TOLERANCE:
                        search.swap(player, a, other, b)
                        tables[a][i], tables[b][j] = other, player
                        is_better = True
    return tables
