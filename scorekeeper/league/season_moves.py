"""Which matches a change of the seasons would move, computed before the change is made.

The seasons before and after the change assign every match with the same code (`SeasonCalendar`), in
one pass over the matches of the league.
"""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.db.evenings import load_clock
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, SnapshotResults, Terms
from scorekeeper.league.match_season import find_outdated_snapshots
from scorekeeper.league.season_commands import (
    checked_change,
    get_season,
    refuse_paid,
    refuse_taken_name,
    validated_season,
)
from scorekeeper.league.seasons import (
    SEASON_COLUMNS,
    TERMS_JOIN,
    Season,
    SeasonCalendar,
    all_seasons,
)
from scorekeeper.match.outcome import MatchState


class SeasonMove(NamedTuple):
    """A number of matches that would change their season; None stands for no season."""

    before: Season | None
    after: Season | None
    matches: int


class Reopening(NamedTuple):
    """What follows when a season is reopened.

    `changed` results of the season differ from those that it had when it was closed, or are gone.
    """

    season: Season
    moves: list[SeasonMove]
    changed: int


def moves_if_created(store: Store, season: Season) -> list[SeasonMove]:
    """The matches that would move to a new season. Raises Refused, as creating it would."""
    season = validated_season(season)
    with store.read() as connection:
        known = all_seasons(connection, store.league_id)
        if any(replace(each, id=season.id) == season for each in known):  # created by the first tap
            return []
        refuse_taken_name(connection, season.name, store.league_id)
        newest = max((each.id for each in known), default=0)
        after = [*known, replace(season, id=newest + 1)]
        return moves_between(connection, store.league_id, known, after)


def moves_if_changed(store: Store, season: Season, shown: Season | None) -> list[SeasonMove]:
    """The matches that would move if a season got these settings.

    `shown` are the settings that the form showed. Raises NotFound, Refused and EditConflict, as
    changing the season would.
    """
    with store.read() as connection:
        season = checked_change(connection, validated_season(season), shown, store.league_id)
        return moves_if_replaced(connection, store.league_id, season)


def moves_if_removed(store: Store, season_id: int) -> tuple[Season, list[SeasonMove]]:
    """The season, and the matches that would leave it if it was deleted.

    Raises NotFound, and Refused while it has payments.
    """
    with store.read() as connection:
        season = get_season(connection, season_id, store.league_id)
        refuse_paid(connection, season, store.league_id)
        known = all_seasons(connection, store.league_id)
        after = [each for each in known if each.id != season_id]
        return season, moves_between(connection, store.league_id, known, after)


def reopening(store: Store, season_id: int) -> Reopening:
    """What would follow from reopening a season. Raises NotFound."""
    with store.read() as connection:
        season = get_season(connection, season_id, store.league_id)
        opened = replace(season, closed_at=None)
        moves = moves_if_replaced(connection, store.league_id, opened)
        kept = (
            select(Matches.id, Matches.result)
            .join(
                SnapshotResults,
                (SnapshotResults.league_id == Matches.league_id)
                & (SnapshotResults.match_id == Matches.id),
            )
            .where(Matches.league_id == store.league_id, SnapshotResults.season_id == season_id)
        )
        results = {row.id: row.result for row in connection.execute(kept)}
        outdated = find_outdated_snapshots(connection, results, [season], store.league_id)
        return Reopening(season, moves, len(outdated))


def running_matches(store: Store, season_id: int, at: int | None = None) -> tuple[Season, int]:
    """The season, and how many matches in progress would count for it if they ended now.

    They no longer count for it once it is closed. Raises NotFound.
    """
    league = store.league_id
    with store.read() as connection:
        season = get_season(connection, season_id, league)
        calendar = SeasonCalendar(all_seasons(connection, league), load_clock(connection, league))
        today = calendar.clock.evening(int(time.time()) if at is None else at)
        ask = (
            select(Matches.game, *SEASON_COLUMNS)
            .outerjoin(Terms, TERMS_JOIN)
            .where(Matches.league_id == league, Matches.state == MatchState.RUNNING)
        )
        return season, sum(
            calendar.effective_season_id(row, today) == season_id for row in connection.execute(ask)
        )


def moves_if_replaced(connection: Connection, league: int, season: Season) -> list[SeasonMove]:
    """The moves if this season replaced the stored one with its id."""
    known = all_seasons(connection, league)
    after = [season if each.id == season.id else each for each in known]
    return moves_between(connection, league, known, after)


def moves_between(
    connection: Connection, league: int, before: Sequence[Season], after: Sequence[Season]
) -> list[SeasonMove]:
    """Compare the season of every result; the largest moves first."""
    if matching_terms(before) == matching_terms(after):
        return []
    clock = load_clock(connection, league)
    old, new = SeasonCalendar(before, clock), SeasonCalendar(after, clock)
    evening = cache(clock.evening)
    ask = (
        select(Matches.game, Matches.ended_at, *SEASON_COLUMNS)
        .outerjoin(Terms, TERMS_JOIN)
        .where(Matches.league_id == league, Matches.result.is_not(None))
    )
    counts: Counter[tuple[int | None, int | None]] = Counter()
    for row in connection.execute(ask):
        day = evening(row.ended_at)
        one = old.effective_season_id(row, day)
        other = new.effective_season_id(row, day)
        if other is not None and other not in new.by_id:  # chosen for a season that is deleted
            other = new.default_season_id(row.game, day, row.kept_in)
        if one != other:
            counts[one, other] += 1
    return [
        SeasonMove(old.by_id.get(one or 0), new.by_id.get(other or 0), number)
        for (one, other), number in counts.most_common()
    ]


def matching_terms(seasons: Iterable[Season]) -> set[tuple[object, ...]]:
    """What decides which matches belong to the seasons."""
    return {
        (each.id, each.starts, each.ends, each.counted_games, each.closed_at) for each in seasons
    }
