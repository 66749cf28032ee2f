"""Entries of one transaction reach the database and the listener together, or not at all."""

import pytest

from scorekeeper.db.log_transaction import log_transaction
from scorekeeper.db.tables import MatchEvents
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.databases import rows
from tests.one_deal import ONE_DEAL

START = CommandMeta("start", 1000)


@pytest.fixture
def heard(log):
    """A list of (match, version), one for each entry that the log has reported to its listener."""
    heard = []
    log.listener = lambda match, entry, before, after: heard.append((match, entry.version))
    return heard


@pytest.mark.both_databases
def test_the_listener_is_called_with_each_entry_after_the_commit(app, store, log, people, heard):
    with log_transaction(store, log) as (_, entries):
        match = commands.start_match(entries, "jabberwocky", people, ONE_DEAL, START)
        commands.delete(entries, match, CommandMeta("delete", 1001))
        assert heard == []

    assert heard == [(match, 1), (match, 2)]
    assert log.sheet(match).is_deleted


@pytest.mark.both_databases
def test_an_exception_in_the_transaction_writes_nothing_and_calls_no_listener(
    app, store, log, people, heard
):
    def fail_half_way():
        with log_transaction(store, log) as (_, entries):
            commands.start_match(entries, "jabberwocky", people, ONE_DEAL, START)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()

    assert heard == []
    assert rows(app, MatchEvents) == []
