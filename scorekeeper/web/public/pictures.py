"""The picture that chats show beside a public link."""

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from scorekeeper.access.public_links import PublicLink
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.messages import say
from scorekeeper.web.public import evening_page, match_page, season_image, season_page
from scorekeeper.web.public.opened_link import NOT_FOUND, open_public_link
from scorekeeper.web.public.pages import EVENINGS, PAGES
from scorekeeper.web.public.rendered_pages import cached_response
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.stats import evenings
from scorekeeper.web.stats.pictures import evening_image, match_image
from scorekeeper.web.stats.pictures.match_picture import build_match_picture

bp = Blueprint("public_pictures", __name__)
NOTHING_PLAYED = say("No matches were played on this evening.")


@bp.get("/shown/<secret>/picture.png")
def picture(secret: str) -> ResponseReturnValue:
    """Show the picture for a link as PNG: the top of the standings, the evening, or the match."""
    link = open_public_link(secret, PAGES)
    if link.kind is PublicLinkKind.MATCH:
        response = match_picture(link)
    elif link.kind in EVENINGS:
        response = evening_picture(link)
    else:
        season = season_page.season_of(link)
        response = cached_response(
            link,
            season and season.id,
            lambda: season_image.render_png(season_page.season_picture(link)),
            "image/png",
        )
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def match_picture(link: PublicLink) -> Response:
    match = match_page.match_of(link)
    if match.sheet.is_deleted:
        abort(404, NOT_FOUND)
    return cached_response(
        link,
        match.sheet.version,
        lambda: match_image.render_png(build_match_picture(match)),
        "image/png",
    )


def evening_picture(link: PublicLink) -> Response:
    def render() -> bytes:
        shown = evening_page.evening_context(link)
        if shown["evening"] is None:
            abort(404, NOTHING_PLAYED)
        content = evenings.build_evening_picture(snapshot_for_page(), shown["evening"])
        return evening_image.render_png(content)

    return cached_response(link, "evening", render, "image/png")
