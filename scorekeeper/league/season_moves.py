"""Find out which matches a change to the seasons would move, before the change is made.

The same code (`SeasonCalendar`) finds the season of every match before and after the change, in one
pass over the league's matches.
"""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, SnapshotResults, Terms
from scorekeeper.league.match_season import find_outdated_snapshots
from scorekeeper.league.payments import refuse_paid
from scorekeeper.league.season_commands import (
    checked_change,
    refuse_taken_name,
    validated_season,
)
from scorekeeper.league.seasons import (
    SEASON_COLUMNS,
    TERMS_JOIN,
    Season,
    SeasonCalendar,
    all_seasons,
    get_season,
)
from scorekeeper.match.outcome import MatchState


class SeasonMove(NamedTuple):
    """The number of matches that would move from one season to another.

    `before` and `after` are None if the matches are in no season.
    """

    before: Season | None
    after: Season | None
    matches: int


class Reopening(NamedTuple):
    """The effects of reopening a season.

    `changed` is the number of results that have changed or been removed since the season was
    closed.
    """

    season: Season
    moves: list[SeasonMove]
    changed: int


def moves_if_created(store: Store, season: Season) -> list[SeasonMove]:
    """Return the moves that creating this season would cause.

    Raises the errors of `create_season`.
    """
    season = validated_season(season)
    with store.read() as connection:
        seasons = all_seasons(connection, store.league_id)
        # After a double tap, the season of the first tap already exists.
        if any(replace(each, id=season.id) == season for each in seasons):
            return []
        refuse_taken_name(connection, season.name, store.league_id)
        newest = max((each.id for each in seasons), default=0)
        after = [*seasons, replace(season, id=newest + 1)]
        return moves_between(connection, store.league_id, seasons, after)


def moves_if_changed(store: Store, season: Season, shown: Season | None) -> list[SeasonMove]:
    """Return the moves that these settings of a season would cause.

    `shown` are the settings that the form showed. Raises the same errors as changing the season:
    NotFound, Refused and EditConflict.
    """
    with store.read() as connection:
        season = checked_change(connection, validated_season(season), shown, store.league_id)
        return moves_if_replaced(connection, store.league_id, season)


def moves_if_removed(store: Store, season_id: int) -> tuple[Season, list[SeasonMove]]:
    """Return the season, and the moves that deleting it would cause.

    Raises NotFound if it does not exist, and Refused while it has payments that are not undone.
    """
    with store.read() as connection:
        season = get_season(connection, season_id, store.league_id)
        refuse_paid(connection, season, store.league_id)
        seasons = all_seasons(connection, store.league_id)
        after = [each for each in seasons if each.id != season_id]
        return season, moves_between(connection, store.league_id, seasons, after)


def effects_of_reopening(store: Store, season_id: int) -> Reopening:
    """Return the effects of reopening a season. Raises NotFound."""
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


def season_and_running_count(
    store: Store, season_id: int, at: int | None = None
) -> tuple[Season, int]:
    """Return the season, and the number of running matches that would count if they ended now.

    If the season is closed before these matches end, they will not count towards it. Raises
    NotFound.
    """
    league = store.league_id
    with store.read() as connection:
        season = get_season(connection, season_id, league)
        calendar = SeasonCalendar(all_seasons(connection, league), load_clock(connection, league))
        today = calendar.clock.evening(int(time.time()) if at is None else at)
        query = (
            select(Matches.game, Matches.summary, *SEASON_COLUMNS)
            .outerjoin(Terms, TERMS_JOIN)
            .where(Matches.league_id == league, Matches.state == MatchState.RUNNING)
        )
        return season, sum(
            calendar.effective_season_id(row, row.summary.get("evening") or today) == season_id
            for row in connection.execute(query)
        )


def moves_if_replaced(connection: Connection, league: int, season: Season) -> list[SeasonMove]:
    """Return the moves that replacing the stored season with this season would cause.

    The two seasons have the same id.
    """
    seasons = all_seasons(connection, league)
    after = [season if each.id == season.id else each for each in seasons]
    return moves_between(connection, league, seasons, after)


def moves_between(
    connection: Connection, league: int, before: Sequence[Season], after: Sequence[Season]
) -> list[SeasonMove]:
    """Return the moves that replacing the seasons `before` with the seasons `after` would cause.

    The largest moves come first.
    """
    if matching_terms(before) == matching_terms(after):
        return []
    clock = load_clock(connection, league)
    old, new = SeasonCalendar(before, clock), SeasonCalendar(after, clock)
    evening = cache(clock.evening)
    query = (
        select(Matches.game, Matches.ended_at, *SEASON_COLUMNS)
        .outerjoin(Terms, TERMS_JOIN)
        .where(Matches.league_id == league, Matches.result.is_not(None))
    )
    counts: Counter[tuple[int | None, int | None]] = Counter()
    for row in connection.execute(query):
        day = evening(row.ended_at)
        old_season = old.effective_season_id(row, day)
        new_season = new.effective_season_id(row, day)
        # The match is assigned to the season that would be deleted.
        if new_season is not None and new_season not in new.by_id:
            new_season = new.default_season_id(row.game, day, row.snapshot_season_id)
        if old_season != new_season:
            counts[old_season, new_season] += 1
    return [
        SeasonMove(old.by_id.get(old_season or 0), new.by_id.get(new_season or 0), number)
        for (old_season, new_season), number in counts.most_common()
    ]


def matching_terms(seasons: Iterable[Season]) -> set[tuple[object, ...]]:
    """Return the settings that decide which matches belong to each season."""
    return {
        (each.id, each.starts, each.ends, each.counted_games, each.closed_at) for each in seasons
    }
