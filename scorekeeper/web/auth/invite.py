"""The screen that others scan: a square code, a code to read out, and who came in with it.

What it shows is kept nowhere but in a cookie of the phone that invites, for a quarter of an hour.
"""

import time
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from scorekeeper.access import devices, invitations
from scorekeeper.access.admissions import admitted
from scorekeeper.access.invitations import MINUTES, Invitation, NoInvitation, Secret
from scorekeeper.league import roster
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import tidy
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.runtime.tokens import spaced
from scorekeeper.web.current_league import here
from scorekeeper.web.permissions import TITLES, Right
from scorekeeper.web.shared import session
from scorekeeper.web.shared.qr_code import drawn, outside

bp = Blueprint("inviting", __name__)
USUAL, MOST = 5, 99  # phones
TO_INVITE = (Right.VIEWER, Right.SCORER, Right.OWNER)
BAD_NUMBER = say("Say for how many phones: 1 to {most}.", most=MOST)
NAMELESS = say("A link that lasts needs a name, such as “For those who keep score”.")


@dataclass(frozen=True)
class Shown:
    """An invitation as it stands on the screen. `left` is in minutes."""

    invitation: Invitation
    secret: Secret
    address: str
    left: int


@bp.get("/invite")
def show() -> ResponseReturnValue:
    """What there is to scan just now, and what can be made."""
    return page()


@bp.post("/invite")
def invite() -> ResponseReturnValue:
    """A new code, good for a quarter of an hour, or a link that lasts. A code that stood here
    before lets nobody in any more.
    """
    right = Right(request.form["right"]) if request.form.get("right") in set(Right) else None
    lasts = request.form.get("lasts") == "1"
    many = small_number(request.form.get("many", ""))
    if not lasts and not (many and 1 <= many <= MOST):
        return page(BAD_NUMBER)
    try:
        name = tidy(request.form.get("name", ""), NAMELESS) if lasts else ""
    except Refused as refusal:
        return page(refusal.problems[0].reason)
    before = on_screen()
    if before and before.secret.code and not lasts:
        invitations.end(before.invitation.id)
    made = invitations.invite(
        right or Right.VIEWER,
        name,
        most=None if lasts else many,
        with_code=not lasts,
        by=session.this_phone().id,
    )
    answer = redirect(url_for(".show"), code=303)
    return kept(answer, ".".join((str(made.invitation), made.link, made.code or "")))


@bp.post("/invite/<int:number>/longer")
def longer(number: int) -> ResponseReturnValue:
    """Another quarter of an hour."""
    answer = redirect(url_for(".show"), code=303)
    try:
        invitations.longer(number)
    except NoInvitation:
        return answer
    return kept(answer, request.cookies.get(cookie(), ""))


@bp.post("/invite/<int:number>/withdraw")
def withdraw(number: int) -> ResponseReturnValue:
    """It opens nothing any more, and who came in with it is out."""
    return session.changed(lambda: invitations.withdraw(number), page)


def cookie() -> str:
    return session.own_name(f"scorekeeper-inviting-{here()}")


def kept(answer: Response, shown: str) -> Response:
    """The answer, with what stands on the screen for another quarter of an hour."""
    session.put(answer, cookie(), shown, 60 * MINUTES, "Strict")
    return answer


def on_screen() -> Shown | None:
    """What this phone invited with last, if it is still good."""
    number, _, rest = request.cookies.get(cookie(), "").partition(".")
    link, _, code = rest.partition(".")
    now = int(time.time())
    try:
        found = invitations.by_secret(link, now)
    except NoInvitation:
        return None
    if str(found.id) != number:
        return None
    address = outside() + url_for("joining.opened", secret=link)
    left = -(-(found.open_until - now) // 60) if found.open_until else 0
    return Shown(found, Secret(found.id, link, code or None), address, left)


def page(wrong: Say | None = None) -> ResponseReturnValue:
    shown = on_screen()
    ids = admitted().get(shown.invitation.id, set()) if shown else set()
    came = [each for each in devices.devices() if each.id in ids]
    text = render_template(
        "inviting/show.html",
        league=roster.current_league(),
        shown=shown,
        came=came,
        wrong=wrong,
        titles=TITLES,
        rights=TO_INVITE,
        usual=USUAL,
        most=MOST,
        minutes=MINUTES,
        typed=request.form,
        code=spaced(shown.secret.code) if shown and shown.secret.code else "",
        drawing=drawn(shown.address) if shown else "",
        door=outside() + url_for("joining.show"),
    )
    return session.secret(text, 422 if wrong else 200)
