"""Tallies: the meetings of two players."""

from scorekeeper.stats.tally import Meeting, unpack_meeting
from tests.stats.season_on_paper import aggregate

TWO_TO_ONE = """
    evening | Ana | Bruno
    1 Oct   | 1   | 2
    2 Oct   | 2   | 1
    3 Oct   | 1   | 2
"""
LEVEL_AT_LAST = """
    evening | Ana | Bruno
    1 Oct   | 1   | 2
    2 Oct   | 1=  | 1=
"""


def test_a_meeting_is_mirrored_for_the_other_player():
    meetings = aggregate(TWO_TO_ONE).totals.meetings

    assert unpack_meeting(meetings, "Ana", "Bruno") == Meeting(ahead=2, behind=1, level=0, last=1)
    assert unpack_meeting(meetings, "Bruno", "Ana") == Meeting(ahead=1, behind=2, level=0, last=-1)
    assert unpack_meeting(meetings, "Bruno", "Ana").matches == 3
    assert unpack_meeting(meetings, "Ana", "Chus") == Meeting()


def test_the_last_meeting_can_be_level():
    meetings = aggregate(LEVEL_AT_LAST).totals.meetings

    assert unpack_meeting(meetings, "Ana", "Bruno") == Meeting(ahead=1, behind=0, level=1, last=0)
