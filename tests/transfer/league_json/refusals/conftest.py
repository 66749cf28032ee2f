"""Fixtures for the tests of refused documents: an SQLite league and its export."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.transfer.league_json.refusals.changes import BIDS, TRICKS
from tests.transfer.leagues import decoded, written


@pytest.fixture
def database(sqlite):
    """Use SQLite only: these documents are refused before anything is written."""
    return sqlite


@pytest.fixture
def whole(app, log, people):
    """A league with one match of one complete deal, as a decoded document."""
    match = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("start", 1000)
    )
    commands.record_stage(log, match, 1, "bids", BIDS, CommandMeta("bids", 1001))
    commands.record_stage(log, match, 1, "tricks", TRICKS, CommandMeta("tricks", 1002))
    return decoded(written(app))
