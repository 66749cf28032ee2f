"""Rank players by the values of their tallies, and by tie-breaks if the values are equal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.messages import Message
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.scheme_values import tally_value
from scorekeeper.stats.schemes import POINTS, Scheme
from scorekeeper.stats.tally import PackedMeetings, Tally
from scorekeeper.stats.tie_breaks import TIE_BREAKS, Tallies


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player's row in the standings.

    `place` is None while the player has too few matches, and `matches_needed` is how many more they
    need. `is_shared` tells whether others have the same place. `tie` explains why the player is
    ahead of the next player, if both have the same value.
    """

    player: str
    place: int | None
    value: Fraction
    tally: Tally
    matches_needed: int = 0
    is_shared: bool = False
    tie: Message | None = None


MINIMUM_SHARE = 10  # percent of the matches played by the player with the most matches
LEAST_MINIMUM = 3  # matches


def automatic_minimum(tallies: Tallies) -> int:
    """Return the number of matches needed for a place in the all-time ranking by default.

    It applies if the league has not set a number.
    """
    most = max((tally.matches for tally in tallies.values()), default=0)
    return max(LEAST_MINIMUM, -(-most * MINIMUM_SHARE // 100))


class TiedGroup(NamedTuple):
    """Players who are still level after all tie-breaks.

    `tie` explains why they are ahead of the next group, if both groups have the same value.
    """

    players: list[str]
    tie: Message | None


def rank_players(
    scheme: Scheme, tallies: Tallies, meetings: PackedMeetings, hidden: Iterable[str] = ()
) -> list[StandingsRow]:
    """Return the standings: ranked players, best first, then players with too few matches.

    Players without a match and `hidden` players are left out and do not take a place.
    """
    away = set(hidden)
    values = {
        player: tally_value(scheme, tally)
        for player, tally in sorted(tallies.items(), key=player_sort_key)
        if tally.matches and player not in away
    }
    least = max(scheme.min_matches, 1)
    missing = {
        player: max(least - countable_matches(scheme, tallies[player]), 0) for player in values
    }
    ranked = {player: value for player, value in values.items() if not missing[player]}
    waiting = [player for player in values if missing[player]]
    waiting.sort(key=lambda player: (values[player], tallies[player].matches), reverse=True)
    return ranked_rows(scheme, ranked, tallies, meetings) + [
        StandingsRow(player, None, values[player], tallies[player], matches_needed=missing[player])
        for player in waiting
    ]


def ranked_rows(
    scheme: Scheme, values: Mapping[str, Fraction], tallies: Tallies, meetings: PackedMeetings
) -> list[StandingsRow]:
    """Return the rows for these players with their places, best first."""
    rows: list[StandingsRow] = []
    for group in groups_by_value(list(values), values):
        for players, tie in break_ties(scheme, group, tallies, meetings):
            place = len(rows) + 1
            rows += [
                StandingsRow(
                    player,
                    place,
                    values[player],
                    tallies[player],
                    is_shared=len(players) > 1,
                    tie=tie if player == players[-1] else None,
                )
                for player in players
            ]
    return rows


def countable_matches(scheme: Scheme, tally: Tally) -> int:
    """Return the number of a player's matches that this scheme can count.

    A scheme that measures points cannot count imported results without points.
    """
    if scheme.measure == POINTS.name:
        return sum(tally.points.values())
    return tally.matches


def player_sort_key(item: tuple[str, Tally]) -> tuple[int, str]:
    """Return a sort key that orders player keys, which are numbers as text, by number."""
    return len(item[0]), item[0]


def groups_by_value(players: Sequence[str], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Return groups of players with equal values, best first.

    Most values already differ as floats, which are faster to compare than fractions.
    """
    order = sorted(
        players, key=lambda player: (float(values[player]), values[player]), reverse=True
    )
    return [list(group) for _, group in groupby(order, key=lambda player: values[player])]


def break_ties(
    scheme: Scheme, group: list[str], tallies: Tallies, meetings: PackedMeetings
) -> list[TiedGroup]:
    """Order a group of players with equal values, using the scheme's tie-breaks.

    After a tie-break splits the group, all tie-breaks apply again within each part.
    """
    if len(group) > 1:
        for name in scheme.tie_breaks:
            tie = TIE_BREAKS[name]
            parts = groups_by_value(group, tie.key(group, tallies, meetings))
            if len(parts) > 1:
                groups: list[TiedGroup] = []
                for part in parts:
                    inside = break_ties(scheme, part, tallies, meetings)
                    if groups:
                        last, follows = groups[-1].players, inside[0].players[0]
                        why = tie.reason(last[-1], follows, group, tallies, meetings)
                        groups[-1] = TiedGroup(last, why)
                    groups += inside
                return groups
    return [TiedGroup(group, None)]


def build_standings(
    scheme: Scheme, aggregate: Aggregate, hidden: Iterable[str] = ()
) -> list[StandingsRow]:
    """Return the current standings of a scope."""
    return rank_players(scheme, aggregate.totals.tallies, aggregate.totals.meetings, hidden)


def places_gained(
    scheme: Scheme, aggregate: Aggregate, rows: Sequence[StandingsRow], hidden: Iterable[str] = ()
) -> dict[str, int]:
    """Return the places gained (positive) or lost (negative) on the last evening, by player.

    Players who were not ranked before that evening are left out. The dictionary is empty before the
    second evening.
    """
    if len(aggregate.evenings) < 2:
        return {}
    before = aggregate.before_newest_evening
    places_before = {
        row.player: row.place
        for row in rank_players(scheme, before.tallies, before.meetings, hidden)
        if row.place
    }
    return {
        row.player: places_before[row.player] - row.place
        for row in rows
        if row.place and row.player in places_before
    }
