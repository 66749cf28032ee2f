"""For owners: which phones and links there are, what each may, and who is put out."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import admissions, arrivals, devices, invitations, joining, passkeys
from scorekeeper.access.devices import A_MINUTE, Device, NoDevice
from scorekeeper.access.invitations import Invitation
from scorekeeper.league import roster
from scorekeeper.match.commands import Refused
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.runtime.tokens import spaced
from scorekeeper.web.auth.relying_party import site_of_passkeys
from scorekeeper.web.permissions import TITLES, Right
from scorekeeper.web.shared import session

bp = Blueprint("phones", __name__)
HERE_NOW = 2 * A_MINUTE  # seconds since a phone was last seen
GONE = say("This phone or link is not there any more.")


@dataclass(frozen=True)
class Line:
    """An invitation and the names of the phones that came in with it."""

    invitation: Invitation
    phones: tuple[str, ...]


@bp.get("/phones")
def show() -> ResponseReturnValue:
    """All phones and all links."""
    return page()


def page(wrong: Say | None = None, recovery: str = "") -> ResponseReturnValue:
    closed_at = small_number(request.args.get("closed", ""), digits=12)
    found, now, came = devices.devices(), int(time.time()), admissions.admitted()
    lines = [
        Line(each, tuple(one.name for one in found if one.id in came.get(each.id, ())))
        for each in invitations.invitations()
        if each.used or each.is_open(now)
    ]
    text = render_template(
        "phones/show.html",
        league=roster.current_league(),
        devices=found,
        lines=lines,
        titles=TITLES,
        rights=list(Right),
        now=now,
        here_now=HERE_NOW,
        me=session.this_phone(),
        wrong=wrong,
        people={player.id: player for player in roster.players(include_hidden=True)},
        recovery=spaced(recovery) if recovery else "",
        recovery_at=joining.recovery_made(),
        open=[line.invitation.id for line in lines if line.invitation.is_open(now)],
        passkeys=passkeys.passkeys() if site_of_passkeys() else None,
        closed=admissions.closed(closed_at) if closed_at else None,
    )
    return session.secret(text, 422 if wrong else 200)


@bp.post("/phones")
def change() -> ResponseReturnValue:
    """The rights as they were chosen; those that were not touched stay as they are."""
    try:
        for phone, right in chosen(request.form):
            devices.give_right(phone.id, right)
    except Refused as refusal:
        return page(refusal.problems[0].reason)
    except NoDevice:
        return page(GONE)
    return redirect(url_for(".show"), code=303)


def chosen(posted: Mapping[str, str]) -> list[tuple[Device, Right]]:
    """Phones with another right than they had when the page was drawn, higher rights first: a
    league is never without an owner in between.
    """
    found = []
    for phone in devices.devices():
        right, was = posted.get(f"right-{phone.id}"), posted.get(f"was-{phone.id}")
        if right in set(Right) and right != was:
            found.append((phone, Right(right)))
    return sorted(found, key=lambda pair: pair[1] is not Right.OWNER)


@bp.post("/phones/<int:number>/out")
def put_out(number: int) -> ResponseReturnValue:
    """This phone is a stranger's from now on."""
    return closing(lambda at: admissions.remove(number, at))


@bp.post("/phones/links/<int:number>/withdraw")
def withdraw(number: int) -> ResponseReturnValue:
    """A link or code opens nothing any more, and its phones are out."""
    return closing(lambda at: invitations.withdraw(number, at))


def closing(change: Callable[[int], None]) -> ResponseReturnValue:
    """Take something back, and say what that closed."""
    at = int(time.time())
    return session.changed(lambda: change(at), page, url_for(".show", closed=at))


@bp.post("/phones/seen")
def seen() -> ResponseReturnValue:
    """Who came in and what was made until then is no news any more."""
    until = small_number(request.form.get("until", ""), digits=12)
    if until is not None:
        arrivals.seen(session.this_phone(), min(until, int(time.time())))
    return redirect(url_for("leagues.home"), code=303)


@bp.post("/phones/recovery")
def recovery() -> ResponseReturnValue:
    """A new code for paper. It is shown once."""
    return page(recovery=joining.new_recovery())
