"""Static file URLs that contain a hash, so that browsers can cache the files for a year.

`{{ asset("css/base.css") }}` in a template is /static/css/base.css?v=<hash of the file>. Scripts
import each other by relative URLs, so each path contains one hash of all scripts: `{{
asset("js/core.js") }}` is /static/js/<hash>/core.js, and its `import "./dom.js"` finds
/static/js/<hash>/dom.js. Scripts and stylesheets are served without their comments, which make up
about a fifth of the compressed bytes. Stylesheets are also served without unnecessary spaces.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, send_file, url_for
from markupsafe import Markup

from scorekeeper.web.extension_keys import ASSETS_KEY, SCRIPTS_KEY

# A page loads a dozen small files, and each response is shorter without these headers. The ETag is
# enough for revalidation.
UNNEEDED_HEADERS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")
HASH_LENGTH = 8  # hex digits; a changed file has a 1 in 4 billion chance of keeping its hash
SCRIPTS_FOLDER, STYLES_FOLDER, ICONS_FILE = "js/", "css/", "icons/icons.svg"
MAX_ICONS = 512  # cached icons, as HTML; the sprite has fewer than 40, in two sizes
# Matches a comment that fills a line, or one after punctuation at the end of a line. A comment at
# the end of a line must not contain quotes, because they could end a string with two slashes.
SCRIPT_COMMENT = re.compile(rb"""^ *//.*|(?<=[;,:{}()\[\]]) +// [^"'`\n]*$""", re.MULTILINE)
# Matches a comment or text in quotes. The text is kept, because it could contain the start of a
# comment.
STYLE_COMMENT = re.compile(rb"""/\*.*?\*/|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')""", re.DOTALL)
# Matches text in quotes, or spaces that do not separate words: after or before punctuation, and at
# the start or end of a line.
STYLE_SPACES = re.compile(
    rb"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<=[:;,{}\n]) +| +(?=[{}\n])"""
)
# The first line of every script, which replaces a comment. Chromium then compiles all functions in
# another thread while the script loads. Otherwise, it would compile 50 of them at the first tap.
COMPILE_HINT = b"//# allFunctionsCalledOnLoad"
CACHED_ENDPOINTS = {"static", "scripts", "stylesheets"}
CACHE_MAX_AGE_S = 365 * 24 * 60 * 60  # one year, in seconds


def init_app(app: Flask) -> None:
    hashes = hash_files(Path(str(app.static_folder)))
    scripts = scripts_hash(hashes)
    app.extensions[ASSETS_KEY] = hashes
    app.extensions[SCRIPTS_KEY] = scripts
    asset = make_asset_url(app, hashes, scripts)
    app.jinja_env.globals.update(asset=asset, icon=make_icon(asset))
    app.add_url_rule(
        f"{app.static_url_path}/{SCRIPTS_FOLDER}<version>/<name>", "scripts", send_script
    )
    app.add_url_rule(f"{app.static_url_path}/{STYLES_FOLDER}<name>", "stylesheets", send_stylesheet)
    app.after_request(set_cache_headers)


def hash_files(folder: Path) -> dict[str, str]:
    """Return the hash of each file in this folder and its subfolders, by relative path."""
    return {
        file.relative_to(folder).as_posix(): fingerprint(file)
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def fingerprint(file: Path) -> str:
    return hash_content(file.read_bytes())


def hash_content(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:HASH_LENGTH]


def scripts_hash(hashes: Mapping[str, str]) -> str:
    """Return one hash for all scripts, because a script depends on the scripts that it imports."""
    own_scripts = sorted(each for each in hashes.items() if each[0].startswith(SCRIPTS_FOLDER))
    return hash_content(repr(own_scripts).encode())


def send_script(version: str, name: str) -> Response:
    """Serve a script without its comments, whatever version its URL contains.

    The version only decides how long browsers may cache the script. Aborts with 404 if there is
    no such script.
    """
    return send_compacted(SCRIPTS_FOLDER + name, remove_script_comments, "text/javascript")


def send_stylesheet(name: str) -> Response:
    """Serve a stylesheet, compacted. Aborts with 404 if there is no such stylesheet."""
    return send_compacted(STYLES_FOLDER + name, compact_stylesheet, "text/css")


def send_compacted(file: str, compact: Callable[[bytes], bytes], mimetype: str) -> Response:
    if file not in current_app.extensions[ASSETS_KEY]:
        abort(404)
    content = compact(Path(str(current_app.static_folder), file).read_bytes())
    return send_file(BytesIO(content), mimetype, etag=hash_content(content))


def remove_script_comments(script: bytes) -> bytes:
    """Return the script without its comments, but with COMPILE_HINT in place of the first comment.

    Line numbers do not change, so that browsers' error messages point to the right line.
    """
    return COMPILE_HINT + SCRIPT_COMMENT.sub(b"", script)


def compact_stylesheet(stylesheet: bytes) -> bytes:
    """Return the stylesheet without comments and needless spaces, with the same line numbers."""
    return STYLE_SPACES.sub(lambda match: match[1] or b"", remove_style_comments(stylesheet))


def remove_style_comments(stylesheet: bytes) -> bytes:
    """Return the stylesheet without its comments, with the same line numbers.

    The white space around a comment is kept, because it may separate two words.
    """
    return STYLE_COMMENT.sub(lambda match: match[1] or b"\n" * match[0].count(b"\n"), stylesheet)


def make_asset_url(app: Flask, hashes: Mapping[str, str], scripts: str) -> Callable[[str], str]:
    def asset(name: str) -> str:
        """Return the URL of a static file. A missing file gets a URL without a hash."""
        if name not in hashes:
            return url_for("static", filename=name)
        if name.startswith(SCRIPTS_FOLDER):
            file = name.removeprefix(SCRIPTS_FOLDER)
            return f"{request.script_root}{app.static_url_path}/{SCRIPTS_FOLDER}{scripts}/{file}"
        # This is the URL that url_for returns, built in a tenth of the time.
        return f"{request.script_root}{app.static_url_path}/{name}?v={hashes[name]}"

    return asset


def make_icon(asset: Callable[[str], str]) -> Callable[..., Markup]:
    @lru_cache(MAX_ICONS)
    def element(_root: str, name: str, classes: str) -> Markup:
        return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(
            classes, asset(ICONS_FILE), name
        )

    def icon(name: str, *, small: bool = False, classes: str = "") -> Markup:
        """Return an icon from the sprite, hidden from screen readers.

        `classes` are additional CSS classes, separated by spaces.
        """
        size = "icon icon--small" if small else "icon"
        return element(request.script_root, name, f"{size} {classes}" if classes else size)

    return icon


def set_cache_headers(response: Response) -> Response:
    """Let browsers cache a file for a year if its URL contains the current hash.

    For any other URL, browsers must revalidate the file each time.
    """
    if request.endpoint not in CACHED_ENDPOINTS or response.status_code >= 400:
        return response
    for needless in UNNEEDED_HEADERS:
        response.headers.pop(needless, None)
    if is_current_url():
        response.headers["Cache-Control"] = f"public, max-age={CACHE_MAX_AGE_S}, immutable"
    else:
        response.headers["Cache-Control"] = "no-cache"
    return response


def is_current_url() -> bool:
    """Return whether the URL of this static file contains the hash of its current content."""
    view_args = request.view_args or {}
    if request.endpoint == "scripts":
        return bool(view_args["version"] == current_app.extensions[SCRIPTS_KEY])
    hashes: Mapping[str, str] = current_app.extensions[ASSETS_KEY]
    is_style = request.endpoint == "stylesheets"
    name = STYLES_FOLDER + view_args["name"] if is_style else view_args.get("filename", "")
    return name in hashes and request.args.get("v") == hashes[name]
