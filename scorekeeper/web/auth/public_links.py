"""Pages for owners: create and revoke public links to a match or to the feed of results."""

import contextlib

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import public_links
from scorekeeper.access.public_links import PublicLinkNotFound
from scorekeeper.league import roster
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import normalise_name
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import Message, say
from scorekeeper.web.match.context import match_or_404
from scorekeeper.web.shared import session
from scorekeeper.web.shared.qr_code import external_base_url, qr_code_svg
from scorekeeper.web.shared.session import current_store

bp = Blueprint("public_links", __name__)
NAME_REQUIRED = say("Enter a name for the link, such as “For the club’s page”.")


@bp.get("/showings")
def show() -> ResponseReturnValue:
    """All public links, and a form for a new link to the match `?match=`, or else to the feed."""
    return page(parse_small_int(request.args.get("match", "")))


@bp.post("/showings")
def create() -> ResponseReturnValue:
    """Create a link and show its address, which cannot be shown again."""
    number = parse_small_int(request.form.get("match", ""))
    if number is not None:
        match_or_404(number)
    try:
        name = normalise_name(request.form.get("name", ""), NAME_REQUIRED)
    except Refused as refusal:
        return page(number, refusal.problems[0].reason)
    return page(number, secret=public_links.create_public_link(current_store(), name, number))


def page(match: int | None, wrong: Message | None = None, secret: str = "") -> ResponseReturnValue:
    store = current_store()
    kind = "public_pages.results" if match is None else "public_pages.match"
    address = external_base_url() + url_for(kind, secret=secret) if secret else ""
    board = (
        external_base_url() + url_for("public_pages.board", secret=secret)
        if secret and match
        else ""
    )
    text = render_template(
        "auth/public_links.html",
        league=roster.get_league(store),
        match=match,
        links=public_links.active_public_links(store),
        wrong=wrong,
        address=address,
        board=board,
        drawing=qr_code_svg(address) if address else "",
        name=request.form.get("name", "") if wrong else "",
    )
    return session.no_store_response(text, 422 if wrong else 200)


@bp.post("/showings/<int:number>/withdraw")
def revoke(number: int) -> ResponseReturnValue:
    """Revoke a link."""
    with contextlib.suppress(PublicLinkNotFound):
        public_links.withdraw_public_link(current_store(), number)
    return redirect(url_for(".show", match=request.form.get("match") or None), code=303)
