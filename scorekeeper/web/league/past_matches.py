"""All matches that were played, page by page, and those that were thrown away."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import history, league
from scorekeeper.reading import small_number
from scorekeeper.rules import GAMES
from scorekeeper.web.league.bookshelf import kept
from scorekeeper.web.pages import new_key

bp = Blueprint("past_matches", __name__)
A_PAGE = 30


@bp.get("/matches")
@kept(history.being_played)
def show() -> ResponseReturnValue:
    """The youngest first; `?game=` only one game, `?before=` the page after that match."""
    game = request.args.get("game", "")
    before = small_number(request.args.get("before", ""))
    found = history.history(
        before=before,
        limit=A_PAGE + 1,
        game=game if game in GAMES else None,
    )
    return render_template(
        "leagues/matches.html",
        league=league.current_league(),
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
        matches=history.thrown_away(),
        days=history.KEPT,
        key=new_key(),
    )
