"""The page of the rating list: players' strengths on a date, to look up and to print."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league.dated_ratings import dated_ratings
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.rating_list import RatedPlayer
from scorekeeper.stats.strength import ROUGH_UNTIL_MATCHES
from scorekeeper.web.seasons import own_row
from scorekeeper.web.seasons.table_order import (
    RATING_ORDERS,
    TableOrder,
    requested_order,
    sort_ratings,
)
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.table_pages import requested_first_row, requested_page_size
from scorekeeper.web.unfolding import requested_url

bp = Blueprint("rating_lists", __name__)
PAGE_SIZE = 30  # rows on a page, which takes fewer than five phone screens
# The most rows that fit on one printed page, by number of columns. Longer lists take more pages.
MAX_PRINTED_ROWS = {1: 50, 3: 160}
MAX_PRINT_COLUMNS = 4


def own_row_of(me: str) -> Mapping[str, str]:
    """Return the row of the phone's player as {"ratings": row}.

    The mapping is empty if this page of the list shows the row, or if the player has no row.
    """
    snapshot = snapshot_for_page()
    order, first = requested_order(request.args, RATING_ORDERS), requested_first_row(request.args)
    rows = requested_rows(snapshot, order)
    number = next((n for n, row in enumerate(rows, start=1) if row.player == me), None)
    if number is None or first <= number < first + requested_page_size(
        len(rows), PAGE_SIZE, request.args
    ):
        return {}
    row, ranked = rows[number - 1], sum(row.place is not None for row in rows)
    text = own_row.place_text(row.place, ranked, is_shared=row.is_shared)
    page = (number - 1) // PAGE_SIZE * PAGE_SIZE + 1
    query = urlencode({**order.query, "from": page})
    address = f"{url_for('.show')}?{query}#rating-{me}"
    person = snapshot.league_state.people[me]
    return {"ratings": own_row.render_row(person, text, str(row.strength), address)}


def requested_rows(snapshot: StatsSnapshot, order: TableOrder) -> Sequence[RatedPlayer]:
    dated = dated_ratings(snapshot)
    return sort_ratings(dated.rows, order, snapshot.league_state.people) if dated else ()


def print_columns(row_count: int) -> int:
    """Return the number of columns in which a page with this many rows is printed."""
    fitting = (columns for columns, most in MAX_PRINTED_ROWS.items() if row_count <= most)
    return next(fitting, MAX_PRINT_COLUMNS)


@bp.get("/ratings")
@cache_page(own_rows=own_row_of)
def show() -> ResponseReturnValue:
    """Show the rating list of all time and all games.

    `?sort=` orders the rows, and `?from=` is the number of the first row shown. `?rows=all` shows
    all rows, to print them.
    """
    snapshot = snapshot_for_page()
    first = requested_first_row(request.args)
    dated, order = dated_ratings(snapshot), requested_order(request.args, RATING_ORDERS)
    rows = requested_rows(snapshot, order)
    size = requested_page_size(len(rows), PAGE_SIZE, request.args)
    return render_template(
        "stats/rating_list.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        dated_ratings=dated,
        rated_players=rows[first - 1 : first - 1 + size],
        order=order,
        first_row=first,
        page_size=size,
        print_columns=print_columns(min(size, len(rows))),
        match_count=snapshot.league_stats.matches,
        rough_until_matches=ROUGH_UNTIL_MATCHES,
        page_url=url_for(".show"),
        reload_url=requested_url(),
    )
