"""What is shown to the whole world: one match to read, the same as a board for another site's
page, and the feed of results. The secret in the address is all it takes, and opens nothing else.
"""

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from scorekeeper.access import public_links
from scorekeeper.access.public_links import NoShowing
from scorekeeper.match.log import Missing
from scorekeeper.web.match import sheets
from scorekeeper.web.match.context import match_from, render, the_log
from scorekeeper.web.security import let_others_frame
from scorekeeper.web.shared import session
from scorekeeper.web.transfer import feed

bp = Blueprint("shown", __name__)


def found(secret: str) -> int | None:
    """The match this link shows, None for the feed; 404 for a link that shows nothing."""
    try:
        shown = public_links.by_secret(secret[:64])
    except NoShowing:
        abort(404)
    session.come_in()
    return shown.match_id


def page(template: str, secret: str) -> Response:
    number = found(secret)
    if number is None:
        abort(404)
    try:
        match = match_from(the_log(), number)
    except Missing:
        abort(404)
    board = sheets.board(match.sheet, match.people)
    answer = current_app.make_response(render(template, match, board=board))
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@bp.get("/shown/<secret>")
def match(secret: str) -> ResponseReturnValue:
    """The match as it stands: nothing to tap."""
    return page("shown/match.html", secret)


@bp.get("/shown/<secret>/board")
def board(secret: str) -> ResponseReturnValue:
    """The sheet alone, for a frame in a page of another site. No other page may be framed."""
    return let_others_frame(page("shown/board.html", secret))


@bp.get("/shown/<secret>/results.atom")
def results(secret: str) -> ResponseReturnValue:
    """The feed, for a reader that has no cookie."""
    if found(secret) is not None:
        abort(404)
    return feed.answer(request.base_url)
