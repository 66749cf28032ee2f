"""Thousands of invalid requests to every route cause no server error and no change."""

import random
import re
import sqlite3
import time
from itertools import count

import pytest
from flask.testing import EnvironBuilder
from sqlalchemy import select
from werkzeug.test import run_wsgi_app

from scorekeeper import create_app
from scorekeeper.access import devices
from scorekeeper.db.base import Base
from scorekeeper.league import payments, roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import jobs
from tests import club_league
from tests.databases import address
from tests.faults import seeds
from tests.faults.invalid_requests import ASKED, UNREADABLE, strange_request
from tests.faults.strange import FROM_ELSEWHERE, HERE, Stranger, everything
from tests.members import TOKEN, add_phone

pytestmark = [
    pytest.mark.fault,
    # The file of an upload that was cut off is closed by garbage collection, which warns.
    pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning"),
    pytest.mark.filterwarnings(
        "ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning"
    ),
]

# The cookies of an owner's, a scorer's and a viewer's phone. Each of the three sends PER_ROUTE
# requests to each route, in SEEDS tests. A phone without access sends a few more. `make faults`
# continues for `FOR` seconds.
SESSIONS = (TOKEN, "scorer", "viewer")
PER_ROUTE = 100
SEEDS = 4
PER_ROUTE_WITHOUT_ACCESS = PER_ROUTE // 20
PER_ROUTE_ON_POSTGRESQL = PER_ROUTE // 50
OLD_RESULTS = b"date;game;player;place\n2023-09-03;Loba;Ana;1\n2023-09-03;Loba;Ben;2\n"
FRIENDS = ("Ana", "Ben", "Cem", "Dora", "Eva")
DEALS = {
    "jabberwocky": [
        ("bids", {"bids": {"1": 1, "2": 0, "3": 1}}),
        ("tricks", {"tricks": {"1": 1, "2": 1, "3": 1}}),
    ],
    "jaguar": [("hand", {"jaguar": "1", "friend": "2", "points": 80})],
    "jamon": [("count", {"went_out": "1", "counters": {"1": 5, "2": 5, "3": 5, "4": 5}})],
    "chinchon": [("cards", {"closer": "1", "deadwood": {"1": 0, "2": 20, "3": 30}})],
    "loba": [("cards", {"went_out": "1", "clean": False, "deadwood": {"1": 0, "2": 20, "3": 30}})],
    "gin": [("hand", {"result": "knock", "knocker": "1", "deadwood": {"1": 5, "2": 20}})],
    "gin of pairs": [("hand-1", {"pair": ["1", "2"], "result": "draw"})],
}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("strangers") / "matches.sqlite"


@pytest.fixture(scope="module")
def app(file):
    """The app on SQLite."""
    yield from filled(str(file))


def filled(database):
    """Yield an app with two matches of each game: one running, one deleted.

    It also has an open and a closed season, a payment, a club night and an uploaded CSV file.
    Exceptions are raised instead of being turned into a 500.
    """
    app = create_app({"SQLALCHEMY_DATABASE_URI": database, "TESTING": True})
    engines.upgrade(app)
    for right, token in zip((Right.OWNER, Right.SCORER, Right.VIEWER), SESSIONS, strict=True):
        if devices.find_device_by_token(engines.store_of(app), token) is None:
            add_phone(app, right, token)
    store = engines.store_of(app)
    keys = tuple(roster.add_player(store, name).key for name in FRIENDS)
    log = app.extensions["scorekeeper.log"]
    for game, (seats, options, _) in ASKED.items():
        for end in ("", "over"):
            play(log, game, keys[:seats], options, end)
    season_commands.create_season(store, Season(0, "Spring"), at=0)
    season_commands.close_season(store, 1, at=1)
    season_commands.create_season(store, Season(0, "Autumn"), at=2)
    payments.record_payment(store, payments.NewPayment(1, 2, 100, "cents", 2), "paid", at=3)
    night = club_league.hold(store, keys, size=3)
    club_league.draw(store, night)
    jobs.store_upload(store, "old.csv", OLD_RESULTS, "old", int(time.time()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(devices, "SEEN_UPDATE_INTERVAL_S", 10_000)  # no last-seen updates
        yield app


def play(log, game, players, options, end):
    """Play one deal of a match, and if `end` is set, end the match and delete it."""
    count = iter(range(100))
    match = commands.start_match(
        log, game.split()[0], players, options, CommandMeta(f"{game}{end}", 0)
    )
    for stage, answers in DEALS[game]:
        commands.record_stage(log, match, 1, stage, answers, CommandMeta(f"{game}{next(count)}", 1))
    if end:
        commands.close(log, match, "unfinished", CommandMeta("end", 2))
        commands.delete(log, match, CommandMeta("away", 3))


@pytest.fixture(scope="module")
def app_on_postgresql(server, postgresql_template):
    """The app on PostgreSQL, with the same data."""
    with server.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE strangers TEMPLATE template_league")
    for app in filled(address(server, "strangers")):
        yield app
        engines.engine_of(app).dispose()
    with server.connect() as connection:
        connection.exec_driver_sql("DROP DATABASE strangers WITH (FORCE)")


@pytest.fixture
def untouched(app, file):
    """A function that tells whether the database is unchanged since the test began.

    All rows are compared as well when the test ends.
    """
    before = everything(file)
    watcher = sqlite3.connect(file)

    def written():
        return watcher.execute("PRAGMA data_version").fetchone()[0]

    first = written()
    yield lambda: written() == first
    watcher.close()
    assert everything(file) == before


def ask(client, request):
    """Send a request and return the status. Fail if it is a 5xx or if there is an exception.

    `client.open` is slower: it also parses the address and builds request and response objects.
    """
    try:
        builder = EnvironBuilder(client.application, environ_base=client.environ_base, **request)
        environ = builder.get_environ()
        builder.close()
        client._add_cookies_to_wsgi(environ)
        # An endless stream is not buffered.
        is_whole = "/stream" not in request["path"]
        body, line, _ = run_wsgi_app(client.application, environ, buffered=is_whole)
        if not is_whole:
            body.close()
    except Exception as mistake:
        raise AssertionError(f"{request} ended in {mistake!r}") from mistake
    status = int(line.partition(" ")[0])
    assert status < 500, request
    return status


def strange_requests(app, seed, token, per_route, seconds=0):
    """Send at least this many invalid requests to each route, for at least `seconds`.

    Yield each request after its response.
    """
    until = time.monotonic() + seconds
    stranger, client = Stranger(seed), app.test_client(use_cookies=False)
    client.token = token
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods)))
    for number in count(1):
        for rule in rules:
            request = strange_request(app, stranger, rule)
            ask(client, request)
            yield request
        if number >= per_route and time.monotonic() >= until:
            return


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("token", SESSIONS, ids=["owner", "scorer", "viewer"])
def test_invalid_requests_cause_no_server_error_and_no_change(app, untouched, token, seed):
    seconds = seeds.SECONDS / SEEDS / len(SESSIONS)
    named = f"{token} {seeds.SEED + seed}"
    for request in strange_requests(app, named, token, PER_ROUTE // SEEDS, seconds):
        assert untouched(), request


def test_invalid_requests_without_access_cause_no_server_error_and_no_change(app, untouched):
    for request in strange_requests(app, 0, None, PER_ROUTE_WITHOUT_ACCESS):
        assert untouched(), request


@pytest.mark.pg
@pytest.mark.parametrize("token", SESSIONS, ids=["owner", "scorer", "viewer"])
def test_invalid_requests_on_postgresql_cause_no_server_error_and_no_change(
    app_on_postgresql, token
):
    before = all_rows(app_on_postgresql)

    sent = list(strange_requests(app_on_postgresql, token, token, PER_ROUTE_ON_POSTGRESQL))

    assert len(sent) > 100 * PER_ROUTE_ON_POSTGRESQL
    assert all_rows(app_on_postgresql) == before


def all_rows(app):
    """Return {table: rows} of all tables."""
    with engines.store_of(app).read() as connection:
        return {
            table.name: connection.execute(select(table).order_by(*table.primary_key)).all()
            for table in Base.metadata.sorted_tables
        }


def test_addresses_without_a_route_get_a_404_or_400(app, untouched):
    stranger, client = Stranger(99), app.test_client(use_cookies=False)
    for _ in range(300):
        depth = stranger.dice.randrange(1, 40)
        path = "/nothing/" + "/".join(stranger.path_piece() for _ in range(depth))
        request = {"path": path, "method": "GET", "headers": stranger.headers()}

        assert ask(client, request) in {400, 404}, request
    assert untouched()


@pytest.mark.parametrize("headers", FROM_ELSEWHERE, ids=str)
def test_cross_site_posts_get_a_403_on_every_route(app, untouched, headers):
    client = app.test_client(use_cookies=False)
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods:
            path = re.sub("<int:[a-z_]+>", "1", rule.rule).replace("<stage>", "bids")

            assert client.post(path, headers=headers).status_code == 403, path
    assert untouched()


def test_a_form_with_one_invalid_field_gets_a_422_and_changes_nothing(app, untouched):
    """Each field of a valid form is replaced with numbers and words that are invalid there."""
    dice, client = random.Random(1), app.test_client()
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
                spoiled = {**form, name: wrong, "key": str(dice.random())}
                address = f"/matches/{match}/{path}"
                request = {"path": address, "method": "POST", "data": spoiled, "headers": HERE}
                assert ask(client, request) == 422, (spoiled, match)
                assert untouched(), request


@pytest.mark.parametrize("seed", range(3))
def test_invalid_import_choices_change_nothing_but_the_import_itself(app, file, seed):
    stranger, client = Stranger(seed), app.test_client()
    before = everything(file)
    for _ in range(60):
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
            ask(client, request)
        assert ask(client, {"path": "/import/1", "method": "GET"}) == 200

    after = everything(file)
    assert {name for name in before if before[name] != after[name]} <= {"import"}
    assert len(after["import"]) == 1
