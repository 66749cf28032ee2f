"""Who may do what, route by route: every route has a row in routes.py, or the first test fails."""

import re
import shutil

import pytest
from sqlalchemy import select

from scorekeeper.db import engines
from tests.members import Member
from tests.security.routes import ANYBODY, OWNER, ROUTES, SCORER, VIEWER, opened, shown

MAY = {
    "a stranger": ANYBODY,
    "one who was put out": ANYBODY,
    "another league’s owner": ANYBODY,
    "a viewer": VIEWER,
    "a scorer": SCORER,
    "an owner": OWNER,
}
OUTSIDE = [who for who, may in MAY.items() if may == ANYBODY]


@pytest.fixture(scope="module")
def app(file):
    app = opened(file)
    yield app
    engines.engine_of(app).dispose()


class Somebody(Member):
    """Phones by what they are; `another league’s owner` sends his own cookie and nothing else."""

    def ask(self, who, route):
        method, path = route.split()
        self.token = {
            "a stranger": None,
            "an owner": Member.token,
            "a viewer": "a-viewer",
            "a scorer": "a-scorer",
            "one who was put out": "one-who-was-put-out",
            "another league’s owner": "anothers-owner",
        }[who]
        headers = {"Sec-Fetch-Site": "same-origin"}
        if "another" in who:
            headers["Cookie"] = "scorekeeper-2=anothers-owner"
        form = {"season": "itself"} if path.endswith("/terms") else None
        answer = self.open(
            path, method=method, headers=headers, data=form, buffered=not path.endswith("stream")
        )
        answer.close()
        return answer


def somebody(app):
    return Somebody(app, use_cookies=False)


def test_every_route_has_a_row(app):
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
def test_who_may_not_is_told_so_and_changes_nothing(app, who):
    """404 for who does not belong, as if there were no league; 403 for who does."""
    client, may = somebody(app), MAY[who]
    before = everything(app)
    for route, need in ROUTES.items():
        if need <= may:
            continue
        answer = client.ask(who, route)
        if route == "GET /" and may == ANYBODY:
            assert (answer.status_code, answer.location) == (303, "/join"), route
        else:
            assert answer.status_code == (403 if may else 404), route
    assert everything(app) == before


def everything(app):
    """All rows but those of phones, which say when they were last here."""
    with engines.engine_of(app).connect() as connection:
        return {
            name: connection.execute(select(table)).all()
            for name, table in engines.Base.metadata.tables.items()
            if name != "device"
        }


@pytest.mark.parametrize("who", MAY)
def test_who_may_look_sees_it(app, who):
    client = somebody(app)
    for route, need in ROUTES.items():
        if route.startswith("GET") and need <= MAY[who]:
            answer = client.ask(who, shown(app, route))
            assert answer.status_code in {200, 303}, route
            assert_guarded(answer, route)


def assert_guarded(answer, route):
    """Nobody in between keeps it for somebody else, no other site frames it or learns more."""
    headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff", route
    if route.startswith("GET /static"):
        return  # the same for all, and nothing in it
    assert {"private", "no-store"} & set(re.split(", *", headers["Cache-Control"])), route
    framed = "frame-ancestors *" in headers["Content-Security-Policy"]
    assert framed == route.endswith("SHOWN/board"), route
    assert "script-src 'self';" in headers["Content-Security-Policy"], route
    assert headers["Referrer-Policy"] in {"same-origin", "no-referrer"}, route
    assert "Access-Control-Allow-Origin" not in headers, route
    for cookie in headers.getlist("Set-Cookie"):
        assert {"HttpOnly", "Path=/"} <= set(cookie.split("; ")), route
        assert "SameSite=" in cookie, route


@pytest.mark.parametrize(
    "route", [route for route, need in ROUTES.items() if route.startswith("POST") and need]
)
def test_who_may_change_something_is_not_turned_away(file, tmp_path, route):
    """On a copy. An empty form may be refused, but not as if nobody had been there."""
    app = opened(shutil.copy(file, tmp_path))
    for who, may in MAY.items():
        if may >= ROUTES[route]:
            answer = somebody(app).ask(who, route)
            assert answer.status_code in {200, 303, 409, 422}, who
            assert_guarded(answer, route)
    engines.engine_of(app).dispose()


def test_a_league_cannot_be_told_from_a_missing_one(app):
    """Whatever a stranger asks of a league that is there, of one that is not, or of another's."""
    client = somebody(app)
    for route, need in ROUTES.items():
        if need == ANYBODY:
            continue
        method, path = route.split()
        for who in OUTSIDE[:2]:
            there, missing = (client.ask(who, f"{method} /l/{league}{path}") for league in (2, 777))
            assert there.status_code == missing.status_code == 404, route
            assert there.text.replace("/l/2", "") == missing.text.replace("/l/777", "")
            assert len(there.headers) == len(missing.headers)


@pytest.mark.parametrize("who", ["a viewer", "a scorer", "an owner"])
def test_nothing_on_a_page_leads_where_one_may_not_go(app, who):
    """Links and forms of every page that is shown, but those of downloads."""
    client = somebody(app)
    for route, need in ROUTES.items():
        if not route.startswith("GET") or need > MAY[who]:
            continue
        answer = client.ask(who, shown(app, route))
        if answer.mimetype != "text/html":
            continue
        for method, path in leads(answer.text):
            need = needed(app, method, path)
            assert need is None or need <= MAY[who], f"{route} leads to {method} {path}"


def leads(html):
    """Addresses of this site that the page sends somebody to, with how."""
    for tag in re.findall(r"<[a-z][^>]*>", html):
        method = "POST" if 'method="post"' in tag or "hx-post" in tag else "GET"
        for name, path in re.findall(r' (href|action|formaction|hx-get|hx-post)="(/[^"]*)"', tag):
            yield "POST" if name == "formaction" else method, path.partition("?")[0]


def needed(app, method, path):
    """What a path needs by the rows above; None for one that is no route."""
    adapter = app.url_map.bind("localhost")
    path = path.partition("#")[0]
    rule = adapter.match(path, method, return_rule=True)[0].rule
    for route, need in ROUTES.items():
        other, at = route.split()
        if other == method and adapter.match(at, other, return_rule=True)[0].rule == rule:
            return need
    return None
