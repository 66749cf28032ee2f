"""The only module that decides which endpoints a phone may use.

`REQUIRED_RIGHTS` lists every endpoint with the permission that it requires. An endpoint that is not
listed is for owners. For each request, web/shared/session.py identifies the phone, and
`enforce_permissions` lets it through or aborts. A phone outside the league gets a 404, as if the
league did not exist. A member without the required permission gets a 403.

Without access control, as in an application with no database, every request has the owner's
permission.
"""

from collections.abc import Mapping

from flask import abort, current_app, g, request

from scorekeeper.messages import Message, say
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.web.extension_keys import ACCESS_CONTROL_KEY

RIGHT_TITLES: Mapping[Right, Message] = {
    Right.VIEWER: say("can view"),
    Right.SCORER: say("can keep score"),
    Right.OWNER: say("owner"),
}
PUBLIC = None
VIEW_ONLY_MESSAGE = say("This phone can only view the league. It cannot save anything.")
OWNERS_ONLY_MESSAGE = say("Only an owner of this league can do that.")


def endpoints(blueprint: str, names: str) -> list[str]:
    return [f"{blueprint}.{name}" for name in names.split()]


PUBLIC_ENDPOINTS = [
    "scripts",
    "static",
    "stylesheets",
    *endpoints("health", "show"),
    *endpoints("join", "show open_link enter_code join cancel"),
    *endpoints("passkeys", "authentication_options sign_in"),
    *endpoints("public_live", "stream poll"),
    *endpoints("public_pages", "show embed board"),
    *endpoints("public_feed", "results"),
    *endpoints("public_pictures", "picture"),
    *endpoints("robots", "show"),
    *endpoints("offline", "show worker"),
    *endpoints("club_tables", "scan"),
    *endpoints("club_coming", "show answer"),
    *endpoints("rules", "index show"),
]
VIEWER_ENDPOINTS = [
    "home.show",
    *endpoints(
        "matches",
        "show redirect_to_match sheet board csv_sheet history history_as_text submit_values",
    ),
    *endpoints("player_pages", "show"),
    *endpoints("result_exports", "matches deals"),
    *endpoints("viewers", "show"),
    *endpoints("feeds", "results"),
    *endpoints("money", "show"),
    *endpoints("match_picture", "show"),
    *endpoints("evenings", "show picture"),
    *endpoints("evening_list", "show"),
    *endpoints("results_import", "show_result"),
    *endpoints("match_list", "show deleted_matches"),
    *endpoints("players", "show"),
    *endpoints("records", "show"),
    *endpoints("reviews", "show picture"),
    *endpoints("player_reviews", "show picture"),
    *endpoints("cross_tables", "show"),
    *endpoints("rating_lists", "show"),
    *endpoints("table_exports", "standings cross_table ratings"),
    *endpoints("seasons", "current show by_game"),
    *endpoints("streams", "stream poll"),
    *endpoints("league_page", "show"),
    *endpoints("this_phone", "show change leave"),
    *endpoints("notices", "key save"),
    *endpoints("tv", "show"),
    *endpoints("club", "index show"),
    *endpoints("club_draw_check", "show"),
    *endpoints("club_tables", "show"),
]
SCORER_ENDPOINTS = [
    "first_visit.start",
    *endpoints(
        "matches",
        "upcoming_questions record preview redirect_to_correction correction_form",
    ),
    *endpoints("matches", "preview_correction correct drop_draft"),
    *endpoints("matches", "confirm_change undo redo end_form close reopen delete restore rematch"),
    *endpoints("money", "settle undo redo"),
    *endpoints("new_match", "show submit"),
    *endpoints("players", "add"),
    *endpoints("match_terms", "show save"),
    *endpoints("club", "new create edit update end reopen"),
    *endpoints("club_people", "show save"),
    *endpoints("club_draws", "draw swap start"),
    *endpoints("club_table_players", "show save"),
]
OWNER_ENDPOINTS = [
    *endpoints("league_export", "league_document league_document_at_old_address"),
    *endpoints("league_import", "show import_document"),
    *endpoints("transfer", "show"),
    *endpoints("invitations", "show invite extend withdraw change_newcomers"),
    *endpoints("passkeys", "registration_options add remove"),
    *endpoints(
        "phones",
        "show change_rights remove_device withdraw_invitation create_recovery_code mark_news_seen",
    ),
    *endpoints("public_links", "show create withdraw"),
    *endpoints("club_tables", "codes create withdraw"),
    *endpoints("club_coming", "create withdraw"),
    *endpoints("results_import", "choose upload show_preview change show_import undo redo"),
    *endpoints("players", "edit rename hide unhide remove merge unmerge"),
    *endpoints("league_page", "rename change_time_zone change_all_time_minimum change_currency"),
    *endpoints("lost_entries", "accept"),
    *endpoints("seat_names", "show rename"),
    *endpoints("season_settings", "new create edit update"),
    *endpoints("season_lifecycle", "close reopen make_current remove"),
]
REQUIRED_RIGHTS: Mapping[str, Right | None] = {
    **dict.fromkeys(PUBLIC_ENDPOINTS, PUBLIC),
    **dict.fromkeys(VIEWER_ENDPOINTS, Right.VIEWER),
    **dict.fromkeys(SCORER_ENDPOINTS, Right.SCORER),
    **dict.fromkeys(OWNER_ENDPOINTS, Right.OWNER),
}


def current_right() -> Right | None:
    """Return the permission of the requesting phone, or None if it is not in this league."""
    right: object = g.get("right", ...)  # one lookup, because pages call this about 30 times
    if right is None or isinstance(right, Right):
        return right
    return None if ACCESS_CONTROL_KEY in current_app.extensions else Right.OWNER


def may_access(endpoint: str) -> bool:
    """Return whether the requesting phone may use this endpoint."""
    need = required_right(endpoint)
    return need is PUBLIC or is_right_sufficient(current_right(), need)


def required_right(endpoint: str | None) -> Right | None:
    """Return the permission that this endpoint requires, or PUBLIC if it requires none."""
    return PUBLIC if endpoint is None else REQUIRED_RIGHTS.get(endpoint, Right.OWNER)


def enforce_permissions() -> None:
    """Abort if the phone may not use the requested endpoint.

    A phone outside the league gets a 404, and a member without the required permission a 403.
    """
    endpoint = request.endpoint
    if endpoint is None or may_access(endpoint):
        return
    has = current_right()
    if has is None:
        abort(404)
    abort(403, VIEW_ONLY_MESSAGE if has is Right.VIEWER else OWNERS_ONLY_MESSAGE)
