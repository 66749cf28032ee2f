"""What goes out whole: everything as one document, results and deals for a spreadsheet; and the
document that comes in.
"""

import time
from collections.abc import Callable, Iterable, Iterator


from flask import Blueprint, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection, Engine

from scorekeeper import access
from scorekeeper.archive.bringing_in import BroughtIn, bring_in
from scorekeeper.archive.head import Contradiction
from scorekeeper.archive.writing import document, gathered
from scorekeeper.counting.schemes import title
from scorekeeper.db import engine_of, snapshot
from scorekeeper.reading import NotDocuments
from scorekeeper.rules.words import MINUS, Say, say
from scorekeeper.spreadsheet import lines, plain
from scorekeeper.web import lists, season_view, speech
from scorekeeper.web.bookshelf import open_books
from scorekeeper.web.guard import takes_up_to
from scorekeeper.web.seasons import found

bp = Blueprint("exports", __name__)
LARGEST = 200 * 1024 * 1024  # bytes; 50,000 matches are about as many
Rows = Callable[[Connection], Iterator[list[object]]]


def the_engine() -> Engine:
    return engine_of(current_app._get_current_object())  # type: ignore[attr-defined]  # as Flask's manual has it


def attached(chunks: Iterable[bytes], name: str, kind: str) -> Response:
    """A file that is sent while it is written."""
    return Response(
        chunks, mimetype=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"',
                 "Cache-Control": "private, no-store"},
    )  # fmt: skip


@bp.get("/export.json")
def everything() -> Response:
    """The whole league as one document."""
    day = time.strftime("%Y-%m-%d")
    return attached(document(the_engine()), f"scorekeeper-{day}.json", "application/json")


@bp.get("/matches.csv")
def matches() -> Response:
    """A line for each match and player."""
    heads = (say("match"), say("evening"), say("game"), say("season"), say("player"),
             say("place"), say("points"), say("won"))  # fmt: skip
    return table("matches", heads, lists.results)


@bp.get("/rounds.csv")
def rounds() -> Response:
    """A line for each match, deal and side."""
    heads = (say("match"), say("game"), say("deal"), say("side"), say("points"), say("total"))
    return table("rounds", heads, lists.deals)


def table(name: str, heads: Iterable[Say], rows: Rows) -> Response:
    """Rows out of the database for a spreadsheet, with a line of heads."""
    first: list[object] = [speech.spoken(head, {}) for head in heads]
    chunks = gathered(lines(from_database(the_engine(), first, rows)))
    return attached(chunks, f"{name}.csv", "text/csv")


def from_database(engine: Engine, first: list[object], rows: Rows) -> Iterator[list[object]]:
    with snapshot(engine) as connection:
        yield first
        yield from rows(connection)


@bp.get("/season/<which>/standings.csv")
def standings(which: str) -> Response:
    """The table of a season, or of all time."""
    season, books = found(which), open_books()
    shown = season_view.table_of(books, season)
    heads = (say("place"), say("player"), say("matches"), say("wins"), title(shown.scheme))
    rows: list[list[object]] = [[speech.spoken(head, {}) for head in heads]]
    for line in shown.lines:
        tally, person = line.row.tally, books.facts.members[line.row.player].person
        rows.append([line.row.place, plain(person.name), tally.matches, tally.wins,
                     line.figure.replace(MINUS, "-")])  # fmt: skip
    return attached(gathered(lines(rows)), f"standings-{which}.csv", "text/csv")


# ---------------------------------------------------------------- and in


@bp.get("/restore")
def restore() -> ResponseReturnValue:
    """Where a document is brought in. `?in=` says what the last one brought."""
    return page()


def page(wrong: Say | None = None, came: BroughtIn | None = None) -> ResponseReturnValue:
    books = open_books()
    body = render_template(
        "exports/restore.html", books=books, facts=books.facts, wrong=wrong, came=came,
        here=url_for(".restore"), most=LARGEST // (1024 * 1024),
    )  # fmt: skip
    return body, 422 if wrong else 200


@bp.post("/restore")
@takes_up_to(LARGEST)
def bring_it_in() -> ResponseReturnValue:
    """Bring in the document that was sent: all of it, or nothing, with the reason."""
    access.require("settle")
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return page(say("Choose the file first."))
    try:
        came = bring_in(the_engine(), sent.stream)
    except (NotDocuments, Contradiction) as refusal:
        return page(refusal.sentence)
    return page(came=came)


