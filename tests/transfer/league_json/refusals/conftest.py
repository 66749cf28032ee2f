"""Fixtures for the tests of refused documents: an SQLite league and its export."""

import shutil

import pytest

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.databases import create_bare_app, create_league_file
from tests.transfer.exports import decode_document, export_league
from tests.transfer.league_json.refusals.changes import BIDS, TRICKS


@pytest.fixture(scope="session")
def played_league(tmp_path_factory):
    """(file, export) of a league with one match of one complete deal."""
    file = create_league_file(tmp_path_factory.mktemp("refusals") / "played.sqlite")
    app = create_bare_app(f"sqlite:///{file}")
    store = engines.store_of(app)
    people = [roster.add_player(store, name, at=0).key for name in ("Ana", "Bruno", "Chus")]
    log, options = SqlLog(store), {"schedule": [1]}
    match = commands.start_match(log, "jabberwocky", people, options, CommandMeta("start", 1000))
    commands.record_stage(log, match, 1, "bids", BIDS, CommandMeta("bids", 1001))
    commands.record_stage(log, match, 1, "tricks", TRICKS, CommandMeta("tricks", 1002))
    text = export_league(app)
    store.engine.dispose()  # also empties the -wal file
    return file, text


@pytest.fixture
def database(played_league, tmp_path):
    """An SQLite database. PostgreSQL is not tested, because the documents are refused early.

    Nothing is written before the refusal.
    """
    return f"sqlite:///{shutil.copy(played_league[0], tmp_path / 'league.sqlite')}"


@pytest.fixture
def document(played_league):
    """The decoded document of a league that has one match."""
    return decode_document(played_league[1])
