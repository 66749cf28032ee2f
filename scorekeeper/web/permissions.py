"""Who may do what: the one place that decides.

Every page and every change is named in `NEEDS` with the right it takes; what is not named is for
owners. Before a request is answered, web/shared/session.py finds out which phone asks and
`decide` lets it in or not: a phone that does not belong gets a 404, so that a league cannot be
told from a missing one; a phone that belongs and may not do this gets a 403.

Where there is no door, as on a phone that keeps score by itself, its holder may do everything.
"""

from collections.abc import Mapping
from enum import StrEnum

from flask import abort, current_app, g, redirect, request, url_for

from scorekeeper.messages import Say, say
from scorekeeper.web.current_league import FIRST, here

DOOR = "scorekeeper.door"  # in app.extensions, where there is one


class Right(StrEnum):
    """What a phone may do in a league; each may also do what stands above it."""

    VIEWER = "viewer"  # look
    SCORER = "scorer"  # begin matches, write, correct, undo, settle what is owed
    OWNER = "owner"  # seasons, names, what goes in and out, who comes in


ORDER = list(Right)
TITLES: Mapping[Right, Say] = {
    Right.VIEWER: say("looks on"),
    Right.SCORER: say("keeps score"),
    Right.OWNER: say("owner"),
}
ANYBODY = None
FRONT, ENTRY = "leagues.home", "joining.show"  # the root of a server says that one can join here
MAY_LOOK_ONLY = say("This phone may look, but not write.")
OWNERS_ONLY = say("Only an owner of this league may do that.")


def endpoints(blueprint: str, names: str) -> list[str]:
    return [f"{blueprint}.{name}" for name in names.split()]


FOR_ANYBODY = [
    "static",
    *endpoints("health", "show"),
    *endpoints("joining", "show opened look forget"),
    *endpoints("joining", "join"),
    *endpoints("passkeys", "ask come_in"),
    *endpoints("shown", "match board results"),
    *endpoints("rules_pages", "index show"),
]
FOR_VIEWERS = [
    "leagues.home",
    *endpoints("matches", "show answered sheet board csv_sheet history history_as_text hand_in"),
    *endpoints("careers", "show"),
    *endpoints("exports", "matches rounds standings"),
    *endpoints("faces", "show"),
    *endpoints("feeds", "results"),
    *endpoints("money", "show"),
    *endpoints("match_pictures", "show"),
    *endpoints("nights", "show card"),
    *endpoints("old_results", "show"),
    *endpoints("past_matches", "show thrown_away"),
    *endpoints("players", "show"),
    *endpoints("records", "show"),
    *endpoints("seasons", "current show by_game"),
    *endpoints("streams", "stream now"),
    *endpoints("this_phone", "show change leave"),
    *endpoints("wall", "show"),
]
FOR_SCORERS = [
    "leagues.first_match",
    *endpoints(
        "matches", "ahead record look looked ask_correction look_at_correction correct drop_draft"
    ),
    *endpoints("matches", "undo redo ask_end close reopen throw_away bring_back rematch"),
    *endpoints("money", "settle undo redo"),
    *endpoints("new_match", "show agree"),
    *endpoints("players", "add"),
    *endpoints("terms", "show agree"),
]
FOR_OWNERS = [
    *endpoints("exports", "everything restore bring_it_in"),
    *endpoints("in_and_out", "show"),
    *endpoints("inviting", "show invite longer withdraw"),
    *endpoints("passkeys", "ask_to_add add remove"),
    *endpoints("phones", "show change put_out withdraw recovery seen"),
    *endpoints("showings", "show make withdraw"),
    *endpoints("old_results", "choose upload look change running stop undo redo"),
    *endpoints("players", "rename hide show_again remove merge part rename_league"),
    *endpoints("seat_names", "show rename"),
    *endpoints("season_settings", "new opened edit changed choose close reopen remove"),
]
NEEDS: Mapping[str, Right | None] = {
    **dict.fromkeys(FOR_ANYBODY, ANYBODY),
    **dict.fromkeys(FOR_VIEWERS, Right.VIEWER),
    **dict.fromkeys(FOR_SCORERS, Right.SCORER),
    **dict.fromkeys(FOR_OWNERS, Right.OWNER),
}


def right() -> Right | None:
    """The right of whoever asks now, or None for somebody who does not belong here."""
    found: object = g.get("right", ...)  # asked thirty times for a page
    if found is None or isinstance(found, Right):
        return found
    return None if DOOR in current_app.extensions else Right.OWNER


def may(endpoint: str) -> bool:
    """Whether whoever asks now may go there."""
    need = NEEDS.get(endpoint, Right.OWNER)
    return need is ANYBODY or is_enough(right(), need)


def is_enough(has: Right | None, need: Right) -> bool:
    return has is not None and ORDER.index(has) >= ORDER.index(need)


def decide() -> None:
    """Go on, or answer 404 to who does not belong here and 403 to who may not."""
    endpoint = request.endpoint
    if endpoint is None or may(endpoint):
        return
    has = right()
    if has is None:
        if endpoint == FRONT and here() == FIRST:
            abort(redirect(url_for(ENTRY), code=303))
        abort(404)
    abort(403, MAY_LOOK_ONLY if has is Right.VIEWER else OWNERS_ONLY)
