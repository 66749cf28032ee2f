"""A cache of rendered public pages: one render per change, however many people open them.

Each page of each link has one entry, which holds the page's newest version. While one request
renders a page, other requests for that page wait. Requests for other pages do not.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple

from flask import Response, current_app, request

from scorekeeper.access.public_links import PublicLink
from scorekeeper.web.dates import now
from scorekeeper.web.extension_keys import PUBLIC_PAGES_KEY
from scorekeeper.web.public.opened_link import with_public_headers
from scorekeeper.web.shared.page_cache import get_stats_snapshot
from scorekeeper.web.shared.session import current_store

MAX_PAGES = 200  # pages and pictures in memory; each is about 40 kB


class RenderedPage(NamedTuple):
    """The content of a response in one version, and its hash."""

    version: Hashable
    body: bytes
    etag: str


class CachedVersion:
    """The newest version of one page.

    `lock` is held while the page is rendered.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.page: RenderedPage | None = None


class RenderedPages:
    """The pages that were opened most recently."""

    def __init__(self, size: int = MAX_PAGES) -> None:
        self.size = size
        self.lock = Lock()
        self.entries: OrderedDict[Hashable, CachedVersion] = OrderedDict()

    def get(self, name: Hashable, version: Hashable, render: Callable[[], bytes]) -> RenderedPage:
        """Return the page called `name` in this version.

        It is rendered only if this version is not cached.
        """
        entry = self.entry(name)
        with entry.lock:
            if entry.page is None or entry.page.version != version:
                entry.page = render_page(version, render)
            return entry.page

    def entry(self, name: Hashable) -> CachedVersion:
        with self.lock:
            entry = self.entries.setdefault(name, CachedVersion())
            self.entries.move_to_end(name)
            if len(self.entries) > self.size:
                self.entries.popitem(last=False)
            return entry


def render_page(version: Hashable, render: Callable[[], bytes]) -> RenderedPage:
    body = render()
    return RenderedPage(version, body, hashlib.sha256(body).hexdigest()[:32])


def cached_response(
    link: PublicLink,
    version: Hashable,
    render: Callable[[], str | bytes],
    mimetype: str = "text/html",
    part: Hashable = None,
) -> Response:
    """Return the response for the requested page, rendered once per `version`.

    The status is 304 if the page is unchanged. `part` distinguishes pages of one endpoint. While
    statistics are recomputed, the page is rendered for every request.
    """

    def body() -> bytes:
        rendered = render()
        return rendered if isinstance(rendered, bytes) else rendered.encode()

    snapshot = get_stats_snapshot()
    state = snapshot.league_state
    if snapshot.is_recomputing:
        page = render_page(version, body)
    else:
        pages: RenderedPages = current_app.extensions[PUBLIC_PAGES_KEY]
        name = (current_store().league_id, link.id, request.root_url, request.endpoint, part)
        # Pages omit the current year, so the version includes the date.
        page = pages.get(name, (version, state.change, state.clock.date(now())), body)
    response = Response(page.body, mimetype=mimetype)
    response.set_etag(page.etag)
    response.make_conditional(request)
    return with_public_headers(response, may_index=link.indexed)
