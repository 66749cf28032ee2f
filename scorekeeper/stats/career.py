"""A player's career: streaks, best and worst points, statistics and strength over all matches."""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorekeeper.stats.results import Finish, MatchResult, PlayerResult
from scorekeeper.stats.strength import DEFAULT_MEAN

MAX_HISTORY_POINTS = 120  # evenings; a strength history that is full drops every second one
RECENT_MATCHES = 20  # the number of latest matches for which strengths are stored


class NotableMatch(NamedTuple):
    """A match with a notable value: a player's best or worst points in a game."""

    value: int
    match: int
    game: str
    evening: str


@dataclass(slots=True)
class MatchStreak:
    """The current and the longest streak of matches of one kind, such as matches won.

    `current` is the length of the current streak, which began on the evening `since`. `longest` is
    the length of the longest streak, which lasted from the evening `first_evening` to the evening
    `last_evening`.
    """

    current: int = 0
    since: str = ""
    longest: int = 0
    first_evening: str = ""
    last_evening: str = ""
    last_match: int = 0  # the last match of the longest streak

    def add(self, holds: bool, result: MatchResult) -> None:
        """Add the next match. It continues the streak if `holds` is true, and otherwise ends it."""
        if not holds:
            self.current = 0
            return
        self.current += 1
        if self.current == 1:
            self.since = result.evening
        if self.current > self.longest:
            self.longest, self.first_evening, self.last_evening = (
                self.current,
                self.since,
                result.evening,
            )
            self.last_match = result.match


@dataclass(slots=True)
class StrengthHistory:
    """A player's strength (mean) after each evening, thinned out as it grows."""

    evenings: list[str] = field(default_factory=list)
    values: list[float] = field(default_factory=list)

    def add(self, evening: str, value: float) -> None:
        """Store the strength after a match, in place of an earlier value from the same evening."""
        if self.evenings and self.evenings[-1] == evening:
            self.values[-1] = value
            return
        if len(self.evenings) == MAX_HISTORY_POINTS:
            del self.evenings[1::2], self.values[1::2]
        self.evenings.append(evening)
        self.values.append(value)


class StrengthChange(NamedTuple):
    """A match, with the mean of the player's strength after it and before it."""

    match: int
    game: str
    evening: str
    place: int
    mean: float
    mean_before: float


class Career:
    """One player's statistics over all matches, which are added in the order in which they ended.

    `last_evening` is the latest evening with a match, or "". The three streaks count matches won,
    matches not won, and matches finished in the upper half. `best` and `worst` are the matches with
    the player's best and worst points, by game. `statistics` has the sums of the games' statistics,
    by game and name, as [count] or [count, out of].
    """

    def __init__(self) -> None:
        self.matches = 0
        self.last_evening = ""
        self.winning_streak, self.winless_streak = MatchStreak(), MatchStreak()
        self.upper_half_streak = MatchStreak()
        self.best: dict[str, NotableMatch] = {}
        self.worst: dict[str, NotableMatch] = {}
        self.statistics: dict[str, dict[str, list[int]]] = {}
        self.strength_history = StrengthHistory()
        self.recent: deque[StrengthChange] = deque(maxlen=RECENT_MATCHES)

    def copy(self) -> "Career":
        """Return an independent copy."""
        other = Career()
        other.matches = self.matches
        other.last_evening = self.last_evening
        other.winning_streak = replace(self.winning_streak)
        other.winless_streak = replace(self.winless_streak)
        other.upper_half_streak = replace(self.upper_half_streak)
        other.best, other.worst = self.best.copy(), self.worst.copy()
        other.statistics = {
            game: {name: sums.copy() for name, sums in statistics.items()}
            for game, statistics in self.statistics.items()
        }
        history = self.strength_history
        other.strength_history = StrengthHistory(history.evenings.copy(), history.values.copy())
        other.recent = self.recent.copy()
        return other

    def add(
        self,
        result: MatchResult,
        seat: PlayerResult,
        before: tuple[float, float] | None,
        after: tuple[float, float] | None,
    ) -> None:
        """Add a match.

        If the match was rated, `before` and `after` are the player's (mean, deviation) before and
        after it.
        """
        self.matches += 1
        self.last_evening = max(self.last_evening, result.evening)
        self.winning_streak.add(seat.finish.won, result)
        self.winless_streak.add(not seat.finish.won, result)
        self.upper_half_streak.add(is_in_upper_half(seat.finish), result)
        self.update_extremes(result, seat)
        self.add_statistics(result, seat)
        if after:
            self.strength_history.add(result.evening, after[0])
            mean_before = before[0] if before else DEFAULT_MEAN
            self.recent.append(
                StrengthChange(
                    result.match,
                    result.game,
                    result.evening,
                    seat.finish.place,
                    after[0],
                    mean_before,
                )
            )

    def update_extremes(self, result: MatchResult, seat: PlayerResult) -> None:
        if seat.points is None:
            return
        candidate = NotableMatch(seat.points, result.match, result.game, result.evening)
        sign = -1 if result.low_wins else 1
        best, worst = self.best.get(result.game), self.worst.get(result.game)
        if best is None or sign * candidate.value > sign * best.value:
            self.best[result.game] = candidate
        if worst is None or sign * candidate.value < sign * worst.value:
            self.worst[result.game] = candidate

    def add_statistics(self, result: MatchResult, seat: PlayerResult) -> None:
        if not seat.statistics:
            return
        sums = self.statistics.setdefault(result.game, {})
        for name, counts in seat.statistics.items():
            so_far = sums.setdefault(name, [0] * len(counts))
            for index, n in enumerate(counts):
                so_far[index] += n


def is_in_upper_half(finish: Finish) -> bool:
    """Return whether the side beat at least half of the other sides. A tie counts half.

    A shared place counts as the average of the places that it covers. For example, two sides that
    share third place count as 3½.
    """
    return 2 * finish.place + finish.sides_on_place - 1 <= finish.sides + 1
