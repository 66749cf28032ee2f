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

from scorekeeper.messages import Message, say
from scorekeeper.web.current_league import FIRST_LEAGUE_ID, current_league_id

ACCESS_CONTROL_KEY = "scorekeeper.door"  # in app.extensions, where there is one


class Right(StrEnum):
    """What a phone may do in a league; each may also do what stands above it."""

    VIEWER = "viewer"  # look
    SCORER = "scorer"  # begin matches, write, correct, undo, settle what is owed
    OWNER = "owner"  # seasons, names, what goes in and out, who comes in


RIGHTS_IN_ORDER = list(Right)
RIGHT_TITLES: Mapping[Right, Message] = {
    Right.VIEWER: say("looks on"),
    Right.SCORER: say("keeps score"),
    Right.OWNER: say("owner"),
}
PUBLIC = None
HOME_ENDPOINT, JOIN_ENDPOINT = (
    "leagues.home",
    "joining.show",
)  # the root of a server says that one can join here
VIEW_ONLY_MESSAGE = say("This phone may look, but not write.")
OWNERS_ONLY_MESSAGE = say("Only an owner of this league may do that.")


def endpoints(blueprint: str, names: str) -> list[str]:
    return [f"{blueprint}.{name}" for name in names.split()]


PUBLIC_ENDPOINTS = [
    "static",
    *endpoints("health", "show"),
    *endpoints("joining", "show open_link enter_code cancel"),
    *endpoints("joining", "join"),
    *endpoints("passkeys", "authentication_options sign_in"),
    *endpoints("shown", "match board results"),
    *endpoints("rules_pages", "index show"),
]
VIEWER_ENDPOINTS = [
    "leagues.home",
    *endpoints(
        "matches",
        "show redirect_to_match sheet board csv_sheet history history_as_text submit_values",
    ),
    *endpoints("careers", "show"),
    *endpoints("exports", "matches rounds standings"),
    *endpoints("faces", "show"),
    *endpoints("feeds", "results"),
    *endpoints("money", "show"),
    *endpoints("match_pictures", "show"),
    *endpoints("nights", "show card"),
    *endpoints("old_results", "show_result"),
    *endpoints("past_matches", "show thrown_away"),
    *endpoints("players", "show"),
    *endpoints("records", "show"),
    *endpoints("seasons", "current show by_game"),
    *endpoints("streams", "stream poll"),
    *endpoints("this_phone", "show change leave"),
    *endpoints("wall", "show"),
]
SCORER_ENDPOINTS = [
    "leagues.first_match",
    *endpoints(
        "matches",
        "upcoming_questions record preview redirect_to_correction correction_form",
    ),
    *endpoints("matches", "preview_correction correct drop_draft"),
    *endpoints("matches", "undo redo end_form close reopen throw_away bring_back rematch"),
    *endpoints("money", "settle undo redo"),
    *endpoints("new_match", "show submit"),
    *endpoints("players", "add"),
    *endpoints("terms", "show save"),
]
OWNER_ENDPOINTS = [
    *endpoints("exports", "league_document restore import_document"),
    *endpoints("in_and_out", "show"),
    *endpoints("inviting", "show invite extend revoke"),
    *endpoints("passkeys", "registration_options add remove"),
    *endpoints(
        "phones",
        "show change_rights remove_device revoke_invitation create_recovery_code mark_news_seen",
    ),
    *endpoints("showings", "show create revoke"),
    *endpoints("old_results", "choose upload show_preview change progress stop undo redo"),
    *endpoints("players", "rename hide unhide remove merge unmerge rename_league"),
    *endpoints("seat_names", "show rename"),
    *endpoints("season_settings", "new create edit update make_current close reopen remove"),
]
REQUIRED_RIGHTS: Mapping[str, Right | None] = {
    **dict.fromkeys(PUBLIC_ENDPOINTS, PUBLIC),
    **dict.fromkeys(VIEWER_ENDPOINTS, Right.VIEWER),
    **dict.fromkeys(SCORER_ENDPOINTS, Right.SCORER),
    **dict.fromkeys(OWNER_ENDPOINTS, Right.OWNER),
}


def current_right() -> Right | None:
    """The right of whoever asks now, or None for somebody who does not belong here."""
    found: object = g.get("right", ...)  # asked thirty times for a page
    if found is None or isinstance(found, Right):
        return found
    return None if ACCESS_CONTROL_KEY in current_app.extensions else Right.OWNER


def may_access(endpoint: str) -> bool:
    """Whether whoever asks now may go there."""
    need = REQUIRED_RIGHTS.get(endpoint, Right.OWNER)
    return need is PUBLIC or is_right_sufficient(current_right(), need)


def is_right_sufficient(has: Right | None, need: Right) -> bool:
    return has is not None and RIGHTS_IN_ORDER.index(has) >= RIGHTS_IN_ORDER.index(need)


def enforce_permissions() -> None:
    """Go on, or answer 404 to who does not belong here and 403 to who may not."""
    endpoint = request.endpoint
    if endpoint is None or may_access(endpoint):
        return
    has = current_right()
    if has is None:
        if endpoint == HOME_ENDPOINT and current_league_id() == FIRST_LEAGUE_ID:
            abort(redirect(url_for(JOIN_ENDPOINT), code=303))
        abort(404)
    abort(403, VIEW_ONLY_MESSAGE if has is Right.VIEWER else OWNERS_ONLY_MESSAGE)
