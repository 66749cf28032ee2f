"""Public pages behind a secret link: a season, an evening or a match, whole or for a frame.

The secret in the URL gives access only to what its link shows. No cookie is needed. Pages are
rendered once for each change of the league (`rendered_pages.py`). They contain only the names that
the link shows (`opened_link.py`).
"""

from collections.abc import Hashable
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.access.public_links import PublicLink
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.live.topics import public_match_token
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import now
from scorekeeper.web.extension_keys import PUBLIC_PAGES_KEY
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.match.context import MatchView, render_match
from scorekeeper.web.public import (
    evening_page,
    match_page,
    rendered_pages,
    season_page,
)
from scorekeeper.web.public.opened_link import open_public_link
from scorekeeper.web.public.previews import link_preview
from scorekeeper.web.public.rendered_pages import cached_response
from scorekeeper.web.security import allow_framing
from scorekeeper.web.shared.page_cache import get_stats_snapshot
from scorekeeper.web.unfolding import shows_whole_page

bp = Blueprint("public_pages", __name__)
bp.record_once(
    lambda setup: setup.app.extensions.update({PUBLIC_PAGES_KEY: rendered_pages.RenderedPages()})
)
SEASONS = (PublicLinkKind.SEASON, PublicLinkKind.CURRENT_SEASON)
EVENINGS = (PublicLinkKind.EVENING, PublicLinkKind.LAST_EVENING)
PAGES = (*SEASONS, *EVENINGS, PublicLinkKind.MATCH)


@bp.get("/shown/<secret>")
def show(secret: str) -> ResponseReturnValue:
    """Show the current, read-only page of a link."""
    return render_public_page(secret, framed=False)


@bp.get("/shown/<secret>/embed")
def embed(secret: str) -> ResponseReturnValue:
    """Show a short version of a link's page, for a frame on another site."""
    return allow_framing(render_public_page(secret, framed=True))


@bp.get("/shown/<secret>/board")
def board(secret: str) -> ResponseReturnValue:
    """Show only the score sheet of a match, for a frame on another site."""
    link = open_public_link(secret, (PublicLinkKind.MATCH,))
    match = match_page.match_of(link)
    return allow_framing(match_response("public/sheet.html", link, secret, match))


def render_public_page(secret: str, *, framed: bool) -> Response:
    link = open_public_link(secret, PAGES)
    if link.kind is PublicLinkKind.MATCH:
        template = "public/match_embed.html" if framed else "public/match.html"
        return match_response(template, link, secret, match_page.match_of(link))
    if link.kind in EVENINGS:
        return evening_response(link, secret, framed=framed)
    return season_response(link, secret, framed=framed)


def season_response(link: PublicLink, secret: str, *, framed: bool) -> Response:
    season = season_page.season_of(link)
    rows = season_page.FIRST_ROWS if framed else season_page.requested_rows(season, request.args)
    template = "public/season_embed.html" if framed else "public/season.html"

    def render() -> str:
        shown = season_page.season_context(link, rows)
        title = page_title(season_page.season_title(season))
        text = season_page.season_description(shown["snapshot"], shown["table"])
        return render_public(
            template, link, secret, league_version(), (title, text), has_picture=True, **shown
        )

    return cached_response(link, season and season.id, render, part=rows)


def page_title(subject: Message) -> str:
    """Return the title of a page and its preview: the page's subject and the league."""
    name = get_stats_snapshot().league_state.name
    return translate_sentence(say("{what} · {league}", what=subject, league=name), {})


def evening_response(link: PublicLink, secret: str, *, framed: bool) -> Response:
    template = "public/evening_embed.html" if framed else "public/evening.html"

    def render() -> str:
        shown = evening_page.evening_context(link)
        title = page_title(shown["title"])
        text = evening_page.evening_description(shown["evening"])
        has_picture = shown["evening"] is not None
        return render_public(
            template,
            link,
            secret,
            league_version(),
            (title, text),
            has_picture=has_picture,
            **shown,
        )

    rows = None if framed else evening_page.requested_rows(link)
    return cached_response(link, "evening", render, part=(shows_whole_page(), rows))


def match_response(template: str, link: PublicLink, secret: str, match: MatchView) -> Response:
    version = public_match_token(match.sheet.version, get_stats_snapshot().league_state.change)

    def render() -> bytes:
        text = match_page.match_title(match), match_page.match_description(match)
        page = render_match(
            template,
            match,
            **public_context(link, secret, version, text),
            has_picture=not match.sheet.is_deleted,
            **match_page.match_context(match),
        )
        return make_response(page).get_data()

    return cached_response(link, match.sheet.version, render)


def league_version() -> int | str:
    """Return the version of a page about the league, or "" while statistics are recomputed.

    An empty version differs from the one that the page's stream reports, so the page reloads.
    """
    snapshot = get_stats_snapshot()
    return "" if snapshot.is_recomputing else snapshot.league_state.change


def public_context(
    link: PublicLink, secret: str, version: Hashable, text: tuple[str, str]
) -> dict[str, Any]:
    """Return the variables that all public templates use.

    `text` holds the title and the description of the preview.
    """
    return {
        "link": link,
        "secret": secret,
        "version": version,
        "preview": link_preview(secret, *text, version),
        "as_of": now(),
    }


def render_public(
    template: str,
    link: PublicLink,
    secret: str,
    version: Hashable,
    text: tuple[str, str],
    **shown: Any,
) -> str:
    return render_template(template, **public_context(link, secret, version, text), **shown)
