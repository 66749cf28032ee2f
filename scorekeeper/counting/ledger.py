"""All that a league has played, added up in order: the seasons, the games, all time, careers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from scorekeeper.counting.career import Career
from scorekeeper.counting.money import Stakes, paid
from scorekeeper.counting.records import Holder, Records
from scorekeeper.counting.results import Result
from scorekeeper.counting.schemes import ROUGH, Scheme, about, strength
from scorekeeper.counting.scope import Rate, Scope, Strength, rated_by
from scorekeeper.counting.tally import Pairs, pairs_of

NIGHTS_OF_MONEY = 30  # evenings of which the money is shown one by one
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


class Book:
    """A season, or all time: everything together, and each game by itself."""

    def __init__(self, rate: Rate | None, scheme: Scheme | None, low: Mapping[str, frozenset[str]]):
        value = partial(about, scheme) if scheme else None
        self.scope = Scope(rate, value)
        self.games: dict[str, Scope] = {}
        self.records = Records(low)
        self.purse = Purse()

    def add(self, result: Result, pairs: Pairs) -> None:
        self.scope.add(result, pairs)
        if result.game not in self.games:
            self.games[result.game] = Scope()
        self.games[result.game].add(result, pairs)
        self.records.add(result)


class Ledger:
    """A league's books. Results come in order (`Result.order`), each once.

    `schemes` are those of the seasons, `by_net` the games that say themselves what changes
    hands, `low` by game the feats that the lowest wins.
    """

    def __init__(
        self, schemes: Mapping[int, Scheme], rate: Rate, by_net: frozenset[str],
        low: Mapping[str, frozenset[str]],
    ) -> None:  # fmt: skip
        self.by_net = by_net
        self.rate = rate
        self.all = Book(None, None, low)
        self.seasons = {
            season: Book(rate if scheme.rates else None, scheme, low)
            for season, scheme in schemes.items()
        }
        self.careers: dict[str, Career] = {}
        self.strengths: dict[str, Strength] = {}
        self.last = (0, 0)
        self.matches = 0

    def add(self, played: Played) -> None:
        """One more match, the latest so far, in all books it belongs to."""
        result = played.result
        self.last = result.order
        self.matches += 1
        pairs = pairs_of(result)
        self.all.add(result, pairs)
        rated = rated_by(self.rate, result, self.strengths)
        for seat in result.seats:
            player = seat.player
            career = self.careers.get(player)
            if career is None:
                career = self.careers[player] = Career()
            career.add(result, seat, self.strengths.get(player), rated.get(player))
            self.feats_of_careers(result, player, career)
        self.strengths |= rated
        self.pay(self.all, played)
        self.add_to_season(played, pairs)

    def add_to_season(self, played: Played, pairs: Pairs | None = None) -> None:
        """In the book of its season alone: how a closed one is filled."""
        book = self.seasons.get(played.season) if played.season is not None else None
        if book is not None:
            book.add(played.result, pairs_of(played.result) if pairs is None else pairs)
            self.pay(book, played)

    def pay(self, book: Book, played: Played) -> None:
        amount = played.stakes.amounts.get(played.result.game, 0)
        if amount:
            by_net = played.result.game in self.by_net
            found = paid(played.result.seats, amount, by_net=by_net)
            book.purse.add(played.result.night, played.stakes.unit, found)

    def feats_of_careers(self, result: Result, player: str, career: Career) -> None:
        """Records that many matches make together."""
        records, holder = self.all.records, Holder(player, result.match, result.night)
        if career.wins.now > 1:
            records.reached((LEAGUE, "wins in a row"), career.wins.now, holder)
        if career.matches >= ROUGH and career.lately:
            records.reached((LEAGUE, "strength"), strength(career.lately[-1].mean), holder)
