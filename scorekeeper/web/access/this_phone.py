"""The page on which the current phone changes its name and player, or leaves the league."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import devices
from scorekeeper.access.devices import DeviceNotFound
from scorekeeper.errors import Refused
from scorekeeper.league import roster, settings
from scorekeeper.match.names import validate_name
from scorekeeper.messages import Message, say
from scorekeeper.web.access import revocations
from scorekeeper.web.access.join_form import PHONE_NAME_REQUIRED
from scorekeeper.web.access.notice_choices import notice_choices
from scorekeeper.web.permissions import RIGHT_TITLES
from scorekeeper.web.shared import session
from scorekeeper.web.shared.base_url import is_loopback_host
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.player_search import player_picker
from scorekeeper.web.shared.session import current_store

bp = Blueprint("this_phone", __name__)


@bp.get("/phone")
def show() -> ResponseReturnValue:
    """Show this phone's name, access and player."""
    return render_this_phone()


def render_this_phone(
    reason: Message | None = None, notice_problem: Message | None = None
) -> ResponseReturnValue:
    """Render the page, with the reason if a change or the choice of notifications was refused."""
    store = current_store()
    phone = session.current_device()
    text = render_template(
        "access/this_phone.html",
        phone=phone,
        league=settings.get_league(store),
        **player_picker(roster.players(store), request.values.get("q", "")),
        reason=reason,
        name=request.form.get("name", phone.name),
        right_title=RIGHT_TITLES[phone.right],
        is_secure=request.is_secure or is_loopback_host(),
        chosen_key=request.form.get("who", str(phone.player_id or "")),
        notices=notice_choices(phone.id),
        notice_problem=notice_problem,
    )
    return text, 422 if reason or notice_problem else 200


@bp.post("/phone")
def change() -> ResponseReturnValue:
    """Save this phone's name and player, or search for the player."""
    if "search" in request.form:
        return render_this_phone()
    store = current_store()
    people = {str(player.id): player.id for player in roster.players(store)}
    try:
        name = validate_name(request.form.get("name", ""), PHONE_NAME_REQUIRED)
    except Refused as refusal:
        return render_this_phone(refusal.problems[0].reason)
    with suppress(DeviceNotFound):  # it was removed during this request; the next page says so
        devices.set_name_and_player(
            store, session.current_device().id, name, people.get(request.form.get("who", ""))
        )
    return redirect(url_for(".show"), code=303)


@bp.post("/phone/leave")
def leave() -> ResponseReturnValue:
    """Leave the league after asking for confirmation.

    The phone can join again with another invitation.
    """
    store, phone = current_store(), session.current_device()
    back = url_for(".show"), say("This phone")
    try:
        league = settings.get_league(store).name
        if confirmation := ask_first(revocations.leaving_question(store, phone, league, back)):
            return confirmation
        devices.leave(store, phone.id)
    except Refused as refusal:
        return render_this_phone(refusal.problems[0].reason)
    except DeviceNotFound:  # the phone has just left in another tab, or was removed
        pass
    response = redirect(url_for("join.show"), code=303)
    session.delete_device_cookie(response)
    return response
