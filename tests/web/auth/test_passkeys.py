"""Signing in with a passkey: registration, leagues, expiry and attacks."""

import json
import sys
import time

import pytest

from scorekeeper import create_app
from scorekeeper.access import admissions, devices, joining, passkeys
from scorekeeper.access.joining import Joiner
from scorekeeper.db.access_tables import Challenges
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.members import NAME, add_phone
from tests.web.auth.authenticator import Authenticator, challenge_of

COOKIE = f"scorekeeper-{FIRST_LEAGUE_ID}"
ASKED = "scorekeeper-challenge"
NO_PASSKEY = "This passkey does not work here or is no longer valid"


@pytest.fixture
def owner(table):
    return table.test_client()


@pytest.fixture
def stranger(table):
    client = table.test_client()
    client.token = None
    return client


def question(client, path="/passkey"):
    asked = client.post(f"{path}/ask")
    assert asked.status_code == 200
    return asked.json


def added(client, root=""):
    """Add a passkey to this client's phone and return its authenticator."""
    key = Authenticator()
    answer = key.make(question(client, f"{root}/phones/passkeys"))
    assert client.post(f"{root}/phones/passkeys", data={"answer": answer}).status_code == 303
    return key


def comes(client, key, root=""):
    answer = key.sign(question(client, f"{root}/passkey"))
    return client.post(f"{root}/passkey", data={"answer": answer})


def is_refused(answer):
    return answer.status_code == 422 and NO_PASSKEY in answer.text


def test_a_passkey_signs_in_as_owner_and_removes_no_phone(store, owner, stranger):
    before = devices.active_devices(store)[0]
    key = added(owner)
    assert NAME in owner.get("/phones").text.partition("Add a passkey")[0]

    answer = comes(stranger, key)

    assert (answer.status_code, answer.location) == (303, "/")
    assert stranger.get("/phones").status_code == 200
    assert owner.get("/phones").status_code == 200
    assert [(each.name, each.right) for each in devices.active_devices(store)] == [
        (before.name, Right.OWNER),
        (before.name, Right.OWNER),
    ]


@pytest.mark.both_databases
def test_a_planted_token_is_worthless_after_signing_in_with_a_passkey(
    store, table, owner, stranger
):
    key = added(owner)
    add_phone(table, Right.VIEWER, "planted", "Kitchen tablet")
    stranger.set_cookie(COOKIE, "planted")

    assert comes(stranger, key).status_code == 303

    assert stranger.get_cookie(COOKIE).value != "planted"
    assert devices.find_device_by_token(store, "planted") is None
    assert [each.name for each in devices.active_devices(store)].count("Kitchen tablet") == 1


def test_a_signed_passkey_response_works_only_once(table, owner, stranger):
    key = added(owner)
    asked = question(stranger)
    cookie = stranger.get_cookie(ASKED).value
    answer = key.sign(asked)
    assert stranger.post("/passkey", data={"answer": answer}).status_code == 303

    thief = table.test_client()
    thief.token = None
    thief.set_cookie(ASKED, cookie)
    assert is_refused(thief.post("/passkey", data={"answer": answer}))
    question(thief)  # refused even with a new challenge
    assert is_refused(thief.post("/passkey", data={"answer": answer}))
    assert thief.get_cookie(COOKIE) is None


def test_a_challenge_of_one_league_is_invalid_in_another(store, table, owner, stranger):
    with store.engine.begin() as connection:
        connection.execute(Leagues.__table__.insert().values(id=2, name="Others", last_player=0))
    add_phone(table, Right.OWNER, "others", league=2)
    others = table.test_client()
    others.set_cookie("scorekeeper-2", "others")
    key, theirs = added(owner), added(others, "/l/2")

    asked = question(stranger, "/l/2/passkey")
    assert is_refused(stranger.post("/passkey", data={"answer": key.sign(asked)}))
    made = Authenticator().make(question(owner, "/phones/passkeys"))
    others.set_cookie(ASKED, owner.get_cookie(ASKED).value)
    answer = others.post("/l/2/phones/passkeys", data={"answer": made})
    assert "The passkey was not added" in answer.text

    assert comes(stranger, theirs).location == "/l/2/"  # a passkey implies its league, as codes do
    assert stranger.get("/players").status_code == 404


@pytest.mark.both_databases
def test_sign_in_and_registration_challenges_are_not_interchangeable(table, owner, stranger):
    key = added(owner)
    asked = question(owner)
    made = Authenticator().make({"rp": {"id": "localhost"}, **asked})
    assert owner.post("/phones/passkeys", data={"answer": made}).status_code == 422

    asked = question(owner, "/phones/passkeys")
    stranger.set_cookie(ASKED, owner.get_cookie(ASKED).value)
    signed = key.sign({"rpId": "localhost", **asked})
    assert is_refused(stranger.post("/passkey", data={"answer": signed}))


def forged_key(key, asked):
    """Return a response with this passkey's id, signed with another key."""
    other = Authenticator()
    other.id = key.id
    return other.sign(asked)


def of_another_site(key, asked):
    key.origin = "http://localhost.evil.example"
    return key.sign(asked)


def for_another_host(key, asked):
    return key.sign(asked | {"rpId": "evil.example"})


def with_another_challenge(key, asked):
    return key.sign(asked | {"challenge": "AAAA"})


def of_nobody(key, asked):
    return Authenticator().sign(asked)


def of_no_kind(key, asked):
    return json.dumps({"id": "x", "rawId": 7, "response": [[]]})


FORGED = (
    forged_key,
    of_another_site,
    for_another_host,
    with_another_challenge,
    of_nobody,
    of_no_kind,
)


@pytest.mark.parametrize("forged", FORGED, ids=lambda each: each.__name__)
def test_forged_passkey_responses_are_refused(owner, stranger, forged):
    answer = forged(added(owner), question(stranger))

    assert is_refused(stranger.post("/passkey", data={"answer": answer}))
    assert stranger.get_cookie(COOKIE) is None


@pytest.mark.both_databases
def test_a_passkey_with_a_lower_signature_counter_is_refused(owner, stranger):
    key = added(owner)
    key.used = 5
    assert comes(stranger, key).status_code == 303

    key.used = 4
    assert is_refused(comes(stranger, key))


@pytest.mark.both_databases
def test_an_expired_challenge_is_refused(store, owner, stranger):
    key = added(owner)
    answer = key.sign(question(stranger))
    with store.engine.begin() as connection:
        connection.execute(Challenges.__table__.update().values(open_until=int(time.time())))

    assert is_refused(stranger.post("/passkey", data={"answer": answer}))


def test_passkey_challenges_are_rate_limited_like_wrong_codes(table, stranger):
    for _ in range(10):
        question(stranger)

    assert stranger.post("/passkey/ask").status_code == 429
    answer = stranger.post("/passkey", data={"answer": ""})
    assert answer.status_code == 429
    assert "Too many wrong codes were entered" in answer.text


# ---------------------------------------------------------------- how long it is valid


def put_out(store, number):
    devices.leave(store, number)


def make_scorer(store, number):
    admissions.give_rights(store, {number: Right.SCORER}, 1)


def recover(store, number):
    joining.recover(
        store.engine, joining.create_recovery_code(store), Joiner("New phone", None, "key")
    )


@pytest.mark.parametrize("happens", [put_out, make_scorer, recover])
def test_losing_ownership_invalidates_the_passkey_of_a_phone(store, table, stranger, happens):
    number = add_phone(table, Right.OWNER, "lost", "Lost phone")
    lost = table.test_client()
    lost.token = "lost"
    key = added(lost)

    happens(store, number)
    assert passkeys.active_passkeys(store) == []

    assert is_refused(comes(stranger, key))


def test_removing_a_phone_that_signed_in_with_a_passkey_invalidates_the_passkey(
    store, owner, stranger
):
    """The phone that added the passkey is still in the list, but its cookie is treated as lost."""
    key = added(owner)
    comes(stranger, key)
    newest = max(each.id for each in devices.active_devices(store))
    devices.leave(store, newest)

    assert is_refused(comes(stranger, key))


@pytest.mark.both_databases
def test_a_passkey_can_be_removed_and_created_again(store, owner, stranger):
    key = added(owner)
    [found] = passkeys.active_passkeys(store)
    assert len(question(owner, "/phones/passkeys")["excludeCredentials"]) == 1

    assert owner.post(f"/phones/passkeys/{found.id}/remove").status_code == 303

    assert is_refused(comes(stranger, key))
    assert question(owner, "/phones/passkeys")["excludeCredentials"] == []
    assert added(owner)


# ---------------------------------------------------------------- where passkeys are off


ROUTES = (
    "phones/passkeys/ask",
    "phones/passkeys",
    "phones/passkeys/1/remove",
    "passkey/ask",
    "passkey",
)


@pytest.mark.parametrize("base", ["http://192.168.1.7", "https://192.168.1.7", "http://box.local"])
def test_passkeys_are_unavailable_without_https_and_a_host_name(table, owner, stranger, base):
    table.extensions["scorekeeper.hosts"] |= {"box.local"}
    for route in ROUTES:
        for client in (owner, stranger):
            assert client.post(f"/{route}", base_url=base).status_code == 404, route
    assert "passkey" not in owner.get("/phones", base_url=base).text.lower()
    assert "passkey" not in stranger.get("/join", base_url=base).text.lower()


def test_passkeys_are_available_with_https_and_a_host_name(table, stranger):
    table.extensions["scorekeeper.hosts"] |= {"cards.example"}
    asked = stranger.post("/passkey/ask", base_url="https://cards.example:8443")

    assert asked.json["rpId"] == "cards.example"
    [cookie] = [each for each in asked.headers.getlist("Set-Cookie") if ASKED in each]
    assert cookie.startswith(f"__Host-{ASKED}=")
    for word in ("HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=300"):
        assert word in cookie
    assert challenge_of(Authenticator().sign(asked.json)).hex() in cookie


def test_passkeys_are_unavailable_without_the_webauthn_package(table, owner, monkeypatch):
    added(owner)
    monkeypatch.setitem(sys.modules, "webauthn", None)
    bare = create_app({"SQLALCHEMY_DATABASE_URI": table.config["SQLALCHEMY_DATABASE_URI"]})

    owner, stranger = bare.test_client(), bare.test_client()
    stranger.token = None
    for route in ROUTES:
        assert [one.post(f"/{route}").status_code for one in (owner, stranger)] == [404, 404], route
    assert "passkey" not in owner.get("/phones").text.lower()
    assert "passkey" not in stranger.get("/join").text.lower()
    engines.engine_of(bare).dispose()
