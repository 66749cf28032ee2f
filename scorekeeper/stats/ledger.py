"""All that a league has played, added up in order: the seasons, the games, all time, careers."""

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
from scorekeeper.stats.schemes import (
    POINTS,
    ROUGH_UNTIL_MATCHES,
    Scheme,
    approximate_value,
    displayed_strength,
)
from scorekeeper.stats.stakes import Stakes, match_balances
from scorekeeper.stats.tally import MeetingIncrements, meeting_increments

MAX_MONEY_EVENINGS = 30  # evenings of which the money is shown one by one
ALL_TIME_KEY = "all"  # of what two ledgers share: the book of all time
ACROSS_GAMES = ""  # the game of records that no single game holds


class LeagueResult(NamedTuple):
    """A result, the season it belongs to (None: friendly, or none takes it), what it was for."""

    result: MatchResult
    season: int | None
    stakes: Stakes


@dataclass(slots=True)
class Balances:
    """Money of one scope: by unit what each is up or down, with what stays on the table."""

    balances: dict[str, dict[str, int]] = field(default_factory=dict)
    nights: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)

    def add(self, night: str, unit: str, amounts: Mapping[str, int]) -> None:
        evenings = self.nights.setdefault(unit, {})
        evening = evenings.setdefault(night, {})
        if len(evenings) > MAX_MONEY_EVENINGS:
            del evenings[next(iter(evenings))]
        balance = self.balances.setdefault(unit, {})
        for player, amount in amounts.items():
            balance[player] = balance.get(player, 0) + amount
            evening[player] = evening.get(player, 0) + amount

    def copy(self) -> "Balances":
        """The same, apart from this one from now on."""
        return Balances(
            {unit: balance.copy() for unit, balance in self.balances.items()},
            {
                unit: {night: evening.copy() for night, evening in evenings.items()}
                for unit, evenings in self.nights.items()
            },
        )


class SeasonStats:
    """A season, or all time: everything together, and each game by itself."""

    def __init__(self, keep: AggregateOptions, low: Mapping[str, frozenset[str]]) -> None:
        self.scope = Aggregate(keep)
        self.games: dict[str, Aggregate] = {}
        self.records = Records(low)
        self.purse = Balances()

    def add(self, result: MatchResult, pairs: MeetingIncrements) -> None:
        self.scope.add(result, pairs)
        if result.game not in self.games:
            keep = self.scope.before_last_evening.keep
            self.games[result.game] = Aggregate(
                replace(keep, rate=None, value=None, meetings=bool(keep.value))
            )
        self.games[result.game].add(result, pairs)
        self.records.add(result)

    def copy(self) -> "SeasonStats":
        """The same, apart from this one from now on."""
        other = copy(self)
        other.scope = self.scope.copy()
        other.games = {game: scope.copy() for game, scope in self.games.items()}
        other.records, other.purse = self.records.copy(), self.purse.copy()
        return other


def empty_season_stats(
    scheme: Scheme, rate: RateFunction, low: Mapping[str, frozenset[str]]
) -> SeasonStats:
    """An empty book of a season that counts so."""
    points = scheme.measure == POINTS.name
    return SeasonStats(
        AggregateOptions(
            rate if scheme.rates else None, points, value=partial(approximate_value, scheme)
        ),
        low,
    )


class LeagueStats:
    """A league's books. Results come in order (`Result.order`), each once.

    `schemes` are those of the seasons, `by_net` the games that say themselves what changes
    hands, `low` by game the feats that the lowest wins.
    """

    def __init__(
        self,
        schemes: Mapping[int, Scheme],
        rate: RateFunction,
        by_net: frozenset[str],
        low: Mapping[str, frozenset[str]],
    ) -> None:
        self.by_net, self.rate = by_net, rate
        self.all = SeasonStats(AggregateOptions(points=False), low)
        self.seasons = {
            season: empty_season_stats(scheme, rate, low) for season, scheme in schemes.items()
        }
        self.careers: dict[str, Career] = {}
        self.strengths: dict[str, Strength] = {}
        self.last = (-(10**11), 0)  # before any result
        self.matches = 0
        self.shared: set[object] = set()

    def fork(self) -> "LeagueStats":
        """The same, apart from this one from now on. What neither writes in, both look into."""
        other = copy(self)
        other.seasons, other.careers = self.seasons.copy(), self.careers.copy()
        other.strengths = self.strengths.copy()
        everything: set[object] = {ALL_TIME_KEY, *self.seasons, *self.careers}
        self.shared, other.shared = everything, everything.copy()
        return other

    def whole(self) -> SeasonStats:
        """The book of all time, to be written in."""
        if ALL_TIME_KEY in self.shared:
            self.shared.discard(ALL_TIME_KEY)
            self.all = self.all.copy()
        return self.all

    def book(self, season: int) -> SeasonStats:
        """The book of a season, to be written in."""
        if season in self.shared:
            self.shared.discard(season)
            self.seasons[season] = self.seasons[season].copy()
        return self.seasons[season]

    def career(self, player: str) -> Career:
        """A player's career, to be written in."""
        if player not in self.careers:
            self.careers[player] = Career()
        elif player in self.shared:
            self.shared.discard(player)
            self.careers[player] = self.careers[player].copy()
        return self.careers[player]

    def add(self, played: LeagueResult) -> None:
        """One more match, the latest so far, in all books it belongs to."""
        result = played.result
        self.last = result.order
        self.matches += 1
        pairs = meeting_increments(result)
        self.whole().add(result, pairs)
        rated = updated_strengths(self.rate, result, self.strengths)
        for seat in result.seats:
            player = seat.player
            career = self.career(player)
            career.add(result, seat, self.strengths.get(player), rated.get(player))
        self.add_career_records(result)
        self.strengths |= rated
        self.pay(self.all, played)
        self.add_to_season(played, pairs)

    def add_to_season(self, played: LeagueResult, pairs: MeetingIncrements | None = None) -> None:
        """In the book of its season alone: how a closed one is filled."""
        if played.season in self.seasons:
            book = self.book(played.season)
            book.add(played.result, meeting_increments(played.result) if pairs is None else pairs)
            self.pay(book, played)

    def pay(self, book: SeasonStats, played: LeagueResult) -> None:
        amount = played.stakes.amounts.get(played.result.game, 0)
        if amount:
            by_net = played.result.game in self.by_net
            found = match_balances(played.result.seats, amount, by_net=by_net)
            book.purse.add(played.result.night, played.stakes.unit, found)

    def add_career_records(self, result: MatchResult) -> None:
        """Records that many matches make together."""
        careers = {player: self.careers[player] for player in result.players}
        wins = {who: career.wins.now for who, career in careers.items() if career.wins.now > 1}
        strengths = {
            who: displayed_strength(career.lately[-1].mean)
            for who, career in careers.items()
            if career.matches >= ROUGH_UNTIL_MATCHES and career.lately
        }
        self.all.records.offered((ACROSS_GAMES, "wins in a row"), wins, result)
        self.all.records.offered((ACROSS_GAMES, "strength"), strengths, result)
