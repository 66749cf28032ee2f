"""If any step of joining is sent twice or its response is lost, one phone joins and has access.

A step is one request. Its response is lost when the server has answered, but the phone has received
neither the page nor the cookies. The phone then sends the same request again, or starts from the
beginning.
"""

import pytest
from sqlalchemy import select

from scorekeeper.access import devices, joining, passkeys
from scorekeeper.access.admissions import RESUBMIT_WINDOW_S
from scorekeeper.db.access_tables import Invitations
from scorekeeper.league import roster
from scorekeeper.rights import Right
from scorekeeper.web.access.join_key import PAGE_KEY_COOKIE
from scorekeeper.web.access.join_request import JOIN_REQUEST_COOKIE
from scorekeeper.web.access.passkeys import CHALLENGE_COOKIE
from tests.members import Member, add_phone, outside_phone
from tests.web.access.newcomers import COOKIE, Newcomer, create_invitation, device_of
from tests.web.access.passkeys.authenticator import Authenticator

COOKIES = (COOKIE, JOIN_REQUEST_COOKIE, PAGE_KEY_COOKIE, CHALLENGE_COOKIE)
TROUBLES = ("sent twice", "lost, sent again", "lost, started again")
STEPS = {
    "link": ["GET /join/", "GET /join", "POST /join"],
    "code": ["POST /join/code", "GET /join", "POST /join"],
    "recovery code": ["POST /join/code", "GET /join", "POST /join"],
}


class ResponseLost(Exception):
    """The response to a request did not arrive."""


class Unreliable(Member):
    """A client that sends its next request to `step` twice, or loses the response."""

    step, trouble = None, ""

    def open(self, path, **options):
        method = options.get("method", "GET")
        is_step = f"{method} {path}" == self.step or (
            self.step == "GET /join/" and path.startswith("/join/") and method == "GET"
        )
        if not is_step:
            return super().open(path, **options)
        self.step, before = None, self.cookies()
        super().open(path, **options)  # this response is lost, or arrives before the second one
        if self.trouble == "lost, started again":
            self.restore(before)
            raise ResponseLost
        first = self.cookies()
        self.restore(before)
        response = super().open(path, **options)
        if self.trouble == "sent twice":  # the phone receives both responses
            second = self.cookies()
            self.restore(
                first | {name: second[name] for name in COOKIES if second[name] != before[name]}
            )
        return response

    def cookies(self):
        by_name = {name: self.get_cookie(name) for name in COOKIES}
        return {name: cookie and cookie.value for name, cookie in by_name.items()}

    def restore(self, cookies):
        for name, value in cookies.items():
            if value is None:
                self.delete_cookie(name)
            else:
                self.set_cookie(name, value)


@pytest.fixture
def app(app):
    app.test_client_class = Unreliable
    return app


@pytest.fixture
def people(store):
    return {name: roster.add_player(store, name) for name in ("Ana", "Bruno")}


def secret_of(kind, app, store):
    """Create and return a secret that lets a phone join or recover the league.

    It is a link or code for one phone, or the recovery code.
    """
    if kind == "recovery code":
        return joining.create_recovery_code(store)
    made = create_invitation(app, Right.SCORER, most=1, with_code=kind == "code")
    return made.link if kind == "link" else made.code


def join(phone, kind, secret):
    """Do all steps of joining from the beginning, except those that are already done."""
    if kind == "link":
        phone.go(f"/join/{secret}")
    else:
        phone.go("/join")
        if phone.page.by_id("code") is not None:
            phone.type("Eight letters and digits", secret)
            phone.tap("Continue")
    if "Join Card table" in phone.page.words:
        phone.tap("Bruno")
        phone.tap("Join Card table")


def join_with_trouble(phone, kind, secret, step, trouble):
    phone.client.step, phone.client.trouble = step, trouble
    try:
        join(phone, kind, secret)
    except ResponseLost:
        join(phone, kind, secret)
    assert phone.client.step is None, "this step was not done"


def phones_of(store):
    return {each.id: (each.name, each.right) for each in devices.active_devices(store)}


@pytest.mark.cases(11)
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize(
    ("kind", "step"), [(kind, step) for kind, steps in STEPS.items() for step in steps]
)
def test_a_new_phone_joins_once_whatever_response_is_lost(store, app, people, kind, step, trouble):
    friend, secret = Newcomer(app), secret_of(kind, app, store)

    join_with_trouble(friend, kind, secret, step, trouble)

    right = Right.OWNER if kind == "recovery code" else Right.SCORER
    others = {} if kind == "recovery code" else {1: ("Owner’s phone", Right.OWNER)}
    assert phones_of(store) == others | {2: ("Bruno’s phone", right)}
    assert device_of(app, friend).player_id == people["Bruno"].id
    assert friend.go("/players").status == 200
    with store.read() as connection:
        assert connection.scalars(select(Invitations.used)).all() in ([], [1])


@pytest.mark.parametrize("kind", ["code", "recovery code"])
def test_a_used_up_code_can_be_entered_again_if_the_response_was_lost(store, app, people, kind):
    """The page with the field for the code is still open in the browser."""
    friend, secret = Newcomer(app), secret_of(kind, app, store)
    friend.client.step, friend.client.trouble = "POST /join", "lost, started again"
    with pytest.raises(ResponseLost):
        join(friend, kind, secret)
    others = [friend.client.cookies() | {JOIN_REQUEST_COOKIE: None}, {}]

    for cookies in others:
        stranger = Newcomer(app)
        stranger.client.restore(cookies)
        response = stranger.client.post("/join/code", data={"code": secret})
        assert response.status_code == 422
    assert friend.client.post("/join/code", data={"code": secret}).status_code == 303

    assert friend.go("/players").status == 200


@pytest.mark.cases(7)
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize(
    ("kind", "step"), [(kind, step) for kind in ("link", "code") for step in STEPS[kind]]
)
def test_a_phone_of_the_league_keeps_its_entry_whatever_response_is_lost(
    store, app, people, kind, step, trouble
):
    number = add_phone(app, Right.VIEWER, "member", "Tablet")
    member, secret = Newcomer(app), secret_of(kind, app, store)
    member.client.set_cookie(COOKIE, "member")

    join_with_trouble(member, kind, secret, step, trouble)

    assert device_of(app, member).id == number
    assert device_of(app, member).right is Right.SCORER
    assert len(phones_of(store)) == 2


# ---------------------------------------------------------------- passkeys


def question(client, path):
    asked = client.post(f"{path}/ask")
    assert asked.status_code == 200
    return asked.json


def try_again(client, steps, step, trouble):
    """Call `steps` with this trouble at one step. Repeat it if a response was lost or refused."""
    client.step, client.trouble = step, trouble
    try:
        response = steps()
    except ResponseLost:
        response = None
    assert client.step is None
    if response is None or response.status_code != 303:
        steps()


@pytest.mark.both_databases
@pytest.mark.cases(5)
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("step", ["POST /phones/passkeys/ask", "POST /phones/passkeys"])
def test_a_passkey_is_added_once_whatever_response_is_lost(store, app, step, trouble):
    client, key = app.test_client(), Authenticator()

    def add():
        asked = question(client, "/phones/passkeys")
        if asked["excludeCredentials"]:  # the browser reports that the passkey exists
            return None
        return client.post("/phones/passkeys", data={"answer": key.make(asked)})

    try_again(client, add, step, trouble)

    assert len(passkeys.active_passkeys(store)) == 1
    new = outside_phone(app)
    answer = key.sign(question(new, "/passkey"))
    assert new.post("/passkey", data={"answer": answer}).status_code == 303


def test_the_form_of_an_added_passkey_can_be_sent_again(store, app):
    client, key = app.test_client(), Authenticator()
    client.step, client.trouble = "POST /phones/passkeys", "lost, sent again"
    made = key.make(question(client, "/phones/passkeys"))

    assert client.post("/phones/passkeys", data={"answer": made}).status_code == 303


@pytest.mark.both_databases
@pytest.mark.cases(7)
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("step", ["POST /passkey/ask", "POST /passkey"])
@pytest.mark.parametrize("token", [None, "member"])
def test_a_passkey_signs_one_phone_in_whatever_response_is_lost(store, app, step, trouble, token):
    owner, client, key = app.test_client(), app.test_client(), Authenticator()
    made = key.make(question(owner, "/phones/passkeys"))
    assert owner.post("/phones/passkeys", data={"answer": made}).status_code == 303
    client.token = None
    if token:
        add_phone(app, Right.VIEWER, token, "Tablet")
        client.set_cookie(COOKIE, token)

    def sign_in():
        answer = key.sign(question(client, "/passkey"))
        return client.post("/passkey", data={"answer": answer})

    try_again(client, sign_in, step, trouble)

    assert client.get("/phones").status_code == 200
    assert phones_of(store) == {
        1: ("Owner’s phone", Right.OWNER),
        2: ("Tablet" if token else "Owner’s phone", Right.OWNER),
    }


def test_signing_in_again_after_the_resubmit_window_adds_another_phone(store, app, monkeypatch):
    """The browser's key has expired, so it no longer identifies the phone that signed in first."""
    owner, key = app.test_client(), Authenticator()
    made = key.make(question(owner, "/phones/passkeys"))
    owner.post("/phones/passkeys", data={"answer": made})
    client = outside_phone(app)
    client.step, client.trouble = "POST /passkey", "lost, started again"
    with pytest.raises(ResponseLost):
        client.post("/passkey", data={"answer": key.sign(question(client, "/passkey"))})
    now = passkeys.time.time() + RESUBMIT_WINDOW_S + 1
    monkeypatch.setattr(passkeys.time, "time", lambda: now)

    client.post("/passkey", data={"answer": key.sign(question(client, "/passkey"))})

    assert len(phones_of(store)) == 3
