"""Addresses of static files that change when the file does, so that phones may keep them.

`{{ asset("css/base.css") }}` in a template is /static/css/base.css?v=<hash of the file>.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

# What each of a dozen small files would say once more; the ETag is enough to ask again by.
UNNEEDED_HEADERS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")
CACHE_MAX_AGE_S = 365 * 24 * 60 * 60  # seconds


def init_app(app: Flask) -> None:
    folder = Path(str(app.static_folder))
    hashes = {
        file.relative_to(folder).as_posix(): fingerprint(file)
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    app.extensions["scorekeeper.assets"] = hashes
    app.jinja_env.globals["asset"] = make_asset_url(app, hashes)
    app.after_request(set_cache_headers)


def fingerprint(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def make_asset_url(app: Flask, hashes: Mapping[str, str]) -> Callable[[str], str]:
    def asset(name: str) -> str:
        """The address of a static file; a missing one costs its picture, not the page."""
        if name not in hashes:
            return url_for("static", filename=name)
        # What url_for would answer, which takes ten times as long and is asked for every icon.
        return f"{request.script_root}{app.static_url_path}/{name}?v={hashes[name]}"

    return asset


def set_cache_headers(response: Response) -> Response:
    """With the right hash a file is kept for good; without, the phone asks whether it changed."""
    if request.endpoint != "static" or response.status_code >= 400:
        return response
    for needless in UNNEEDED_HEADERS:
        response.headers.pop(needless, None)
    hashes = current_app.extensions["scorekeeper.assets"]
    name = (request.view_args or {}).get("filename")
    if name in hashes and request.args.get("v") == hashes[name]:
        response.headers["Cache-Control"] = f"public, max-age={CACHE_MAX_AGE_S}, immutable"
    else:
        response.headers["Cache-Control"] = "no-cache"
    return response
