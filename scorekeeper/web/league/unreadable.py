"""The page of a match that cannot be read: what is known of it, and what to do."""

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists
from scorekeeper.match.log import Unreadable
from scorekeeper.rules import GAMES
from scorekeeper.web.security import WHOLE_PAGE

NOT_AS_IT_IS = 409  # whatever was asked, the match does not allow it


def init_app(app: Flask) -> None:
    app.register_error_handler(Unreadable, cannot_be_read)


def cannot_be_read(error: Unreadable) -> ResponseReturnValue:
    """In the place of any page of it, and of any answer to it: nothing was saved then."""
    match = match_lists.one(error.match)
    page = render_template(
        "leagues/unreadable.html",
        match=match,
        game=GAMES.get(match.game) if match else None,
        since=error.since,
        was_sent=request.method == "POST",
    )
    headers = WHOLE_PAGE if "HX-Request" in request.headers else ()
    return page, NOT_AS_IT_IS, list(headers)
