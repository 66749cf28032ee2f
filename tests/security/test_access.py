"""Permissions for each route.

The first test fails if a route has no row in routes.py.
"""

import re
import shutil
from functools import cache

import pytest

from scorekeeper.server import engines
from tests.security.people import MAY, OUTSIDE, any_phone
from tests.security.routes import (
    ANYBODY,
    ROUTES,
    open_app,
    rows_without_devices,
    with_public_link,
)


@pytest.fixture(scope="module")
def app(file):
    app = open_app(file)
    yield app
    engines.engine_of(app).dispose()


def test_every_route_is_listed_with_its_permission(app):
    def row(rule, method):
        return f"{method} " + re.sub(r"<[^>]+>", "*", rule.rule)

    there = {row(rule, method) for rule in app.url_map.iter_rules() for method in rule.methods}
    adapter = app.url_map.bind("localhost")
    rows = {
        row(adapter.match(path, method, return_rule=True)[0], method)
        for method, path in map(str.split, ROUTES)
    }

    assert {each for each in there if each.split()[0] in ("GET", "POST")} == rows


@pytest.mark.parametrize("who", MAY)
def test_requests_without_the_permission_are_refused_and_change_nothing(app, who):
    """Strangers get a 404. Members without the permission get a 403.

    The front page redirects strangers to the form for a code.
    """
    client, may = any_phone(app), MAY[who]
    before = rows_without_devices(app)
    for route, need in ROUTES.items():
        if need <= may:
            continue
        response = client.request(who, route)
        if route == "GET /" and may == ANYBODY:
            assert (response.status_code, response.location) == (303, "/join"), route
        else:
            assert response.status_code == (403 if may else 404), route
    assert rows_without_devices(app) == before


@pytest.mark.parametrize("who", MAY)
def test_pages_open_with_the_permission_and_send_security_headers(app, who):
    client = any_phone(app)
    for route, need in ROUTES.items():
        if route.startswith("GET") and need <= MAY[who]:
            response = client.request(who, with_public_link(app, route))
            assert response.status_code in {200, 303}, route
            assert_guarded(response, route)


def assert_guarded(response, route):
    """Check the headers for caching, framing, scripts and referrers, and the cookie attributes."""
    headers = response.headers
    assert headers["X-Content-Type-Options"] == "nosniff", route
    if route.startswith("GET /static"):
        return  # public and the same for all
    assert {"private", "no-store"} & set(re.split(", *", headers["Cache-Control"])), route
    framed = "frame-ancestors *" in headers["Content-Security-Policy"]
    assert framed == route.endswith(("SHOWN/board", "SHOWN/embed")), route
    assert "script-src 'self';" in headers["Content-Security-Policy"], route
    assert headers["Referrer-Policy"] in {"same-origin", "no-referrer"}, route
    assert "Access-Control-Allow-Origin" not in headers, route
    for cookie in headers.getlist("Set-Cookie"):
        assert {"HttpOnly", "Path=/"} <= set(cookie.split("; ")), route
        assert "SameSite=" in cookie, route


@pytest.mark.parametrize(
    "route", [route for route, need in ROUTES.items() if route.startswith("POST") and need]
)
def test_post_requests_with_the_permission_get_no_403_or_404(file, tmp_path, route):
    """The forms are empty. The test changes a copy of the database."""
    app = open_app(shutil.copy(file, tmp_path))
    for who, may in MAY.items():
        if may >= ROUTES[route]:
            response = any_phone(app).request(who, route)
            assert response.status_code in {200, 303, 409, 422}, who
            assert_guarded(response, route)
    engines.engine_of(app).dispose()


def test_strangers_cannot_distinguish_a_league_from_a_missing_one(app):
    """For every route, strangers get the same response in an existing and in a missing league."""
    client = any_phone(app)
    for route, need in ROUTES.items():
        if need == ANYBODY:
            continue
        method, path = route.split()
        for who in OUTSIDE[:2]:
            there, missing = (
                client.request(who, f"{method} /l/{league}{path}") for league in (2, 777)
            )
            assert there.status_code == missing.status_code == 404, route
            assert there.text.replace("/l/2", "") == missing.text.replace("/l/777", "")
            assert len(there.headers) == len(missing.headers)


@pytest.mark.parametrize("who", ["a viewer", "a scorer", "an owner"])
def test_pages_link_only_to_routes_that_the_device_may_use(app, who):
    """Check all links and forms on every page that this phone may see."""
    client = any_phone(app)
    for route, need in ROUTES.items():
        if not route.startswith("GET") or need > MAY[who]:
            continue
        response = client.request(who, with_public_link(app, route))
        if response.mimetype != "text/html":
            continue
        for method, path in linked_requests(response.text):
            there = needed_right(app, method, path)
            assert there is None or there <= MAY[who], f"{route} leads to {method} {path}"


def linked_requests(html):
    """Yield (method, path) of the links and forms in this HTML."""
    for tag in re.findall(r"<[a-z][^>]*>", html):
        method = "POST" if 'method="post"' in tag or "hx-post" in tag else "GET"
        for name, path in re.findall(r' (href|action|formaction|hx-get|hx-post)="(/[^"]*)"', tag):
            yield "POST" if name == "formaction" else method, path.partition("?")[0]


def needed_right(app, method, path):
    """Return the permission that ROUTES requires for this path.

    Returns None if ROUTES has no row for it.
    """
    adapter = app.url_map.bind("localhost")
    rule = adapter.match(path.partition("#")[0], method, return_rule=True)[0].rule
    return rights_by_rule(app).get((method, rule))


@cache
def rights_by_rule(app):
    """Return {(method, rule): permission that ROUTES requires}."""
    adapter, rights = app.url_map.bind("localhost"), {}
    for route, need in ROUTES.items():
        method, path = route.split()
        rule = adapter.match(path, method, return_rule=True)[0].rule
        rights.setdefault((method, rule), need)
    return rights
