"""The rounds of a club night and their matches, as stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.club.draws import Method
from scorekeeper.db.aliases import load_merge_targets
from scorekeeper.db.club_tables import ClubRounds, match_key
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules.kernel import Options


@dataclass(frozen=True, slots=True)
class ClubRound:
    """A row of `ClubRounds`, with current player keys; it is a draft without `started_at`."""

    number: int
    game: str
    options: Options
    method: Method
    seed: int
    edited: bool
    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...]
    version: int
    started_at: int | None

    @property
    def is_draft(self) -> bool:
        return self.started_at is None

    @property
    def seated(self) -> tuple[str, ...]:
        return tuple(key for table in self.tables for key in table)


class TableMatch(NamedTuple):
    """The match of a table: its id and state."""

    id: int
    state: MatchState


class NightRounds(NamedTuple):
    """All rounds of a night in order, and the matches by (round, table), tables from 1."""

    rounds: tuple[ClubRound, ...]
    matches: Mapping[tuple[int, int], TableMatch]

    @property
    def started(self) -> tuple[ClubRound, ...]:
        return tuple(each for each in self.rounds if not each.is_draft)

    @property
    def draft(self) -> ClubRound | None:
        return self.rounds[-1] if self.rounds and self.rounds[-1].is_draft else None

    @property
    def next_number(self) -> int:
        """The number of the round that is drawn next or again."""
        return len(self.started) + 1

    @property
    def playing(self) -> set[str]:
        """The keys of the players whose match is still running."""
        return {
            key
            for each, number, table in self.tables()
            if (match := self.matches.get((each.number, number)))
            and match.state is MatchState.RUNNING
            for key in table
        }

    def tables(self) -> Iterator[tuple[ClubRound, int, tuple[str, ...]]]:
        """Each table of the started rounds: round, number of the table from 1, players."""
        for each in self.started:
            for number, table in enumerate(each.tables, start=1):
                yield each, number, table

    def played_tables(self) -> list[tuple[str, ...]]:
        """The players of each table of the started rounds, except those of deleted matches."""
        return [
            table
            for each, number, table in self.tables()
            if (match := self.matches.get((each.number, number)))
            and match.state is not MatchState.DELETED
        ]


ROUNDS_QUERY = select_rows(ClubRound, ClubRounds)


def night_rounds(store: Store, night: int) -> NightRounds:
    """Return the rounds of a night and their matches."""
    with store.read() as connection:
        return load_rounds(connection, store.league_id, night)


def load_rounds(connection: Connection, league: int, night: int) -> NightRounds:
    now = {str(one): str(to) for one, to in load_merge_targets(connection, league).items()}
    ask = ROUNDS_QUERY.where(ClubRounds.league_id == league, ClubRounds.night_id == night)
    rounds = tuple(
        round_from_row(row, now) for row in connection.execute(ask.order_by(ClubRounds.number))
    )
    return NightRounds(rounds, load_matches(connection, league, night, rounds))


def round_from_row(row: Any, now: Mapping[str, str]) -> ClubRound:
    values = dict(row._mapping)
    values["tables"] = tuple(tuple(now.get(key, key) for key in table) for table in row.tables)
    values["sitting_out"] = tuple(now.get(key, key) for key in row.sitting_out)
    return ClubRound(**values)


def load_matches(
    connection: Connection, league: int, night: int, rounds: Sequence[ClubRound]
) -> Mapping[tuple[int, int], TableMatch]:
    places = {
        match_key(night, each.number, table): (each.number, table)
        for each in rounds
        if not each.is_draft
        for table in range(1, len(each.tables) + 1)
    }
    ask = select(Matches.key, Matches.id, Matches.state).where(
        Matches.league_id == league, Matches.key.in_(places)
    )
    return {
        places[row.key]: TableMatch(row.id, MatchState(row.state))
        for row in connection.execute(ask)
    }
