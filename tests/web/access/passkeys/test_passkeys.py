"""Signing in with a passkey: registration, several leagues, and attacks."""

import json
import time

import pytest

from scorekeeper.access import devices
from scorekeeper.db.access_tables import Challenges
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right
from tests.members import NAME, add_phone, outside_phone
from tests.web.access.passkeys.authenticator import Authenticator
from tests.web.access.passkeys.signing_in import (
    ASKED,
    COOKIE,
    add_passkey,
    is_refused,
    question,
    sign_in,
)


def test_a_passkey_signs_in_as_owner_and_removes_no_phone(store, owner, stranger):
    before = devices.active_devices(store)[0]
    key = add_passkey(owner)
    assert NAME in owner.get("/phones").text.partition("Add a passkey")[0]

    response = sign_in(stranger, key)

    assert (response.status_code, response.location) == (303, "/")
    assert stranger.get("/phones").status_code == 200
    assert owner.get("/phones").status_code == 200
    assert [(each.name, each.right) for each in devices.active_devices(store)] == [
        (before.name, Right.OWNER),
        (before.name, Right.OWNER),
    ]


@pytest.mark.both_databases
def test_a_planted_token_is_worthless_after_signing_in_with_a_passkey(store, app, owner, stranger):
    key = add_passkey(owner)
    add_phone(app, Right.VIEWER, "planted", "Kitchen tablet")
    stranger.set_cookie(COOKIE, "planted")

    assert sign_in(stranger, key).status_code == 303

    assert stranger.get_cookie(COOKIE).value != "planted"
    assert devices.find_device_by_token(store, "planted") is None
    assert [each.name for each in devices.active_devices(store)].count("Kitchen tablet") == 1


def test_a_signed_passkey_response_works_only_once(app, owner, stranger):
    key = add_passkey(owner)
    asked = question(stranger)
    cookie = stranger.get_cookie(ASKED).value
    answer = key.sign(asked)
    assert stranger.post("/passkey", data={"answer": answer}).status_code == 303

    thief = outside_phone(app)
    thief.set_cookie(ASKED, cookie)
    assert is_refused(thief.post("/passkey", data={"answer": answer}))
    question(thief)  # refused even with a new challenge
    assert is_refused(thief.post("/passkey", data={"answer": answer}))
    assert thief.get_cookie(COOKIE) is None


def test_a_challenge_of_one_league_is_invalid_in_another(store, app, owner, stranger):
    with store.engine.begin() as connection:
        connection.execute(Leagues.__table__.insert().values(id=2, name="Others", last_player=0))
    add_phone(app, Right.OWNER, "others", league=2)
    others = app.test_client()
    others.set_cookie("scorekeeper-2", "others")
    key, theirs = add_passkey(owner), add_passkey(others, "/l/2")

    asked = question(stranger, "/l/2/passkey")
    assert is_refused(stranger.post("/passkey", data={"answer": key.sign(asked)}))
    made = Authenticator().make(question(owner, "/phones/passkeys"))
    others.set_cookie(ASKED, owner.get_cookie(ASKED).value)
    response = others.post("/l/2/phones/passkeys", data={"answer": made})
    assert "The passkey was not added" in response.text

    assert (
        sign_in(stranger, theirs).location == "/l/2/"
    )  # the passkey's own league, whichever league's page was used
    assert stranger.get("/players").status_code == 404


@pytest.mark.both_databases
def test_sign_in_and_registration_challenges_are_not_interchangeable(app, owner, stranger):
    key = add_passkey(owner)
    asked = question(owner)
    made = Authenticator().make({"rp": {"id": "localhost"}, **asked})
    assert owner.post("/phones/passkeys", data={"answer": made}).status_code == 422

    asked = question(owner, "/phones/passkeys")
    stranger.set_cookie(ASKED, owner.get_cookie(ASKED).value)
    signed = key.sign({"rpId": "localhost", **asked})
    assert is_refused(stranger.post("/passkey", data={"answer": signed}))


def forged_key(key, asked):
    """Return a response that has this passkey's id but is signed with another key."""
    other = Authenticator()
    other.id = key.id
    return other.sign(asked)


def signed_on_another_site(key, asked):
    key.origin = "http://localhost.evil.example"
    return key.sign(asked)


def signed_for_another_host(key, asked):
    return key.sign(asked | {"rpId": "evil.example"})


def signed_with_another_challenge(key, asked):
    return key.sign(asked | {"challenge": "AAAA"})


def signed_by_unknown_key(key, asked):
    return Authenticator().sign(asked)


def wrong_structure(key, asked):
    return json.dumps({"id": "x", "rawId": 7, "response": [[]]})


FORGED = (
    forged_key,
    signed_on_another_site,
    signed_for_another_host,
    signed_with_another_challenge,
    signed_by_unknown_key,
    wrong_structure,
)


@pytest.mark.parametrize("forged", FORGED, ids=lambda each: each.__name__)
def test_forged_passkey_responses_are_refused(owner, stranger, forged):
    answer = forged(add_passkey(owner), question(stranger))

    assert is_refused(stranger.post("/passkey", data={"answer": answer}))
    assert stranger.get_cookie(COOKIE) is None


@pytest.mark.both_databases
def test_a_passkey_with_a_lower_signature_counter_is_refused(owner, stranger):
    key = add_passkey(owner)
    key.used = 5
    assert sign_in(stranger, key).status_code == 303

    key.used = 4
    assert is_refused(sign_in(stranger, key))


@pytest.mark.both_databases
def test_an_expired_challenge_is_refused(store, owner, stranger):
    key = add_passkey(owner)
    answer = key.sign(question(stranger))
    with store.engine.begin() as connection:
        connection.execute(Challenges.__table__.update().values(open_until=int(time.time())))

    assert is_refused(stranger.post("/passkey", data={"answer": answer}))


def test_passkey_challenges_are_rate_limited_like_wrong_codes(app, stranger):
    for _ in range(10):
        question(stranger)

    assert stranger.post("/passkey/ask").status_code == 429
    response = stranger.post("/passkey", data={"answer": ""})
    assert response.status_code == 429
    assert "Too many wrong codes were entered" in response.text
