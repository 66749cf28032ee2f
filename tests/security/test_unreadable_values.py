"""A stored value that cannot be read causes no error page.

Each test damages one column, or several columns of one table, in all rows of a league with data at
every address, and opens all pages of the league.
"""

import shutil

import pytest
from sqlalchemy import BigInteger, insert, text, update

from scorekeeper.access import public_links
from scorekeeper.db.access_tables import PushSubscriptions
from scorekeeper.db.base import Base
from scorekeeper.db.club_tables import ClubNightPlayers
from scorekeeper.db.column_types import CheckedText, EnumText, StoredJson
from scorekeeper.db.json_shapes import ANY_OBJECT
from scorekeeper.db.tables import Leagues, Seasons, SnapshotResults
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Submission
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer.findings import table_label
from scorekeeper.transfer.value_findings import value_findings
from tests.security.people import any_phone
from tests.security.routes import ROUTES, open_app, with_public_link

NO_ENUM, NO_JSON = ["nothing"], ["[no json"]
NO_TIME = [2**63 - 1, -(2**63)]
ANOTHER_OBJECT = '{"a": [7]}'  # for columns that accept any object
# Other columns whose text has a fixed form.
TEXTS = [
    ("league", "time_zone"),
    ("league", "currency"),
    ("match", "game"),
    ("kept_result", "game"),
    ("payment", "unit"),
    ("club_night_player", "answer"),
]


WITHOUT_ROWS = {"challenge", "passkey"}
TIMES = {
    (table.name, column.name)
    for table in Base.metadata.sorted_tables
    for column in table.c
    if isinstance(column.type, BigInteger)
    and column.name.endswith(("at", "until"))
    and table.name not in WITHOUT_ROWS
}


def damaged_values(table, column):
    """Return damaged values for this column. The list is empty if the column is not damaged."""
    if isinstance(column.type, StoredJson):
        accepts_any = column.type.shape == ANY_OBJECT
        return [*NO_JSON, ANOTHER_OBJECT] if accepts_any else NO_JSON
    if (table.name, column.name) in TIMES:
        return NO_TIME
    is_text = isinstance(column.type, EnumText | CheckedText)
    return NO_ENUM if is_text or (table.name, column.name) in TEXTS else []


COLUMNS = {
    f"{table.name}.{column.name}": (table.name, column.name, values)
    for table in Base.metadata.sorted_tables
    for column in table.c
    for values in [damaged_values(table, column)]
    if values
}


def is_checked_elsewhere(name):
    """Return whether other tests check a column.

    These are columns of ordinary types, and columns that are derived from the log.
    """
    return name.startswith("match.") or tuple(name.split(".")) in {*TEXTS, *TIMES}


# The owner's phone must keep its permission.
OTHER_PHONES = "league_id = 1 AND id > 1"
SKIPPED = ("/static/", "/stream", "/offline", "/service-worker.js", "/rules", "/join/secret")


@pytest.fixture(scope="module")
def prepared(file, tmp_path_factory):
    """A database with a value in every column, and the addresses of all pages."""
    copy = shutil.copy(file, tmp_path_factory.mktemp("prepared") / "league.sqlite")
    app = open_app(copy)
    store = engines.store_of(app)
    routes = [route for route in ROUTES if route.startswith("GET")]
    paths = [
        with_public_link(app, route).split()[1]
        for route in routes
        if not any(part in route for part in SKIPPED)
    ]
    for subject in (
        public_links.CURRENT_SEASON,
        public_links.one_season(1),
        public_links.one_evening("2026-09-06"),
        public_links.LAST_EVENING,
    ):
        secret = public_links.create_public_link(store, "World", subject, ShownNames.FIRST)
        paths += [f"/shown/{secret}", f"/shown/{secret}/embed", f"/shown/{secret}/picture.png"]
    log = app.extensions["scorekeeper.log"]
    match = commands.start_match(log, "jabberwocky", ("1", "2", "3"), {}, CommandMeta("new", 1))
    sheet = log.sheet(match)
    log.save_submission(match, Submission("1", 1, "bids", {"bids": 1}, sheet.version), 2, 1)
    paths += [f"/matches/{match}", f"/matches/{match}/rounds/1/bids", "/season/1", "/season/all"]
    with store.engine.begin() as connection:
        phone = {"endpoint": "", "p256dh": "", "auth": "", "site": "", "kinds": ["turn"]}
        connection.execute(
            insert(PushSubscriptions).values(league_id=1, device_id=1, details=True, **phone)
        )
        dates = {"starts": "2026-01-01", "ends": "2026-12-31"}
        connection.execute(update(Seasons).values(games=["loba", "jabberwocky"], **dates))
        connection.execute(update(SnapshotResults).values(stake={}))
        connection.execute(update(Leagues).values(time_zone="Europe/Madrid", currency="EUR"))
        connection.execute(update(ClubNightPlayers).values(answer="yes"))
        connection.execute(text("UPDATE device SET granted = 'scorer' WHERE id = 3"))
    engines.engine_of(app).dispose()
    return copy, paths


@pytest.fixture
def damaged(prepared, tmp_path):
    """A function that writes values into a copy of the database and returns its app.

    Each value is given as (table, column, value) and is written into all rows.
    """
    apps = []

    def damage(*values):
        copy = shutil.copy(prepared[0], tmp_path / f"damaged-{len(apps)}.sqlite")
        app = open_app(copy)
        with engines.engine_of(app).begin() as connection:
            for table, column, value in values:
                known = "TRUE" if (table, column) in TIMES else f"{column} IS NOT NULL"
                where = OTHER_PHONES if table == "device" else known
                change = text(f'UPDATE "{table}" SET "{column}" = :value WHERE {where}')
                assert connection.execute(change, {"value": value}).rowcount > 0
        apps.append(app)
        return app

    yield damage
    for app in apps:
        engines.engine_of(app).dispose()


def test_players_merged_in_a_loop_or_into_a_missing_player_cause_no_error_page(prepared, damaged):
    app = damaged(("player", "merged_into", None))
    with engines.engine_of(app).begin() as connection:
        connection.execute(text("UPDATE player SET merged_into = 3 - id WHERE id IN (1, 2)"))
        connection.execute(text("UPDATE player SET merged_into = 1 WHERE id = 3"))
        connection.execute(text("UPDATE player SET merged_into = 99 WHERE id = 4"))

    assert error_pages(app, prepared[1]) == {}
    players = app.extensions["scorekeeper.stats_cache"].get_snapshot().league_state.players
    assert {"1", "2", "3", "4"} <= set(players)


def error_pages(app, paths):
    """Return {path: status} of server errors, and "statistics" if they could not be computed."""
    app.testing = False  # an exception is a response with status 500
    client = any_phone(app)
    statuses = {path: client.request("an owner", f"GET {path}").status_code for path in paths}
    errors = {path: status for path, status in statuses.items() if status >= 500}
    if app.extensions["scorekeeper.stats_cache"].get_snapshot().has_failed:
        errors["statistics"] = "failed"
    return errors


@pytest.mark.cases(2)
@pytest.mark.parametrize("name", COLUMNS)
def test_a_value_that_cannot_be_read_causes_no_error_page(prepared, damaged, name):
    table, column, values = COLUMNS[name]
    for value in values:
        assert error_pages(damaged((table, column, value)), prepared[1]) == {}, value


@pytest.mark.cases(2)
@pytest.mark.parametrize("table", sorted({table for table, _, _ in COLUMNS.values()}))
def test_values_of_one_table_that_cannot_be_read_cause_no_error_page(prepared, damaged, table):
    values = [(table, column, values[0]) for of, column, values in COLUMNS.values() if of == table]

    assert error_pages(damaged(*values), prepared[1]) == {}


@pytest.mark.cases(1)
@pytest.mark.parametrize("name", [name for name in COLUMNS if not is_checked_elsewhere(name)])
def test_a_value_that_cannot_be_read_is_found_by_the_check(damaged, name):
    table, column, values = COLUMNS[name]
    app = damaged((table, column, values[0]))

    with engines.store_of(app).snapshot() as connection:
        problems = [render(each.problem, {}) for each in value_findings(connection, 1)]

    label = render(table_label(table), {})
    found = f"The value of {column} in the table {label} cannot be read: "
    assert problems
    assert [each for each in problems if not each.startswith(found)] == []
