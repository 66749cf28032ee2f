"""The feed of results behind a public link."""

from dataclasses import replace

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.league import match_lists
from scorekeeper.web.public.opened_link import open_public_link
from scorekeeper.web.public.rendered_pages import cached_response
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.shared.shortened_names import people_with_names
from scorekeeper.web.transfer.feeds import ATOM_MIMETYPE, MAX_ENTRIES, build_feed

bp = Blueprint("public_feed", __name__)


@bp.get("/shown/<secret>/results.atom")
def results(secret: str) -> ResponseReturnValue:
    """Show the feed of results. It needs no cookie, because feed readers have none."""
    link = open_public_link(secret, (PublicLinkKind.FEED,))
    people = snapshot_for_page().league_state.people

    def render() -> bytes:
        matches = match_lists.recent_matches(current_store(), MAX_ENTRIES)
        shown = [replace(each, people=people_with_names(each.people, people)) for each in matches]
        return build_feed(shown, request.base_url, has_links=False)

    return cached_response(link, "feed", render, ATOM_MIMETYPE)
