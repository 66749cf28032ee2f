"""An error handler that shows a page with facts and next steps for an unreadable match."""

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists
from scorekeeper.match.log import MissingLog, UnreadableMatch
from scorekeeper.match.outcome import COUNTED_STATES, MatchState
from scorekeeper.rules import GAMES
from scorekeeper.web.error_pages import REPLACE_PAGE_HEADERS
from scorekeeper.web.shared.session import current_store

CONFLICT_STATUS = 409  # any request for such a match conflicts with its state


def init_app(app: Flask) -> None:
    app.register_error_handler(UnreadableMatch, handle_unreadable_match)


def handle_unreadable_match(error: UnreadableMatch) -> ResponseReturnValue:
    """Return the page that is shown instead of every page of the match.

    If the request was a POST, nothing was saved.
    """
    match = match_lists.find_match(current_store(), error.match)
    page = render_template(
        "league/unreadable_match.html",
        match=match,
        game=GAMES.get(match.game) if match else None,
        since=error.since,
        is_missing=isinstance(error, MissingLog),
        counts=match is not None and match.state in {*COUNTED_STATES, MatchState.IMPORTED},
        was_sent=request.method == "POST",
    )
    headers = REPLACE_PAGE_HEADERS if "HX-Request" in request.headers else ()
    return page, CONFLICT_STATUS, list(headers)
