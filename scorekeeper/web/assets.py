"""Static file URLs that contain a hash of the file, so that browsers can cache files for good.

`{{ asset("css/base.css") }}` in a template is /static/css/base.css?v=<hash of the file>.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

# A page loads a dozen small files; without these headers each response is shorter. The ETag is
# enough for revalidation.
UNNEEDED_HEADERS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")
CACHE_MAX_AGE_S = 365 * 24 * 60 * 60  # one year, in seconds


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
        """The URL of a static file. A missing file gets a plain URL, so the page still renders."""
        if name not in hashes:
            return url_for("static", filename=name)
        # The same URL as url_for makes, in a tenth of the time; every icon needs one.
        return f"{request.script_root}{app.static_url_path}/{name}?v={hashes[name]}"

    return asset


def set_cache_headers(response: Response) -> Response:
    """Cache a file for a year if the URL has its current hash, else revalidate each time."""
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
