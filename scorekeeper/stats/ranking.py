"""Players in order: by what their tallies are worth, level ones by the season's tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.messages import Message
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.schemes import POINTS, Scheme, tally_value
from scorekeeper.stats.tally import Meetings, Tally
from scorekeeper.stats.tiebreaks import TIE_BREAKS, Tallies


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player in the table.

    `place` is None while he is not ranked, `wants` how many matches he needs for that. `shared`
    says that others have the same place; `tie` why he stands before the next, who is level.
    """

    player: str
    place: int | None
    value: Fraction
    tally: Tally
    matches_needed: int = 0
    shared: bool = False
    tie: Message | None = None


class TiedGroup(NamedTuple):
    """Players who are level and cannot be separated, and why the last of them stands before
    the first of the next group, if that one is level too.
    """

    players: list[str]
    tie: Message | None


def rank_players(
    scheme: Scheme, tallies: Tallies, meetings: Meetings, hidden: Iterable[str] = ()
) -> list[StandingsRow]:
    """Everybody who has played, the best first, then who has played too little. Those who are
    `hidden` are left out; the places of the others close up.
    """
    away = set(hidden)
    values = {
        player: tally_value(scheme, tally)
        for player, tally in sorted(tallies.items(), key=player_sort_key)
        if tally.matches and player not in away
    }
    least = max(scheme.minimum, 1)
    there = [player for player in values if countable_matches(scheme, tallies[player]) >= least]
    found: list[StandingsRow] = []
    for group in groups_by_value(there, values):
        for players, tie in break_ties(scheme, group, tallies, meetings):
            place = len(found) + 1
            found += [
                StandingsRow(
                    player,
                    place,
                    values[player],
                    tallies[player],
                    shared=len(players) > 1,
                    tie=tie if player == players[-1] else None,
                )
                for player in players
            ]
    waiting = [player for player in values if countable_matches(scheme, tallies[player]) < least]
    waiting.sort(key=lambda player: (-values[player], -tallies[player].matches))
    return found + [
        StandingsRow(
            player,
            None,
            values[player],
            tallies[player],
            matches_needed=least - countable_matches(scheme, tallies[player]),
        )
        for player in waiting
    ]


def countable_matches(scheme: Scheme, tally: Tally) -> int:
    """Matches of a tally that this scheme can count: old results may have no points."""
    if scheme.measure == POINTS.name:
        return sum(tally.points.values())
    return tally.matches


def player_sort_key(item: tuple[str, Tally]) -> tuple[int, str]:
    """Keys are numbers as text: shorter ones first."""
    return len(item[0]), item[0]


def groups_by_value(players: Sequence[str], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Groups of players who are worth the same, the best first."""
    order = sorted(players, key=lambda player: -values[player])
    return [list(group) for _, group in groupby(order, key=lambda player: values[player])]


def break_ties(
    scheme: Scheme, group: list[str], tallies: Tallies, meetings: Meetings
) -> list[TiedGroup]:
    """A level group in order. What separates a part of it begins anew within that part."""
    if len(group) > 1:
        for name in scheme.ties:
            tie = TIE_BREAKS[name]
            parts = groups_by_value(group, tie.key(group, tallies, meetings))
            if len(parts) > 1:
                found: list[TiedGroup] = []
                for part in parts:
                    inside = break_ties(scheme, part, tallies, meetings)
                    if found:
                        last, follows = found[-1].players, inside[0].players[0]
                        why = tie.says(last[-1], follows, group, tallies, meetings)
                        found[-1] = TiedGroup(last, why)
                    found += inside
                return found
    return [TiedGroup(group, None)]


def build_standings(
    scheme: Scheme, scope: Aggregate, hidden: Iterable[str] = ()
) -> list[StandingsRow]:
    """The table of a scope as it is now."""
    return rank_players(scheme, scope.sums.tallies, scope.sums.meetings, hidden)


def places_gained(
    scheme: Scheme, scope: Aggregate, rows: Sequence[StandingsRow], hidden: Iterable[str] = ()
) -> dict[str, int]:
    """Places gained (positive) or lost by each since before the last evening.

    Who was not ranked then is not in it; before the second evening nobody is.
    """
    if len(scope.nights) < 2:
        return {}
    was_then = scope.before_last_evening
    was = {
        row.player: row.place
        for row in rank_players(scheme, was_then.tallies, was_then.meetings, hidden)
        if row.place
    }
    return {
        row.player: was[row.player] - row.place for row in rows if row.place and row.player in was
    }
