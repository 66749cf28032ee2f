"""The square code that leads a friend's phone to the match, or to the front room."""

import io

import segno
from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.addresses import home_address
from scorekeeper.reading import small_number

bp = Blueprint("following", __name__)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@bp.get("/code")
def code() -> ResponseReturnValue:
    """The address of this server, to be scanned from this screen; `match` leads to a match."""
    match = small_number(request.args.get("match", ""))
    page = url_for("leagues.home")
    if match is not None:
        page = url_for("matches.show", match_id=match)
    address = outside() + page
    return render_template("leagues/code.html", address=address, drawing=drawn(address), back=page)


def outside() -> str:
    """This server as other phones can reach it: a loopback name means nothing to them."""
    host, _, port = request.host.rpartition(":") if ":" in request.host else (request.host, "", "")
    if host not in LOOPBACK:
        return f"{request.scheme}://{request.host}"
    return f"{request.scheme}://{home_address()}" + (f":{port}" if port else "")


def drawn(address: str) -> Markup:
    """The code as a drawing that stands in the page; no style in it, so that the page may."""
    svg = io.BytesIO()
    segno.make(address, error="m").save(
        svg, kind="svg", xmldecl=False, svgns=False, border=3, scale=1, omitsize=True,
        svgclass="qr", lineclass="qr__ink",
    )  # fmt: skip
    return Markup(svg.getvalue().decode())  # drawn by segno from an address alone
