"""Public pages behind a secret link: a match, its sheet for embedding, and the feed of results.

The secret in the address gives access only to its match, or only to the feed. No cookie is needed.
"""

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from scorekeeper.access import public_links
from scorekeeper.access.public_links import PublicLinkNotFound
from scorekeeper.match.log import MatchNotFound
from scorekeeper.web.match import sheets
from scorekeeper.web.match.context import current_log, load_match, now, render_match
from scorekeeper.web.security import allow_framing
from scorekeeper.web.shared import session
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer import feed

bp = Blueprint("public_pages", __name__)


def find_shown_match_id(secret: str) -> int | None:
    """The match id of a public link, None for the feed; aborts with 404 for an invalid link."""
    try:
        shown = public_links.get_by_secret(current_store(), secret[:64])
    except PublicLinkNotFound:
        abort(404)
    session.load_current_league()
    return shown.match_id


def page(template: str, secret: str) -> Response:
    number = find_shown_match_id(secret)
    if number is None:
        abort(404)
    try:
        match = load_match(current_log(), number)
    except MatchNotFound:
        abort(404)
    board = sheets.build_board(match.sheet, match.people)
    answer = current_app.make_response(render_match(template, match, board=board, as_of=now()))
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@bp.get("/shown/<secret>")
def match(secret: str) -> ResponseReturnValue:
    """The match as it is now, read-only."""
    return page("league/public_match.html", secret)


@bp.get("/shown/<secret>/board")
def board(secret: str) -> ResponseReturnValue:
    """The score sheet alone, to embed in another site; the only page that allows framing."""
    return allow_framing(page("league/public_sheet.html", secret))


@bp.get("/shown/<secret>/results.atom")
def results(secret: str) -> ResponseReturnValue:
    """The feed of results, for feed readers, which have no cookie."""
    if find_shown_match_id(secret) is not None:
        abort(404)
    return feed.feed_response(request.base_url)
