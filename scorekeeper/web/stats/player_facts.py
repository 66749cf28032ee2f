"""What is told of one player besides his figures: whom he met, streaks, best and worst, the last
matches.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league import match_lists
from scorekeeper.league.match_lists import Played
from scorekeeper.match.log import Person
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.stats.aggregate import Sums
from scorekeeper.stats.career import After, Career, Moment, Run
from scorekeeper.stats.tally import Meeting, met
from scorekeeper.web.dates import evening

LAST = 10  # matches


class Rival(NamedTuple):
    """Somebody he met, and how it went: `ahead`, and `level` up to where it is behind, in
    percent of their matches.
    """

    person: Person
    met: Meeting

    @property
    def ahead(self) -> float:
        return round(100 * self.met.ahead / self.met.matches, 1)

    @property
    def behind(self) -> float:
        return round(100 * self.met.behind / self.met.matches, 1)


class Streak(NamedTuple):
    """The most matches in a row, and when that was."""

    label: Say
    when: Say
    most: int


class Best(NamedTuple):
    """The best and the worst match of one game; `worst` is None if there was but one value."""

    game: Game
    best: Moment
    worst: Moment | None


class Past(NamedTuple):
    """One of the last matches: where he came in, and with how many points, if that is known."""

    match: Played
    after: After
    points: int | None


def rivals(sums: Sums, key: str, people: Mapping[str, Person]) -> tuple[Rival, ...]:
    """Everybody he met, most often first."""
    found = [
        Rival(people[other], meeting)
        for other in sums.tallies
        if other != key and (meeting := met(sums.meetings, key, other)).matches
    ]
    return tuple(sorted(found, key=lambda rival: (-rival.met.matches, int(rival.person.key))))


def streaks(career: Career) -> tuple[Streak, ...]:
    """Of two or more."""
    runs = (
        (say("Wins in a row"), career.wins),
        (say("In the upper half in a row"), career.top),
        (say("Without a win in a row"), career.winless),
    )
    return tuple(Streak(label, when(run), run.most) for label, run in runs if run.most > 1)


def when(run: Run) -> Say:
    if run.now == run.most:
        return say("since {evening}, and still going on", evening=evening(run.since))
    if run.first == run.last:
        then = evening(run.first)
    else:
        then = say("{first} to {last}", first=evening(run.first), last=evening(run.last))
    if run.now > 1:
        return say(
            "{then}; now {number} since {evening}",
            then=then,
            number=run.now,
            evening=evening(run.since),
        )
    return then


def best(career: Career) -> tuple[Best, ...]:
    return tuple(
        Best(game, career.best[slug], worst_of(career, slug))
        for slug, game in GAMES.items()
        if slug in career.best
    )


def worst_of(career: Career, slug: str) -> Moment | None:
    worst = career.worst[slug]
    return None if worst.value == career.best[slug].value else worst


def past(lately: Sequence[After], key: str, now: Mapping[str, str]) -> list[Past]:
    """The last matches, the newest first, as they are listed everywhere."""
    return list(listed(lately[: -LAST - 1 : -1], key, now))


def listed(lately: Sequence[After], key: str, now: Mapping[str, str]) -> Iterator[Past]:
    found = match_lists.these([after.match for after in lately])
    for after in lately:
        match = found.get(after.match)
        if match:
            points = (
                each.points for who, each in match.standings.items() if now.get(who, who) == key
            )
            yield Past(match, after, next(points, None))
