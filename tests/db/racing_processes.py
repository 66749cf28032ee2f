"""Functions for two racing processes: one merges two players, the other seats both in one match.

Each function with a parameter `pair` works on one pair of players, in the pair's league.
"""

import io
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Players
from scorekeeper.errors import Refused
from scorekeeper.league import player_merge
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import DuplicatePerson
from scorekeeper.server import engines
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.transfer.results_csv.matches import CsvMatch, CsvSeat
from scorekeeper.transfer.results_import import import_write, jobs
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.databases import create_bare_app
from tests.transfer.exports import encode_document

FIRST_OF_A_FILE = 10_000  # first match id in imported documents, increased by the pair's number
ORIGIN = {"Origin": "http://localhost"}
TOKEN = "racing"  # the cookie of a scorer's phone in each league


class Pair(NamedTuple):
    """Two players of one league.

    `match` is the id of a match of `other` and player 1 that was started before the race. It is 0
    if there is no such match.
    """

    league: int
    one: str
    other: str
    match: int = 0


def merge(app, log, pair, number):
    """Merge the second player of the pair into the first."""
    player_merge.merge_players(log.store, int(pair.other), into=int(pair.one))


def start(app, log, pair, number):
    seats = (pair.one, pair.other, "1")
    commands.start_match(
        log, "jabberwocky", seats, {"schedule": [1]}, CommandMeta(f"start {number}", 5)
    )


def rematch(app, log, pair, number):
    """Tap Rematch in the earlier match, as a scorer's phone does."""
    client = app.test_client()
    client.set_cookie(f"scorekeeper-{pair.league}", TOKEN)
    root = f"/l/{pair.league}" if pair.league > 1 else ""
    address = f"{root}/matches/{pair.match}/rematch"
    response = client.post(address, data={"key": f"again {number}"}, headers=ORIGIN)
    assert response.status_code == 303, response.status


def import_results(app, log, pair, number):
    """Import a CSV file with one match in which both players have a seat."""
    keys = (pair.one, pair.other)
    seats = tuple(CsvSeat(key, "", place, None) for place, key in enumerate(keys, 1))
    match = CsvMatch((1,), "2023-09-03", "gin", seats)
    import_id = jobs.store_upload(log.store, "old.csv", b"", f"file {number}", jobs.time.time())
    import_write.write(WriteJob(log.store, import_id, [match], 1, 0, 5))


def import_document(app, log, pair, number):
    """Import a league document with one match in which both players have a seat."""
    text = document(log.store, (pair.one, pair.other, "1"), number)
    load_league(log.store, io.BytesIO(text))


def document(store, players, number):
    """Return a league document with one new match, and with these players as they are now."""
    columns = ("id", "name", "colour", "hidden", "merged_into", "created_at")
    query = (
        select(*(getattr(Players, name) for name in columns))
        .where(Players.league_id == store.league_id, Players.id.in_(map(int, players)))
        .order_by(Players.id)
    )
    with store.read() as connection:
        people = [dict(row) for row in connection.execute(query).mappings()]
    numbers = dict.fromkeys(("last_player", "last_season", "last_payment", "last_import"), 0)
    options = {"schedule": [1], "first_dealer": players[0]}
    body = {"game": "jabberwocky", "players": players, "options": options, "rules": 1}
    entry = {
        "match": FIRST_OF_A_FILE + number,
        "version": 1,
        "kind": "match started",
        "at": 5,
        "device": None,
        "key": f"file {number}",
        "body": body,
    }
    return encode_document(
        {
            "format": "scorekeeper league",
            "version": VERSION,
            "changed_at": 5,
            "league": {"name": "Card table", "current_season": None, **numbers},
            "players": people,
            "log": [entry],
        }
    )


def act(url, name, pairs, begin, outcomes):
    """Call the function `name` for each pair, at the same moments as the other process.

    At the end, puts (name, [success for each pair]) into the queue `outcomes`. If an error ended
    the race, puts (name, error message) instead.
    """
    try:
        outcomes.put((name, successes(url, name, pairs, begin)))
    except Exception as mistake:
        begin.abort()  # so that the other process does not wait
        outcomes.put((name, repr(mistake)))
        raise


def successes(url, name, pairs, begin):
    app = (
        create_app({"SQLALCHEMY_DATABASE_URI": url}) if name == "rematch" else create_bare_app(url)
    )
    done = []
    store = engines.store_of(app)
    logs = {pair.league: SqlLog(store.of_league(pair.league)) for pair in pairs}
    for number, pair in enumerate(pairs):
        begin.wait(60)
        try:
            globals()[name](app, logs[pair.league], pair, number)
        except (Refused, DuplicatePerson, ImportConflict):
            done.append(False)
        else:
            done.append(True)
    engines.engine_of(app).dispose()
    return done
