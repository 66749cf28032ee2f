"""The square code that leads another phone here."""

import io

import segno
from flask import request
from markupsafe import Markup

from scorekeeper.runtime.network import local_ip_address

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def external_base_url() -> str:
    """This server as other phones can reach it: a loopback name means nothing to them."""
    host, _, port = request.host.rpartition(":") if ":" in request.host else (request.host, "", "")
    if host not in LOOPBACK_HOSTS:
        return f"{request.scheme}://{request.host}"
    return f"{request.scheme}://{local_ip_address()}" + (f":{port}" if port else "")


def qr_code_svg(address: str) -> Markup:
    """The code as a drawing that stands in the page; no style in it, so that the page may."""
    svg = io.BytesIO()
    segno.make(address, error="m").save(
        svg,
        kind="svg",
        xmldecl=False,
        svgns=False,
        border=3,
        scale=1,
        omitsize=True,
        svgclass="qr",
        lineclass="qr__ink",
    )
    return Markup(svg.getvalue().decode())  # drawn by segno from an address alone
