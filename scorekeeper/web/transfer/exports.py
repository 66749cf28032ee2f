"""Exports: the whole league in JSON Lines, and all results and deals as CSV."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorekeeper.db.store import Store
from scorekeeper.messages import Message
from scorekeeper.runtime.csv_writer import csv_lines
from scorekeeper.runtime.text_chunks import encode_chunks
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.value_findings import exported_value_findings, type_findings
from scorekeeper.web import i18n
from scorekeeper.web.dates import local_date, now
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer import csv_rows
from scorekeeper.web.transfer.downloads import attachment_response

bp = Blueprint("exports", __name__)
MAX_SHOWN = 20  # values that cannot be read, as listed on the page
RowSource = Callable[[Connection, int], Iterator[list[object]]]


@bp.get("/export.json")
def league_document_at_old_address() -> ResponseReturnValue:
    """Download the document from the URL that it had before version 3."""
    return league_document()


@bp.get("/export.jsonl")
def league_document() -> ResponseReturnValue:
    """Download the whole league as one document in JSON Lines.

    If the league has values that cannot be read, show them instead (409). The page links to the
    download without them (`?incomplete=1`), unless some have the wrong type.
    """
    day = local_date(now())
    store = current_store()
    with store.snapshot() as connection:
        of_types = type_findings(connection, store.league_id, exported_only=True)
        types = list(islice(of_types, MAX_SHOWN))
        values = list(islice(exported_value_findings(connection, store.league_id), MAX_SHOWN))
    if types or (values and "incomplete" not in request.args):
        page = render_template(
            "transfer/unreadable_values.html", findings=types or values, can_leave_out=not types
        )
        return page, 409
    return attachment_response(
        lambda: dump_league(store),
        f"scorekeeper-{day}.jsonl",
        "application/jsonl",
    )


@bp.get("/matches.csv")
def matches() -> Response:
    """Download all results as CSV: a line for each player of each match."""
    return csv_from_database("matches", csv_rows.RESULT_COLUMNS, csv_rows.result_rows)


@bp.get("/rounds.csv")
def rounds() -> Response:
    """Download all deals as CSV: a line for each side of each deal."""
    return csv_from_database("rounds", csv_rows.DEAL_COLUMNS, csv_rows.deal_rows)


def csv_from_database(name: str, columns: Iterable[Message], rows: RowSource) -> Response:
    """Stream a CSV file of rows from the database, with the names of the columns above."""
    header: list[object] = [i18n.translate_sentence(column, {}) for column in columns]
    store = current_store()
    return attachment_response(
        lambda: encode_chunks(csv_lines(snapshot_rows(store, header, rows))),
        f"{name}.csv",
        "text/csv",
    )


def snapshot_rows(store: Store, header: list[object], rows: RowSource) -> Iterator[list[object]]:
    with store.snapshot() as connection:
        yield header
        yield from rows(connection, store.league_id)
