"""A short match of Jabberwocky for the event log tests."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.db.sql_log.deals import SHORT


@pytest.fixture
def match(log, people):
    """The id of a new match of Jabberwocky with two deals of one card."""
    return commands.start_match(log, "jabberwocky", people, SHORT, CommandMeta("start", 1000))
