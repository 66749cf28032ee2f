"""What a player has gathered in one scope: a season, a game, all time. No scheme is in here:
a tally keeps how he finished how often, so that a season can be counted in another way at once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.stats.results import Finish, MatchResult, PlayerResult

FORM_MATCHES = 5  # matches


class Tally:
    """Matches of one player, added up. `points` counts how often he had so many, negative where
    the lower wins; `strength` is (mean, uncertainty) where the scope rates its players.
    """

    __slots__ = (
        "finishes",
        "form",
        "low_wins",
        "matches",
        "points",
        "strength",
        "wins",
        "worth",
    )

    def __init__(self) -> None:
        self.matches = 0
        self.wins = 0
        self.finishes: dict[Finish, int] = {}
        self.points: dict[int, int] = {}
        self.low_wins = 0  # matches in which the lower points won
        self.form: tuple[Finish, ...] = ()  # the last, newest at the end
        self.strength: tuple[float, float] | None = None
        # What schemes.py last worked out from it, and for which scheme: of two hundred players
        # five have played since somebody looked.
        self.worth: tuple[object, tuple[int, int]] | None = None

    def copy(self) -> "Tally":
        """As it is now; later results change only the original."""
        other = Tally()
        other.matches, other.wins, other.low_wins = self.matches, self.wins, self.low_wins
        other.finishes, other.points = self.finishes.copy(), self.points.copy()
        other.form, other.strength = self.form, self.strength
        return other

    def add(self, result: MatchResult, seat: PlayerResult, *, points: bool = True) -> None:
        """One more match; its `points` only where they are counted."""
        finish = seat.finish
        self.worth = None
        self.matches += 1
        self.wins += finish.won
        self.finishes[finish] = self.finishes.get(finish, 0) + 1
        if points and seat.points is not None:
            had = -seat.points if result.low_wins else seat.points
            self.points[had] = self.points.get(had, 0) + 1
            self.low_wins += result.low_wins
        self.form = (*self.form[1 - FORM_MATCHES :], finish)


class Meeting(NamedTuple):
    """Two players who sat at the same table on different sides, seen from the first of them.

    How often he finished ahead, behind and level, and how the last match went: 1, -1 or 0.
    """

    ahead: int = 0
    behind: int = 0
    level: int = 0
    last: int = 0

    @property
    def matches(self) -> int:
        return self.ahead + self.behind + self.level

    def turned(self) -> "Meeting":
        """The same from the other side."""
        return Meeting(self.behind, self.ahead, self.level, -self.last)


Meetings = Mapping[tuple[str, str], int]  # by pair, the lower key first; packed
MeetingIncrements = Sequence[tuple[tuple[str, str], int]]  # what a result adds to each

# A meeting is kept as one number: there are as many as pairs of players, and every result adds
# to ten of them. Twenty bits each for ahead, behind and level, above them how the last one went.
BITS_PER_COUNT = 20
AHEAD, BEHIND, LEVEL = 1, 1 << BITS_PER_COUNT, 1 << 2 * BITS_PER_COUNT
LAST_AHEAD, LAST_BEHIND = 1 << 3 * BITS_PER_COUNT, 2 << 3 * BITS_PER_COUNT
ALL_COUNTS_MASK = (1 << 3 * BITS_PER_COUNT) - 1
COUNT_MASK = (1 << BITS_PER_COUNT) - 1


def meeting_increments(result: MatchResult) -> MeetingIncrements:
    """What a result adds to the meetings of its players; partners do not meet."""
    found = []
    for number, one in enumerate(result.seats):
        for other in result.seats[number + 1 :]:
            if one.side != other.side:
                ahead = other.finish.place - one.finish.place
                pair = one.player, other.player
                if pair[0] > pair[1]:
                    pair, ahead = (pair[1], pair[0]), -ahead
                found.append((pair, packed_meeting(ahead)))
    return found


def packed_meeting(ahead: int) -> int:
    """What a match adds, by how many places the first of the pair was ahead."""
    if ahead == 0:
        return LEVEL
    return AHEAD + LAST_AHEAD if ahead > 0 else BEHIND + LAST_BEHIND


def unpack_meeting(meetings: Meetings, one: str, other: str) -> Meeting:
    """How these two did against each other, seen from the first."""
    if one > other:
        return unpack_meeting(meetings, other, one).turned()
    kept = meetings.get((one, other), 0)
    last = kept >> 3 * BITS_PER_COUNT
    return Meeting(
        kept & COUNT_MASK,
        kept >> BITS_PER_COUNT & COUNT_MASK,
        kept >> 2 * BITS_PER_COUNT & COUNT_MASK,
        last if last < 2 else -1,
    )
