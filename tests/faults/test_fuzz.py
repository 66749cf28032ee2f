"""Thousands of invalid requests to every route cause no server error and no change."""

import math
import random
import re
import sqlite3
import sys
import time
from functools import cache
from io import BytesIO
from itertools import count
from urllib.parse import unquote_to_bytes, urlencode

import pytest
from sqlalchemy import event, select

from scorekeeper.access import devices
from scorekeeper.db.base import Base
from scorekeeper.league import settings
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.server import engines
from scorekeeper.web import error_pages, permissions
from tests.databases import create_league_file, database_address
from tests.faults import seeds
from tests.faults.fuzzed_league import SESSIONS, open_fuzzed_app, rendered_once
from tests.faults.invalid_requests import (
    REFUSED_STATUSES,
    UNREADABLE,
    direct_request,
    refused_request,
    strange_request,
)
from tests.faults.strange_inputs import FROM_ELSEWHERE, HERE, TYPES, Stranger, table_contents
from tests.members import add_cookie, add_fetch_site, cookie_name
from tests.sample import sized

pytestmark = [
    pytest.mark.fault,
    # If an upload was cut off, garbage collection closes its file, with a warning.
    pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning"),
    pytest.mark.filterwarnings(
        "ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning"
    ),
]

# Each route gets PER_ROUTE requests from the phones that may use it, in equal shares, and a few
# more from each phone that may not. Each run is a test. `make faults` continues for `FOR` seconds.
PER_ROUTE = sized(300, 16)
# In the sample, seven of ten requests are refused before a view runs. Such a request takes a
# quarter of the time of the others.
EARLY_SHARE = sized(0, 0.7)
DIRECT_SHARE = sized(0.5, 1)  # of the other requests
REFUSED_SHARE = 60  # a phone that may not use a route sends one sixtieth of these requests
PER_ROUTE_ON_POSTGRESQL = 6
SEEDS = {Right.OWNER: sized(8, 2), Right.SCORER: sized(4, 1), Right.VIEWER: sized(2, 1)}
UNCHANGED = "An invalid request, such as a form without its fields, must change nothing."
RUNS = [(right, seed) for right in SESSIONS for seed in range(SEEDS[right])]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return create_league_file(tmp_path_factory.mktemp("strangers") / "matches.sqlite")


@pytest.fixture(scope="module")
def app(file):
    """The app on SQLite."""
    yield from open_fuzzed_app(file)


@pytest.fixture(scope="module")
def app_on_postgresql(server, postgresql_template):
    """The app on PostgreSQL, with the same data."""
    with server.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE strangers TEMPLATE template_league")
    for app in open_fuzzed_app(database_address(server, "strangers")):
        yield app
        engines.engine_of(app).dispose()
    with server.connect() as connection:
        connection.exec_driver_sql("DROP DATABASE strangers WITH (FORCE)")


@pytest.fixture
def is_untouched(app, file, monkeypatch):
    """A function that tells whether the database is unchanged since the test began.

    At the end of the test, all rows are compared too. Because nothing changes, each phone and the
    league are read only once, and each error page is rendered only once. Reading and rendering them
    after every request, as the tests on PostgreSQL do, would take half of the time.
    """
    monkeypatch.setattr(devices, "find_member_by_token", cache(devices.find_member_by_token))
    monkeypatch.setattr(settings, "get_league", cache(settings.get_league))
    monkeypatch.setattr(error_pages, "render_template", rendered_once(error_pages.render_template))
    before = table_contents(file)
    watcher = sqlite3.connect(file)

    def written():
        return watcher.execute("PRAGMA data_version").fetchone()[0]

    first = written()
    yield lambda: written() == first
    watcher.close()
    assert table_contents(file) == before


def send(client, request):
    """Send a request and return the status. Fail if the status is 5xx or there is an exception.

    `client.open` is slower, because it also parses the address and builds request and response
    objects.
    """
    lines = []
    try:
        body = client.application(environ_of(client, request), lambda *line: lines.append(line[0]))
        next(iter(body), None)  # reads only the first chunk, because a stream may never end
        body.close()
    except Exception as mistake:
        raise AssertionError(f"{request} ended in {mistake!r}") from mistake
    status = int(lines[0].partition(" ")[0])
    assert status < 500, request
    return status


def environ_of(client, request):
    """Return the WSGI environ of this request, as a server on http://localhost creates it."""
    path, _, query = request["path"].partition("?")
    data = request.get("data", b"")
    environ = {
        **client.environ_base,
        "REQUEST_METHOD": request["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost",
        "CONTENT_TYPE": request.get("content_type", ""),
        "CONTENT_LENGTH": str(request.get("length", len(data))),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(data),
        "wsgi.errors": sys.stderr,
    }
    headers = dict(request.get("headers", {}))
    add_fetch_site(headers)
    add_cookie(headers, cookie_name(), client.token)
    for name, value in headers.items():
        environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
    return environ


def strange_requests(app, seed, right, per_route, runs=1, seconds=0):
    """Send invalid requests to each route, and yield each request after its response.

    `per_route` is the number of requests to a route, which all phones share. A phone sends its part
    in `runs` runs, and this is one of them. The run takes at least `seconds`.
    """
    until = time.monotonic() + seconds
    stranger, client = Stranger(seed), app.test_client(use_cookies=False)
    client.token = SESSIONS.get(right)
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods)))
    shares = [(rule, share(rule, right, per_route, runs)) for rule in rules]
    most = max(number for _, number in shares)
    for number in count():
        for rule, wanted in shares:
            if number < wanted or number >= most:
                is_early = stranger.maybe(EARLY_SHARE)
                late = direct_request if stranger.maybe(DIRECT_SHARE) else strange_request
                request = (refused_request if is_early else late)(app, stranger, rule)
                status = send(client, request)
                assert not is_early or status in REFUSED_STATUSES, request
                yield request
        if number + 1 >= most and time.monotonic() >= until:
            return


def share(rule, right, per_route, runs):
    """Return how many requests a phone with this permission sends to the route in each run."""
    need = permissions.REQUIRED_RIGHTS[rule.endpoint]
    may_use = [each for each in SESSIONS if need is None or is_right_sufficient(each, need)]
    if right in may_use:
        return math.ceil(per_route / len(may_use) / runs)
    return math.ceil(per_route / REFUSED_SHARE / runs)


@pytest.mark.cases(len(RUNS))
@pytest.mark.parametrize(("right", "seed"), RUNS)
def test_invalid_requests_cause_no_server_error_and_no_change(app, is_untouched, right, seed):
    named, seconds = f"{right} {seeds.SEED + seed}", seeds.SECONDS / len(RUNS)
    for request in strange_requests(app, named, right, PER_ROUTE, SEEDS[right], seconds):
        assert is_untouched(), f"{UNCHANGED} {request}"


def test_invalid_requests_without_access_cause_no_server_error_and_no_change(app, is_untouched):
    for request in strange_requests(app, 0, None, PER_ROUTE):
        assert is_untouched(), f"{UNCHANGED} {request}"


def test_every_route_gets_all_its_requests_from_phones_that_may_use_it(app):
    for rule in app.url_map.iter_rules():
        need = permissions.REQUIRED_RIGHTS[rule.endpoint]
        sent = [
            share(rule, right, PER_ROUTE, SEEDS[right])
            for right, _ in RUNS
            if need is None or is_right_sufficient(right, need)
        ]
        assert sum(sent) >= PER_ROUTE, rule


@pytest.mark.pg
@pytest.mark.parametrize("right", SESSIONS)
def test_invalid_requests_on_postgresql_cause_no_server_error_and_no_change(
    app_on_postgresql, right
):
    before, commits, committed, sent = all_rows(app_on_postgresql), [], [], 0
    event.listen(engines.engine_of(app_on_postgresql), "commit", commits.append)

    for request in strange_requests(app_on_postgresql, right, right, PER_ROUTE_ON_POSTGRESQL):
        sent += 1
        if commits:
            committed.append(request)
            commits.clear()

    assert sent > 100
    assert all_rows(app_on_postgresql) == before, f"{UNCHANGED} Requests that wrote: {committed}"


def all_rows(app):
    """Return {table: rows} of all tables."""
    with engines.store_of(app).read() as connection:
        return {
            table.name: connection.execute(select(table).order_by(*table.primary_key)).all()
            for table in Base.metadata.sorted_tables
        }


def test_addresses_without_a_route_get_a_404_or_400(app, is_untouched):
    stranger, client = Stranger(99), app.test_client(use_cookies=False)
    for _ in range(sized(300, 100)):
        depth = stranger.rng.randrange(1, 40)
        path = "/nothing/" + "/".join(stranger.path_piece() for _ in range(depth))
        request = {"path": path, "method": "GET", "headers": stranger.headers()}

        assert send(client, request) in {400, 404}, request
    assert is_untouched()


@pytest.mark.parametrize("headers", FROM_ELSEWHERE, ids=str)
def test_cross_site_posts_get_a_403_on_every_route(app, is_untouched, headers):
    client = app.test_client(use_cookies=False)
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods:
            path = re.sub("<int:[a-z_]+>", "1", rule.rule).replace("<stage>", "bids")

            assert client.post(path, headers=headers).status_code == 403, path
    assert is_untouched()


def test_a_form_with_one_invalid_field_gets_a_422_and_changes_nothing(app, is_untouched):
    """Each field of a valid form is replaced with numbers and words that are invalid there."""
    rng, client = random.Random(1), app.test_client()
    right = {
        1: ("rounds/2/bids", {"bids-1": "1", "bids-2": "0", "bids-3": "0"}),
        3: ("rounds/2/hand", {"jaguar": "1", "friend": "2", "points": "80"}),
        7: (
            "rounds/2/cards",
            {"closer": "1", "deadwood-1": "0", "deadwood-2": "5", "deadwood-3": "5"},
        ),
        9: ("rounds/1/back", {"reenlist-3": "yes"}),
        11: ("rounds/2/hand", {"result": "gin", "knocker": "1", "deadwood-2": "5"}),
    }
    for match, (path, form) in right.items():
        for name in form:
            for wrong in (*UNREADABLE, "99999", "-1", "nobody?", "\u202e", "{who}", "7S"):
                spoiled = {**form, name: wrong, "key": str(rng.random())}
                address = f"/matches/{match}/{path}"
                request = {
                    "path": address,
                    "method": "POST",
                    "data": urlencode(spoiled).encode(),
                    "content_type": TYPES[0],
                    "headers": HERE,
                }
                assert send(client, request) == 422, (spoiled, match)
                assert is_untouched(), f"{UNCHANGED} {request}"


@pytest.mark.parametrize("seed", range(3))
def test_invalid_import_choices_change_nothing_but_the_import_itself(app, file, seed):
    stranger, client = Stranger(seed), app.test_client()
    before = table_contents(file)
    for _ in range(sized(60, 20)):
        names = ("column-0", "column-9", "column-x", "game", "game-loba", "name-ana", "headed")
        chosen = [(stranger.one(names), stranger.text()) for _ in range(4)]
        data, kind = stranger.body(chosen)
        for path in ("/import/1", "/import"):
            request = {
                "path": path,
                "method": "POST",
                "data": data,
                "content_type": kind,
                "headers": stranger.headers() | HERE,
            }
            send(client, request)
        assert send(client, {"path": "/import/1", "method": "GET"}) == 200

    after = table_contents(file)
    assert {name for name in before if before[name] != after[name]} <= {"import"}
    assert len(after["import"]) == 1
