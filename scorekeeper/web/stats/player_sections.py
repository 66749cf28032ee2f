"""Parts of a player's page: head to head, streaks, best and worst matches, last matches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league import match_lists
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.people import Person
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.stats.aggregate import AggregateTotals
from scorekeeper.stats.career import Career, MatchStreak, NotableMatch, StrengthChange
from scorekeeper.stats.tally import Meeting, unpack_meeting
from scorekeeper.web.dates import medium_date
from scorekeeper.web.shared.session import current_store

MAX_RECENT_MATCHES = 10


class Opponent(NamedTuple):
    """An opponent and the results against them.

    `ahead` and `behind` are percentages of matches.
    """

    person: Person
    meeting: Meeting

    @property
    def ahead(self) -> float:
        return round(100 * self.meeting.ahead / self.meeting.matches, 1)

    @property
    def behind(self) -> float:
        return round(100 * self.meeting.behind / self.meeting.matches, 1)


class PlayerStreak(NamedTuple):
    """The longest streak of one kind: its dates and its length (`length`, in matches)."""

    label: Message
    when: Message
    length: int


class BestAndWorst(NamedTuple):
    """The best and the worst match of one game.

    `worst` is None if both have the same value.
    """

    game: Game
    best: NotableMatch
    worst: NotableMatch | None


class RecentMatch(NamedTuple):
    """One of the last matches, with the change in strength and, if known, the player's points."""

    match: ListedMatch
    after: StrengthChange
    points: int | None


def list_opponents(
    totals: AggregateTotals, key: str, people: Mapping[str, Person]
) -> tuple[Opponent, ...]:
    """Return all opponents, the most frequent first."""
    opponents = [
        Opponent(people[other], meeting)
        for other in totals.tallies
        if other != key and (meeting := unpack_meeting(totals.meetings, key, other)).matches
    ]
    return tuple(
        sorted(
            opponents, key=lambda opponent: (-opponent.meeting.matches, int(opponent.person.key))
        )
    )


def streaks(career: Career) -> tuple[PlayerStreak, ...]:
    """Return the longest streak of each kind, if it has at least two matches."""
    kinds = (
        (say("Wins in a row"), career.winning_streak),
        (say("Top-half streak"), career.upper_half_streak),
        (say("Matches in a row without a win"), career.winless_streak),
    )
    return tuple(
        PlayerStreak(label, streak_dates(streak), streak.longest)
        for label, streak in kinds
        if streak.longest > 1
    )


def streak_dates(streak: MatchStreak) -> Message:
    if streak.current == streak.longest:
        return say("since {evening}, still going", evening=medium_date(streak.since))
    if streak.first_evening == streak.last_evening:
        then = medium_date(streak.first_evening)
    else:
        then = say(
            "{first} to {last}",
            first=medium_date(streak.first_evening),
            last=medium_date(streak.last_evening),
        )
    if streak.current > 1:
        return say(
            "{then}; currently {number}, since {evening}",
            then=then,
            number=streak.current,
            evening=medium_date(streak.since),
        )
    return then


def best_and_worst(career: Career) -> tuple[BestAndWorst, ...]:
    return tuple(
        BestAndWorst(game, career.best[slug], worst_moment(career, slug))
        for slug, game in GAMES.items()
        if slug in career.best
    )


def worst_moment(career: Career, slug: str) -> NotableMatch | None:
    worst = career.worst[slug]
    return None if worst.value == career.best[slug].value else worst


def last_matches(snapshot: StatsSnapshot, key: str) -> list[RecentMatch]:
    """Return the player's last matches, newest first."""
    career = snapshot.league_stats.careers.get(key)
    if career is None:
        return []
    newest = list(career.recent)[: -MAX_RECENT_MATCHES - 1 : -1]
    return list(iter_recent_matches(newest, key, snapshot.league_state.current_keys))


def iter_recent_matches(
    recent: Sequence[StrengthChange], key: str, current_keys: Mapping[str, str]
) -> Iterator[RecentMatch]:
    by_id = match_lists.matches_by_id(current_store(), [after.match for after in recent])
    for after in recent:
        match = by_id.get(after.match)
        if match:
            points = (
                each.points
                for player, each in match.standings.items()
                if current_keys.get(player, player) == key
            )
            yield RecentMatch(match, after, next(points, None))
