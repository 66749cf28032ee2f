"""While one league imports a document, phones of another league can save."""

import io
from threading import Thread

import pytest
from sqlalchemy import insert

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Leagues, MatchEvents
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import READ_PASSES, load_league
from tests.databases import create_bare_app, rows
from tests.faults.killing import LONG, deals
from tests.filled_league import fill_league

MATCHES = 60
SUNDAY = 2  # the id of the other league


@pytest.fixture
def document(another_league):
    """An export of a league with many matches."""
    fill_league(another_league, matches=MATCHES, seed=3)
    return b"".join(dump_league(engines.store_of(another_league)))


@pytest.fixture
def save(app, database):
    """A function that saves the next answer of a match in another league, as a phone would.

    It uses a separate engine, as another thread of the server uses a separate connection.
    """
    with engines.engine_of(app).begin() as connection:
        connection.execute(insert(Leagues).values(id=SUNDAY, name="Sunday", last_player=0))
    beside = create_bare_app(database)
    store = engines.store_of(beside, SUNDAY)
    people = tuple(roster.add_player(store, name).key for name in "ABC")
    log, turns = SqlLog(store), deals()
    match = commands.start_match(log, "jabberwocky", people, LONG, CommandMeta("start", 1))

    def save():
        deal, stage, answers = next(turns)
        sent = CommandMeta(f"{deal} {stage}", 1)
        commands.record_stage(log, match, deal, stage, {stage: answers}, sent)

    yield save
    engines.engine_of(beside).dispose()


def count_saved(app):
    return sum(row.league_id == SUNDAY and row.version > 1 for row in rows(app, MatchEvents))


@pytest.mark.thorough
def test_another_league_saves_while_a_document_is_checked_and_waits_while_it_is_written(
    app, document, save
):
    """The check does not hold the lock. The last save waits for the lock, and then succeeds."""
    checking, waiting = [], Thread(target=save)

    def progress(done):
        if done <= len(document) * (READ_PASSES - 1):
            save()  # would fail after the timeout if the import had the lock already
            checking.append(done)
        elif not waiting.ident:
            waiting.start()

    report = load_league(engines.store_of(app), io.BytesIO(document), progress=progress)
    waiting.join()

    assert report.matches == MATCHES
    assert len(checking) > 1
    assert count_saved(app) == len(checking) + 1
