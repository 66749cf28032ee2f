"""The results and the deals of all matches as CSV files."""

from collections.abc import Callable, Iterable, Iterator

from flask import Blueprint, Response
from sqlalchemy import Connection

from scorekeeper.db.store import Store
from scorekeeper.messages import Message
from scorekeeper.runtime.csv_writer import csv_lines
from scorekeeper.runtime.text_chunks import encode_chunks
from scorekeeper.web import i18n
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer import result_export_rows
from scorekeeper.web.transfer.downloads import attachment_response

bp = Blueprint("result_exports", __name__)
RowSource = Callable[[Connection, int], Iterator[list[object]]]


@bp.get("/matches.csv")
def matches() -> Response:
    """Download all results as CSV, with a line for each player of each match."""
    return csv_from_database(
        "matches", result_export_rows.RESULT_COLUMNS, result_export_rows.result_rows
    )


@bp.get("/rounds.csv")
def deals() -> Response:
    """Download all deals as CSV, with a line for each side of each deal."""
    return csv_from_database(
        "rounds", result_export_rows.DEAL_COLUMNS, result_export_rows.deal_rows
    )


def csv_from_database(name: str, columns: Iterable[Message], rows: RowSource) -> Response:
    """Stream a CSV file of rows from the database. The first line contains the column names."""
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
