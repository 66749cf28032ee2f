"""What is counted for a player over his matches, and the records of the league a match can set.

A game declares both; whoever adds them up walks what it declares. They are asked of matches
that count, but have an answer for every match, even for one without a deal.

All is by seat, never by side: only a game knows which of its numbers are a seat's own (who laid
down gin) and which he shares with his partner (the final score), so it is for the game's
functions to give both partners the same.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from scorekeeper.messages import Message
from scorekeeper.rules.kernel import Position, Round

# Numbers of one match by seat, from its deals and where they led; seats it says nothing of are
# left out.
BySeat = Callable[[tuple[Round, ...], Position], Mapping[str, int]]


class Statistic(NamedTuple):
    """Something counted for each player, match by match, to be added up: "bids kept".

    `name` stands in what is stored and never changes. `out_of` is how many there could have
    been, for every seat that `of` has: 21 bids kept of 26.
    """

    name: str
    label: Message
    of: BySeat
    out_of: BySeat | None = None


class RecordKind(NamedTuple):
    """A record of the league that a match can set: "Lowest total of a winner".

    `name` stands in what is stored and never changes. `of` has only those who qualify; the
    highest value is the record, or with `low` the lowest.
    """

    name: str
    label: Message
    of: BySeat
    low: bool = False


class DeclaresStatistics(Protocol):
    """What declares figures and feats: a game."""

    @property
    def figures(self) -> tuple[Statistic, ...]: ...

    @property
    def feats(self) -> tuple[RecordKind, ...]: ...


def match_statistics(
    game: DeclaresStatistics, rounds: tuple[Round, ...], position: Position
) -> dict[str, dict[str, list[int]]]:
    """By seat and name what was counted in a match, as [count] or [count, out of].

    In seat order and in the order declared; without seats nothing is said of.
    """
    found: dict[str, dict[str, list[int]]] = {}
    counted = [
        (
            figure.name,
            figure.of(rounds, position),
            figure.out_of and figure.out_of(rounds, position),
        )
        for figure in game.figures
    ]
    for seat in position.players:
        said = {
            name: [counts[seat]] if possible is None else [counts[seat], possible[seat]]
            for name, counts, possible in counted
            if seat in counts
        }
        if said:
            found[seat] = said
    return found


def record_values(
    game: DeclaresStatistics, rounds: tuple[Round, ...], position: Position
) -> dict[str, dict[str, int]]:
    """By seat and name what a match has to offer as a record; in order, as `figures`."""
    offered = [(feat.name, feat.of(rounds, position)) for feat in game.feats]
    found = {
        seat: {name: values[seat] for name, values in offered if seat in values}
        for seat in position.players
    }
    return {seat: said for seat, said in found.items() if said}


# ---------------------------------------------------------------- what games share


def count_by_seat(position: Position, named: Iterable[str | None]) -> dict[str, int]:
    """How often each seat is named; None is nobody."""
    found = dict.fromkeys(position.players, 0)
    for seat in named:
        if seat is not None:
            found[seat] += 1
    return found


def longest_streaks(position: Position, tries: Iterable[tuple[str, bool]]) -> dict[str, int]:
    """How often each seat succeeded in a row, at best. One alone is no row.

    `tries` are seats and whether they did it, in the order of play.
    """
    row = dict.fromkeys(position.players, 0)
    best = dict(row)
    for seat, done in tries:
        row[seat] = row[seat] + 1 if done else 0
        best[seat] = max(best[seat], row[seat])
    return {seat: longest for seat, longest in best.items() if longest > 1}


def winner_totals(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """The total of each who won, where every seat has one of its own."""
    return {seat: position.totals[seat] for seat in position.winners}
