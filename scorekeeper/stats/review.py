"""A season in review: its results, added up in one pass for `review_highlights`.

Strengths start from their values before the season, and only this season's matches change them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.stats.aggregate import RateFunction, Strength, updated_strengths
from scorekeeper.stats.career import MatchStreak
from scorekeeper.stats.deciding_matches import DecidingMatches
from scorekeeper.stats.results import MatchResult, PlayerResult
from scorekeeper.stats.scheme_values import UNITS_PER_POINT, share_beaten
from scorekeeper.stats.strength import DEFAULT_MEAN, ROUGH_UNTIL_MATCHES, displayed_strength
from scorekeeper.stats.tally import ALL_COUNTS_MASK, meeting_increments

KNOWN_AFTER_MATCHES = 5  # season matches after which a strength or its change is meaningful


class Performance(NamedTuple):
    """The sum of a player's matches on one evening or in one game.

    `above_half` is the share of opponents beaten minus one half, summed over the matches, in units
    (`UNITS_PER_POINT`). It is positive if the average share is above one half.
    """

    matches: int = 0
    wins: int = 0
    above_half: int = 0

    def plus(self, seat: PlayerResult) -> "Performance":
        """Return this performance with one more match."""
        above = share_beaten(seat.finish) - UNITS_PER_POINT // 2 if seat.finish.sides > 1 else 0
        return Performance(self.matches + 1, self.wins + seat.finish.won, self.above_half + above)


NO_MATCHES = Performance()


class Upset(NamedTuple):
    """A weaker side's win over a stronger one, with their displayed strengths before the match."""

    match: int
    game: str
    evening: str
    winners: tuple[str, ...]
    beaten: tuple[str, ...]
    strength: int
    beaten_strength: int

    @property
    def gap(self) -> int:
        return self.beaten_strength - self.strength


class CloseMatch(NamedTuple):
    """A match with one winning side.

    `margin` is the winning side's lead in points over the next side. `share` is the margin as a
    share of the largest score, so games with large and small scores can be compared.
    """

    match: int
    game: str
    evening: str
    winners: tuple[str, ...]
    seconds: tuple[str, ...]
    margin: int
    share: Fraction


@dataclass(slots=True)
class PlayerReview:
    """One player's season. `strength_before` is None if their first match is in this season."""

    strength_before: Strength | None = None
    strength: Strength | None = None
    total: Performance = NO_MATCHES
    by_evening: dict[str, Performance] = field(default_factory=dict)
    by_game: dict[str, Performance] = field(default_factory=dict)
    winning_streak: MatchStreak = field(default_factory=MatchStreak)
    winless_streak: MatchStreak = field(default_factory=MatchStreak)

    @property
    def is_known(self) -> bool:
        """Whether the strength was known before the season, or is known after enough matches."""
        return self.strength_before is not None or self.total.matches >= KNOWN_AFTER_MATCHES

    @property
    def has_reliable_change(self) -> bool:
        """Whether the player has enough matches for a reliable `change`."""
        least = ROUGH_UNTIL_MATCHES if self.strength_before is None else KNOWN_AFTER_MATCHES
        return self.strength is not None and self.total.matches >= least

    @property
    def mean_before(self) -> float:
        return self.strength_before[0] if self.strength_before else DEFAULT_MEAN

    @property
    def change(self) -> int:
        """The change in displayed strength in this season."""
        now = self.strength[0] if self.strength else self.mean_before
        return displayed_strength(now) - displayed_strength(self.mean_before)

    def add(self, result: MatchResult, seat: PlayerResult) -> None:
        """Add the next match."""
        self.total = self.total.plus(seat)
        evening, game = result.evening, result.game
        self.by_evening[evening] = self.by_evening.get(evening, NO_MATCHES).plus(seat)
        self.by_game[game] = self.by_game.get(game, NO_MATCHES).plus(seat)
        self.winning_streak.add(seat.finish.won, result)
        self.winless_streak.add(not seat.finish.won, result)


class SeasonReview:
    """A review of one season's results. Add the results in order (`MatchResult.order`), each once.

    `before` contains the strengths before the season. Highlights about several players leave out
    the `hidden` players. `match_ids` are the ids of the matches, `matches_by_evening` is the number
    of matches by evening, and `meetings` are the packed meetings by pair (`tally.unpack_meeting`).
    `deciding` contains the matches that decided the highlights.
    """

    def __init__(
        self, before: Mapping[str, Strength], rate: RateFunction, hidden: frozenset[str]
    ) -> None:
        self.before, self.rate, self.hidden = before, rate, hidden
        self.players: dict[str, PlayerReview] = {}
        self.match_ids: set[int] = set()
        self.matches_by_evening: dict[str, int] = {}
        self.meetings: dict[tuple[str, str], int] = {}
        self.upset: Upset | None = None
        self.closest: CloseMatch | None = None
        self.deciding = DecidingMatches()

    def add(self, result: MatchResult) -> None:
        """Add the next result."""
        self.match_ids.add(result.match)
        self.matches_by_evening[result.evening] = self.matches_by_evening.get(result.evening, 0) + 1
        for player in result.players:
            if player not in self.players:
                strength_before = self.before.get(player)
                self.players[player] = PlayerReview(strength_before, strength_before)
        self.offer_upset(result)
        self.offer_close_match(result)
        strengths = {player: self.players[player].strength for player in result.players}
        for player, strength in updated_strengths(self.rate, result, strengths).items():
            self.players[player].strength = strength
            before = strengths[player]
            change = strength[0] - (before[0] if before else DEFAULT_MEAN)
            self.deciding.add_change(player, change, result)
        self.deciding.add(result)
        for seat in result.seats:
            self.players[seat.player].add(result, seat)
        for pair, more in meeting_increments(result):
            self.meetings[pair] = (self.meetings.get(pair, 0) & ALL_COUNTS_MASK) + more

    def offer_upset(self, result: MatchResult) -> None:
        """Store the result as the upset if its difference in strength is the largest so far."""
        sides = results_by_side(result)
        losers = [side for side in sides if not side[0].finish.won and self.is_known(side)]
        if not losers:
            return
        strongest = max(losers, key=self.side_strength)
        for side in sides:
            if side[0].finish.won and self.is_known(side):
                upset = Upset(
                    result.match,
                    result.game,
                    result.evening,
                    players_of(side),
                    players_of(strongest),
                    self.side_strength(side),
                    self.side_strength(strongest),
                )
                if upset.gap > (self.upset.gap if self.upset else 0):
                    self.upset = upset

    def is_known(self, side: list[PlayerResult]) -> bool:
        """Return whether all players of a side have a known strength and none of them is hidden."""
        return all(
            seat.player not in self.hidden and self.players[seat.player].is_known for seat in side
        )

    def side_strength(self, side: list[PlayerResult]) -> int:
        """Return a side's displayed strength before the match: the mean of its players."""
        means = [
            strength[0] if (strength := self.players[seat.player].strength) else DEFAULT_MEAN
            for seat in side
        ]
        return displayed_strength(sum(means) / len(means))

    def offer_close_match(self, result: MatchResult) -> None:
        """Store the result if it is the closest match so far."""
        close = close_match(result)
        if close is None or self.hidden.intersection(close.winners + close.seconds):
            return
        if self.closest is None or close.share < self.closest.share:
            self.closest = close


def review_season(
    results: Iterable[MatchResult],
    before: Mapping[str, Strength],
    rate: RateFunction,
    hidden: frozenset[str] = frozenset(),
) -> SeasonReview:
    """Return the review of these results, which must be in order."""
    review = SeasonReview(before, rate, hidden)
    for result in results:
        review.add(result)
    return review


def results_by_side(result: MatchResult) -> list[list[PlayerResult]]:
    """Return the results of each side, in seat order."""
    sides: dict[int, list[PlayerResult]] = {}
    for seat in result.seats:
        sides.setdefault(seat.side, []).append(seat)
    return list(sides.values())


def players_of(side: Iterable[PlayerResult]) -> tuple[str, ...]:
    return tuple(seat.player for seat in side)


def close_match(result: MatchResult) -> CloseMatch | None:
    """Return the match and its margin.

    Returns None if there is no single winning side, or if the points of the first two sides are
    unknown or equal.
    """
    sides = sorted(results_by_side(result), key=lambda side: side[0].finish.place)
    if len(sides) < 2 or sides[0][0].finish.sides_on_place > 1 or not sides[0][0].finish.won:
        return None
    first_points, second_points = sides[0][0].points, sides[1][0].points
    largest = max((abs(seat.points) for seat in result.seats if seat.points is not None), default=0)
    if first_points is None or second_points is None or first_points == second_points:
        return None
    margin = abs(first_points - second_points)
    return CloseMatch(
        result.match,
        result.game,
        result.evening,
        players_of(sides[0]),
        players_of(sides[1]),
        margin,
        Fraction(margin, largest),
    )
