"""Open a public link by its secret, and show names only in the style that the link sets.

`open_public_link` replaces the request's statistics and log with copies that contain only the names
that the link shows. A public view therefore cannot read other names.
"""

from collections.abc import Collection

from flask import Response, abort, g, make_response, render_template

from scorekeeper.access import public_links
from scorekeeper.access.public_links import PublicLink, PublicLinkNotFound, PublicLinkWithdrawn
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.messages import say
from scorekeeper.web.match.context import current_log
from scorekeeper.web.security import allow_framing
from scorekeeper.web.shared import session
from scorekeeper.web.shared.page_cache import get_stats_snapshot
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.shared.shortened_names import ShortenedNamesLog, snapshot_with_names

MAX_SECRET_LENGTH = 64  # characters; secrets are shorter
NOT_FOUND = say("This link does not exist. Check that the address is complete.")


def open_public_link(secret: str, kinds: Collection[PublicLinkKind]) -> PublicLink:
    """Return the link with this secret, and limit the request to the names that the link shows.

    Aborts as `find_public_link` does.
    """
    link = find_public_link(secret, kinds)
    session.load_current_league()
    g.stats_snapshot = snapshot_with_names(get_stats_snapshot(), link.names)
    if link.names is not ShownNames.FULL:
        g.log = ShortenedNamesLog(current_log(), g.stats_snapshot.league_state.people)
    return link


def find_public_link(secret: str, kinds: Collection[PublicLinkKind]) -> PublicLink:
    """Return the link with this secret, for a request that reads no names.

    Aborts with 410 if the link was withdrawn, and with 404 if it does not exist or is of another
    kind. The response is the same for everyone, even for a phone in the league.
    """
    try:
        link = public_links.get_by_secret(current_store(), secret[:MAX_SECRET_LENGTH])
    except PublicLinkWithdrawn:
        abort(withdrawn_response())
    except PublicLinkNotFound:
        abort(404, NOT_FOUND)
    if link.kind not in kinds:
        abort(404, NOT_FOUND)
    forget_phone()
    return link


def forget_phone() -> None:
    """Treat the request as if it came from outside the league. The response then sets no cookie."""
    g.right, g.me, g.token = None, "", None


def withdrawn_response() -> Response:
    """Return the page for a withdrawn link, which can also be framed."""
    forget_phone()
    response = make_response(render_template("public/withdrawn.html"), 410)
    return with_public_headers(allow_framing(response), may_index=False)


def with_public_headers(response: Response, *, may_index: bool) -> Response:
    """Add the headers that all public pages have, and return the response.

    The headers keep browsers from sending the page's URL to other sites. Search engines may list
    the page only if `may_index` is true.
    """
    response.headers["Referrer-Policy"] = "no-referrer"
    if not may_index:
        response.headers["X-Robots-Tag"] = "noindex"
    return response
