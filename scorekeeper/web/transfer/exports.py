"""Exports: the whole league in JSON Lines, and results, deals and standings as CSV."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorekeeper.db.store import Store
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, say
from scorekeeper.runtime.csv_writer import csv_lines, escape_formulas
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.stats.scheme_text import format_two_decimals
from scorekeeper.transfer.league_json.dump import dump_league, encode_chunks
from scorekeeper.transfer.value_findings import exported_value_findings
from scorekeeper.web import i18n
from scorekeeper.web.dates import local_date, now
from scorekeeper.web.seasons import season_table
from scorekeeper.web.seasons.addresses import find_season
from scorekeeper.web.shared.page_cache import snapshot_when_current
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer import csv_rows
from scorekeeper.web.transfer.downloads import attachment_response

bp = Blueprint("exports", __name__)
MAX_SHOWN = 20  # values that cannot be read
RowSource = Callable[[Connection, int], Iterator[list[object]]]


@bp.get("/export.json")
def league_document_at_old_address() -> ResponseReturnValue:
    """Download the document from the URL that it had before version 3."""
    return league_document()


@bp.get("/export.jsonl")
def league_document() -> ResponseReturnValue:
    """Download the whole league as one document in JSON Lines.

    If the league has values that cannot be read, show them instead (409). The page leads to the
    download without them, which has `?incomplete=1`.
    """
    day = local_date(now())
    store = current_store()
    if "incomplete" not in request.args:
        with store.snapshot() as connection:
            findings = list(islice(exported_value_findings(connection, store.league_id), MAX_SHOWN))
        if findings:
            return render_template("transfer/unreadable_values.html", findings=findings), 409
    return attachment_response(
        lambda: dump_league(store),
        f"scorekeeper-{day}.jsonl",
        "application/jsonl",
    )


@bp.get("/matches.csv")
def matches() -> Response:
    """Download all results as CSV: a line for each player of each match."""
    return csv_response("matches", csv_rows.RESULT_HEADS, csv_rows.result_rows)


@bp.get("/rounds.csv")
def rounds() -> Response:
    """Download all deals as CSV: a line for each side of each deal."""
    return csv_response("rounds", csv_rows.DEAL_HEADS, csv_rows.deal_rows)


def csv_response(name: str, heads: Iterable[Message], rows: RowSource) -> Response:
    """Stream rows from the database as a CSV file with a heading line."""
    first: list[object] = [i18n.translate_sentence(head, {}) for head in heads]
    store = current_store()
    return attachment_response(
        lambda: encode_chunks(csv_lines(snapshot_rows(store, first, rows))),
        f"{name}.csv",
        "text/csv",
    )


def snapshot_rows(store: Store, first: list[object], rows: RowSource) -> Iterator[list[object]]:
    with store.snapshot() as connection:
        yield first
        yield from rows(connection, store.league_id)


@bp.get("/standings.csv")
@bp.get("/season/<which>/standings.csv")
def standings(which: str | None = None) -> Response:
    """Download standings as CSV: for a season, all time ("all") or, by default, each of these.

    Figures are decimals, computed by each season's scheme. If statistics are being recomputed, the
    download waits for them, because a file does not update itself as a page does. If they could not
    be computed, the status is 503.
    """
    snapshot = snapshot_when_current()
    chosen = None if which is None else [find_season(which)]
    heads = (say("season"), say("place"), say("player"), say("matches"), say("wins"), say("figure"))
    rows: list[list[object]] = [[i18n.translate_sentence(head, {}) for head in heads]]
    for season in [*snapshot.league_state.seasons, None] if chosen is None else chosen:
        rows += standings_rows(snapshot, season)
    return attachment_response(
        lambda: encode_chunks(csv_lines(rows)), f"standings-{which or ALL_TIME_KEY}.csv", "text/csv"
    )


def standings_rows(snapshot: StatsSnapshot, season: Season | None) -> Iterator[list[object]]:
    name = escape_formulas(season.name) if season else i18n.translate_sentence(say("All time"), {})
    table = season_table.build_season_table(snapshot, season)
    for line in table.lines:
        tally, person = line.row.tally, snapshot.league_state.members[line.row.player].person
        yield [
            name,
            line.row.place,
            escape_formulas(person.name),
            tally.matches,
            tally.wins,
            to_decimal_text(-line.row.value if table.low else line.row.value),
        ]


def to_decimal_text(value: Fraction) -> str:
    """Return a number for spreadsheets, with at most two decimals: 2.5, -14, 0.67."""
    digits = format_two_decimals(abs(value)).rstrip("0").removesuffix(".")
    return f"-{digits}" if value < 0 and digits != "0" else digits
