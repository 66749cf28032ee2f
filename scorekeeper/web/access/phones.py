"""Pages on which owners see phones and invitations, change access, and revoke it."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import access_news, admissions, devices, invitations, joining, passkeys
from scorekeeper.access.devices import (
    SEEN_UPDATE_INTERVAL_S,
    Device,
    DeviceNotFound,
    PermissionLost,
)
from scorekeeper.access.invitations import Invitation
from scorekeeper.access.revoked_access import Revocation, revoked_access
from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.league import roster, settings
from scorekeeper.league.edit_conflicts import compare_edits
from scorekeeper.messages import Message, say
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import format_code
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import stale_forms
from scorekeeper.web.access import revocations
from scorekeeper.web.access.relying_party import passkey_site
from scorekeeper.web.permissions import RIGHT_TITLES
from scorekeeper.web.shared import session
from scorekeeper.web.shared.confirmation import Confirmation, ask_first
from scorekeeper.web.shared.session import current_store

bp = Blueprint("phones", __name__)
ONLINE_WITHIN_S = 2 * SEEN_UPDATE_INTERVAL_S  # seconds; a phone seen within this time is online
MAX_CHANGED = 500  # phones in the query string of one URL
NOTHING_TYPED: Mapping[str, str] = {}
DEVICE_NOT_FOUND = say("This phone or link no longer exists.")


@dataclass(frozen=True)
class InvitationRow:
    """An invitation and the names of the phones that joined with it."""

    invitation: Invitation
    phones: tuple[str, ...]


@bp.get("/phones")
def show() -> ResponseReturnValue:
    """Show all phones, and all invitations that are open or were used."""
    return render_phones()


def render_phones(
    reason: Message | None = None,
    recovery: str = "",
    conflicts: Sequence[Message] = (),
    typed: Mapping[str, str] = NOTHING_TYPED,
) -> ResponseReturnValue:
    """Render the page.

    `conflicts` lists stored permissions that differ from the posted permissions (`typed`).
    """
    store = current_store()
    closed = requested_revocation()
    phones, now = devices.active_devices(store), int(time.time())
    rows = invitation_rows(store, phones, now)
    text = render_template(
        "access/phones.html",
        league=settings.get_league(store),
        phones=phones,
        invitation_rows=rows,
        right_titles=RIGHT_TITLES,
        rights=list(Right),
        now=now,
        online_within=ONLINE_WITHIN_S,
        this_phone=session.current_device(),
        reason=reason,
        conflicts=conflicts,
        typed_rights=typed,
        people={player.id: player for player in roster.players(store, include_hidden=True)},
        recovery_code=format_code(recovery) if recovery else "",
        recovery_created_at=joining.recovery_code_created_at(store),
        open_invitation_ids=[row.invitation.id for row in rows if row.invitation.is_open(now)],
        passkeys=passkeys.active_passkeys(store) if passkey_site() else None,
        revoked_access=revoked_access(store, closed) if closed else None,
    )
    return session.no_store_response(text, stale_forms.form_status(stale=conflicts, refused=reason))


def requested_revocation() -> Revocation | None:
    """Return the revocation that the query asks to list, or None if `?closed=` has no time.

    If the query names no phone and no link, it asks for everything revoked in that second.
    """
    closed_at = parse_small_int(request.args.get("closed", ""), digits=12)
    device_ids = [parse_small_int(each) for each in request.args.getlist("phone")[:MAX_CHANGED]]
    invitation_id = parse_small_int(request.args.get("link", ""))
    return (
        Revocation(closed_at, [each for each in device_ids if each], invitation_id)
        if closed_at
        else None
    )


def invitation_rows(store: Store, phones: Sequence[Device], now: int) -> list[InvitationRow]:
    """Return the invitations that are open or were used, with the names of their phones."""
    joined = admissions.device_ids_by_invitation(store)
    return [
        InvitationRow(
            each, tuple(phone.name for phone in phones if phone.id in joined.get(each.id, ()))
        )
        for each in invitations.active_invitations(store)
        if each.used or each.is_open(now)
    ]


@bp.post("/phones")
def change_rights() -> ResponseReturnValue:
    """Save only the permissions that were changed on the page.

    Responds with 409 if another phone has changed one of these permissions in the meantime.
    """
    phones = {right_field(each): each for each in devices.active_devices(current_store())}
    stored = {name: each.right.value for name, each in phones.items()}
    posted = {name: right for name, right in valid_rights(request.form).items() if name in stored}
    shown = stored | valid_rights(stale_forms.shown_values(request.form))
    edits = compare_edits(shown, posted, stored)
    if edits.conflicts:
        return render_phones(
            conflicts=[right_line(phones[name]) for name in edits.conflicts], typed=posted
        )
    rights, at = {phones[name].id: Right(posted[name]) for name in edits.changed}, int(time.time())
    if not rights:
        return redirect(url_for(".show"), code=303)
    try:
        admissions.give_rights(current_store(), rights, at, session.current_device().id)
    except Refused as refusal:
        return render_phones(refusal.problems[0].reason, typed=posted)
    except PermissionLost:
        return redirect(url_for(".show"), code=303)
    except DeviceNotFound:
        return render_phones(DEVICE_NOT_FOUND, typed=posted)
    return redirect(url_for(".show", closed=at, phone=list(rights)), code=303)


def right_field(phone: Device) -> str:
    """Return the name of the field for a phone's permission."""
    return f"right-{phone.id}"


def valid_rights(form: Mapping[str, str]) -> dict[str, str]:
    """Return the form fields whose value is a permission."""
    return {name: value for name, value in form.items() if value in set(Right)}


def right_line(phone: Device) -> Message:
    return say("{phone}: {right}", phone=phone.name, right=RIGHT_TITLES[phone.right])


@bp.post("/phones/<int:device_id>/out")
def remove_device(device_id: int) -> ResponseReturnValue:
    """Remove a phone from the league and revoke the invitations that it created.

    Asks for confirmation first.
    """
    store = current_store()
    return revoke_and_redirect(
        lambda back: revocations.removal_question(store, device_id, back),
        lambda at: admissions.remove_device(store, device_id, at, session.current_device().id),
        device_id=device_id,
    )


@bp.post("/phones/links/<int:invitation_id>/withdraw")
def withdraw_invitation(invitation_id: int) -> ResponseReturnValue:
    """Withdraw an invitation and remove the phones that joined only with it.

    Asks for confirmation first.
    """
    store = current_store()
    return revoke_and_redirect(
        lambda back: revocations.withdrawal_question(store, invitation_id, back),
        lambda at: invitations.withdraw_invitation(
            store, invitation_id, at, session.current_device().id
        ),
        invitation_id=invitation_id,
    )


def revoke_and_redirect(
    question: Callable[[tuple[str, Message]], Confirmation],
    revoke: Callable[[int], None],
    device_id: int | None = None,
    invitation_id: int | None = None,
) -> ResponseReturnValue:
    """Ask for confirmation, then call `revoke` with the current time and list what it revoked.

    `device_id` is a phone to remove, and `invitation_id` an invitation to withdraw.
    """
    at, back = int(time.time()), (url_for(".show"), say("Phones and links"))

    def change() -> ResponseReturnValue | None:
        confirmation = ask_first(question(back))
        if confirmation is None:
            revoke(at)
        return confirmation

    return session.change_and_redirect(
        change, render_phones, url_for(".show", closed=at, phone=device_id, link=invitation_id)
    )


@bp.post("/phones/seen")
def mark_news_seen() -> ResponseReturnValue:
    """Mark the news (new phones and links) up to the posted time as seen by this phone."""
    until = parse_small_int(request.form.get("until", ""), digits=12)
    if until is not None:
        access_news.mark_news_seen(
            current_store(), session.current_device(), min(until, int(time.time()))
        )
    return redirect(url_for("home.show"), code=303)


@bp.post("/phones/recovery")
def create_recovery_code() -> ResponseReturnValue:
    """Create a recovery code and show it once.

    Owners keep the code on paper.
    """
    try:
        code = joining.create_recovery_code(current_store(), by=session.current_device().id)
    except DeviceNotFound:  # the phone was removed or lost the permission during this request
        return redirect(url_for(".show"), code=303)
    return render_phones(recovery=code)
