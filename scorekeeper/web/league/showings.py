"""For owners: links for the whole world, made and withdrawn."""

import contextlib

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import league, showings
from scorekeeper.names import tidy
from scorekeeper.reading import small_number
from scorekeeper.rules.words import Say, say
from scorekeeper.showings import NoShowing
from scorekeeper.table import Refused
from scorekeeper.web.league import door
from scorekeeper.web.league.square import drawn, outside
from scorekeeper.web.pages import opened

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
    return page(number, secret=showings.make(name, number))


def page(match: int | None, wrong: Say | None = None, secret: str = "") -> ResponseReturnValue:
    kind = "shown.results" if match is None else "shown.match"
    address = outside() + url_for(kind, secret=secret) if secret else ""
    board = outside() + url_for("shown.board", secret=secret) if secret and match else ""
    text = render_template(
        "shown/links.html",
        league=league.current_league(),
        match=match,
        links=showings.showings(),
        wrong=wrong,
        address=address,
        board=board,
        drawing=drawn(address) if address else "",
        name=request.form.get("name", "") if wrong else "",
    )
    return door.secret(text, 422 if wrong else 200)


@bp.post("/showings/<int:number>/withdraw")
def withdraw(number: int) -> ResponseReturnValue:
    """It shows nothing any more."""
    with contextlib.suppress(NoShowing):
        showings.withdraw(number)
    return redirect(url_for(".show", match=request.form.get("match") or None), code=303)
