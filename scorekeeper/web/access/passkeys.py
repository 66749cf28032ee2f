"""Passkeys of owners' phones. With its passkey, a phone that has lost its cookie can sign in.

The page's script first requests the options (`.../ask`), which also sets a short-lived cookie with
the challenge. The authenticator's response is posted as an ordinary form. If passkeys are not
possible at the request's address, every endpoint responds with 404.
"""

from flask import Blueprint, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from scorekeeper.access import challenges, passkeys, webauthn_adapter
from scorekeeper.access.admissions import idempotency_key
from scorekeeper.access.challenges import CHALLENGE_TIMEOUT_S
from scorekeeper.access.devices import Device
from scorekeeper.access.passkeys import InvalidPasskey
from scorekeeper.access.rate_limit import TooManyWrongCodes
from scorekeeper.access.webauthn_adapter import RelyingParty
from scorekeeper.errors import Refused
from scorekeeper.league import settings
from scorekeeper.messages import say
from scorekeeper.web.access import join, phones
from scorekeeper.web.access.join_key import page_key_cookie, set_page_key
from scorekeeper.web.access.join_request import get_code_rate_limiter
from scorekeeper.web.access.relying_party import passkey_site
from scorekeeper.web.match.context import new_key
from scorekeeper.web.shared import session
from scorekeeper.web.shared.session import current_store

bp = Blueprint("passkeys", __name__)
CHALLENGE_COOKIE = "scorekeeper-challenge"  # the challenge in hex digits

PASSKEY_NOT_ADDED = say("The passkey was not added. Try again, and confirm within five minutes.")
PASSKEY_NOT_ACCEPTED = say(
    "This passkey does not work here or is no longer valid. Use the recovery code "
    "on paper, or ask for a new link."
)


@bp.before_request
def require_passkey_support() -> None:
    site_or_404()


def site_or_404() -> RelyingParty:
    return passkey_site() or abort(404)


# ---------------------------------------------------------------- adding, for owners


@bp.post("/phones/passkeys/ask")
def registration_options() -> ResponseReturnValue:
    """Return the options for `navigator.credentials.create` as JSON.

    The response also sets the challenge cookie.
    """
    store = current_store()
    challenge = challenges.create_challenge(store, session.current_device().id)
    existing_ids = passkeys.credential_ids(store, site_or_404().host)
    title = settings.get_league(store).name
    return challenge_response(
        webauthn_adapter.registration_options(
            site_or_404(), store.league_id, title, challenge, existing_ids
        ),
        challenge,
    )


@bp.post("/phones/passkeys")
def add() -> ResponseReturnValue:
    """Verify the posted response and store the passkey."""
    phone = session.current_device()
    try:
        challenge = consume_challenge(phone.id)
        verified = webauthn_adapter.verify_registration(
            site_or_404(), challenge, request.form.get("answer", "")
        )
        passkeys.add_passkey(current_store(), verified, site_or_404().host, phone)
    except InvalidPasskey:
        if not is_already_added(phone, request.form.get("answer", "")):
            return phones.render_phones(PASSKEY_NOT_ADDED)
    except Refused as refusal:
        return phones.render_phones(refusal.problems[0].reason)
    return redirect(url_for("phones.show"), code=303)


def is_already_added(phone: Device, answer: str) -> bool:
    """Return whether this phone has already added the passkey.

    A form that was sent twice adds the passkey only once.
    """
    try:
        credential = webauthn_adapter.parse_new_credential_id(answer)
    except InvalidPasskey:
        return False
    return passkeys.has_passkey(current_store(), phone, credential)


@bp.post("/phones/passkeys/<int:passkey_id>/remove")
def remove(passkey_id: int) -> ResponseReturnValue:
    """Remove a passkey."""
    passkeys.remove_passkey(current_store(), passkey_id)
    return redirect(url_for("phones.show"), code=303)


# ---------------------------------------------------------------- signing in, for anyone


@bp.post("/passkey/ask")
def authentication_options() -> ResponseReturnValue:
    """Return the options for `navigator.credentials.get` as JSON.

    The response also sets the challenge cookie. The options are the same for every league. Each
    request counts towards the rate limit, because it stores a challenge.
    """
    try:
        get_code_rate_limiter().count_as_wrong(request.remote_addr)
    except TooManyWrongCodes:
        abort(429)
    challenge = challenges.create_challenge(current_store(), None)
    response = challenge_response(
        webauthn_adapter.authentication_options(site_or_404(), challenge), challenge
    )
    set_page_key(response, page_key_cookie() or new_key())
    return response


@bp.post("/passkey")
def sign_in() -> ResponseReturnValue:
    """Sign in with a passkey, so that the phone becomes an owner of the passkey's league."""
    try:
        with get_code_rate_limiter().attempt(request.remote_addr, InvalidPasskey):
            league_id, token = verify_passkey(request.form.get("answer", ""))
    except TooManyWrongCodes:
        return join.code_page(reason=join.TOO_MANY_CODES, status=429)
    except InvalidPasskey:
        return join.code_page(reason=PASSKEY_NOT_ACCEPTED, status=422)
    return join.enter_league(league_id, token)


def verify_passkey(answer: str) -> tuple[int, str]:
    """Sign in with a passkey, and return the id of its league and a new token for the phone.

    Raises InvalidPasskey if the passkey or the challenge is not valid.
    """
    store = current_store()
    challenge = consume_challenge(None)
    credential = webauthn_adapter.parse_credential_id(answer)
    stored = passkeys.get_by_credential(store.engine, credential)
    count = webauthn_adapter.verify_authentication(
        site_or_404(), challenge, answer, stored.public_key, stored.sign_count
    )
    member = join.device_in_league(stored.league_id)
    key = idempotency_key((page_key_cookie() or new_key())[:64], credential)
    return stored.league_id, passkeys.sign_in(store.engine, stored, count, member, key)


# ---------------------------------------------------------------- the challenge cookie


def challenge_response(text: str, challenge: bytes) -> Response:
    response = current_app.response_class(text, mimetype="application/json")
    session.set_cookie(
        response,
        session.secure_cookie_name(CHALLENGE_COOKIE),
        challenge.hex(),
        CHALLENGE_TIMEOUT_S,
        "Strict",
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def consume_challenge(device_id: int | None) -> bytes:
    """Use up the challenge in the cookie, and return it.

    Raises InvalidPasskey if there is no such challenge or it has expired.
    """
    try:
        challenge = bytes.fromhex(
            request.cookies.get(session.secure_cookie_name(CHALLENGE_COOKIE), "")
        )
    except ValueError:
        raise InvalidPasskey from None
    challenges.consume_challenge(current_store(), challenge, device_id)
    return challenge
