"""Players in order: by what their tallies are worth, level ones by the season's tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.messages import Say
from scorekeeper.stats.aggregate import Scope
from scorekeeper.stats.schemes import POINTS, Scheme, worth
from scorekeeper.stats.tally import Meetings, Tally
from scorekeeper.stats.tiebreaks import TIES, Tallies


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the table.

    `place` is None while he is not ranked, `wants` how many matches he needs for that. `shared`
    says that others have the same place; `tie` why he stands before the next, who is level.
    """

    player: str
    place: int | None
    value: Fraction
    tally: Tally
    wants: int = 0
    shared: bool = False
    tie: Say | None = None


class Ordered(NamedTuple):
    """Players who are level and cannot be separated, and why the last of them stands before
    the first of the next group, if that one is level too.
    """

    players: list[str]
    tie: Say | None


def ranked(
    scheme: Scheme, tallies: Tallies, meetings: Meetings, hidden: Iterable[str] = ()
) -> list[Row]:
    """Everybody who has played, the best first, then who has played too little. Those who are
    `hidden` are left out; the places of the others close up.
    """
    away = set(hidden)
    values = {
        player: worth(scheme, tally)
        for player, tally in sorted(tallies.items(), key=by_key)
        if tally.matches and player not in away
    }
    least = max(scheme.minimum, 1)
    there = [player for player in values if known(scheme, tallies[player]) >= least]
    found: list[Row] = []
    for group in level(there, values):
        for players, tie in separated(scheme, group, tallies, meetings):
            place = len(found) + 1
            found += [
                Row(
                    player,
                    place,
                    values[player],
                    tallies[player],
                    shared=len(players) > 1,
                    tie=tie if player == players[-1] else None,
                )
                for player in players
            ]
    waiting = [player for player in values if known(scheme, tallies[player]) < least]
    waiting.sort(key=lambda player: (-values[player], -tallies[player].matches))
    return found + [
        Row(
            player,
            None,
            values[player],
            tallies[player],
            wants=least - known(scheme, tallies[player]),
        )
        for player in waiting
    ]


def known(scheme: Scheme, tally: Tally) -> int:
    """Matches of a tally that this scheme can count: old results may have no points."""
    if scheme.measure == POINTS.name:
        return sum(tally.points.values())
    return tally.matches


def by_key(item: tuple[str, Tally]) -> tuple[int, str]:
    """Keys are numbers as text: shorter ones first."""
    return len(item[0]), item[0]


def level(players: Sequence[str], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Groups of players who are worth the same, the best first."""
    order = sorted(players, key=lambda player: -values[player])
    return [list(group) for _, group in groupby(order, key=lambda player: values[player])]


def separated(
    scheme: Scheme, group: list[str], tallies: Tallies, meetings: Meetings
) -> list[Ordered]:
    """A level group in order. What separates a part of it begins anew within that part."""
    if len(group) > 1:
        for name in scheme.ties:
            tie = TIES[name]
            parts = level(group, tie.key(group, tallies, meetings))
            if len(parts) > 1:
                found: list[Ordered] = []
                for part in parts:
                    inside = separated(scheme, part, tallies, meetings)
                    if found:
                        last, follows = found[-1].players, inside[0].players[0]
                        why = tie.says(last[-1], follows, group, tallies, meetings)
                        found[-1] = Ordered(last, why)
                    found += inside
                return found
    return [Ordered(group, None)]


def table(scheme: Scheme, scope: Scope, hidden: Iterable[str] = ()) -> list[Row]:
    """The table of a scope as it is now."""
    return ranked(scheme, scope.sums.tallies, scope.sums.meetings, hidden)


def moved(
    scheme: Scheme, scope: Scope, rows: Sequence[Row], hidden: Iterable[str] = ()
) -> dict[str, int]:
    """Places gained (positive) or lost by each since before the last evening.

    Who was not ranked then is not in it; before the second evening nobody is.
    """
    if len(scope.nights) < 2:
        return {}
    was_then = scope.yesterday
    was = {
        row.player: row.place
        for row in ranked(scheme, was_then.tallies, was_then.meetings, hidden)
        if row.place
    }
    return {
        row.player: was[row.player] - row.place for row in rows if row.place and row.player in was
    }
