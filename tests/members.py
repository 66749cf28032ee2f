"""The owner's phone, for tests that are not about permissions.

The databases that tests copy contain it, and every test client sends its cookie unless the client
has another token.
"""

import time

from flask.testing import FlaskClient

from scorekeeper.access.admissions import NO_INVITATION_ID, admit
from scorekeeper.access.devices import insert_device
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.rights import Right
from scorekeeper.server import engines

TOKEN = "in-every-database-of-these-tests"
NAME = "Owner’s phone"
HEADERS = {"Cookie": f"scorekeeper-{FIRST_LEAGUE_ID}={TOKEN}"}
COOKIE = {
    "name": f"scorekeeper-{FIRST_LEAGUE_ID}",
    "value": TOKEN,
    "domain": "127.0.0.1",
    "path": "/",
}


def add_phone(app, right=Right.OWNER, token=TOKEN, name=NAME, league=FIRST_LEAGUE_ID, **more):
    """Add a phone with this token to the app's database and return its id."""
    with engines.engine_of(app).begin() as connection:
        return write_phone(connection, right, token, name, league, **more)


def write_phone(
    connection, right=Right.OWNER, token=TOKEN, name=NAME, league=FIRST_LEAGUE_ID, **more
):
    now = int(time.time())
    values = {
        "name": name,
        "right": right.value,
        "player_id": None,
        "invitation_id": None,
        "joined_at": now,
        "seen_at": now,
        "out_at": None,
        **more,
    }
    number = insert_device(connection, league, token, values)
    admit(connection, league, number, values["invitation_id"] or NO_INVITATION_ID, None, now)
    return number


class Member(FlaskClient):
    """The test client of a phone with access, which sends the cookie for `token`."""

    token = TOKEN

    def _add_cookies_to_wsgi(self, environ):
        says_itself = {"HTTP_COOKIE", "HTTP_ORIGIN"} & set(environ)
        super()._add_cookies_to_wsgi(environ)
        prefix = "__Host-" if environ["wsgi.url_scheme"] == "https" else ""
        name, sent = f"{prefix}scorekeeper-{FIRST_LEAGUE_ID}=", environ.get("HTTP_COOKIE", "")
        if self.token and name not in sent:
            environ["HTTP_COOKIE"] = f"{sent}; {name}{self.token}".removeprefix("; ")
        if not says_itself:
            environ.setdefault("HTTP_SEC_FETCH_SITE", "same-origin")


def outside_phone(app, **more):
    """Return the test client of a phone that is not in the league."""
    client = app.test_client(**more)
    client.token = None
    return client
