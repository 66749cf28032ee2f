"""For owners: links for the whole world, made and withdrawn."""

import contextlib

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import public_links
from scorekeeper.access.public_links import NoShowing
from scorekeeper.league import roster
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import tidy
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.web.match.context import opened
from scorekeeper.web.shared import session
from scorekeeper.web.shared.qr_code import drawn, outside

bp = Blueprint("showings", __name__)
NAMELESS = say("A link needs a name, such as “For the club’s page”.")


@bp.get("/showings")
def show() -> ResponseReturnValue:
    """All links there are; `match` says for which a new one is wanted, none: for the feed."""
    return page(small_number(request.args.get("match", "")))


@bp.post("/showings")
def make() -> ResponseReturnValue:
    """A new link. Its address is shown this once."""
    number = small_number(request.form.get("match", ""))
    if number is not None:
        opened(number)
    try:
        name = tidy(request.form.get("name", ""), NAMELESS)
    except Refused as refusal:
        return page(number, refusal.problems[0].reason)
    return page(number, secret=public_links.make(name, number))


def page(match: int | None, wrong: Say | None = None, secret: str = "") -> ResponseReturnValue:
    kind = "shown.results" if match is None else "shown.match"
    address = outside() + url_for(kind, secret=secret) if secret else ""
    board = outside() + url_for("shown.board", secret=secret) if secret and match else ""
    text = render_template(
        "shown/links.html",
        league=roster.current_league(),
        match=match,
        links=public_links.showings(),
        wrong=wrong,
        address=address,
        board=board,
        drawing=drawn(address) if address else "",
        name=request.form.get("name", "") if wrong else "",
    )
    return session.secret(text, 422 if wrong else 200)


@bp.post("/showings/<int:number>/withdraw")
def withdraw(number: int) -> ResponseReturnValue:
    """It shows nothing any more."""
    with contextlib.suppress(NoShowing):
        public_links.withdraw(number)
    return redirect(url_for(".show", match=request.form.get("match") or None), code=303)
