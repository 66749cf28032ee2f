"""The league's books: its ledger, kept in memory and up to date with the database.

Every page asks first, with one question, whether anything has changed. A match that ended since
is added; anything else (an old deal corrected, players merged, a season with other dates) means
that the books are written anew: at once where that is quick, else beside the pages, which show
the old books meanwhile and say so. Nothing is stored, so nothing stored can be wrong.
"""

import gc
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from threading import Condition, Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, func, select

from scorekeeper.counting.ledger import Ledger, Played
from scorekeeper.counting.money import NO_STAKES, Stakes
from scorekeeper.counting.results import Result, unpacked
from scorekeeper.db import reader
from scorekeeper.facts import Facts, facts_of
from scorekeeper.league import FIRST
from scorekeeper.models import KeptResult, Match, Terms
from scorekeeper.models import League as LeagueRow
from scorekeeper.nights import LONG_AGO, night_of
from scorekeeper.rating import rate
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import nobody_pays
from scorekeeper.seasons import NO_TERMS, MatchTerms, Season, season_for, terms_from
from scorekeeper.standings import State

AT_ONCE = 500  # results; more are not waited for, longer than PATIENCE
PATIENCE, A_MOMENT = 2.0, 0.2  # seconds a page waits for books, where there are none and old ones
BY_NET = frozenset(game.slug for game in GAMES.values() if game.net is not nobody_pays)
LOW_FEATS = {
    game.slug: frozenset(feat.name for feat in game.feats if feat.low) for game in GAMES.values()
}
T = TypeVar("T")

RESULTS = (
    select(Match.id, Match.game, Match.ended_at, Match.state, Match.result, Match.counted,
           Terms.chosen, Terms.season_id, Terms.stake)
    .outerjoin(Terms, (Terms.league_id == Match.league_id) & (Terms.match_id == Match.id))
)  # fmt: skip


@dataclass
class Books:
    """One state of the books. `recounting` says that newer ones are being written."""

    facts: Facts
    ledger: Ledger
    turn: Condition
    folded: set[int] = field(default_factory=set)
    recounting: bool = False
    kept: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What follows from the books as they are; worked out when it is first asked for.

        Meanwhile nobody writes in them.
        """
        with self.turn:
            if key not in self.kept:
                self.kept[key] = make()
            found: T = self.kept[key]
        return found


class Changed(NamedTuple):
    """A match whose result or season became another; `played` is None if it does not count."""

    match: int
    played: Played | None


class Bookkeeper:
    """Keeps the books of one league, for many threads."""

    def __init__(self, engine: Engine, league: int = FIRST) -> None:
        self.reader, self.league = reader(engine), league
        self.books: Books | None = None
        self.turn = Condition()
        self.writing: Thread | None = None

    def open(self) -> Books:
        """The books as of now, or the last ones while newer ones are being written."""
        with self.turn:
            with self.reader.connect() as connection:
                if self.books is not None and self.is_up_to_date(connection, self.books):
                    return self.books
                if self.writing is None and not self.catch_up(connection):
                    self.begin_writing(connection)
            if self.writing is not None:
                patience = PATIENCE if self.books is None else A_MOMENT
                self.turn.wait_for(lambda: self.writing is None, patience)
            return self.books or self.empty()

    def settled(self) -> Books:
        """The books when nothing is being written any more; for commands and tests."""
        while (books := self.open()).recounting:
            with self.turn:
                self.turn.wait_for(lambda: self.writing is None)
        return books

    # ------------------------------------------------------------ what there is to do

    def is_up_to_date(self, connection: Connection, books: Books) -> bool:
        return not books.recounting and change_of(connection, self.league) == books.facts.change

    def catch_up(self, connection: Connection) -> bool:
        """Bring the books up to date if only later results came in, or names changed."""
        books = self.books
        if books is None:
            return False
        facts = facts_of(connection, self.league)
        if facts.folding != books.facts.folding:
            return False
        changed = list(changes_since(connection, books.facts.change, facts, self.league))
        later = [each.played for each in changed if each.played]
        later.sort(key=lambda played: played.result.order)
        if any(each.match in books.folded for each in changed):
            return False
        if later and later[0].result.order <= books.ledger.last:
            return False
        if any(is_closed(facts, played) for played in later):
            later = [out_of_closed(facts, played) for played in later]
        for played in later:
            books.ledger.add(played)
            books.folded.add(played.result.match)
        self.books = Books(facts, books.ledger, self.turn, books.folded)
        return True

    def begin_writing(self, connection: Connection) -> None:
        """Write the books anew: here, or beside if there is much to write."""
        facts = facts_of(connection, self.league)
        if how_many(connection, self.league) <= AT_ONCE:
            self.books = written(connection, facts, self.league, self.turn)
            return
        if self.books is not None:
            self.books = replace(self.books, recounting=True)
        self.writing = Thread(target=self.write, args=(facts,), name="books", daemon=True)
        self.writing.start()

    def write(self, facts: Facts) -> None:
        """All books, in a thread of its own; pages are answered from the old ones meanwhile."""
        found = None
        try:
            with self.reader.connect() as connection:
                found = written(connection, facts, self.league, self.turn)
        finally:
            with self.turn:
                if found is not None:
                    self.books = found
                self.writing = None
                self.turn.notify_all()

    def empty(self) -> Books:
        """Books in which nothing is written yet."""
        with self.reader.connect() as connection:
            facts = facts_of(connection, self.league)
        return Books(facts, ledger_for(facts), self.turn, recounting=True)


# ---------------------------------------------------------------- out of the database


def change_of(connection: Connection, league: int) -> int:
    ask = select(LeagueRow.changes).where(LeagueRow.id == league)
    return connection.execute(ask).scalar_one()


def how_many(connection: Connection, league: int) -> int:
    """Results there are; counted no further than it matters."""
    some = (
        select(Match.id)
        .where(Match.league_id == league, Match.counted > 0)
        .limit(AT_ONCE + 1)
        .subquery()
    )
    return connection.execute(select(func.count()).select_from(some)).scalar_one()


def changes_since(
    connection: Connection, seen: int, facts: Facts, league: int
) -> Iterator[Changed]:
    """Every match whose result or season became another after that change."""
    ask = RESULTS.where(Match.league_id == league, Match.counted > seen).order_by(Match.counted)
    for row in connection.execute(ask):
        yield Changed(row.id, played_of(row, facts) if row.result is not None else None)


def written(connection: Connection, facts: Facts, league: int, turn: Condition) -> Books:
    """Books from nothing: all results in order, and those that closed seasons kept."""
    ledger, folded = ledger_for(facts), set()
    ask = (
        RESULTS.where(Match.league_id == league, Match.result.is_not(None),
                      Match.ended_at > LONG_AGO, Match.counted <= facts.change)
        .order_by(Match.ended_at, Match.id)
        .execution_options(yield_per=1000)
    )  # fmt: skip
    collecting = gc.isenabled()
    gc.disable()  # a ledger is large and without circles: looking for some takes half the time
    try:
        for row in connection.execute(ask):
            ledger.add(out_of_closed(facts, played_of(row, facts)))
            folded.add(row.id)
        for season in facts.seasons:
            if season.closed_at is not None:
                for played in kept_by(connection, season, facts, league):
                    ledger.add_to_season(played)
    finally:
        if collecting:
            gc.enable()
    return Books(facts, ledger, turn, folded)


def kept_by(connection: Connection, season: Season, facts: Facts, league: int) -> Iterator[Played]:
    """Results of a closed season as they were then, in order."""
    ask = (
        select(KeptResult.match_id, KeptResult.game, KeptResult.ended_at, KeptResult.result)
        .where(KeptResult.league_id == league, KeptResult.season_id == season.id)
        .order_by(KeptResult.ended_at, KeptResult.match_id)
    )
    for row in connection.execute(ask):
        result = result_of(row.match_id, row.game, row.ended_at, row.result, facts)
        yield Played(result, season.id, season.stakes)


def ledger_for(facts: Facts) -> Ledger:
    schemes = {season.id: season.scheme for season in facts.seasons}
    return Ledger(schemes, rate, BY_NET, LOW_FEATS)


def result_of(match: int, game: str, at: int, packed: Any, facts: Facts) -> Result:
    return Result(match, game, at, night_of(at), GAMES[game].low_wins,
                  unpacked(packed, facts.now))  # fmt: skip


def played_of(row: Any, facts: Facts) -> Played:
    """A result with the season it belongs to and what it was played for."""
    result = result_of(row.id, row.game, row.ended_at, row.result, facts)
    terms = NO_TERMS if row.chosen is None else terms_from(row.chosen, row.season_id, row.stake)
    season = belongs_to(facts, result, terms)
    if row.state == State.NOTED:
        return Played(result, season, NO_STAKES)
    return Played(result, season, stakes_of(facts, season, terms))


def belongs_to(facts: Facts, result: Result, terms: MatchTerms) -> int | None:
    if terms.chosen:
        return terms.season
    return season_for(facts.seasons, result.game, result.night)


def stakes_of(facts: Facts, season_id: int | None, terms: MatchTerms) -> Stakes:
    """What a match is played for: what was agreed for it, else as its season says."""
    if terms.stake is not None:
        return terms.stake
    season = facts.season(season_id)
    return season.stakes if season else NO_STAKES


def is_closed(facts: Facts, played: Played) -> bool:
    season = facts.season(played.season)
    return season is not None and season.closed_at is not None


def out_of_closed(facts: Facts, played: Played) -> Played:
    """A closed season shows what it kept: results of today count for it no more."""
    return played._replace(season=None) if is_closed(facts, played) else played
