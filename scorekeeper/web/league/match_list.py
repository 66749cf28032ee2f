"""All matches that were played, page by page, and those that were thrown away."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists, roster
from scorekeeper.match.strict_json import small_number
from scorekeeper.rules import GAMES
from scorekeeper.web.match.context import new_key
from scorekeeper.web.shared.page_cache import kept

bp = Blueprint("past_matches", __name__)
A_PAGE = 30


@bp.get("/matches")
@kept(match_lists.being_played)
def show() -> ResponseReturnValue:
    """The youngest first; `?game=` only one game, `?before=` the page after that match."""
    game = request.args.get("game", "")
    before = small_number(request.args.get("before", ""))
    found = match_lists.history(
        before=before,
        limit=A_PAGE + 1,
        game=game if game in GAMES else None,
    )
    return render_template(
        "leagues/matches.html",
        league=roster.current_league(),
        games=GAMES,
        game=GAMES.get(game),
        is_first=before is None,
        matches=found[:A_PAGE],
        older=found[A_PAGE - 1].id if len(found) > A_PAGE else None,
    )


@bp.get("/matches/thrown-away")
def thrown_away() -> ResponseReturnValue:
    """What can still be brought back."""
    return render_template(
        "leagues/thrown_away.html",
        games=GAMES,
        matches=match_lists.thrown_away(),
        days=match_lists.KEPT,
        key=new_key(),
    )
