"""Pages of a season and of all time: the table, and a table for each game."""

from collections.abc import Sequence
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists
from scorekeeper.league.seasons import Season
from scorekeeper.messages import AndList, Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.stats.scheme_text import column_heading, scheme_sentences, scheme_title
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.tie_breaks import TIE_BREAKS
from scorekeeper.web.seasons import game_tables, overview, own_row, season_table
from scorekeeper.web.seasons.current_season import begins_later, current_season, note_of_season
from scorekeeper.web.seasons.folded_rows import fold_rows
from scorekeeper.web.seasons.lead_chart import lead_chart
from scorekeeper.web.seasons.podium import build_podium
from scorekeeper.web.seasons.season_urls import find_season, season_url
from scorekeeper.web.seasons.table_order import SEASON_ORDERS, requested_order, sort_lines
from scorekeeper.web.seasons.unreadable_settings import unreadable_sentences
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.table_pages import requested_first_row
from scorekeeper.web.unfolding import UNFOLDED, is_unfolded

bp = Blueprint("seasons", __name__)
bp.app_template_global("season_url")(season_url)
bp.app_template_global("begins_later")(begins_later)
bp.app_template_global("current_season")(current_season)
bp.app_template_global("current_season_note")(note_of_season)


@bp.get("/season")
@cache_page(match_lists.running_match_versions, own_row.in_current_season)
def current() -> ResponseReturnValue:
    """Show the current season, or all time if there is no current season.

    With `?season=`, redirect to that season.
    """
    league_state = snapshot_for_page().league_state
    picked = request.args.get("season", "")
    if picked:
        number = parse_small_int(picked)
        return redirect(url_for(".show", season_key=ALL_TIME_KEY if number is None else number))
    return render_season(current_season(league_state))


@bp.get("/season/<season_key>")
@cache_page(match_lists.running_match_versions, own_row.in_season)
def show(season_key: str) -> ResponseReturnValue:
    """Show the table for a season, or for all time.

    `?sort=` orders its rows, and `?from=` is the number of the first row shown. `?rows=page` shows
    all rows of the page on phones too, and `?rows=all` all rows of the table, for printing.
    """
    return render_season(find_season(season_key))


def render_season(season: Season | None, problems: Sequence[Problem] = ()) -> str:
    snapshot = snapshot_for_page()
    table = season_table.build_season_table(snapshot, season)
    scheme = table.scheme
    first, page_url = requested_first_row(request.args), season_url("seasons.show", season)
    size = game_tables.requested_page_size(table, request.args)
    order, people = requested_order(request.args, SEASON_ORDERS), snapshot.league_state.people
    lines, unfolded = sort_lines(table.lines, order, people), is_unfolded(request.args)
    lines = lines[first - 1 : first - 1 + size]
    shown_query = {**order.query, **({"from": str(first)} if first > 1 else {})}
    shown_query |= UNFOLDED if unfolded else {}
    return render_template(
        "seasons/closed_season.html" if season and season.closed_at else "seasons/show.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=people,
        season=season,
        table=table,
        folded_rows=fold_rows(lines, unfolded=unfolded),
        first_row=first,
        page_size=size,
        prints_all=True,
        order=order,
        projection=season_table.project_running_match(snapshot, season),
        games=GAMES,
        scheme_title=scheme_title(scheme),
        column_heading=column_heading(scheme),
        scoring_sentences=scheme_sentences(scheme),
        tie_break_sentence=tie_break_sentence(scheme),
        page_url=page_url,
        reload_url=f"{page_url}?{urlencode(shown_query)}" if shown_query else page_url,
        problems=problems,
        unreadable_settings=unreadable_sentences(season),
        podium=build_podium(table, snapshot.league_state.people),
        chart=lead_chart(snapshot, season, table),
        **overview.evening_and_accounts(snapshot, season, table),
        tables_by_game=game_tables.tables_by_game(snapshot, season)
        if season and season.closed_at
        else (),
    )


def tie_break_sentence(scheme: Scheme) -> Message | None:
    """Return a sentence about how ties are broken."""
    names = AndList(TIE_BREAKS[name].phrase for name in scheme.tie_breaks)
    if not names:
        return say("Players who are level share a place.")
    return say(
        "Players who are level are separated by {ways}. If they are still level, they "
        "share a place.",
        ways=names,
    )


@bp.get("/season/<season_key>/games")
@cache_page(own_rows=own_row.rows_by_game)
def by_game(season_key: str) -> ResponseReturnValue:
    """Show the first places of each game, or a page of one game's table.

    `?game=` selects the game, and `?from=` is the number of the first row shown. `?rows=all` shows
    all rows for printing.
    """
    season, snapshot = find_season(season_key), snapshot_for_page()
    tables = game_tables.tables_by_game(snapshot, season)
    one_table = game_tables.table_of_game(tables, request.args)
    page_url = season_url(".by_game", season)
    context = {
        "snapshot": snapshot,
        "league_state": snapshot.league_state,
        "people": snapshot.league_state.people,
        "season": season,
        "games": GAMES,
        "tables_by_game": tables,
        "page_url": page_url,
    }
    if one_table is None:
        return render_template(
            "seasons/by_game.html",
            rows_per_game=game_tables.rows_per_game(tables),
            unfolded_game=request.args.get("open", ""),
            **context,
        )
    slug, table = one_table
    first = requested_first_row(request.args)
    size = game_tables.requested_page_size(table, request.args)
    lines = table.lines[first - 1 : first - 1 + size]
    return render_template(
        "seasons/one_game.html",
        slug=slug,
        table=table,
        lines=lines,
        first_row=first,
        page_size=size,
        **context,
    )
