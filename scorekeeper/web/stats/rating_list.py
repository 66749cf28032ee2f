"""The page of the rating list: players' strengths on a date, to look up and to print."""

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league.dated_ratings import dated_ratings
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.stats.schemes import ROUGH_UNTIL_MATCHES
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page

bp = Blueprint("rating_lists", __name__)
PAGE_SIZE = 50  # rows; as many as fit on a printed page


@bp.get("/ratings")
@cache_page()
def show() -> ResponseReturnValue:
    """Show the rating list of all time and all games.

    `?from=` is the number of the first row shown.
    """
    snapshot = snapshot_for_page()
    first = max(parse_small_int(request.args.get("from", "")) or 1, 1)
    dated = dated_ratings(snapshot)
    return render_template(
        "stats/rating_list.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        dated=dated,
        lines=dated.rows[first - 1 : first - 1 + PAGE_SIZE] if dated else (),
        first=first,
        a_page=PAGE_SIZE,
        matches=snapshot.league_stats.matches,
        rough=ROUGH_UNTIL_MATCHES,
        page_url=url_for(".show"),
    )
