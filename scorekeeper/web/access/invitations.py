"""The invitation page: a QR code to scan, a code to type, and the phones that have joined.

The server stores only hashes of the secrets. The page reads the secrets from a cookie on the
inviting phone. The cookie expires after 15 minutes.
"""

import contextlib
import time
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from scorekeeper.access import devices, invitations
from scorekeeper.access.admissions import device_ids_by_invitation
from scorekeeper.access.devices import DeviceNotFound
from scorekeeper.access.invitations import (
    CODE_LIFETIME_MINUTES,
    InvalidInvitation,
    Invitation,
    InvitationSecrets,
)
from scorekeeper.errors import Refused
from scorekeeper.league import match_lists
from scorekeeper.match.names import validate_name
from scorekeeper.messages import Message, say
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import format_code
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.access import revocations
from scorekeeper.web.permissions import RIGHT_TITLES
from scorekeeper.web.shared import session
from scorekeeper.web.shared.base_url import external_base_url, is_for_this_machine_only
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.qr_code import qr_code_svg
from scorekeeper.web.shared.session import current_store

bp = Blueprint("invitations", __name__)
DEFAULT_DEVICES, MAX_DEVICES = 5, 99  # phones per code
INVITABLE_RIGHTS = (Right.VIEWER, Right.SCORER, Right.OWNER)
BAD_DEVICE_COUNT = say("Enter a number of phones from 1 to {most}.", most=MAX_DEVICES)
NAME_REQUIRED = say("Enter a name for the permanent link, such as “For our scorers”.")


@dataclass(frozen=True)
class DisplayedInvitation:
    """The invitation on the page.

    `minutes_left` is the time until it expires, or 0 if it never expires.
    """

    invitation: Invitation
    secret: InvitationSecrets
    address: str
    minutes_left: int


@bp.get("/invite")
def show() -> ResponseReturnValue:
    """Show the open invitation in this phone's cookie, and a form to create an invitation."""
    return render_invitation()


@bp.post("/invite")
def invite() -> ResponseReturnValue:
    """Create a code that is valid for 15 minutes, or a permanent link."""
    right = Right(request.form["right"]) if request.form.get("right") in set(Right) else None
    lasts = request.form.get("lasts") == "1"
    many = parse_small_int(request.form.get("many", ""))
    if not lasts and not (many and 1 <= many <= MAX_DEVICES):
        return render_invitation(BAD_DEVICE_COUNT)
    try:
        name = validate_name(request.form.get("name", ""), NAME_REQUIRED) if lasts else ""
    except Refused as refusal:
        return render_invitation(refusal.problems[0].reason)
    return show_new_invitation(
        right or Right.VIEWER,
        name,
        most=None if lasts else many,
        with_code=not lasts,
        allows_new_players=request.form.get("newcomers") == "1",
    )


def show_new_invitation(
    right: Right,
    name: str = "",
    *,
    most: int | None = DEFAULT_DEVICES,
    with_code: bool = True,
    allows_new_players: bool = False,
) -> ResponseReturnValue:
    """Create an invitation and redirect to its page.

    If both the new and the displayed invitation have a code, the displayed invitation is ended in
    the same transaction.
    """
    store = current_store()
    before = displayed_invitation()
    response = redirect(url_for("invitations.show"), code=303)
    try:
        with store.write() as connection:
            created = invitations.invite(
                store,
                right,
                name,
                most=most,
                with_code=with_code,
                allows_new_players=allows_new_players,
                by=session.current_device().id,
                transaction=connection,
            )
            if before and before.secret.code and with_code:
                invitations.expire_invitation(store, before.invitation.id, connection)
    except DeviceNotFound:  # the phone was removed or lost the permission during this request
        return response
    return with_invitation_cookie(
        response, ".".join((str(created.invitation), created.link, created.code or ""))
    )


def invite_table() -> ResponseReturnValue:
    """Invite the other people at the table, after the first match of a league has started.

    They join as viewers, and newcomers can add themselves as players.
    """
    return show_new_invitation(Right.VIEWER, most=MAX_DEVICES, allows_new_players=True)


@bp.post("/invite/<int:invitation_id>/longer")
def extend(invitation_id: int) -> ResponseReturnValue:
    """Extend the code's validity to 15 minutes from now."""
    response = redirect(url_for(".show"), code=303)
    try:
        invitations.extend_code(current_store(), invitation_id)
    except InvalidInvitation:
        return response
    return with_invitation_cookie(response, request.cookies.get(cookie_name(), ""))


@bp.post("/invite/<int:invitation_id>/withdraw")
def withdraw(invitation_id: int) -> ResponseReturnValue:
    """Withdraw an invitation and remove the phones that joined only with it.

    Asks for confirmation first.
    """
    at, store = int(time.time()), current_store()

    def change() -> ResponseReturnValue | None:
        back = url_for(".show"), say("Invite")
        if confirmation := ask_first(revocations.withdrawal_question(store, invitation_id, back)):
            return confirmation
        invitations.withdraw_invitation(store, invitation_id, at, session.current_device().id)
        return None

    return session.change_and_redirect(
        change, render_invitation, url_for("phones.show", closed=at, link=invitation_id)
    )


@bp.post("/invite/<int:invitation_id>/newcomers")
def change_newcomers(invitation_id: int) -> ResponseReturnValue:
    """Set whether people who join with the invitation may add themselves as players."""
    with contextlib.suppress(InvalidInvitation):  # it was withdrawn
        invitations.set_allows_new_players(
            current_store(), invitation_id, request.form.get("newcomers") == "1"
        )
    is_in_list = request.form.get("back") == "phones"
    return redirect(
        url_for("phones.show", _anchor="links") if is_in_list else url_for(".show"), code=303
    )


def cookie_name() -> str:
    return session.secure_cookie_name(f"scorekeeper-inviting-{current_store().league_id}")


def with_invitation_cookie(response: Response, shown: str) -> Response:
    """Set the 15-minute cookie with the displayed invitation."""
    session.set_cookie(response, cookie_name(), shown, 60 * CODE_LIFETIME_MINUTES, "Strict")
    return response


def displayed_invitation() -> DisplayedInvitation | None:
    """Return the invitation in this phone's cookie, or None if it is missing or not valid."""
    number, _, rest = request.cookies.get(cookie_name(), "").partition(".")
    link, _, code = rest.partition(".")
    now = int(time.time())
    try:
        invitation = invitations.get_by_secret(current_store(), link, now)
    except InvalidInvitation:
        return None
    if str(invitation.id) != number:
        return None
    address = external_base_url() + url_for("join.open_link", secret=link)
    minutes_left = -(-(invitation.open_until - now) // 60) if invitation.open_until else 0
    return DisplayedInvitation(
        invitation, InvitationSecrets(invitation.id, link, code or None), address, minutes_left
    )


def render_invitation(reason: Message | None = None) -> ResponseReturnValue:
    store = current_store()
    shown = displayed_invitation()
    ids = device_ids_by_invitation(store).get(shown.invitation.id, set()) if shown else set()
    joined = [each for each in devices.active_devices(store) if each.id in ids]
    text = render_template(
        "access/invite.html",
        running_matches=match_lists.running_matches(store, limit=1),
        displayed_invitation=shown,
        joined_phones=joined,
        reason=reason,
        right_titles=RIGHT_TITLES,
        rights=INVITABLE_RIGHTS,
        default_devices=DEFAULT_DEVICES,
        code_minutes=CODE_LIFETIME_MINUTES,
        posted=request.form,
        code=format_code(shown.secret.code) if shown and shown.secret.code else "",
        qr_code=qr_code_svg(shown.address) if shown else "",
        join_url=external_base_url() + url_for("join.show"),
        is_for_this_machine_only=is_for_this_machine_only(),
    )
    return session.no_store_response(text, 422 if reason else 200)
