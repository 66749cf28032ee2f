"""The work of two racing processes: one merges two players, the other gives both a seat."""

import io

from sqlalchemy import select

from scorekeeper.db import connections
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Players
from scorekeeper.league import player_merge
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.match.log import DuplicatePerson
from scorekeeper.server import engines
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.transfer.results_csv.matches import CsvMatch, CsvSeat
from scorekeeper.transfer.results_import import import_write, jobs
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.databases import opened
from tests.transfer.leagues import encoded

FIRST_OF_A_FILE = 10_000  # added to the pair's number: the match ids of imported documents


def merge(app, log, pair, number):
    """Merge the second player of the pair into the first."""
    one, other = pair
    player_merge.merge_players(log.store, int(other), into=int(one))


def start(app, log, pair, number):
    commands.start_match(
        log, "jabberwocky", (*pair, "1"), {"schedule": [1]}, CommandMeta(f"start {number}", 5)
    )


def import_results(app, log, pair, number):
    """Import a CSV file with one match in which both players have a seat."""
    seats = tuple(CsvSeat(key, "", place, None) for place, key in enumerate(pair, 1))
    match = CsvMatch((1,), "2023-09-03", "gin", seats)
    import_id = jobs.store_upload(log.store, "old.csv", b"", f"file {number}", jobs.time.time())
    import_write.write(WriteJob(log.store, import_id, [match], 1, 0, 5))


def import_document(app, log, pair, number):
    """Import a league document with one match in which both players have a seat."""
    text = document(app, (*pair, "1"), number)
    load_league(engines.store_of(app), io.BytesIO(text))


def document(app, players, number):
    """Return a league document with these players as they are now and one new match."""
    columns = ("id", "name", "colour", "hidden", "merged_into", "created_at")
    ask = (
        select(*(getattr(Players, name) for name in columns))
        .where(Players.id.in_(map(int, players)))
        .order_by(Players.id)
    )
    with connections.autocommit_engine(engines.engine_of(app)).connect() as connection:
        people = [dict(row) for row in connection.execute(ask).mappings()]
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
    return encoded(
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
    """Call the function `name` for each pair, each time at the same moment as the other process.

    Puts (name, [whether it succeeded, for each pair]) into the queue `outcomes`.
    """
    app = opened(url)
    done = []
    log = SqlLog(engines.store_of(app))
    for number, pair in enumerate(pairs):
        begin.wait(60)
        try:
            globals()[name](app, log, pair, number)
        except (Refused, DuplicatePerson, ImportConflict):
            done.append(False)
        else:
            done.append(True)
    engines.engine_of(app).dispose()
    outcomes.put((name, done))
