"""An owner's phone adds a passkey, and comes back with it when it has lost its cookie.

The page's script asks first (`.../ask`), which sets a short cookie with what is to be signed;
what the phone answers comes as a form like any other. Where there can be no passkeys, all of
this is not there.
"""

from flask import Blueprint, abort, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from scorekeeper.access import passkeys, webauthn_adapter
from scorekeeper.access.passkeys import GOOD_FOR, NoPasskey
from scorekeeper.access.rate_limit import Guesses
from scorekeeper.access.webauthn_adapter import Site
from scorekeeper.league import roster
from scorekeeper.match.commands import Refused
from scorekeeper.messages import say
from scorekeeper.web.auth import devices, join
from scorekeeper.web.auth.relying_party import site_of_passkeys
from scorekeeper.web.current_league import here
from scorekeeper.web.shared import session

bp = Blueprint("passkeys", __name__)
ASKED = "scorekeeper-challenge"  # the cookie with what is to be signed

NOT_ADDED = say("The passkey was not added: try again, and answer within five minutes.")
OPENS_NOTHING = say(
    "This passkey opens nothing here, or not any more. The recovery code from paper"
    " does, or a new link."
)


@bp.before_request
def only_where_there_can_be_some() -> None:
    site()


def site() -> Site:
    return site_of_passkeys() or abort(404)


# ---------------------------------------------------------------- added, for owners


@bp.post("/phones/passkeys/ask")
def ask_to_add() -> ResponseReturnValue:
    """What this phone's browser is to be asked."""
    challenge = passkeys.new_challenge(session.this_phone().id)
    have = passkeys.credentials(site().host)
    title = roster.current_league().name
    return question(webauthn_adapter.to_add(site(), here(), title, challenge, have), challenge)


@bp.post("/phones/passkeys")
def add() -> ResponseReturnValue:
    """What it answered."""
    phone = session.this_phone()
    try:
        challenge = spent(phone.id)
        proved = webauthn_adapter.made(site(), challenge, request.form.get("answer", ""))
        passkeys.add(proved, site().host, phone)
    except NoPasskey:
        return devices.page(NOT_ADDED)
    except Refused as refusal:
        return devices.page(refusal.problems[0].reason)
    return redirect(url_for("phones.show"), code=303)


@bp.post("/phones/passkeys/<int:number>/remove")
def remove(number: int) -> ResponseReturnValue:
    """It opens nothing any more."""
    passkeys.remove(number)
    return redirect(url_for("phones.show"), code=303)


# ---------------------------------------------------------------- used, by anybody


@bp.post("/passkey/ask")
def ask() -> ResponseReturnValue:
    """The same for everybody, whatever league. Each counts as a guess: it leaves something here."""
    if guesses().are_too_many(request.remote_addr):
        abort(429)
    guesses().wrong(request.remote_addr)
    challenge = passkeys.new_challenge(None)
    return question(webauthn_adapter.to_come_in(site(), challenge), challenge)


@bp.post("/passkey")
def come_in() -> ResponseReturnValue:
    """This phone owns the league of its passkey, as it did before."""
    if guesses().are_too_many(request.remote_addr):
        return join.entry(wrong=join.TOO_MANY, status=429)
    try:
        number, token = proved(request.form.get("answer", ""))
    except NoPasskey:
        guesses().wrong(request.remote_addr)
        return join.entry(wrong=OPENS_NOTHING, status=422)
    answer = redirect(join.home_of(number), code=303)
    session.give(answer, number, token)
    return join.without_question(answer)


def guesses() -> Guesses:
    found: Guesses = current_app.extensions[join.GUESSES]
    return found


def proved(answer: str) -> tuple[int, str]:
    """The league of this passkey and the phone's new token. Raises NoPasskey."""
    challenge = spent(None)
    lock = passkeys.lock(webauthn_adapter.credential(answer))
    count = webauthn_adapter.signed(site(), challenge, answer, lock.public_key, lock.sign_count)
    g.league = lock.league
    return lock.league, passkeys.come_in(lock, count, join.is_there(lock.league))


# ---------------------------------------------------------------- the cookie between the two


def question(text: str, challenge: bytes) -> Response:
    answer = current_app.response_class(text, mimetype="application/json")
    session.put(answer, session.own_name(ASKED), challenge.hex(), GOOD_FOR, "Strict")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def spent(phone: int | None) -> bytes:
    """What was to be signed, which nobody signs again. Raises NoPasskey."""
    try:
        challenge = bytes.fromhex(request.cookies.get(session.own_name(ASKED), ""))
    except ValueError:
        raise NoPasskey from None
    passkeys.spend(challenge, phone)
    return challenge
