"""The standings, the cross-table and the rating list as CSV files."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from flask import Blueprint, Response

from scorekeeper.league.dated_ratings import dated_ratings
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, say
from scorekeeper.runtime.csv_writer import csv_lines, escape_formulas
from scorekeeper.runtime.text_chunks import encode_chunks
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.stats.scheme_text import format_two_decimals
from scorekeeper.web import i18n
from scorekeeper.web.seasons import season_table
from scorekeeper.web.seasons.season_cross_table import season_cross_table
from scorekeeper.web.seasons.season_urls import find_season
from scorekeeper.web.shared.page_cache import snapshot_when_current
from scorekeeper.web.transfer.downloads import attachment_response

bp = Blueprint("table_exports", __name__)


@bp.get("/standings.csv")
@bp.get("/season/<season_key>/standings.csv")
def standings(season_key: str | None = None) -> Response:
    """Download the standings of a season or of all time ("all") as CSV.

    Without `season_key`, the file contains the standings of all seasons and of all time. Figures
    are decimals, computed by each season's scheme. If statistics are being recomputed, the download
    waits for them, because a file does not update itself as a page does. If they could not be
    computed, the status is 503.
    """
    snapshot = snapshot_when_current()
    chosen = None if season_key is None else [find_season(season_key)]
    columns = (
        say("season"),
        say("place"),
        say("player"),
        say("matches"),
        say("wins"),
        say("figure"),
    )
    rows: list[list[object]] = []
    for season in [*snapshot.league_state.seasons, None] if chosen is None else chosen:
        rows += standings_rows(snapshot, season)
    return csv_from_rows(f"standings-{season_key or ALL_TIME_KEY}", columns, rows)


def standings_rows(snapshot: StatsSnapshot, season: Season | None) -> Iterator[list[object]]:
    name = escape_formulas(season.name) if season else i18n.translate_sentence(say("All time"), {})
    table = season_table.build_season_table(snapshot, season)
    for line in table.lines:
        tally, person = line.row.tally, snapshot.league_state.players[line.row.player].person
        yield [
            name,
            line.row.place,
            escape_formulas(person.name),
            tally.matches,
            tally.wins,
            to_decimal_text(-line.row.value if table.is_low_better else line.row.value),
        ]


def to_decimal_text(value: Fraction) -> str:
    """Return a number for spreadsheets, with at most two decimals, such as 2.5, -14 or 0.67."""
    digits = format_two_decimals(abs(value)).rstrip("0").removesuffix(".")
    return f"-{digits}" if value < 0 and digits != "0" else digits


@bp.get("/season/<season_key>/crosstable.csv")
def cross_table(season_key: str) -> Response:
    """Download the cross-table, with a line for each player and opponent who have met."""
    columns = (say("player"), say("opponent"), say("ahead"), say("behind"), say("level"))
    snapshot, season = snapshot_when_current(), find_season(season_key)
    table = season_cross_table(snapshot, season, len(snapshot.league_state.players))

    def rows() -> Iterator[list[object]]:
        names = [player_name(snapshot, player) for player in table.players]
        for name, row in zip(names, table.rows, strict=True):
            for other, met in zip(names, row.meetings, strict=True):
                if met:
                    yield [name, other, met.ahead, met.behind, met.level]

    return csv_from_rows(f"crosstable-{season_key}", columns, rows())


@bp.get("/ratings.csv")
def ratings() -> Response:
    """Download the rating list, with a line for each player. Each line contains the list's date."""
    columns = (
        say("as of"),
        say("place"),
        say("player"),
        say("strength"),
        say("deviation"),
        say("matches"),
        say("change in 30 days"),
    )
    snapshot = snapshot_when_current()
    dated = dated_ratings(snapshot)

    def rows() -> Iterator[list[object]]:
        for row in dated.rows if dated else ():
            name = player_name(snapshot, row.player)
            yield [
                dated.as_of if dated else "",
                row.place,
                name,
                row.strength,
                row.deviation,
                row.matches,
                row.change,
            ]

    return csv_from_rows("ratings", columns, rows())


def player_name(snapshot: StatsSnapshot, player: str) -> str:
    return escape_formulas(snapshot.league_state.people[player].name)


def csv_from_rows(name: str, columns: Iterable[Message], rows: Iterable[list[object]]) -> Response:
    """Stream a CSV file of rows in memory. The first line contains the column names."""
    header: list[object] = [i18n.translate_sentence(column, {}) for column in columns]
    lines = [header, *rows]
    return attachment_response(lambda: encode_chunks(csv_lines(lines)), f"{name}.csv", "text/csv")
