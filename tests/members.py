"""The owner's phone, for tests that are not about permissions.

The phone is in the template databases that tests copy. Every test client sends its cookie, unless
the client has another token.
"""

import time
from urllib.parse import urlsplit

from flask.testing import EnvironBuilder, FlaskClient
from werkzeug.test import EnvironBuilder as RedirectedRequest

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
        "removed_at": None,
        **more,
    }
    number = insert_device(connection, league, token, values)
    admit(connection, league, number, values["invitation_id"] or NO_INVITATION_ID, None, now)
    return number


class Member(FlaskClient):
    """The test client of a phone with access, which sends the cookie for `token`."""

    token = TOKEN
    lent = None  # the token that the cookie jar contains, unless the server has replaced it

    def __init__(self, *args, use_cookies=True, **options):
        super().__init__(*args, use_cookies=use_cookies, **options)
        self.keeps_cookies = use_cookies

    def open(self, *args, buffered=False, follow_redirects=False, **options):
        """Send a request with the phone's cookie, as if from a page of the app."""
        is_redirect = bool(args) and isinstance(args[0], RedirectedRequest)
        request = args[0] if is_redirect else EnvironBuilder(self.application, *args, **options)
        add_fetch_site(request.headers)
        name = cookie_name(request.url_scheme)
        if self.keeps_cookies:
            self.lend_cookie(name, urlsplit(request.base_url).hostname)
        else:
            add_cookie(request.headers, name, self.token)
        try:
            return super().open(request, buffered=buffered, follow_redirects=follow_redirects)
        finally:
            request.close()

    def lend_cookie(self, name, host):
        """Put the token into the cookie jar, unless the server has already set another cookie."""
        cookie = self.get_cookie(name, host)
        if cookie is not None and cookie.value != self.lent:
            return
        if self.token:
            self.set_cookie(name, self.token, domain=host)
        else:
            self.delete_cookie(name, domain=host)
        self.lent = self.token


def cookie_name(scheme="http"):
    """Return the name of the cookie that contains a phone's token in the first league."""
    return f"{'__Host-' if scheme == 'https' else ''}scorekeeper-{FIRST_LEAGUE_ID}"


def add_cookie(headers, name, value):
    """Add a cookie to these headers, unless they already contain it or there is no value."""
    sent = headers.get("Cookie", "")
    if value and f"{name}=" not in sent:
        headers["Cookie"] = f"{sent}; {name}={value}".removeprefix("; ")


def add_fetch_site(headers):
    """Add the header that browsers send with requests from the app's own pages.

    It is not added if a test sets the cookie or the origin.
    """
    if "Cookie" not in headers and "Origin" not in headers:
        headers.setdefault("Sec-Fetch-Site", "same-origin")


def outside_phone(app, **more):
    """Return the test client of a phone that is not in the league."""
    client = app.test_client(**more)
    client.token = None
    return client
