"""The public page of an evening: winners, places, and what changed in the seasons."""

from typing import Any

from flask import request

from scorekeeper.access.public_links import PublicLink
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.league.evening_list import list_evenings
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.web import i18n
from scorekeeper.web.dates import full_date
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stats.evening_long_lists import MAX_FOLDED, LongList, requested_list
from scorekeeper.web.stats.evening_view import EveningView, build_evening_view

MAX_EMBED_ROWS = 10  # matches shown in a frame


def date_of(link: PublicLink) -> str | None:
    """Return a link's evening, such as "2026-11-12".

    Returns None for a link to the last evening if nothing has been played yet.
    """
    if link.kind is not PublicLinkKind.LAST_EVENING:
        return link.evening
    evenings = list_evenings(current_store(), snapshot_for_page().league_state, limit=1)
    return evenings[0].date if evenings else None


def evening_context(link: PublicLink) -> dict[str, Any]:
    """Return the template variables of the page."""
    snapshot, date = snapshot_for_page(), date_of(link)
    evening = build_evening_view(snapshot, date) if date else None
    return {
        "snapshot": snapshot,
        "league_state": snapshot.league_state,
        "people": snapshot.league_state.people,
        "games": GAMES,
        "evening": evening,
        # Only members may see payments, so this page has no list of them.
        "long_list": requested_list(evening, (), request.args),
        "max_folded": MAX_FOLDED,
        "title": evening_title(date),
        "embed_rows": MAX_EMBED_ROWS,
    }


def requested_rows(link: PublicLink) -> tuple[str, int] | None:
    """Return the name and the first row number of the list that the page shows.

    Returns None if the page shows the whole evening.
    """
    if "open" not in request.args:
        return None
    shown: LongList | None = evening_context(link)["long_list"]
    return (shown.name, shown.first) if shown else None


def evening_title(date: str | None) -> Message:
    return full_date(date) if date else say("Latest evening")


def evening_description(evening: EveningView | None) -> str:
    """Return the winners as one line of text, for previews of the link."""
    names = i18n.page_names.get()
    if evening is None:
        return translate_sentence(say("No matches on this evening"), names)
    if not evening.headline:
        return translate_sentence(say("Nobody won."), names)
    return translate_sentence(say("{what}.", what=evening.headline), names)
