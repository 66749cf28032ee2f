"""What a league has agreed on: who belongs to it, its seasons, as of one change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select

from scorekeeper.db.aliases import resolve_merge_chains
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.db.models import Player
from scorekeeper.league.seasons import Season, SeasonCalendar, all_seasons
from scorekeeper.match.log import Person, initials


@dataclass(frozen=True)
class Member:
    """Somebody of the league: what pages call him, and whether tables leave him out."""

    person: Person
    hidden: bool


@dataclass(frozen=True)
class LeagueState:
    """What is not played but agreed on, as of one change of the league.

    `now` says under which key somebody counts who was entered twice.
    """

    change: int
    name: str
    current: int | None
    seasons: tuple[Season, ...]
    members: Mapping[str, Member]
    now: Mapping[str, str]

    @cached_property
    def calendar(self) -> SeasonCalendar:
        return SeasonCalendar(self.seasons)

    @cached_property
    def people(self) -> dict[str, Person]:
        """Everybody by key; by that of an entry that was merged, who it is now."""
        there = {key: member.person for key, member in self.members.items()}
        return there | {key: there[now] for key, now in self.now.items()}

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset(key for key, member in self.members.items() if member.hidden)

    def season(self, season_id: int | None) -> Season | None:
        return self.calendar.by_id.get(season_id or 0)

    @property
    def aggregation_key(self) -> tuple[Any, ...]:
        """All that decides how results are added up; if it changes, they are anew."""
        return tuple(self.now.items()), tuple(
            (s.id, s.starts, s.last, s.games, s.scheme, s.stakes, s.closed_at) for s in self.seasons
        )


def load_league_state(connection: Connection, league: int) -> LeagueState:
    row = connection.execute(
        select(LeagueRow.changes, LeagueRow.name, LeagueRow.current_season).where(
            LeagueRow.id == league
        )
    ).one()
    players = connection.execute(
        select(Player.id, Player.name, Player.colour, Player.hidden, Player.merged_into)
        .where(Player.league_id == league)
        .order_by(Player.id)
    ).all()
    seasons = tuple(all_seasons(connection, league))
    return LeagueState(
        row.changes,
        row.name,
        row.current_season,
        seasons,
        members_by_key(players),
        current_keys(players),
    )


def members_by_key(players: Sequence[Any]) -> dict[str, Member]:
    """Everybody under whose key matches count."""
    there = [row for row in players if row.merged_into is None]
    letters = initials(tuple(row.name for row in there))
    return {
        str(row.id): Member(Person(str(row.id), row.name, row.colour, short), row.hidden)
        for row, short in zip(there, letters, strict=True)
    }


def current_keys(players: Sequence[Any]) -> dict[str, str]:
    """Under which key somebody counts who was merged into somebody, who may be so himself."""
    into = {row.id: row.merged_into for row in players if row.merged_into is not None}
    return {str(one): str(now) for one, now in resolve_merge_chains(into).items()}
