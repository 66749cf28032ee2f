"""The settings, clock, players and seasons of a league, loaded together as of one change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorekeeper.clock import LeagueClock, clock_in
from scorekeeper.db.merged_players import merge_targets
from scorekeeper.db.tables import Leagues, Players
from scorekeeper.league.seasons import (
    Season,
    SeasonCalendar,
    all_seasons,
    find_current_season,
)
from scorekeeper.league.settings import LEAGUE_QUERY, League
from scorekeeper.match.people import Person, initials

STATE_QUERY = LEAGUE_QUERY.add_columns(
    Leagues.changes, Leagues.current_season, Leagues.current_season_since
)
PLAYERS_QUERY = (
    select(Players.id, Players.name, Players.colour, Players.hidden, Players.merged_into)
    .where(Players.league_id == bindparam("league"))
    .order_by(Players.id)
)


@dataclass(frozen=True)
class ShownPlayer:
    """A player as shown on pages. Tables leave out players who are `hidden`."""

    person: Person
    hidden: bool


@dataclass(frozen=True)
class LeagueState:
    """The settings, clock, players and seasons of a league as of one `change`.

    `chosen_season_id` and `chosen_season_since` determine the current season
    (`seasons.find_current_season`). `current_keys` maps the key of each merged entry to the key of
    the player that it counts as.
    """

    change: int
    settings: League
    clock: LeagueClock
    chosen_season_id: int | None
    chosen_season_since: str | None
    seasons: tuple[Season, ...]
    players: Mapping[str, ShownPlayer]
    current_keys: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.settings.name

    @cached_property
    def calendar(self) -> SeasonCalendar:
        return SeasonCalendar(self.seasons, self.clock)

    @cached_property
    def people(self) -> dict[str, Person]:
        """Every player by key. The key of a merged entry maps to the player it counts as."""
        by_key = {key: player.person for key, player in self.players.items()}
        return by_key | {key: by_key[now] for key, now in self.current_keys.items()}

    @property
    def hidden_players(self) -> frozenset[str]:
        return frozenset(key for key, player in self.players.items() if player.hidden)

    def hidden_in(self, season: Season | None) -> frozenset[str]:
        """Return the keys of the players who are left out of this season's tables.

        If `season` is None, returns the keys for the all-time tables.

        A closed season leaves out the players who were hidden when it was closed. Hiding a player
        later therefore does not change the season's standings.
        """
        if season is None or season.closed_at is None or season.hidden_players is None:
            return self.hidden_players
        return frozenset(map(str, season.hidden_players))

    def current_season(self, at: int) -> Season | None:
        """Return the season that is shown first at this time, or None."""
        chosen = self.chosen_season_id, self.chosen_season_since
        return find_current_season(self.seasons, *chosen, self.clock.evening(at))

    def season(self, season_id: int | None) -> Season | None:
        return self.calendar.by_id.get(season_id or 0)

    @property
    def aggregation_key(self) -> tuple[Any, ...]:
        """The settings that determine how results add up.

        If they change, everything is recomputed.
        """
        seasons = (
            (s.id, s.starts, s.final_evening(self.clock), s.games, s.scheme, s.stakes, s.closed_at)
            for s in self.seasons
        )
        return tuple(self.current_keys.items()), tuple(seasons), self.clock.zone_name


def load_league_state(connection: Connection, league: int) -> LeagueState:
    row = connection.execute(STATE_QUERY, {"league": league}).one()
    *values, change, chosen_season_id, chosen_season_since = row
    settings = League(*values)
    players = connection.execute(PLAYERS_QUERY, {"league": league}).all()
    current_by_key = current_keys(players)
    return LeagueState(
        change,
        settings,
        clock_in(settings.time_zone),
        chosen_season_id,
        chosen_season_since,
        tuple(all_seasons(connection, league)),
        players_by_key(players, current_by_key),
        current_by_key,
    )


def players_by_key(
    players: Sequence[Any], current_by_key: Mapping[str, str]
) -> dict[str, ShownPlayer]:
    """Return the players who are not merged into another player, by key.

    `current_by_key` is the result of `current_keys`.
    """
    unmerged = [row for row in players if str(row.id) not in current_by_key]
    letters = initials({str(row.id): row.name for row in unmerged})
    return {
        key: ShownPlayer(Person(key, row.name, row.colour, letters[key]), row.hidden)
        for row in unmerged
        for key in [str(row.id)]
    }


def current_keys(players: Sequence[Any]) -> dict[str, str]:
    """Map the key of each merged entry to the key of the player that it finally counts as."""
    return {str(merged): str(target) for merged, target in merge_targets(players).items()}
