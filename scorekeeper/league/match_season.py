"""The season and the terms of one match, and the closed seasons that show an older result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorekeeper.clock import clock_in
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Matches, SnapshotResults, Terms
from scorekeeper.league.seasons import (
    NO_TERMS,
    SEASON_COLUMNS,
    TERMS_JOIN,
    MatchTerms,
    Season,
    SeasonCalendar,
    all_seasons,
    terms_from_row,
)
from scorekeeper.stats.results import PackedSeat, packed_seats


@dataclass(frozen=True, slots=True)
class MatchSeasonInfo:
    """The season and the terms of a match.

    `default_season` is the season for the match's evening and game, and `season` is the season that
    the match belongs to. `is_fixed` means that a closed season's snapshot contains the match.
    `outdated_in` are the closed seasons whose snapshot differs from the match's current result.
    `snapshot_season_id` is the id of the season whose snapshot contains the match, or None.
    """

    game: str
    evening: str
    has_result: bool
    terms: MatchTerms
    default_season: Season | None
    season: Season | None
    is_fixed: bool
    outdated_in: tuple[Season, ...]
    snapshot_season_id: int | None
    calendar: SeasonCalendar

    @property
    def seasons(self) -> tuple[Season, ...]:
        return tuple(self.calendar.seasons)

    @property
    def has_no_open_season(self) -> bool:
        """Whether the result counts towards no season because none is open on its evening."""
        return (
            self.has_result
            and self.season is None
            and not self.terms.is_season_chosen
            and self.calendar.is_between_seasons(self.evening)
        )

    def default_season_on(self, evening: str) -> Season | None:
        """Return the season that the match would belong to by default on another evening."""
        season = self.calendar.default_season_id(self.game, evening, self.snapshot_season_id)
        return self.calendar.by_id.get(season or 0)


MATCH_QUERY = (
    select(
        Matches.game,
        Matches.changed_at,
        Matches.ended_at,
        Matches.result,
        Matches.summary,
        Leagues.time_zone,
        Terms.stake,
        *SEASON_COLUMNS,
    )
    .join(Leagues, Leagues.id == Matches.league_id)
    .outerjoin(Terms, TERMS_JOIN)
    .where(Matches.league_id == bindparam("league"), Matches.id == bindparam("match"))
)


def load_match_season_info(store: Store, match: int) -> MatchSeasonInfo | None:
    """Return the season and the terms of a match, or None if there is no such match."""
    league = store.league_id
    with store.read() as connection:
        row = connection.execute(MATCH_QUERY, {"league": league, "match": match}).first()
        if row is None:
            return None
        clock = clock_in(row.time_zone)
        calendar = SeasonCalendar(all_seasons(connection, league), clock)
        outdated = find_outdated_snapshots(
            connection, {match: row.result}, calendar.seasons, league
        )
    season_by_id = calendar.by_id
    evening = row.summary.get("evening") or clock.evening(row.ended_at or row.changed_at)
    default_season = season_by_id.get(
        calendar.default_season_id(row.game, evening, row.snapshot_season_id) or 0
    )
    snapshot_season = season_by_id.get(row.snapshot_season_id or 0)
    return MatchSeasonInfo(
        row.game,
        evening,
        row.result is not None,
        NO_TERMS if row.chosen is None else terms_from_row(row.chosen, row.season_id, row.stake),
        default_season=default_season,
        season=season_by_id.get(calendar.effective_season_id(row, evening) or 0),
        is_fixed=snapshot_season is not None and snapshot_season.closed_at is not None,
        outdated_in=tuple(season_by_id[each] for each in outdated.get(match, ())),
        snapshot_season_id=row.snapshot_season_id,
        calendar=calendar,
    )


def find_outdated_snapshots(
    connection: Connection, results: Mapping[int, Any], seasons: Iterable[Season], league: int
) -> dict[int, tuple[int, ...]]:
    """Return, by match, the ids of closed seasons whose snapshot differs from the current result.

    `results` are the current results as JSON, by match.
    """
    closed = [season.id for season in seasons if season.closed_at is not None]
    if not closed or not results:
        return {}
    query = select(
        SnapshotResults.season_id, SnapshotResults.match_id, SnapshotResults.result
    ).where(
        SnapshotResults.league_id == league,
        SnapshotResults.season_id.in_(closed),
        SnapshotResults.match_id.in_(results),
    )
    season_ids: dict[int, tuple[int, ...]] = {}
    for row in connection.execute(query.order_by(SnapshotResults.season_id)):
        if displayed_values(row.result) != displayed_values(results[row.match_id]):
            season_ids[row.match_id] = (*season_ids.get(row.match_id, ()), row.season_id)
    return season_ids


def displayed_values(result: Any) -> list[PackedSeat]:
    """Return a result's seats without statistics and record values, which tables do not show."""
    return [seat._replace(statistics={}, record_values={}) for seat in packed_seats(result or ())]
