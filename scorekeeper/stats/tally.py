"""Tallies: the sums of a player's matches in one scope (a season, a game, all time).

A tally counts each kind of finish and does not depend on a scheme, so a season can switch its
scheme without recomputing tallies. Meetings count how often two players finished ahead of each
other.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.stats.results import Finish, MatchResult, PlayerResult

FORM_MATCHES = 5  # the most recent matches, which `Tally.form` contains


class Tally:
    """The sum of one player's matches.

    `finishes` and `points` count how often the player had each value. A shared place counts as the
    best of the places that it covers. For example, two players who share second place both have
    `place` 2 and `sides_on_place` 2, and the next player has `place` 4. Points of games in which
    the lowest score wins are negated. `strength` is (mean, deviation) if the scope has ratings.
    """

    __slots__ = (
        "cached_value",
        "finishes",
        "form",
        "matches",
        "negated_matches",
        "points",
        "strength",
        "wins",
    )

    def __init__(self) -> None:
        self.matches = 0
        self.wins = 0
        self.finishes: dict[Finish, int] = {}
        self.points: dict[int, int] = {}
        self.negated_matches = 0  # matches whose points in `points` are negated
        self.form: tuple[Finish, ...] = ()  # the last `FORM_MATCHES`, newest at the end
        self.strength: tuple[float, float] | None = None
        # Cache of scheme_values.value_ratio: (scheme, value). Between two requests, only about 5 of
        # 200 tallies change.
        self.cached_value: tuple[object, tuple[int, int]] | None = None

    def copy(self) -> "Tally":
        """Return an independent copy."""
        other = Tally()
        other.matches, other.wins = self.matches, self.wins
        other.negated_matches = self.negated_matches
        other.finishes, other.points = self.finishes.copy(), self.points.copy()
        other.form, other.strength = self.form, self.strength
        return other

    def add(self, result: MatchResult, seat: PlayerResult, *, points: bool = True) -> None:
        """Add a match. `points` tells whether the scope keeps the games' own points."""
        finish = seat.finish
        self.cached_value = None
        self.matches += 1
        self.wins += finish.won
        self.finishes[finish] = self.finishes.get(finish, 0) + 1
        if points and seat.points is not None:
            points_value = -seat.points if result.low_wins else seat.points
            self.points[points_value] = self.points.get(points_value, 0) + 1
            self.negated_matches += result.low_wins
        self.form = (*self.form[1 - FORM_MATCHES :], finish)


class Meeting(NamedTuple):
    """The matches of two players on different sides, as seen by the first player.

    The counts are how often the first player finished ahead, behind and level. `last` is the result
    of their last match: 1 (ahead), -1 (behind) or 0.
    """

    ahead: int = 0
    behind: int = 0
    level: int = 0
    last: int = 0

    @property
    def matches(self) -> int:
        return self.ahead + self.behind + self.level

    def from_other_side(self) -> "Meeting":
        """Return the same meeting as seen by the other player."""
        return Meeting(self.behind, self.ahead, self.level, -self.last)


PackedMeetings = Mapping[tuple[str, str], int]  # packed meetings by pair, the lower key first
MeetingIncrements = Sequence[tuple[tuple[str, str], int]]  # the increments of one result by pair

# A meeting is packed into one integer to save memory and time. There is one meeting per pair of
# players, and a match of five players changes ten. Three counts of 20 bits hold the matches ahead,
# behind and level. The bits above them hold the last match's result.
BITS_PER_COUNT = 20
AHEAD, BEHIND, LEVEL = 1, 1 << BITS_PER_COUNT, 1 << 2 * BITS_PER_COUNT
LAST_AHEAD, LAST_BEHIND = 1 << 3 * BITS_PER_COUNT, 2 << 3 * BITS_PER_COUNT
ALL_COUNTS_MASK = (1 << 3 * BITS_PER_COUNT) - 1
COUNT_MASK = (1 << BITS_PER_COUNT) - 1


def meeting_increments(result: MatchResult) -> MeetingIncrements:
    """Return the increments that a result adds to its players' meetings.

    There are none for partners.
    """
    increments = []
    for number, seat in enumerate(result.seats):
        for other_seat in result.seats[number + 1 :]:
            if seat.side != other_seat.side:
                ahead = other_seat.finish.place - seat.finish.place
                pair = seat.player, other_seat.player
                if pair[0] > pair[1]:
                    pair, ahead = (pair[1], pair[0]), -ahead
                increments.append((pair, packed_meeting(ahead)))
    return increments


def packed_meeting(ahead: int) -> int:
    """Return the packed increment for a match.

    `ahead` is positive if the first player finished ahead, negative if behind, and 0 if level.
    """
    if ahead == 0:
        return LEVEL
    return AHEAD + LAST_AHEAD if ahead > 0 else BEHIND + LAST_BEHIND


def unpack_meeting(meetings: PackedMeetings, player: str, other: str) -> Meeting:
    """Return the results of two players against each other, as seen by the first.

    All counts are 0 if the two players never met.
    """
    if player > other:
        return unpack_meeting(meetings, other, player).from_other_side()
    packed = meetings.get((player, other), 0)
    last = packed >> 3 * BITS_PER_COUNT
    return Meeting(
        packed & COUNT_MASK,
        packed >> BITS_PER_COUNT & COUNT_MASK,
        packed >> 2 * BITS_PER_COUNT & COUNT_MASK,
        last if last < 2 else -1,
    )
