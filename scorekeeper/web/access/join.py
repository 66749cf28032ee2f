"""Join a league: open a link or type a code, choose whose phone it is, and become a member.

A link's secret is in the address for one request only. That request moves the secret to a cookie
and redirects to an address without it. The request changes nothing else, so a messenger that
fetches the link for a preview does not join.
"""

from collections.abc import Callable

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection
from werkzeug import Response

from scorekeeper.access import devices, joining, owners
from scorekeeper.access.devices import Device
from scorekeeper.access.invitations import CODE_LIFETIME_MINUTES, InvalidInvitation
from scorekeeper.access.joining import Joiner, PhoneHasPlayer
from scorekeeper.db.store import FIRST_LEAGUE_ID, Store
from scorekeeper.errors import Refused
from scorekeeper.league import roster, settings, time_zone
from scorekeeper.messages import Message, say
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.tokens import parse_code
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.access.join_form import (
    NEW,
    NEW_NAME,
    PHONE_HAS_PLAYER,
    JoinForm,
    posted_form,
    taken_name_problem,
)
from scorekeeper.web.access.join_key import delete_page_key, page_key, page_key_cookie, set_page_key
from scorekeeper.web.access.join_request import (
    CODE,
    LINK,
    CodeRateLimitExceeded,
    JoinRequest,
    delete_join_request,
    destination,
    destination_players,
    destination_table,
    find_join_request,
    is_link_request,
    join_request_by_code,
    join_request_cookie,
    set_join_request,
)
from scorekeeper.web.access.relying_party import passkey_site
from scorekeeper.web.dates import now
from scorekeeper.web.entered_values import posted_lines
from scorekeeper.web.match.context import new_key
from scorekeeper.web.shared import session
from scorekeeper.web.shared.player_search import player_picker
from scorekeeper.web.shared.session import current_store

bp = Blueprint("join", __name__)

MALFORMED_CODE = say(
    "A code has eight letters and digits, such as K7MQ 4TXP. It never contains I, L, O or U."
)
INVALID_CODE = say(
    "This code is wrong or no longer valid. Ask for a new one. Codes are valid for {n} minutes.",
    n=CODE_LIFETIME_MINUTES,
)
INVALID_LINK = say("This link is wrong or no longer valid. Ask for a new one.")
TOO_MANY_CODES = say(
    "Too many wrong codes were entered. Wait a minute, or scan the QR code instead."
)


# ---------------------------------------------------------------- 1. the link or the code


@bp.get("/join")
def show() -> ResponseReturnValue:
    """Show the join form if a link or code is in the cookie, or else the form for a code."""
    try:
        join_request = find_join_request()
    except InvalidInvitation as error:
        return retry_join() or invitation_error_page(error)
    return code_page() if join_request is None else render_join_form(join_request)


@bp.get("/join/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Move the secret of a link from the address to a cookie, and redirect."""
    return redirect_to_join(current_store().league_id, LINK, secret[:64])


@bp.post("/join/code")
def enter_code() -> ResponseReturnValue:
    """Check a typed code and redirect to the join form.

    Responds with 422 if the code is wrong, and with 429 after too many wrong codes.
    """
    typed = request.form.get("code", "")
    code = parse_code(typed)
    if code is None:
        return code_page(typed, MALFORMED_CODE, 422)
    try:
        join_request = join_request_by_code(code)
    except CodeRateLimitExceeded:
        return code_page(typed, TOO_MANY_CODES, 429)
    except InvalidInvitation:
        # A code for one phone is used up even if the response to that phone was lost.
        is_same_code = join_request_cookie().endswith(f".{CODE}.{code}")
        return (retry_join() if is_same_code else None) or code_page(typed, INVALID_CODE, 422)
    return redirect_to_join(join_request.league, CODE, code)


@bp.post("/join/forget")
def cancel() -> ResponseReturnValue:
    """Forget the link or code in the cookie."""
    return delete_join_request(redirect(url_for(".show"), code=303))


def redirect_to_join(league_id: int, kind: str, secret: str) -> Response:
    response = redirect(
        url_for("join.show"), code=303
    )  # not ".show", because other blueprints call this too
    set_join_request(response, league_id, kind, secret)
    return set_private_headers(response)


def set_private_headers(response: Response) -> Response:
    """Forbid caching, a Referer header on the next page, and indexing by search engines."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def invitation_error_page(error: InvalidInvitation) -> ResponseReturnValue:
    """Return the form for a code, with the reason why the link or code was refused."""
    if isinstance(error, CodeRateLimitExceeded):
        return code_page(reason=TOO_MANY_CODES, status=429)
    return code_page(reason=INVALID_LINK if is_link_request() else INVALID_CODE)


def code_page(
    typed: str = "", reason: Message | None = None, status: int = 200
) -> ResponseReturnValue:
    """Return the form for a code. It shows nothing about any league."""
    text = render_template(
        "access/join_code.html",
        typed_code=typed,
        reason=reason,
        member=g.get("device"),
        league_url=league_home_url(current_store().league_id),
        removal_sentence=g.get("removal"),
        entered=list(posted_lines()) if request.endpoint == "join.join" else (),
        has_passkeys=passkey_site() is not None,
    )
    response = current_app.make_response((text, status))
    return delete_join_request(response) if reason and status == 200 else response


# ---------------------------------------------------------------- 2. whose phone it is


def render_join_form(
    join_request: JoinRequest, form: JoinForm | None = None, refused: Problem | None = None
) -> ResponseReturnValue:
    store = current_store().of_league(join_request.league)
    member = device_in_league(join_request.league)
    form = form or untouched_form(member)
    key = form.key or page_key_cookie() or new_key()
    can_add = join_request.allows_new_players and (member is None or member.player_id is None)
    text = render_template(
        "access/join.html",
        join_request=join_request,
        league=settings.get_league(store),
        **player_picker(
            roster.players(store), request.values.get("q", ""), destination_players(store)
        ),
        refused_problem=refused,
        can_add_player=can_add,
        chosen_key=form.who if form.who != NEW or can_add else "",
        name=form.name or (member.name if member else ""),
        new_name=form.new_name,
        member=member,
        key=key,
        asks_zone=is_first_owner(store, join_request),
        has_enough_access=member is not None
        and is_right_sufficient(member.right, join_request.right),
        league_url=league_home_url(join_request.league),
    )
    response = session.no_store_response(text, 422 if refused else 200)
    set_page_key(response, key)
    return response


def untouched_form(member: Device | None) -> JoinForm:
    """Return the form with the phone's player chosen, if it already has one."""
    return JoinForm(who=str(member.player_id or "")) if member else JoinForm()


def device_in_league(league_id: int) -> Device | None:
    """Return this phone as a member of the league, or None if it is not a member."""
    token = request.cookies.get(session.device_cookie_name(league_id))
    if not token:
        return None
    return devices.find_device_by_token(current_store().of_league(league_id), token)


@bp.post("/join")
def join() -> ResponseReturnValue:
    """Join the league of the link or code in the cookie, or search its players."""
    try:
        join_request = find_join_request()
        return (
            code_page(reason=INVALID_CODE) if join_request is None else complete_join(join_request)
        )
    except InvalidInvitation as error:
        return retry_join() or invitation_error_page(error)


def complete_join(join_request: JoinRequest) -> ResponseReturnValue:
    store = current_store().of_league(join_request.league)
    form = posted_form()
    if "search" in request.form:
        return render_join_form(join_request, form)
    player = form.player(roster.players(store))
    try:
        new_name = form.valid_new_name(is_allowed=join_request.allows_new_players)
        table = destination_table(join_request.league)
        name = form.valid_phone_name(player.name if player else new_name, table)
    except Refused as refusal:
        return render_join_form(join_request, form, refusal.problems[0])
    joiner = Joiner(name, player.id if player else None, page_key())
    if join_request.invitation is None:
        at = now()
        return enter_league(
            *joining.recover(store.engine, join_request.secret, joiner, at), f"phones?closed={at}"
        )
    is_first = is_first_owner(store, join_request)
    member = device_in_league(join_request.league)
    add = player_adder(join_request.league, new_name) if new_name else None
    try:
        token = joining.join(store.engine, join_request.invitation, joiner, member, add_player=add)
    except Refused:  # another player has the new player's name
        return render_join_form(join_request, form, taken_name_problem(store, new_name))
    except PhoneHasPlayer:
        return render_join_form(
            join_request, form, Problem("has_player", PHONE_HAS_PLAYER, NEW_NAME)
        )
    if is_first:
        time_zone.propose_time_zone(store, request.form.get("zone", ""))
    return enter_league(join_request.league, token, destination(join_request.league))


def player_adder(league_id: int, name: str) -> Callable[[Connection], int]:
    """Return a function that adds a player in a transaction and returns the player's id."""
    return lambda connection: roster.insert_player(connection, league_id, name).id


def is_first_owner(store: Store, join_request: JoinRequest) -> bool:
    """Return whether this phone will become the league's first owner.

    In this case, the phone's time zone is proposed for the league.
    """
    return join_request.right is Right.OWNER and not owners.has_owner(store)


def retry_join() -> Response | None:
    """Sign in a phone that joined but never got the response.

    Joining may have used up the invitation, so the phone is found by the idempotency key of its
    form instead. Returns None if no phone has joined with that key.
    """
    league_id = parse_small_int(join_request_cookie().partition(".")[0])
    if not league_id:
        return None
    token = joining.retry_join(current_store().of_league(league_id), page_key())
    return enter_league(league_id, token, destination(league_id)) if token else None


def enter_league(league_id: int, token: str, path: str = "") -> Response:
    """Redirect to a page of the league and set the device cookie."""
    response = redirect(f"{league_home_url(league_id)}{path}", code=303)
    session.set_device_cookie(response, league_id, token)
    delete_page_key(response)
    return delete_join_request(response)


def league_home_url(league_id: int) -> str:
    """Return the address of a league's home page on this server."""
    root = session.LEAGUE_PATH.sub("", request.script_root)
    return f"{root}/" if league_id == FIRST_LEAGUE_ID else f"{root}/l/{league_id}/"
