"""The paged list of all matches, and the list of deleted matches."""

from collections.abc import Sequence

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists, settings
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.league.match_order import MatchOrder, sorted_matches
from scorekeeper.rules import GAMES
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.match.context import new_key
from scorekeeper.web.shared.page_cache import cache_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.unfolding import requested_url

bp = Blueprint("match_list", __name__)
PAGE_SIZE = 20  # with five players in each match, a page takes fewer than five phone screens


@bp.get("/matches")
@cache_page(match_lists.running_match_versions)
def show() -> ResponseReturnValue:
    """Show all matches, or all matches of one game (`?game=`), newest first.

    `?before=` is the id of the last match on the previous page. In a different order
    (`?sort=`), `?from=` is the number of the first row.
    """
    store, slug = current_store(), request.args.get("game", "")
    game = slug if slug in GAMES else None
    order = next(
        (each for each in MatchOrder if each == request.args.get("sort")), MatchOrder.NEWEST
    )
    before = parse_small_int(request.args.get("before", ""))
    first_row = parse_small_int(request.args.get("from", "")) or 1
    if order is MatchOrder.NEWEST:
        matches = match_lists.match_history(store, before, PAGE_SIZE + 1, game)
    else:
        matches = sorted_matches(store, order, first_row, PAGE_SIZE + 1, game)
    return render_template(
        "league/match_list.html",
        league=settings.get_league(store),
        games=GAMES,
        game=GAMES.get(slug),
        order=order,
        is_first_page=before is None,
        matches=matches[:PAGE_SIZE],
        next_page_query=next_page(order, first_row, matches) if len(matches) > PAGE_SIZE else None,
        page_url=requested_url(),
    )


def next_page(order: MatchOrder, first: int, matches: Sequence[ListedMatch]) -> dict[str, object]:
    """Return the query parameters of the next page."""
    if order is MatchOrder.NEWEST:
        return {"before": matches[PAGE_SIZE - 1].id}
    return {"sort": order.value, "from": first + PAGE_SIZE}


@bp.get("/matches/thrown-away")
def deleted_matches() -> ResponseReturnValue:
    """Show the matches that were deleted in the last 30 days, so that they can be restored."""
    return render_template(
        "league/deleted_matches.html",
        games=GAMES,
        matches=match_lists.deleted_matches(current_store()),
        days=match_lists.LISTED_AFTER_DELETION_DAYS,
        key=new_key(),
    )
