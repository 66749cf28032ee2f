"""Replay of logs that commands do not write, and the sheet after the first entry.

`test_sheet.py` compares the sheets of commands with those of a replay.
"""

import pytest

from scorekeeper.match.events import DraftDropped, Entry, MatchDeleted, MatchStarted
from scorekeeper.match.replay import initial_sheet, replay

FIVE = ("1", "2", "3", "4", "5")


@pytest.fixture
def start():
    """The first entry of a match."""
    return Entry(1, MatchStarted("jaguar", FIVE, {}), 1)


def test_a_log_must_begin_with_its_only_start_event(start):
    away = Entry(1, MatchDeleted(), 0)
    for read in (lambda: replay([away]), lambda: initial_sheet(away)):
        with pytest.raises(ValueError, match=r"^A match begins with its start\.$"):
            read()
    with pytest.raises(ValueError, match=r"^A match starts only once\.$"):
        replay([start, start])


def test_the_initial_sheet_has_the_setup_and_the_start_time(start):
    sheet = initial_sheet(start)

    assert (sheet.setup.game, sheet.setup.players, sheet.game.slug) == ("jaguar", FIVE, "jaguar")
    assert (sheet.version, sheet.started_at, sheet.changed_at) == (1, 1, 1)
    assert sheet.is_deleted is False


def test_replay_accepts_dropping_a_draft_that_does_not_exist(start):
    entries = [start, Entry(2, DraftDropped(1), 2), Entry(3, DraftDropped(1), 3)]

    assert replay(entries).drafts == {}
