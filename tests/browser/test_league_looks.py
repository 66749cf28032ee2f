"""How the pages of the league look and read: empty, with one match, closed, with 300 players."""

import pytest

from scorekeeper import db, demo, league, season_changes, table
from scorekeeper.counting.money import Stakes
from scorekeeper.counting.schemes import Scheme
from scorekeeper.seasons import Season
from scorekeeper.sqllog import SqlLog
from scorekeeper.table import Sent
from tests.browser import chromium
from tests.browser.looking import faults

pytestmark = pytest.mark.browser

NIGHT = 1_790_000_000  # seconds since 1970: in September 2026
MANY = 300  # players
STAKES = Stakes("cents", {"chinchon": 50, "jaguar": 10, "jabberwocky": 20})
PLAYED = (
    "/", "/season", "/season/1", "/season/2", "/season/all", "/season/2/games", "/season/new",
    "/season/2/edit", "/players", "/players/1", "/players/1?season=2", "/records",
    "/records?season=1", "/matches",
)  # fmt: skip
EMPTY = ("/season", "/season/1", "/season/1/games", "/season/all", "/records", "/season/new")
ONE = ("/season", "/season/1/games", "/season/all", "/players/1", "/records")
CROWDED = ("/season", "/season/1?from=251", "/season/all", "/players", "/records", "/players/7")


def played(app):
    """Sixty matches, an old season that is closed, one that goes on with a match running."""
    demo.fill(app, 60, seed=4)
    with app.app_context():
        season_changes.open_season(Season(0, "Spring 2026", ends="2026-06-30", stakes=STAKES))
        season_changes.close_season(1, at=NIGHT)
        scheme = Scheme(minimum=4)
        season_changes.open_season(Season(0, "Autumn", "2026-07-01", scheme=scheme, stakes=STAKES))


def empty(app):
    with app.app_context():
        for name in demo.NAMES[:5]:
            league.add_player(name)
        season_changes.open_season(Season(0, "Winter 2027"))


def one(app):
    empty(app)
    end_a_match(app, ("1", "2", "3"), 0)


def crowded(app):
    """Three hundred who have all played."""
    with app.app_context():
        keys = [league.add_player(f"Player {n}").key for n in range(MANY)]
        season_changes.open_season(Season(0, "The club"))
    for first in range(0, MANY, 5):
        end_a_match(app, tuple(keys[first : first + 5]), first)


def end_a_match(app, seats, number):
    """One deal of one card, which the last of them takes."""
    log = SqlLog(db.engine_of(app), league.FIRST)
    at = NIGHT + number
    match = table.start(log, "jabberwocky", seats, {"schedule": [1]}, Sent(f"m{number}", at))
    bids, tricks = dict.fromkeys(seats, 0), {**dict.fromkeys(seats, 0), seats[-1]: 1}
    table.record(log, match, 1, "bids", {"bids": bids}, Sent("bids", at))
    table.record(log, match, 1, "tricks", {"tricks": tricks}, Sent("tricks", at))


LEAGUES = {"played": (played, PLAYED), "empty": (empty, EMPTY), "one match": (one, ONE),
           "crowded": (crowded, CROWDED)}  # fmt: skip


@pytest.fixture(scope="module", params=LEAGUES)
def place(request, empty_database, tmp_path_factory):
    """The name of a league and its address."""
    fill, _ = LEAGUES[request.param]
    folder = tmp_path_factory.mktemp("league")
    with chromium.league_app(empty_database, folder) as app:
        fill(app)
        app.extensions["scorekeeper.books"].settled()
        with chromium.serving(app) as address:
            yield request.param, address


def test_pages_of_the_league_can_be_read_and_tapped_by_everybody(place, open_phone):
    name, address = place
    found = {}
    for path in LEAGUES[name][1]:
        page = open_phone()
        page.goto(address + path)
        assert page.title(), path
        if wrong := faults(page):
            found[path] = wrong

    assert found == {}
