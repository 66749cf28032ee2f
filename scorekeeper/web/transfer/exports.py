"""What goes out whole: everything as one document, results and deals for a spreadsheet; and the
document that comes in.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from flask import Blueprint, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection, Engine

from scorekeeper.db.engines import engine_of, snapshot
from scorekeeper.league import roster
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import Books
from scorekeeper.match.strict_json import NotDocuments
from scorekeeper.messages import Say, say
from scorekeeper.runtime.csv_writer import lines, plain
from scorekeeper.stats.scheme_text import two_decimals
from scorekeeper.transfer.league_json.dump import document, gathered
from scorekeeper.transfer.league_json.header import Contradiction
from scorekeeper.transfer.league_json.load import bring_in
from scorekeeper.transfer.league_json.load_report import BroughtIn
from scorekeeper.web import i18n
from scorekeeper.web.current_league import here
from scorekeeper.web.seasons import season_table
from scorekeeper.web.seasons.views import EVER, found
from scorekeeper.web.security import takes_up_to
from scorekeeper.web.shared.page_cache import the_bookkeeper
from scorekeeper.web.transfer import csv_rows
from scorekeeper.web.transfer.downloads import attached

bp = Blueprint("exports", __name__)
LARGEST = 200 * 1024 * 1024  # bytes; 50,000 matches are about as many
Rows = Callable[[Connection, int], Iterator[list[object]]]


def the_engine() -> Engine:
    return engine_of(current_app._get_current_object())  # type: ignore[attr-defined]  # as Flask's manual has it


@bp.get("/export.json")
def everything() -> Response:
    """The whole league as one document."""
    day = time.strftime("%Y-%m-%d")
    engine, league_id = the_engine(), here()
    return attached(
        lambda: document(engine, league_id), f"scorekeeper-{day}.json", "application/json"
    )


@bp.get("/matches.csv")
def matches() -> Response:
    """A line for each match and player."""
    heads = (
        say("match"),
        say("evening"),
        say("game"),
        say("season"),
        say("player"),
        say("place"),
        say("points"),
        say("won"),
    )
    return table("matches", heads, csv_rows.results)


@bp.get("/rounds.csv")
def rounds() -> Response:
    """A line for each match, deal and side."""
    heads = (say("match"), say("game"), say("deal"), say("side"), say("points"), say("total"))
    return table("rounds", heads, csv_rows.deals)


def table(name: str, heads: Iterable[Say], rows: Rows) -> Response:
    """Rows out of the database for a spreadsheet, with a line of heads."""
    first: list[object] = [i18n.spoken(head, {}) for head in heads]
    engine, league_id = the_engine(), here()
    return attached(
        lambda: gathered(lines(from_database(engine, league_id, first, rows))),
        f"{name}.csv",
        "text/csv",
    )


def from_database(
    engine: Engine, league: int, first: list[object], rows: Rows
) -> Iterator[list[object]]:
    with snapshot(engine) as connection:
        yield first
        yield from rows(connection, league)


@bp.get("/standings.csv")
@bp.get("/season/<which>/standings.csv")
def standings(which: str | None = None) -> Response:
    """The table of a season, of all time ("all"), or, without either, of each one after the other.

    Figures are those of the season's own way of counting, in digits. A file is not looked at
    again: it waits until the books are written.
    """
    books = the_bookkeeper().settled()
    chosen = None if which is None else [found(which)]
    heads = (say("season"), say("place"), say("player"), say("matches"), say("wins"), say("figure"))
    rows: list[list[object]] = [[i18n.spoken(head, {}) for head in heads]]
    for season in [*books.facts.seasons, None] if chosen is None else chosen:
        rows += table_of(books, season)
    return attached(lambda: gathered(lines(rows)), f"standings-{which or EVER}.csv", "text/csv")


def table_of(books: Books, season: Season | None) -> Iterator[list[object]]:
    name = plain(season.name) if season else i18n.spoken(say("All time"), {})
    table = season_table.table_of(books, season)
    for line in table.lines:
        tally, person = line.row.tally, books.facts.members[line.row.player].person
        yield [
            name,
            line.row.place,
            plain(person.name),
            tally.matches,
            tally.wins,
            in_digits(-line.row.value if table.low else line.row.value),
        ]


def in_digits(value: Fraction) -> str:
    """A figure as spreadsheets read it: 2.5, -14, 0.67."""
    digits = two_decimals(abs(value)).rstrip("0").removesuffix(".")
    return f"-{digits}" if value < 0 and digits != "0" else digits


# ---------------------------------------------------------------- and in


@bp.get("/restore")
def restore() -> ResponseReturnValue:
    """Where a document is brought in."""
    return page()


def page(wrong: Say | None = None, came: BroughtIn | None = None) -> ResponseReturnValue:
    body = render_template(
        "exports/restore.html",
        league=roster.current_league(),
        wrong=wrong,
        came=came,
        most=LARGEST // (1024 * 1024),
    )
    return body, 422 if wrong else 200


@bp.post("/restore")
@takes_up_to(LARGEST)
def bring_it_in() -> ResponseReturnValue:
    """Bring in the document that was sent: all of it, or nothing, with the reason."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return page(say("Choose the file first."))
    try:
        came = bring_in(the_engine(), sent.stream, here())
    except (NotDocuments, Contradiction) as refusal:
        return page(refusal.sentence)
    return page(came=came)
