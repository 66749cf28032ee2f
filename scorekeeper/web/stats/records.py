"""The records page, with the personal bests of the phone's player below others' records."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain

from flask import Blueprint, get_template_attribute, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league.seasons import Season
from scorekeeper.match.names import name_sort_key
from scorekeeper.messages import Message
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.stats.strength import ROUGH_UNTIL_MATCHES
from scorekeeper.web.seasons.season_urls import find_season
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.stats.records_view import (
    RecordRow,
    best_seasons,
    cached_records_page,
)
from scorekeeper.web.unfolding import requested_url

bp = Blueprint("records", __name__)
# Rows of game records that are expanded at first, to keep the page under five phone screens.
MAX_UNFOLDED_ROWS = 5
MAX_LARGE_GAMES = 6  # games that phones with large text show until a link shows the others
DEFAULT_ORDER = "record"  # the order of the game's own list of records
RECORD_ORDERS = (DEFAULT_ORDER, "holder", "evening")  # values of `?sort=`


def requested_season() -> Season | None:
    return find_season(request.args.get("season") or ALL_TIME_KEY)


def own_best_rows(me: str) -> Mapping[str, str]:
    """Return the HTML of the player's own bests, as list rows and table rows, by placeholder.

    Records that the player holds are left out.
    """
    snapshot, season = snapshot_for_page(), requested_season()
    person = snapshot.league_state.people.get(me)
    if person is None:
        return {}
    records_page = cached_records_page(snapshot, season)
    macros = {
        kind: get_template_attribute("macros/own_bests.html", kind)
        for kind in ("in_list", "in_table", "season_in_list")
    }
    own = snapshot.season_stats(season).records.own_bests
    own_rows = {}
    for row in chain(records_page.league, *(rows for _, rows in records_page.games)):
        best = own.get(row.key, {}).get(me)
        if best and person not in row.people:
            own_rows[row.placeholder] = macros["in_list"](person, best)
            own_rows[f"{row.placeholder}-table"] = macros["in_table"](person, best)
    held = {
        each.placeholder
        for each in records_page.seasons
        if any(holder.person == person for holder in each.holders)
    }
    if records_page.seasons:
        for each in best_seasons(snapshot, {me: person}, me):
            if each.placeholder not in held:
                own_rows[each.placeholder] = macros["season_in_list"](each)
    return own_rows


@bp.get("/records")
@cache_page(own_rows=own_best_rows)
def show() -> ResponseReturnValue:
    """Show the records of all time, or of season `?season=`.

    The status is 404 if there is no such season. `?sort=` orders the records of each game, and
    `?open=` expands the records of one game only.
    """
    snapshot, season = snapshot_for_page(), requested_season()
    order = request.args.get("sort") if request.args.get("sort") in RECORD_ORDERS else DEFAULT_ORDER
    records_page = cached_records_page(snapshot, season)
    return render_template(
        "stats/records.html",
        snapshot=snapshot,
        season=season,
        records_page=replace(
            records_page,
            games=tuple((title, sort_records(rows, order)) for title, rows in records_page.games),
        ),
        order=order,
        unfolded_games=unfolded_games(records_page.games, request.args.get("open", "")),
        max_large_games=MAX_LARGE_GAMES,
        rough_until_matches=ROUGH_UNTIL_MATCHES,
        reload_url=requested_url(),
    )


def unfolded_games(
    games: Sequence[tuple[Message, tuple[RecordRow, ...]]], requested: str
) -> Collection[int]:
    """Return the numbers of the games whose records are expanded.

    If `requested` is the number of a game, only that game is expanded. Otherwise, the first games
    are expanded: as many as fit in MAX_UNFOLDED_ROWS rows, but at least one.
    """
    number = parse_small_int(requested)
    if number is not None and 1 <= number <= len(games):
        return (number,)
    rows = accumulate(len(rows) for _, rows in games)
    return range(1, 1 + max(1, sum(total <= MAX_UNFOLDED_ROWS for total in rows)))


def sort_records(rows: tuple[RecordRow, ...], order: str | None) -> tuple[RecordRow, ...]:
    """Return the rows in one of RECORD_ORDERS: as given, by first holder, or latest first."""
    if order == "holder":
        return tuple(sorted(rows, key=lambda row: name_sort_key(row.people[0].name)))
    if order == "evening":
        return tuple(sorted(rows, key=lambda row: row.latest.evening, reverse=True))
    return rows
