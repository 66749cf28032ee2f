"""Passkeys are unavailable without https, a host name or the `webauthn` package."""

import sys

import pytest

from scorekeeper import create_app
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import HOSTS_KEY
from tests.members import outside_phone
from tests.web.access.passkeys.authenticator import Authenticator, challenge_of
from tests.web.access.passkeys.signing_in import ASKED, add_passkey

ROUTES = (
    "phones/passkeys/ask",
    "phones/passkeys",
    "phones/passkeys/1/remove",
    "passkey/ask",
    "passkey",
)


@pytest.mark.parametrize("base", ["http://192.168.1.7", "https://192.168.1.7", "http://box.local"])
def test_passkeys_are_unavailable_without_https_and_a_host_name(app, owner, stranger, base):
    app.extensions[HOSTS_KEY] |= {"box.local"}
    for route in ROUTES:
        for client in (owner, stranger):
            assert client.post(f"/{route}", base_url=base).status_code == 404, route
    assert "passkey" not in owner.get("/phones", base_url=base).text.lower()
    assert "passkey" not in stranger.get("/join", base_url=base).text.lower()


def test_passkeys_are_available_with_https_and_a_host_name(app, stranger):
    app.extensions[HOSTS_KEY] |= {"cards.example"}
    asked = stranger.post("/passkey/ask", base_url="https://cards.example:8443")

    assert asked.json["rpId"] == "cards.example"
    [cookie] = [each for each in asked.headers.getlist("Set-Cookie") if ASKED in each]
    assert cookie.startswith(f"__Host-{ASKED}=")
    for word in ("HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=300"):
        assert word in cookie
    assert challenge_of(Authenticator().sign(asked.json)).hex() in cookie


def test_passkeys_are_unavailable_without_the_webauthn_package(app, owner, monkeypatch):
    add_passkey(owner)
    monkeypatch.setitem(sys.modules, "webauthn", None)
    bare = create_app({"SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]})

    owner, stranger = bare.test_client(), outside_phone(bare)
    for route in ROUTES:
        assert [one.post(f"/{route}").status_code for one in (owner, stranger)] == [404, 404], route
    assert "passkey" not in owner.get("/phones").text.lower()
    assert "passkey" not in stranger.get("/join").text.lower()
    engines.engine_of(bare).dispose()
