"""The page with a cross-table: how often each player finished ahead of each other player."""

from collections.abc import Mapping

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.cross_table import CrossTable, cross_table_row
from scorekeeper.stats.tally import Meeting
from scorekeeper.web.seasons.season_cross_table import season_cross_table
from scorekeeper.web.seasons.season_table import build_season_table
from scorekeeper.web.seasons.season_urls import find_season
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page

bp = Blueprint("cross_tables", __name__)
MAX_PLAYERS = 20  # players in the table
MAX_PLAYERS_ON_REQUEST = 60  # with `?players=all`; the CSV file contains all players


def own_row_of(me: str, season_key: str) -> Mapping[str, str]:
    """Return the row of the phone's player as {"cross": row}.

    The mapping is empty if the table shows the row, or if the player has no row.
    """
    season, snapshot = find_season(season_key), snapshot_for_page()
    table = requested_table(snapshot, season)
    standings = build_season_table(snapshot, season)
    if me in table.players or all(line.row.player != me for line in standings.lines):
        return {}
    opponents = [line.row.player for line in standings.lines]
    row = cross_table_row(standings.aggregate.totals, me, table.players, opponents)
    return {
        "cross": render_template(
            "stats/_cross_table_row.html",
            row=row,
            cross_table=table,
            people=snapshot.league_state.people,
            record_text=record_text,
            is_own=True,
        )
    }


def requested_table(snapshot: StatsSnapshot, season: Season | None) -> CrossTable:
    """Return the cached table with as many players as the query asks for."""
    limit = MAX_PLAYERS_ON_REQUEST if shows_more() else MAX_PLAYERS
    key = ("cross-table", season and season.id, limit)
    return snapshot.cached(key, lambda: season_cross_table(snapshot, season, limit))


def shows_more() -> bool:
    return request.args.get("players") == "all"


@bp.get("/season/<season_key>/crosstable")
@cache_page(own_rows=own_row_of)
def show(season_key: str) -> ResponseReturnValue:
    """Show the cross-table for a season or for all time.

    `?players=all` shows more players.
    """
    season, snapshot = find_season(season_key), snapshot_for_page()
    table = requested_table(snapshot, season)
    return render_template(
        "stats/cross_table.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        season=season,
        cross_table=table,
        most_players=min(table.all_players, MAX_PLAYERS_ON_REQUEST) if not shows_more() else 0,
        record_text=record_text,
        season_key=season_key,
        page_url=url_for(".show", season_key=season_key),
    )


def record_text(meeting: Meeting, with_level: bool) -> str:
    """Return a record such as "5–3", or "5–3–1" with the number of ties (`with_level`)."""
    counts = (meeting.ahead, meeting.behind, *((meeting.level,) if with_level else ()))
    return "–".join(map(str, counts))
