"""The seasons of a league, and which season a match belongs to.

By default, a match belongs to the open season that includes its evening and game. If there are
several, it belongs to the one with the latest start. If several starts are equal, it belongs to the
newest of these seasons. The terms of the match can choose another season or none. Matches that a
season contained when it was closed remain in it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db.column_types import is_unreadable
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Matches, Seasons, SnapshotResults, Terms
from scorekeeper.errors import NotFound
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.stats.schemes import DEFAULT_SCHEME, Scheme
from scorekeeper.stats.stakes import NO_STAKES, Stakes

SEASON_NOT_FOUND = say("This season does not exist. It may have been removed.")


@dataclass(frozen=True, slots=True)
class Season:
    """A row of `Seasons`.

    `starts` and `ends` are evenings such as "2026-10-01" (inclusive), or None if there is no limit.
    `games` holds game slugs, or None for all games. `closed_at` is in seconds since 1970, or None
    while the season is open. `hidden_players` has the ids of the players who were hidden when the
    season was closed, or None for the players who are hidden now. `unreadable_settings` names the
    settings whose stored values cannot be read. If the evenings or the games cannot be read, no
    match counts by default. A scheme or stakes that cannot be read are replaced by the defaults.
    """

    id: int
    name: str
    starts: str | None = None
    ends: str | None = None
    games: tuple[str, ...] | None = None
    scheme: Scheme = DEFAULT_SCHEME
    stakes: Stakes = NO_STAKES
    closed_at: int | None = None
    hidden_players: tuple[int, ...] | None = field(default=None, compare=False)
    unreadable_settings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def counted_games(self) -> frozenset[str]:
        """The slugs of the games that count."""
        return frozenset(GAMES if self.games is None else self.games)

    def includes_match(self, game: str, evening: str, clock: LeagueClock) -> bool:
        """Return whether a match of this game on this evening belongs to this season by default."""
        last = self.final_evening(clock)
        return (
            (self.games is None or game in self.games)
            and (self.starts is None or self.starts <= evening)
            and (last is None or evening <= last)
        )

    def has_begun(self, evening: str) -> bool:
        return self.starts is None or self.starts <= evening

    def has_ended(self, evening: str) -> bool:
        return self.ends is not None and self.ends < evening

    def final_evening(self, clock: LeagueClock) -> str | None:
        """Return the last evening, or None if the season has no end.

        A closed season ends no later than the evening on which it was closed.
        """
        if self.closed_at is None:
            return self.ends
        closing = clock.evening(self.closed_at)
        return closing if self.ends is None else min(self.ends, closing)


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The season and the stakes of one match.

    If `is_season_chosen` is true, `season_id` is the season, or None for a friendly. If not, the
    season follows from the evening and the game. If `stake` is None, the season's stakes apply.
    """

    is_season_chosen: bool = False
    season_id: int | None = None
    stake: Stakes | None = None


NO_TERMS = MatchTerms()


class SeasonCalendar:
    """The seasons of a league, used to find the season of a match."""

    def __init__(self, seasons: Iterable[Season], clock: LeagueClock) -> None:
        self.clock = clock
        self.seasons = sorted(seasons, key=start_order, reverse=True)
        self.by_id = {season.id: season for season in self.seasons}

    def default_season_id(
        self, game: str, evening: str, snapshot_season_id: int | None = None
    ) -> int | None:
        """Return the id of the default season for a match of this game and evening, or None.

        `snapshot_season_id` is the season whose snapshot contains the match. While that season is
        closed, the match stays in it. After the season is reopened, the match stays only if the
        season still includes it.
        """
        snapshot_season = self.by_id.get(snapshot_season_id or 0)
        if snapshot_season is not None and (
            snapshot_season.closed_at is not None
            or snapshot_season.includes_match(game, evening, self.clock)
        ):
            return snapshot_season.id
        for season in self.seasons:
            if season.closed_at is None and season.includes_match(game, evening, self.clock):
                return season.id
        return None

    def is_between_seasons(self, evening: str) -> bool:
        """Return whether a season has begun by this evening, but none is open on it.

        A season is open on an evening if it is not closed and its dates include the evening. The
        games of the seasons are not considered.
        """
        begun = [season for season in self.seasons if season.has_begun(evening)]
        return bool(begun) and all(
            season.closed_at is not None or season.has_ended(evening) for season in begun
        )

    def effective_season_id(self, row: Any, evening: str) -> int | None:
        """Return the id of the season that a match belongs to, or None.

        A choice in the match's terms applies, unless a closed season's snapshot contains the match.
        In all other cases, the match belongs to its default season. `row` has the game and
        `SEASON_COLUMNS`.
        """
        snapshot_season = self.by_id.get(row.snapshot_season_id or 0)
        if row.chosen and (snapshot_season is None or snapshot_season.closed_at is None):
            season: int | None = row.season_id
            return season
        return self.default_season_id(row.game, evening, row.snapshot_season_id)


def start_order(season: Season) -> tuple[str, int]:
    """Return a key for sorting seasons by their start and, if starts are equal, by their id."""
    return season.starts or "", season.id


# The join and the columns for SeasonCalendar.effective_season_id, which also needs the game.
TERMS_JOIN = (Terms.league_id == Matches.league_id) & (Terms.match_id == Matches.id)
KEPT_IN = (
    select(func.min(SnapshotResults.season_id))
    .where(SnapshotResults.league_id == Matches.league_id, SnapshotResults.match_id == Matches.id)
    .correlate(Matches)
    .scalar_subquery()
    .label("snapshot_season_id")
)
SEASON_COLUMNS = (Terms.chosen, Terms.season_id, KEPT_IN)


# ---------------------------------------------------------------- queries

SEASONS_QUERY = select_rows(Season, Seasons, leave_out={"unreadable_settings"}).where(
    Seasons.league_id == bindparam("league")
)


def seasons(store: Store) -> list[Season]:
    """Return all seasons, the latest start first."""
    with store.read() as connection:
        return all_seasons(connection, store.league_id)


def all_seasons(connection: Connection, league: int) -> list[Season]:
    rows = connection.execute(SEASONS_QUERY, {"league": league})
    loaded = [season_from_row(row) for row in rows]
    return sorted(loaded, key=start_order, reverse=True)


def get_season(connection: Connection, season_id: int, league: int) -> Season:
    """Return a season within a transaction. Raises NotFound."""
    for season in all_seasons(connection, league):
        if season.id == season_id:
            return season
    raise NotFound(SEASON_NOT_FOUND)


def season_from_row(row: Row[*tuple[Any, ...]]) -> Season:
    values = {
        **row._mapping,
        "games": None if row.games is None else tuple(row.games),
        "hidden_players": None if row.hidden_players is None else tuple(row.hidden_players),
        "scheme": Scheme.from_json(row.scheme),
        "stakes": Stakes.from_json(row.stakes),
        "unreadable_settings": tuple(unreadable_settings(row)),
    }
    return Season(**values)


def unreadable_settings(row: Row[*tuple[Any, ...]]) -> Iterator[str]:
    """Yield the names of the settings in this row whose stored values cannot be read."""
    if is_unreadable(row.starts) or is_unreadable(row.ends):
        yield "evenings"
    for name in ("games", "scheme", "stakes"):
        if is_unreadable(row._mapping[name]):
            yield name


def current_season(store: Store, at: int) -> Season | None:
    """Return the season that is shown first at this time, or None."""
    league = store.league_id
    with store.read() as connection:
        evening = load_clock(connection, league).evening(at)
        return get_current_season(connection, evening, league)


def is_between_seasons(store: Store, at: int) -> bool:
    """Return whether a season has begun by this time, but none is open on its evening."""
    league = store.league_id
    with store.read() as connection:
        clock = load_clock(connection, league)
        calendar = SeasonCalendar(all_seasons(connection, league), clock)
    return calendar.is_between_seasons(clock.evening(at))


def get_current_season(connection: Connection, evening: str, league: int) -> Season | None:
    """Return the season that is shown first on this evening, or None, within a transaction."""
    query = select(Leagues.current_season, Leagues.current_season_since).where(Leagues.id == league)
    row = connection.execute(query).one()
    return find_current_season(all_seasons(connection, league), *row, evening)


def find_current_season(
    seasons: Iterable[Season], chosen_id: int | None, since: str | None, evening: str
) -> Season | None:
    """Return the season that is current on this evening, or None.

    The season with the id `chosen_id` was current on the evening `since`. It remains current until
    another season begins after that evening. If `since` is None, no other season replaces it.
    """
    by_start = sorted(seasons, key=start_order, reverse=True)
    for season in by_start:
        if since is not None and season.starts is not None and since < season.starts <= evening:
            return season
    return next((season for season in by_start if season.id == chosen_id), None)


def load_match_terms(store: Store, match: int) -> MatchTerms:
    """Return the terms of one match."""
    with store.read() as connection:
        return get_match_terms(connection, match, store.league_id)


def get_match_terms(connection: Connection, match: int, league: int) -> MatchTerms:
    """Return the terms of one match within a transaction."""
    query = select(Terms.chosen, Terms.season_id, Terms.stake).where(
        Terms.league_id == league, Terms.match_id == match
    )
    row = connection.execute(query).first()
    return NO_TERMS if row is None else terms_from_row(row.chosen, row.season_id, row.stake)


def season_id_if_ended_on(
    store: Store, match: int, evening: str, calendar: SeasonCalendar
) -> int | None:
    """Return the id of the season that a running match would belong to if it ended on this evening.

    Returns None if the match would belong to no season, or if it does not exist.
    """
    query = (
        select(Matches.game, *SEASON_COLUMNS)
        .outerjoin(Terms, TERMS_JOIN)
        .where(Matches.league_id == store.league_id, Matches.id == match)
    )
    with store.read() as connection:
        row = connection.execute(query).first()
    return None if row is None else calendar.effective_season_id(row, evening)


def terms_from_row(chosen: bool, season: int | None, stake: Mapping[str, Any] | None) -> MatchTerms:
    return MatchTerms(chosen, season, None if stake is None else Stakes.from_json(stake))
