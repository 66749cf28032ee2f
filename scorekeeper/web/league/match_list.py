"""The paged list of all matches, and the list of matches that were deleted."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists, roster
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.rules import GAMES
from scorekeeper.web.match.context import new_key
from scorekeeper.web.shared.page_cache import cache_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("match_list", __name__)
PAGE_SIZE = 20  # matches; with five players each, less than five screens of a phone


@bp.get("/matches")
@cache_page(match_lists.running_match_versions)
def show() -> ResponseReturnValue:
    """All matches, newest first. `?game=` filters; `?before=` is the match before the first row."""
    store = current_store()
    game = request.args.get("game", "")
    before = parse_small_int(request.args.get("before", ""))
    found = match_lists.match_history(
        store,
        before=before,
        limit=PAGE_SIZE + 1,
        game=game if game in GAMES else None,
    )
    return render_template(
        "league/match_list.html",
        league=roster.get_league(store),
        games=GAMES,
        game=GAMES.get(game),
        is_first=before is None,
        matches=found[:PAGE_SIZE],
        older=found[PAGE_SIZE - 1].id if len(found) > PAGE_SIZE else None,
    )


@bp.get("/matches/thrown-away")
def deleted() -> ResponseReturnValue:
    """Deleted matches that can still be restored."""
    return render_template(
        "league/deleted_matches.html",
        games=GAMES,
        matches=match_lists.deleted_matches(current_store()),
        days=match_lists.RESTORABLE_DAYS,
        key=new_key(),
    )
