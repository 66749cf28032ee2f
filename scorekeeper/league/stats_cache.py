"""The league's books: its ledger, kept in memory and up to date with the database.

Every page asks first, with one question, whether anything has changed. A match that ended since
is added; anything else (an old deal corrected, players merged, a season with other dates) means
that the books are written anew: at once where that is quick, else beside the pages, which show
the old books meanwhile and say so. Nothing is stored, so nothing stored can be wrong.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from threading import Condition, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select

from scorekeeper.db.engines import reader
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import (
    BEGINNING,
    Changed,
    Order,
    changes_since,
    how_many_after,
    kept_by,
    last_ended,
    out_of_closed,
    results_after,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import Facts, facts_of
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import nobody_pays
from scorekeeper.runtime.gc_tuning import here_to_stay, without_pauses
from scorekeeper.stats.ledger import Book, Ledger, Played, book_for
from scorekeeper.web.current_league import FIRST

AT_ONCE = 500  # results; more are not waited for, longer than
PATIENCE, A_MOMENT = 2.0, 0.2  # seconds, where there are no books yet and where there are old ones
NEVER: Order = (2**62, 0)
MANY = 10_000_000  # results: more than there are
KEPT = 400  # things that were worked out from the books, some 20 kB each
PAGES = 100  # that are kept as drawn, 40 kB each
MARKS = 10  # of a league with many results
LEAST = 1000  # results between two marks
WEEK, DAY = 7 * 86_400, 86_400  # seconds
BY_NET = frozenset(game.slug for game in GAMES.values() if game.net is not nobody_pays)
LOW_FEATS = {
    game.slug: frozenset(feat.name for feat in game.feats if feat.low) for game in GAMES.values()
}
T = TypeVar("T")


@dataclass
class Books:
    """One state of the books. `recounting` says that newer ones are being written: then `facts`
    are newer than those that the ledger was written by (`by`).

    `folded` are the matches that are in them and when each ended; `marks` older ledgers that an
    old correction can go on from.
    """

    facts: Facts
    ledger: Ledger
    turn: Condition
    folded: dict[int, int] = field(default_factory=dict)
    marks: tuple[Ledger, ...] = ()
    by: Facts | None = None
    kept: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    pages: OrderedDict[Hashable, str] = field(default_factory=OrderedDict)

    @property
    def recounting(self) -> bool:
        return self.by is not None

    def book(self, season: Season | None) -> Book:
        """That of a season, or of all time; empty for a season that is still to be counted."""
        if season is None:
            return self.ledger.all
        return self.ledger.seasons.get(season.id) or book_for(season.scheme, rate, LOW_FEATS)

    def page(self, key: Hashable) -> str | None:
        """A page that was drawn from these books before."""
        return self.pages.get(key)

    def keep_page(self, key: Hashable, drawn: str) -> str:
        """Keep it until the books change, or many others are looked at."""
        with self.turn:
            self.pages[key] = drawn
            while len(self.pages) > PAGES:
                self.pages.popitem(last=False)
        return drawn

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What follows from the books as they are; worked out when it is first asked for.

        Meanwhile nobody writes in them.
        """
        with self.turn:
            if key not in self.kept:
                self.kept[key] = make()
                while len(self.kept) > KEPT:
                    self.kept.popitem(last=False)
            found: T = self.kept[key]
        return found


class Bookkeeper:
    """Keeps the books of one league, for many threads."""

    def __init__(self, engine: Engine, league: int = FIRST) -> None:
        self.reader, self.league = reader(engine), league
        self.books: Books | None = None
        self.turn = Condition()
        self.writing: Thread | None = None

    def begin(self) -> None:
        """Write the books before anybody asks for them."""
        Thread(target=self.open, name="first books", daemon=True).start()

    def open(self) -> Books:
        """The books as of now, or the last ones while newer ones are being written."""
        with self.turn:
            facts = None
            with self.reader.connect() as connection:
                if self.books is not None and self.is_up_to_date(connection, self.books):
                    return self.books
                if self.writing is None:
                    self.bring_up_to_date(connection)
                else:
                    facts = facts_of(connection, self.league)
                    self.books = meanwhile(self.books, facts) if self.books else None
            if self.writing is not None:
                patience = PATIENCE if self.books is None else A_MOMENT
                self.turn.wait_for(lambda: self.writing is None, patience)
            if self.books and facts and self.books.facts.change < facts.change:
                # Just written, and begun before the change that was asked for.
                self.books = meanwhile(self.books, facts)
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

    def bring_up_to_date(self, connection: Connection) -> None:
        """Add what came in since; where something older became another, go back to a mark and
        on from there: at once, or beside if there is much to write.
        """
        facts, books = facts_of(connection, self.league), self.books
        by = (books.by or books.facts) if books else None
        since, later = BEGINNING, []
        if books is None or by is None or facts.folding != by.folding:
            books = Books(facts, ledger_for(facts), self.turn)
        else:
            seen = by.change
            changed = list(changes_since(connection, seen, facts, self.league))
            later = [out_of_closed(facts, each.played) for each in changed if each.played]
            since = earliest(changed, books.folded)
            if since > books.ledger.last:
                self.books = added(books, facts, later)
                return
        base = before(books, since)
        work = Work(facts, base, self.league, self.turn)
        if how_many_after(connection, base.ledger.last, self.league, AT_ONCE + 1) <= AT_ONCE:
            self.books = work.written(connection)
            return
        if self.books is not None:
            self.books = meanwhile(self.books, facts)
        self.writing = Thread(target=self.write, args=(work,), name="books", daemon=True)
        self.writing.start()

    def write(self, work: "Work") -> None:
        """In a thread of its own; pages are answered from the old books meanwhile."""
        found = None
        try:
            with self.reader.connect() as connection:
                found = work.written(connection)
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
        return Books(facts, ledger_for(facts), self.turn, by=facts)


def meanwhile(books: Books, facts: Facts) -> Books:
    """The old books for as long as newer ones are written, with names and seasons of today."""
    if books.recounting and books.facts.change == facts.change:
        return books
    return replace(
        books, facts=facts, by=books.by or books.facts, kept=OrderedDict(), pages=OrderedDict()
    )


def change_of(connection: Connection, league: int) -> int:
    ask = select(LeagueRow.changes).where(LeagueRow.id == league)
    return connection.execute(ask).scalar_one()


def ledger_for(facts: Facts) -> Ledger:
    schemes = {season.id: season.scheme for season in facts.seasons}
    return Ledger(schemes, rate, BY_NET, LOW_FEATS)


# ---------------------------------------------------------------- going on, and going back


def earliest(changed: list[Changed], folded: Mapping[int, int]) -> Order:
    """Where the first of these results was or is to be; after all others if nothing changed."""
    orders = [each.played.result.order for each in changed if each.played]
    orders += [(folded[each.match], each.match) for each in changed if each.match in folded]
    return min(orders, default=NEVER)


def added(books: Books, facts: Facts, later: list[Played]) -> Books:
    """The books with results that came in since."""
    for played in sorted(later, key=lambda played: played.result.order):
        books.ledger.add(played)
        books.folded[played.result.match] = played.result.at
    return Books(facts, books.ledger, books.turn, books.folded, books.marks)


def before(books: Books, since: Order) -> Books:
    """The books as they were at the last mark before `since`."""
    marks = tuple(mark for mark in books.marks if mark.last < since)
    ledger = marks[-1].fork() if marks else ledger_for(books.facts)
    folded = {match: at for match, at in books.folded.items() if (at, match) <= ledger.last}
    return Books(books.facts, ledger, books.turn, folded, marks)


@dataclass
class Work:
    """Books to be written on from `base`, as of `facts`."""

    facts: Facts
    base: Books
    league: int
    turn: Condition

    def written(self, connection: Connection) -> Books:
        """The books with all results after the base, and those that closed seasons kept."""
        ledger, folded = self.base.ledger, self.base.folded
        marks, from_nothing = list(self.base.marks), not ledger.matches
        latest = last_ended(connection, self.league)
        every = max(LEAST, how_many_after(connection, BEGINNING, self.league, MANY) // MARKS)
        with without_pauses():
            for played in results_after(connection, ledger.last, self.facts, self.league):
                if is_time(marks, ledger, played.result.at, latest, every):
                    marks.append(ledger.fork())
                ledger.add(played)
                folded[played.result.match] = played.result.at
            for season in self.facts.seasons:
                if season.closed_at is not None:
                    for played in kept_by(connection, season, self.facts, self.league):
                        ledger.add_to_season(played)
        if from_nothing and ledger.matches > AT_ONCE:
            here_to_stay()
        return Books(self.facts, ledger, self.turn, folded, tuple(marks))


def is_time(marks: list[Ledger], ledger: Ledger, at: int, latest: int, every: int) -> bool:
    """Whether to keep the ledger as it is before this result: every so many results, and before
    the last week and the last day, where most corrections are.
    """
    if not ledger.matches:
        return False
    last = marks[-1] if marks else None
    if last is None or ledger.matches - last.matches >= every:
        return ledger.matches >= every or at >= latest - WEEK
    return any(
        ledger.last[0] < latest - span <= at and last.last < ledger.last for span in (WEEK, DAY)
    )
