"""All statistics of a league, added up from its results: seasons, games, all time and careers."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from scorekeeper.stats.aggregate import (
    Aggregate,
    AggregateOptions,
    RateFunction,
    Strength,
    updated_strengths,
)
from scorekeeper.stats.career import Career
from scorekeeper.stats.records import Records
from scorekeeper.stats.results import MatchResult
from scorekeeper.stats.scheme_values import approximate_value
from scorekeeper.stats.schemes import POINTS, Scheme
from scorekeeper.stats.stakes import Stakes, match_balances
from scorekeeper.stats.strength import ROUGH_UNTIL_MATCHES, displayed_strength
from scorekeeper.stats.tally import MeetingIncrements, meeting_increments

MAX_MONEY_EVENINGS = 30  # the most recent evenings, for which amounts are kept separately
ALL_TIME_KEY = "all"  # used instead of a season's id in `LeagueStats.shared` and in URLs
ACROSS_GAMES = ""  # the game in the key of records that span all games


class LeagueResult(NamedTuple):
    """A result, its season, and its stakes.

    `season_id` is None for a friendly and for a result in no season. It is also None for the
    current result of a match in a closed season, because a closed season counts the results in its
    snapshot. In this case, `closed_season_id` is the season's id.
    """

    result: MatchResult
    season_id: int | None
    stakes: Stakes
    closed_season_id: int | None = None


@dataclass(slots=True)
class Balances:
    """The money balances of one scope, by unit ("cents" or "counters").

    `totals` has each player's gain (positive) or loss. `by_evening` has the gains and losses of
    each of the latest evenings. The amount under the key `REMAINDER` stays on the table.
    """

    totals: dict[str, dict[str, int]] = field(default_factory=dict)
    by_evening: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)

    def add(self, evening: str, unit: str, amounts: Mapping[str, int]) -> None:
        by_evening = self.by_evening.setdefault(unit, {})
        gains = by_evening.setdefault(evening, {})
        if len(by_evening) > MAX_MONEY_EVENINGS:
            del by_evening[next(iter(by_evening))]
        balance = self.totals.setdefault(unit, {})
        for player, amount in amounts.items():
            balance[player] = balance.get(player, 0) + amount
            gains[player] = gains.get(player, 0) + amount

    def copy(self) -> "Balances":
        """Return an independent copy."""
        return Balances(
            {unit: balance.copy() for unit, balance in self.totals.items()},
            {
                unit: {evening: gains.copy() for evening, gains in by_evening.items()}
                for unit, by_evening in self.by_evening.items()
            },
        )


class SeasonStats:
    """Statistics for a season or for all time: in all games together, and in each game."""

    def __init__(self, options: AggregateOptions, low: Mapping[str, frozenset[str]]) -> None:
        self.aggregate = Aggregate(options)
        self.games: dict[str, Aggregate] = {}
        self.records = Records(low)
        self.balances = Balances()

    def add(self, result: MatchResult, pairs: MeetingIncrements) -> None:
        self.aggregate.add(result, pairs)
        if result.game not in self.games:
            options = self.aggregate.before_newest_evening.options
            self.games[result.game] = Aggregate(
                replace(options, rate=None, value=None, meetings=bool(options.value))
            )
        self.games[result.game].add(result, pairs)
        self.records.add(result)

    def copy(self) -> "SeasonStats":
        """Return an independent copy."""
        other = copy(self)
        other.aggregate = self.aggregate.copy()
        other.games = {game: aggregate.copy() for game, aggregate in self.games.items()}
        other.records, other.balances = self.records.copy(), self.balances.copy()
        return other


def empty_season_stats(
    scheme: Scheme, rate: RateFunction, low: Mapping[str, frozenset[str]]
) -> SeasonStats:
    """Return empty statistics for a season with this scheme."""
    points = scheme.measure == POINTS.name
    return SeasonStats(
        AggregateOptions(
            rate if scheme.uses_rating else None, points, value=partial(approximate_value, scheme)
        ),
        low,
    )


class LeagueStats:
    """All statistics of a league. Results are added in order (`MatchResult.order`), each once.

    `schemes` are the seasons' schemes by season id. `by_net` are the games that compute their own
    net amounts (`MatchEnd.net_amounts`). `low` maps each game to the records for which the lowest
    value is best. `strengths_before` maps each season to the strengths before its first match.
    `shared` contains the keys of the parts that are shared with a fork. These parts are copied
    before they are changed.
    """

    def __init__(
        self,
        schemes: Mapping[int, Scheme],
        rate: RateFunction,
        by_net: frozenset[str],
        low: Mapping[str, frozenset[str]],
    ) -> None:
        self.by_net, self.rate = by_net, rate
        self.all_time = SeasonStats(AggregateOptions(points=False), low)
        self.seasons = {
            season: empty_season_stats(scheme, rate, low) for season, scheme in schemes.items()
        }
        self.careers: dict[str, Career] = {}
        self.strengths: dict[str, Strength] = {}
        self.strengths_before: dict[int, Mapping[str, Strength]] = {}
        self.last = (-(10**11), 0)  # earlier than any result
        self.matches = 0
        self.shared: set[object] = set()

    def fork(self) -> "LeagueStats":
        """Return an independent copy that shares each part until it changes (copy on write)."""
        other = copy(self)
        other.seasons, other.careers = self.seasons.copy(), self.careers.copy()
        other.strengths = self.strengths.copy()
        other.strengths_before = self.strengths_before.copy()
        everything: set[object] = {ALL_TIME_KEY, *self.seasons, *self.careers}
        self.shared, other.shared = everything, everything.copy()
        return other

    def writable_all_time(self) -> SeasonStats:
        """Return the all-time statistics for writing, copying them first if a fork shares them."""
        if ALL_TIME_KEY in self.shared:
            self.shared.discard(ALL_TIME_KEY)
            self.all_time = self.all_time.copy()
        return self.all_time

    def writable_season(self, season: int) -> SeasonStats:
        """Return a season's statistics for writing, copying them first if a fork shares them."""
        if season in self.shared:
            self.shared.discard(season)
            self.seasons[season] = self.seasons[season].copy()
        return self.seasons[season]

    def writable_career(self, player: str) -> Career:
        """Return a player's career for writing.

        It is created if it does not exist, and copied first if a fork shares it.
        """
        if player not in self.careers:
            self.careers[player] = Career()
        elif player in self.shared:
            self.shared.discard(player)
            self.careers[player] = self.careers[player].copy()
        return self.careers[player]

    def add(self, played: LeagueResult) -> None:
        """Add the next result to its season and to the all-time statistics.

        These include careers, records and money.
        """
        result = played.result
        self.last = result.order
        self.matches += 1
        season = played.season_id or played.closed_season_id
        if season and season not in self.strengths_before:
            self.strengths_before[season] = self.strengths.copy()
        pairs = meeting_increments(result)
        self.writable_all_time().add(result, pairs)
        rated = updated_strengths(self.rate, result, self.strengths)
        for seat in result.seats:
            player = seat.player
            career = self.writable_career(player)
            career.add(result, seat, self.strengths.get(player), rated.get(player))
        self.add_career_records(result)
        self.strengths |= rated
        self.add_amounts(self.all_time, played)
        self.add_to_season(played, pairs)

    def add_to_season(self, played: LeagueResult, pairs: MeetingIncrements | None = None) -> None:
        """Add a result to its season only.

        This is also how the statistics of a closed season are built from its snapshot.
        """
        if played.season_id in self.seasons:
            season_stats = self.writable_season(played.season_id)
            season_stats.add(
                played.result, meeting_increments(played.result) if pairs is None else pairs
            )
            self.add_amounts(season_stats, played)

    def add_amounts(self, season_stats: SeasonStats, played: LeagueResult) -> None:
        amount = played.stakes.amounts.get(played.result.game, 0)
        if amount:
            by_net = played.result.game in self.by_net
            amounts = match_balances(played.result.seats, amount, by_net=by_net)
            season_stats.balances.add(played.result.evening, played.stakes.unit, amounts)

    def add_career_records(self, result: MatchResult) -> None:
        """After a match, update the records across all games: winning streaks and strength."""
        careers = {player: self.careers[player] for player in result.players}
        streaks = {player: career.winning_streak.current for player, career in careers.items()}
        wins = {player: streak for player, streak in streaks.items() if streak > 1}
        strengths = {
            player: displayed_strength(career.recent[-1].mean)
            for player, career in careers.items()
            if career.matches >= ROUGH_UNTIL_MATCHES and career.recent
        }
        self.all_time.records.add_streak((ACROSS_GAMES, "wins in a row"), wins, result)
        self.all_time.records.add_values((ACROSS_GAMES, "strength"), strengths, result)
