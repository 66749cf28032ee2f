"""A match of Chinchón for the command tests."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from tests.match.commands.matches import deal


@pytest.fixture
def chinchon():
    """A log with a match of Chinchón after three deals.

    Player 3 has 60 points after the first deal and 90 at the end.
    """
    log = MemoryLog({"1": "Ana", "2": "Bruno", "3": "Chus"})
    match = commands.start_match(log, "chinchon", ("1", "2", "3"), {}, CommandMeta("start", 0))
    for number, left in enumerate([60, 20, 10], start=1):
        cards = deal(closer="1", left={"1": 2, "2": 5, "3": left})
        commands.record_stage(
            log, match, number, "cards", cards, CommandMeta(f"deal {number}", number)
        )
    return log
