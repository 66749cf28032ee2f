"""Helpers that add a passkey to a phone and sign in with it."""

from scorekeeper.db.store import FIRST_LEAGUE_ID
from tests.web.access.passkeys.authenticator import Authenticator

COOKIE = f"scorekeeper-{FIRST_LEAGUE_ID}"
ASKED = "scorekeeper-challenge"
NO_PASSKEY = "This passkey does not work here or is no longer valid"


def question(client, path="/passkey"):
    asked = client.post(f"{path}/ask")
    assert asked.status_code == 200
    return asked.json


def add_passkey(client, root=""):
    """Add a passkey to this client's phone and return its authenticator."""
    key = Authenticator()
    answer = key.make(question(client, f"{root}/phones/passkeys"))
    assert client.post(f"{root}/phones/passkeys", data={"answer": answer}).status_code == 303
    return key


def sign_in(client, key, root=""):
    answer = key.sign(question(client, f"{root}/passkey"))
    return client.post(f"{root}/passkey", data={"answer": answer})


def is_refused(answer):
    return answer.status_code == 422 and NO_PASSKEY in answer.text
