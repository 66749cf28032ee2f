"""The service worker and the page that it shows when the server cannot be reached.

Each league has its own worker, because a worker covers the URLs below its own. The worker and the
page are public and contain nothing about a phone or a league.
"""

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from typing import cast

from flask import Blueprint, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import paths
from scorekeeper.web.assets import HASH_LENGTH
from scorekeeper.web.security import SECURITY_HEADERS

bp = Blueprint("offline", __name__)
SHEETS = ("base", "layout", "header", "controls", "components")
MAX_WORKERS = 64  # service workers in the cache, one for each league


@bp.get("/offline")
def show() -> ResponseReturnValue:
    """Show the page for a phone without a connection. Its link tries the same URL again."""
    return render_template("shared/offline.html", sheets=stylesheet_urls())


@bp.get("/service-worker.js")
def worker() -> Response:
    """Return the service worker's script. Its bytes change if the page or a stylesheet changes."""
    response = current_app.response_class(
        worker_script(request.script_root), mimetype="text/javascript"
    )
    response.headers.update(SECURITY_HEADERS)  # unlike other scripts, a worker has its own policies
    response.add_etag()
    response.make_conditional(request)
    return response


def stylesheet_urls() -> list[str]:
    """Return URLs that no other page uses, so that the worker serves only this page's styles."""
    return [f"{asset_url(f'css/{sheet}.css')}&offline" for sheet in SHEETS]


def asset_url(name: str) -> str:
    asset = cast("Callable[[str], str]", current_app.jinja_env.globals["asset"])
    return asset(name)


@lru_cache(MAX_WORKERS)
def worker_script(_root: str) -> str:
    """Return the script for the current request's path prefix.

    `_root` is that prefix, which is used only as the cache key.
    """
    page = str(show())
    settings = {
        "page": url_for("offline.show"),
        "files": stylesheet_urls(),
        "icon": asset_url("icons/plain-192.png"),
        "version": hashlib.sha256(page.encode()).hexdigest()[:HASH_LENGTH],
    }
    script = (paths.static_dir() / "service-worker.js").read_text(encoding="utf-8")
    return f"const OFFLINE = {json.dumps(settings)};\n{script}"
