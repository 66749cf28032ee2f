"""Who may do what, route by route: every route has a row here, or the first test fails.

The rows are written by hand. They are not read from access.py, which they judge.
"""

import re
import shutil

import pytest
from sqlalchemy import select

from scorekeeper import create_app, db
from scorekeeper.access import Right
from scorekeeper.models import League
from tests.browser import leagues
from tests.members import Member, add_phone

ANYBODY, VIEWER, SCORER, OWNER = range(4)

# What each needs. The league of this test has something at every one of these addresses.
ROUTES = {
    "GET /static/css/base.css": ANYBODY,
    "GET /health": ANYBODY,
    "GET /rules": ANYBODY,
    "GET /rules/gin": ANYBODY,
    "GET /join": ANYBODY,
    "GET /join/secret": ANYBODY,
    "POST /join": ANYBODY,
    "POST /join/code": ANYBODY,
    "POST /join/forget": ANYBODY,
    "POST /passkey/ask": ANYBODY,
    "POST /passkey": ANYBODY,
    "GET /shown/SHOWN": ANYBODY,
    "GET /shown/SHOWN/board": ANYBODY,
    "GET /shown/FEED/results.atom": ANYBODY,
    #
    "GET /": VIEWER,
    "GET /matches": VIEWER,
    "GET /matches.csv": VIEWER,
    "GET /matches/thrown-away": VIEWER,
    "GET /matches/11": VIEWER,
    "GET /matches/11/sheet": VIEWER,
    "GET /matches/11/sheet.csv": VIEWER,
    "GET /matches/11/sheet/board": VIEWER,
    "GET /matches/11/faces": VIEWER,
    "GET /matches/11/history": VIEWER,
    "GET /matches/11/history.txt": VIEWER,
    "GET /matches/11/rounds/1/bids": VIEWER,
    "GET /matches/11/rounds/1/bids/look": VIEWER,
    "GET /matches/11/rounds/1/bids/mine": VIEWER,
    "POST /matches/11/rounds/1/bids/mine": VIEWER,
    "GET /live/now": VIEWER,
    "GET /live/stream": VIEWER,
    "GET /money": VIEWER,
    "GET /matches/11/picture.png": VIEWER,
    "GET /nights/2026-09-06": VIEWER,
    "GET /nights/2026-09-06/card.png": VIEWER,
    "GET /phone": VIEWER,
    "POST /phone": VIEWER,
    "POST /phone/leave": VIEWER,
    "GET /players": VIEWER,
    "GET /players/1": VIEWER,
    "GET /records": VIEWER,
    "GET /results.atom": VIEWER,
    "GET /results/14": VIEWER,
    "GET /rounds.csv": VIEWER,
    "GET /season": VIEWER,
    "GET /season/2": VIEWER,
    "GET /season/2/games": VIEWER,
    "GET /season/2/standings.csv": VIEWER,
    "GET /standings.csv": VIEWER,
    "GET /tv": VIEWER,
    #
    "GET /matches/new": SCORER,
    "POST /matches/new": SCORER,
    "POST /first": SCORER,
    "POST /matches/11/rounds/1/bids": SCORER,
    "GET /matches/11/ahead": SCORER,
    "POST /matches/11/rounds/1/bids/look": SCORER,
    "GET /matches/11/rounds/1/correct": SCORER,
    "GET /matches/11/rounds/1/correct/look": SCORER,
    "GET /matches/11/rounds/1/correct/2": SCORER,
    "GET /matches/11/rounds/1/correct/2/look": SCORER,
    "POST /matches/11/rounds/1/correct": SCORER,
    "POST /matches/11/rounds/1/correct/2": SCORER,
    "POST /matches/11/rounds/1/correct/2/look": SCORER,
    "POST /matches/11/rounds/1/correct/look": SCORER,
    "POST /matches/11/rounds/1/correct/drop": SCORER,
    "POST /matches/11/undo": SCORER,
    "POST /matches/11/redo": SCORER,
    "GET /matches/11/end": SCORER,
    "POST /matches/11/close": SCORER,
    "POST /matches/11/reopen": SCORER,
    "POST /matches/11/throw-away": SCORER,
    "POST /matches/11/bring-back": SCORER,
    "POST /matches/11/rematch": SCORER,
    "GET /matches/11/terms": SCORER,
    "POST /matches/11/terms": SCORER,
    "POST /money/settled": SCORER,
    "POST /money/1/undo": SCORER,
    "POST /money/1/redo": SCORER,
    "POST /players": SCORER,
    #
    "POST /league": OWNER,
    "POST /players/3/name": OWNER,
    "GET /matches/11/names": OWNER,
    "POST /matches/11/names": OWNER,
    "POST /players/3/hide": OWNER,
    "POST /players/3/show": OWNER,
    "POST /players/3/remove": OWNER,
    "POST /players/3/same": OWNER,
    "POST /players/3/part": OWNER,
    "GET /season/new": OWNER,
    "POST /season/new": OWNER,
    "GET /season/2/edit": OWNER,
    "POST /season/2/edit": OWNER,
    "POST /season/2/current": OWNER,
    "POST /season/2/close": OWNER,
    "POST /season/2/reopen": OWNER,
    "POST /season/2/remove": OWNER,
    "GET /in-and-out": OWNER,
    "GET /export.json": OWNER,
    "GET /restore": OWNER,
    "POST /restore": OWNER,
    "GET /import": OWNER,
    "POST /import": OWNER,
    "GET /import/2": OWNER,
    "POST /import/2": OWNER,
    "GET /import/1/running": OWNER,
    "POST /import/1/stop": OWNER,
    "POST /import/1/undo": OWNER,
    "POST /import/1/redo": OWNER,
    "GET /invite": OWNER,
    "POST /invite": OWNER,
    "POST /invite/1/longer": OWNER,
    "POST /invite/1/withdraw": OWNER,
    "GET /phones": OWNER,
    "POST /phones": OWNER,
    "POST /phones/2/out": OWNER,
    "POST /phones/links/1/withdraw": OWNER,
    "POST /phones/recovery": OWNER,
    "POST /phones/seen": OWNER,
    "POST /phones/passkeys/ask": OWNER,
    "POST /phones/passkeys": OWNER,
    "POST /phones/passkeys/1/remove": OWNER,
    "GET /showings": OWNER,
    "POST /showings": OWNER,
    "POST /showings/1/withdraw": OWNER,
}
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
def file(tmp_path_factory):
    """A league with everything in it, another one, and a phone of each kind."""
    file = tmp_path_factory.mktemp("doors") / "leagues.sqlite"
    app = create_app({"SQLALCHEMY_DATABASE_URI": str(file), "TESTING": True})
    db.upgrade(app)
    add_phone(app)
    leagues.settled(app)
    add_phone(app, Right.VIEWER, "a-viewer")
    add_phone(app, Right.SCORER, "a-scorer")
    add_phone(app, Right.SCORER, "one-who-was-put-out", out_at=1)
    with app.app_context(), db.engine_of(app).begin() as connection:
        connection.execute(League.__table__.insert().values(id=2, name="Others", last_player=0))
    add_phone(app, Right.OWNER, "anothers-owner", league=2)
    db.engine_of(app).dispose()
    return file


def opened(file):
    return create_app({"SQLALCHEMY_DATABASE_URI": str(file), "TESTING": True})


@pytest.fixture(scope="module")
def app(file):
    app = opened(file)
    yield app
    db.engine_of(app).dispose()


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


def shown(app, route):
    """The route with the secrets of links that this database has."""
    if "SHOWN" not in route and "FEED" not in route:
        return route
    client = app.test_client()
    name = {"name": "World"}
    made = client.post("/showings", data=name | ({"match": "11"} if "SHOWN" in route else {}))
    secret = re.search(r"/shown/([\w-]+)", made.text)[1]
    return route.replace("SHOWN", secret).replace("FEED", secret)


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
    with db.engine_of(app).connect() as connection:
        return {
            name: connection.execute(select(table)).all()
            for name, table in db.Base.metadata.tables.items()
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
    db.engine_of(app).dispose()


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
