"""Parts of long pages that phones with large text hide until a link shows them.

The page contains these parts. The stylesheet hides them (`data-large-hidden` in base.css). With
`?rows=page` or `?rows=all`, nothing is hidden. Laptops and paper always show everything.
"""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from flask import Flask, request

UNFOLDED = {"rows": "page"}  # the query that shows everything on a page


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        shows_whole_page=shows_whole_page,
        whole_page_url=whole_page_url,
        with_shown_parts=with_shown_parts,
    )


def is_unfolded(query: Mapping[str, str]) -> bool:
    return query.get("rows") in {"page", "all"}


def shows_whole_page() -> bool:
    """Return whether the requested page hides nothing."""
    return is_unfolded(request.args)


def requested_url() -> str:
    """Return the address of the requested page, with its query."""
    return request.script_root + request.full_path.removesuffix("?")


def whole_page_url(page_url: str) -> str:
    """Return the address of the whole page.

    If the whole page is shown now, return the address of the page that hides parts.
    """
    path, _, query = page_url.partition("?")
    kept = {name: value for name, value in parse_qsl(query) if name not in UNFOLDED}
    if not shows_whole_page():
        kept |= UNFOLDED
    return f"{path}?{urlencode(kept)}" if kept else path


def with_shown_parts(page_url: str) -> str:
    """Return the address of a page that shows everything if the requested page does so.

    `page_url` has no query.
    """
    return f"{page_url}?{urlencode(UNFOLDED)}" if shows_whole_page() else page_url
