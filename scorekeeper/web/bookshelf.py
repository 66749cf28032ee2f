"""The league's books, for pages: opened up to date, everybody called by name."""

from weakref import WeakKeyDictionary

from flask import current_app

from scorekeeper.books import Bookkeeper, Books
from scorekeeper.counting.ranking import Row, table
from scorekeeper.counting.schemes import Scheme
from scorekeeper.counting.scope import Scope
from scorekeeper.seasons import Season
from scorekeeper.web import speech


def the_bookkeeper() -> Bookkeeper:
    keeper: Bookkeeper = current_app.extensions["scorekeeper.books"]
    return keeper


def open_books() -> Books:
    """The books as they are now; from here on sentences of this page know everybody's name."""
    books = the_bookkeeper().open()
    speech.call({key: member.person.name for key, member in books.facts.members.items()})
    return books


MadeOf = tuple[int, Scheme, frozenset[str]]
# Tables of seasons; gone with the ledger they are from.
TABLES: WeakKeyDictionary[Scope, tuple[MadeOf, list[Row]]] = WeakKeyDictionary()


def table_of(books: Books, season: Season) -> list[Row]:
    """The season's table as it is now. Old seasons are not put in order again for every match
    of a new one: the records look at all of them.
    """
    scope = books.ledger.seasons[season.id].scope
    made_of = scope.matches, season.scheme, books.facts.hidden
    known = TABLES.get(scope)
    if known is None or known[0] != made_of:
        known = TABLES[scope] = made_of, table(season.scheme, scope, books.facts.hidden)
    return known[1]
