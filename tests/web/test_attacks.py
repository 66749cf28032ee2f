"""Attacks by outsiders and members: cookies, redirects, proxies, caches and malformed forms.

The permission of each route is tested in tests/security, joining in access/test_join.py, guessing
in access/test_rate_limit.py, cross-site requests in test_security.py.
"""

import re

import pytest
from flask import request

from scorekeeper import create_app
from scorekeeper.access.invitations import invite
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.server import engines
from scorekeeper.web import permissions
from tests.members import add_phone, outside_phone


@pytest.fixture
def secure_app(database):
    """The app behind an https proxy, with its own host name."""
    app = create_app(
        {
            "SQLALCHEMY_DATABASE_URI": database,
            "TESTING": True,
            "PROXY": 1,
            "HOSTS": ("cards.example.org",),
        }
    )
    yield app
    engines.engine_of(app).dispose()


PROXY = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "cards.example.org",
    "Origin": "https://cards.example.org",
}


@pytest.mark.both_databases
def test_over_https_every_cookie_has_the_host_prefix_and_secure_attributes(secure_app):
    """Invite a phone and let it join, and check every cookie that the responses set."""
    add_phone(secure_app, seen_at=0, token="owner")
    link = invite(engines.store_of(secure_app), Right.VIEWER, "Friends").link
    phone = outside_phone(secure_app, use_cookies=False)

    def request(method, path, cookie="", **form):
        return phone.open(path, method=method, headers=PROXY | {"Cookie": cookie}, data=form)

    made = request("POST", "/invite", "__Host-scorekeeper-1=owner", lasts="1", name="Friends")
    opened = request("GET", f"/join/{link}")
    joined = request("POST", "/join", cookies(opened)[0].partition(";")[0])

    assert (made.status_code, opened.status_code, joined.status_code) == (303, 303, 303)
    given = [*cookies(made), *cookies(opened), *cookies(joined)]
    # These include the owner's renewed cookie, and the removal of three: the cookies for the link,
    # the page and the match to open.
    assert len(given) == 7
    for cookie in given:
        name, *said = cookie.split("; ")
        assert name.startswith("__Host-scorekeeper-")
        assert {"Secure", "HttpOnly", "Path=/"} <= set(said)
        assert "Domain" not in cookie


def cookies(response):
    return response.headers.getlist("Set-Cookie")


def test_over_https_a_cookie_without_the_host_prefix_gives_no_access(secure_app):
    """Another site on the same domain could set such a cookie."""
    add_phone(secure_app, token="planted")
    phone = outside_phone(secure_app, use_cookies=False)
    headers = PROXY | {"Cookie": "scorekeeper-1=planted"}

    assert phone.get("/players", headers=headers).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/l/1//evil.example/x",
        "/%2f/evil.example",
        "/join?next=http://evil.example",
        "/season?back=//evil.example",
    ],
)
def test_no_address_redirects_to_another_site(app, path):
    phone = app.test_client()
    for method in ("GET", "POST"):
        response = phone.open(path, method=method)
        where = response.location or "/"
        assert where.startswith(("/", "http://localhost/")), where
        assert not where.startswith(("//", "/\\")), where


def test_forwarded_headers_are_ignored_without_a_proxy(app):
    """Without a proxy, any client could forge its address, the host and the scheme."""
    phone = app.test_client()
    lies = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "10.9.9.9",
        "Forwarded": "host=evil.example;proto=https",
        "X-Original-URL": "/phones",
        "X-HTTP-Method-Override": "POST",
    }
    seen = []
    app.before_request_funcs[None].append(
        lambda: seen.append((request.host, request.scheme, request.remote_addr)) and None
    )
    page = phone.get("/invite", headers=lies)

    assert "evil.example" not in page.text
    assert seen == [("localhost", "http", "127.0.0.1")]


def test_pages_are_private_and_a_strangers_request_with_their_etag_gives_404(app):
    """A stranger repeats each request of a member with the ETag from the member's response."""
    phone, stranger = app.test_client(), outside_phone(app)
    for path in ("/players", "/results.atom", "/matches.csv", "/live/now"):
        first = phone.get(path)
        said = first.headers["Cache-Control"]
        assert "private" in said or "no-store" in said, path
        again = {"If-None-Match": first.headers.get("ETag", "*")}
        assert stranger.get(path, headers=again).status_code == 404, path


@pytest.mark.parametrize("who", [*Right, None])
@pytest.mark.both_databases
def test_malformed_forms_cause_no_server_error_with_any_access(app, who):
    """Post many fields to every route but one. Their value is valid in none of the forms."""
    add_phone(app, who or Right.VIEWER, "who", removed_at=None if who else 1)
    phone = app.test_client()
    phone.token = "who"
    for rule in app.url_map.iter_rules():
        if "POST" not in rule.methods or rule.endpoint == "this_phone.leave":
            continue
        path = re.sub("<int:[a-z_]+>", "1", rule.rule).replace("<stage>", "bids")
        response = phone.post(path, data=dict.fromkeys(NAMES, "\u202e٣'\"<{0.__class__}9e99"))
        may = permissions.REQUIRED_RIGHTS.get(
            rule.endpoint, Right.OWNER
        )  # unlisted routes are for owners
        if may is not None and not is_right_sufficient(who, may):
            assert response.status_code == (404 if who is None else 403), path
        assert response.status_code < 500, path


NAMES = (
    "name",
    "key",
    "right",
    "many",
    "lasts",
    "code",
    "who",
    "match",
    "payer",
    "payee",
    "amount",
    "unit",
    "seen",
    "step",
    "game",
    "seats",
    "first_dealer",
    "plays",
    "was",
    "season",
    "stake",
    "save",
    "measure",
    "table",
    "starts",
    "ends",
    "games",
    "which",
    "count",
    "bids-1",
    "how",
    "instead",
    "player",
    "write",
    "merge",
    "right-1",
    "was-right-1",
    "file",
    "start",
    "more",
    "less",
    "called-1",
    "was-called-1",
    "jaguar-point_bands-from",
    "jaguar-point_bands-times",
)
