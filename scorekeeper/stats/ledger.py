"""All that a league has played, added up in order: the seasons, the games, all time, careers."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from scorekeeper.stats.aggregate import Keep, Rate, Scope, Strength, rated_by
from scorekeeper.stats.career import Career
from scorekeeper.stats.records import Records
from scorekeeper.stats.results import Result
from scorekeeper.stats.schemes import POINTS, ROUGH, Scheme, about, strength
from scorekeeper.stats.stakes import Stakes, paid
from scorekeeper.stats.tally import Pairs, pairs_of

NIGHTS_OF_MONEY = 30  # evenings of which the money is shown one by one
ALL = "all"  # of what two ledgers share: the book of all time
LEAGUE = ""  # the game of records that no single game holds


class Played(NamedTuple):
    """A result, the season it belongs to (None: friendly, or none takes it), what it was for."""

    result: Result
    season: int | None
    stakes: Stakes


@dataclass(slots=True)
class Purse:
    """Money of one scope: by unit what each is up or down, with what stays on the table."""

    balances: dict[str, dict[str, int]] = field(default_factory=dict)
    nights: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)

    def add(self, night: str, unit: str, amounts: Mapping[str, int]) -> None:
        evenings = self.nights.setdefault(unit, {})
        evening = evenings.setdefault(night, {})
        if len(evenings) > NIGHTS_OF_MONEY:
            del evenings[next(iter(evenings))]
        balance = self.balances.setdefault(unit, {})
        for player, amount in amounts.items():
            balance[player] = balance.get(player, 0) + amount
            evening[player] = evening.get(player, 0) + amount

    def copy(self) -> "Purse":
        """The same, apart from this one from now on."""
        return Purse(
            {unit: balance.copy() for unit, balance in self.balances.items()},
            {
                unit: {night: evening.copy() for night, evening in evenings.items()}
                for unit, evenings in self.nights.items()
            },
        )


class Book:
    """A season, or all time: everything together, and each game by itself."""

    def __init__(self, keep: Keep, low: Mapping[str, frozenset[str]]) -> None:
        self.scope = Scope(keep)
        self.games: dict[str, Scope] = {}
        self.records = Records(low)
        self.purse = Purse()

    def add(self, result: Result, pairs: Pairs) -> None:
        self.scope.add(result, pairs)
        if result.game not in self.games:
            keep = self.scope.yesterday.keep
            self.games[result.game] = Scope(
                replace(keep, rate=None, value=None, meetings=bool(keep.value))
            )
        self.games[result.game].add(result, pairs)
        self.records.add(result)

    def copy(self) -> "Book":
        """The same, apart from this one from now on."""
        other = copy(self)
        other.scope = self.scope.copy()
        other.games = {game: scope.copy() for game, scope in self.games.items()}
        other.records, other.purse = self.records.copy(), self.purse.copy()
        return other


def book_for(scheme: Scheme, rate: Rate, low: Mapping[str, frozenset[str]]) -> Book:
    """An empty book of a season that counts so."""
    points = scheme.measure == POINTS.name
    return Book(Keep(rate if scheme.rates else None, points, value=partial(about, scheme)), low)


class Ledger:
    """A league's books. Results come in order (`Result.order`), each once.

    `schemes` are those of the seasons, `by_net` the games that say themselves what changes
    hands, `low` by game the feats that the lowest wins.
    """

    def __init__(
        self,
        schemes: Mapping[int, Scheme],
        rate: Rate,
        by_net: frozenset[str],
        low: Mapping[str, frozenset[str]],
    ) -> None:
        self.by_net, self.rate = by_net, rate
        self.all = Book(Keep(points=False), low)
        self.seasons = {season: book_for(scheme, rate, low) for season, scheme in schemes.items()}
        self.careers: dict[str, Career] = {}
        self.strengths: dict[str, Strength] = {}
        self.last = (-(10**11), 0)  # before any result
        self.matches = 0
        self.shared: set[object] = set()

    def fork(self) -> "Ledger":
        """The same, apart from this one from now on. What neither writes in, both look into."""
        other = copy(self)
        other.seasons, other.careers = self.seasons.copy(), self.careers.copy()
        other.strengths = self.strengths.copy()
        everything: set[object] = {ALL, *self.seasons, *self.careers}
        self.shared, other.shared = everything, everything.copy()
        return other

    def whole(self) -> Book:
        """The book of all time, to be written in."""
        if ALL in self.shared:
            self.shared.discard(ALL)
            self.all = self.all.copy()
        return self.all

    def book(self, season: int) -> Book:
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

    def add(self, played: Played) -> None:
        """One more match, the latest so far, in all books it belongs to."""
        result = played.result
        self.last = result.order
        self.matches += 1
        pairs = pairs_of(result)
        self.whole().add(result, pairs)
        rated = rated_by(self.rate, result, self.strengths)
        for seat in result.seats:
            player = seat.player
            career = self.career(player)
            career.add(result, seat, self.strengths.get(player), rated.get(player))
        self.feats_of_careers(result)
        self.strengths |= rated
        self.pay(self.all, played)
        self.add_to_season(played, pairs)

    def add_to_season(self, played: Played, pairs: Pairs | None = None) -> None:
        """In the book of its season alone: how a closed one is filled."""
        if played.season in self.seasons:
            book = self.book(played.season)
            book.add(played.result, pairs_of(played.result) if pairs is None else pairs)
            self.pay(book, played)

    def pay(self, book: Book, played: Played) -> None:
        amount = played.stakes.amounts.get(played.result.game, 0)
        if amount:
            by_net = played.result.game in self.by_net
            found = paid(played.result.seats, amount, by_net=by_net)
            book.purse.add(played.result.night, played.stakes.unit, found)

    def feats_of_careers(self, result: Result) -> None:
        """Records that many matches make together."""
        careers = {player: self.careers[player] for player in result.players}
        wins = {who: career.wins.now for who, career in careers.items() if career.wins.now > 1}
        strengths = {
            who: strength(career.lately[-1].mean)
            for who, career in careers.items()
            if career.matches >= ROUGH and career.lately
        }
        self.all.records.offered((LEAGUE, "wins in a row"), wins, result)
        self.all.records.offered((LEAGUE, "strength"), strengths, result)
