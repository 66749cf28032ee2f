"""The page for a season's cross-table: how often each player finished ahead of another."""

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.stats.tally import Meeting
from scorekeeper.web.seasons.addresses import find_season
from scorekeeper.web.seasons.season_cross_table import season_cross_table
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page

bp = Blueprint("cross_tables", __name__)
MAX_PLAYERS = 20  # players in the table
MAX_PLAYERS_ON_REQUEST = 60  # with `?players=all`; the CSV file contains all players


@bp.get("/season/<which>/crosstable")
@cache_page()
def show(which: str) -> ResponseReturnValue:
    """Show the cross-table for a season or for all time.

    `?players=all` shows more players.
    """
    season, snapshot = find_season(which), snapshot_for_page()
    every = request.args.get("players") == "all"
    table = season_cross_table(snapshot, season, MAX_PLAYERS_ON_REQUEST if every else MAX_PLAYERS)
    return render_template(
        "stats/cross_table.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        season=season,
        cross=table,
        more=min(table.all_players, MAX_PLAYERS_ON_REQUEST) if not every else 0,
        record_text=record_text,
        which=which,
        page_url=url_for(".show", which=which),
    )


def record_text(met: Meeting, with_level: bool) -> str:
    """Return a record such as "5–3", or "5–3–1" with matches that ended level (`with_level`)."""
    counts = (met.ahead, met.behind, *((met.level,) if with_level else ()))
    return "–".join(map(str, counts))
