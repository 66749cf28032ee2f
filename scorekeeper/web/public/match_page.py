"""The public page of a match: its score sheet, and the podium once it is over."""

from typing import Any

from flask import abort

from scorekeeper.access.public_links import PublicLink
from scorekeeper.match import outcome
from scorekeeper.match.log import MatchNotFound
from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.display import Place
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.context import MatchView, current_log, load_match
from scorekeeper.web.match.page import ending_data, headline
from scorekeeper.web.public.opened_link import NOT_FOUND
from scorekeeper.web.shared.page_cache import get_stats_snapshot

MAX_NAMED = 3  # places in the text of a preview


def match_of(link: PublicLink) -> MatchView:
    """Return a link's match, or abort with 404 if it cannot be read."""
    try:
        return load_match(current_log(), link.match_id or 0)
    except MatchNotFound:
        abort(404, NOT_FOUND)


def match_context(match: MatchView) -> dict[str, Any]:
    """Return the template variables that the page needs in addition to those of `render_match`."""
    sheet = match.sheet
    return {
        "league": get_stats_snapshot().league_state.name,
        "board": sheet_view.build_board(sheet, match.people),
        "sides": outcome.seats_by_side(sheet),
        "ended": ending_data(match) if sheet.is_over and not sheet.is_deleted else None,
    }


def match_title(match: MatchView) -> str:
    """Return the page title: the winners (or the game if nobody has won) and the league."""
    title = headline(match.sheet) or say("{game}", game=match.sheet.game.name)
    league = get_stats_snapshot().league_state.name
    return translate_sentence(
        say("{what} · {league}", what=title, league=league), spoken_names(match)
    )


def match_description(match: MatchView) -> str:
    """Return one line of text for previews of the link: the game, its deals and the first places.

    The places are left out if the match is deleted or has no complete deal.
    """
    sheet = match.sheet
    places = [place_text(place) for place in outcome.current_places(sheet)[:MAX_NAMED]]
    deals = sheet.game.display.deal_count(len(sheet.played_deals))
    if sheet.is_deleted or not sheet.played_deals:
        return translate_sentence(say("{game}, {deals}", game=sheet.game.name, deals=deals), {})
    return translate_sentence(
        say("{game}, {deals}: {places}", game=sheet.game.name, deals=deals, places=places),
        spoken_names(match),
    )


def place_text(place: Place) -> Message:
    names = [Name(side) for side in place.seats]
    return say("{n}. {who}: {what}", n=place.place, who=names, what=place.description)


def spoken_names(match: MatchView) -> dict[str, str]:
    return {key: isolate_bidi(name) for key, name in match.names.items()}
