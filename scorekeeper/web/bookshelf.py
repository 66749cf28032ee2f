"""The league's books, for pages: opened up to date, everybody called by name."""

from flask import current_app

from scorekeeper.books import Bookkeeper, Books
from scorekeeper.counting.ranking import Row, table
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


def table_of(books: Books, season: Season) -> list[Row]:
    """The season's table as it is now."""
    scope = books.ledger.seasons[season.id].scope
    return books.once(("table", season.id), lambda: table(season.scheme, scope, books.facts.hidden))
