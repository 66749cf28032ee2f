"""The shortest match of Jabberwocky for the tests of the event log."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.db.sql_log.deals import SHORT


@pytest.fixture
def match(log, people):
    """Start the shortest match of Jabberwocky: two deals of one card."""
    return commands.start_match(log, "jabberwocky", people, SHORT, CommandMeta("start", 1000))
