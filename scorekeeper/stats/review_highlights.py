"""The highlights of a season in review. A highlight is None if there are too few matches for it.

Among equal candidates, the one with the earlier evening or match is chosen. If these are equal too,
the first player is chosen.
"""

from fractions import Fraction
from typing import NamedTuple

from scorekeeper.stats.career import MatchStreak
from scorekeeper.stats.review import Performance, PlayerReview, SeasonReview
from scorekeeper.stats.tally import Meeting, unpack_meeting

MIN_STREAK = 2  # matches
MIN_MEETINGS = 5  # matches that two players must have played against each other


class EveningHighlight(NamedTuple):
    """A player's performance on one evening ("2026-11-19")."""

    player: str
    evening: str
    performance: Performance


class BusyEvening(NamedTuple):
    """An evening and the number of its matches."""

    evening: str
    matches: int


class StreakHighlight(NamedTuple):
    """A player and their longest streak."""

    player: str
    streak: MatchStreak


class PairHighlight(NamedTuple):
    """Two players and their meetings, as seen by the first."""

    player: str
    other: str
    meeting: Meeting


class StrengthHighlight(NamedTuple):
    """A player and the player's review, which has the change in strength."""

    player: str
    review: PlayerReview


class GameHighlight(NamedTuple):
    """A game and a player's performance in it."""

    game: str
    performance: Performance


def shown_players(review: SeasonReview) -> dict[str, PlayerReview]:
    """Return the players who are not hidden, sorted by their first match."""
    return {player: each for player, each in review.players.items() if player not in review.hidden}


def best_evening(player: str, review: PlayerReview) -> EveningHighlight | None:
    """Return the player's evening with the most wins or, among equals, the highest `above_half`.

    Returns None if the player won no match.
    """
    evenings = [
        EveningHighlight(player, evening, performance)
        for evening, performance in review.by_evening.items()
        if performance.wins
    ]
    return max(evenings, key=lambda each: evening_rank(each.performance), default=None)


def worst_evening(player: str, review: PlayerReview) -> EveningHighlight | None:
    """Return the evening with the player's lowest `above_half`, if it is negative."""
    evenings = [
        EveningHighlight(player, evening, performance)
        for evening, performance in review.by_evening.items()
        if performance.above_half < 0
    ]
    return min(evenings, key=lambda each: each.performance.above_half, default=None)


def evening_rank(performance: Performance) -> tuple[int, int, int]:
    """Return the sort key of an evening: wins, then `above_half`, then fewer matches."""
    return performance.wins, performance.above_half, -performance.matches


def best_evening_of_all(review: SeasonReview) -> EveningHighlight | None:
    """Return the best evening of any player, if it has at least two wins."""
    evenings = [
        highlight
        for player, each in shown_players(review).items()
        if (highlight := best_evening(player, each)) and highlight.performance.wins > 1
    ]
    evenings.sort(key=lambda each: each.evening)
    return max(evenings, key=lambda each: evening_rank(each.performance), default=None)


def busiest_evening(review: SeasonReview) -> BusyEvening | None:
    """Return the evening with the most matches, or None if all evenings have the same number."""
    if not review.matches_by_evening or len(set(review.matches_by_evening.values())) < 2:
        return None
    return BusyEvening(*max(review.matches_by_evening.items(), key=lambda each: each[1]))


def longest_winning_streak(review: SeasonReview) -> StreakHighlight | None:
    """Return the longest winning streak of two or more matches.

    Of equally long streaks, the first to end is returned.
    """
    streaks = [
        StreakHighlight(player, each.winning_streak)
        for player, each in shown_players(review).items()
        if each.winning_streak.longest >= MIN_STREAK
    ]
    return min(
        streaks,
        key=lambda each: (
            -each.streak.longest,
            each.streak.last_evening,
            each.streak.last_match,
        ),
        default=None,
    )


def most_improved(review: SeasonReview) -> StrengthHighlight | None:
    """Return the player whose strength rose most, among players with enough matches."""
    improved = [
        StrengthHighlight(player, each)
        for player, each in shown_players(review).items()
        if each.has_reliable_change and each.change > 0
    ]
    return max(improved, key=lambda each: each.review.change, default=None)


def most_one_sided_pair(review: SeasonReview) -> PairHighlight | None:
    """Return the pair with the most one-sided record over at least `MIN_MEETINGS` matches."""
    pairs = [
        highlight
        for player, other in review.meetings
        if not {player, other} & review.hidden
        for highlight in pair_from_both_sides(
            PairHighlight(player, other, unpack_meeting(review.meetings, player, other))
        )
    ]
    return most_one_sided(pairs)


def favourite_opponent(review: SeasonReview, player: str) -> PairHighlight | None:
    """Return this player and the opponent in their best record."""
    return most_one_sided(opponents(review, player))


def nemesis(review: SeasonReview, player: str) -> PairHighlight | None:
    """Return the opponent in this player's worst record, and the player."""
    return most_one_sided(
        [seen_from_other_side(highlight) for highlight in opponents(review, player)]
    )


def opponents(review: SeasonReview, player: str) -> list[PairHighlight]:
    """Return a player's meetings with each opponent, ordered by the opponents' first matches."""
    return [
        PairHighlight(player, other, meeting)
        for other in shown_players(review)
        if other != player and (meeting := unpack_meeting(review.meetings, player, other)).matches
    ]


def pair_from_both_sides(highlight: PairHighlight) -> tuple[PairHighlight, PairHighlight]:
    return highlight, seen_from_other_side(highlight)


def seen_from_other_side(highlight: PairHighlight) -> PairHighlight:
    """Return the same meetings, as seen by the other player."""
    return PairHighlight(highlight.other, highlight.player, highlight.meeting.from_other_side())


def most_one_sided(pairs: list[PairHighlight]) -> PairHighlight | None:
    """Return the pair whose first player leads by the most over at least `MIN_MEETINGS` matches."""
    one_sided = [
        highlight
        for highlight in pairs
        if highlight.meeting.matches >= MIN_MEETINGS
        and highlight.meeting.ahead > highlight.meeting.behind
    ]
    return max(one_sided, key=lambda each: one_sidedness(each.meeting), default=None)


def one_sidedness(meeting: Meeting) -> tuple[Fraction, int]:
    """Return the sort key of a record.

    The key is the lead as a share of the matches, followed by the number of matches.
    """
    return Fraction(meeting.ahead - meeting.behind, meeting.matches), meeting.matches


def favourite_game(review: PlayerReview) -> GameHighlight | None:
    """Return the game that the player played most.

    If there are several, the one with the most wins is returned.
    """
    games = [GameHighlight(game, performance) for game, performance in review.by_game.items()]
    return max(
        games, key=lambda each: (each.performance.matches, each.performance.wins), default=None
    )
