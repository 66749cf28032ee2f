"""The rounds of a club night and their matches, as stored."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.clock import nearest_timestamp
from scorekeeper.club.draw_inputs import DrawnRound
from scorekeeper.club.draws import DrawMethod
from scorekeeper.db.club_tables import ClubRounds, match_key
from scorekeeper.db.merged_players import load_current_keys
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.match.outcome import COUNTED_STATES, MatchState
from scorekeeper.match.rematches import REMATCH_KEY_PREFIX, earlier_match, is_replacement
from scorekeeper.rules.kernel import Options

# Seconds after the start of the last round. Rematches that start later are not listed.
REMATCHES_WITHIN_S = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class ClubRound:
    """A row of `ClubRounds`, with the players' current keys.

    A round is a draft while `started_at` is None. An empty table is not part of the round. When the
    round was drawn, the match of an earlier round was still running at the table with that number.
    The inputs of the draw, which may be long, are read only to check the draw (`draw_check`).
    """

    number: int
    game: str
    options: Options
    method: DrawMethod
    seed: int
    has_draw_inputs: bool
    edited: bool
    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...]
    version: int
    started_at: int | None

    @property
    def is_draft(self) -> bool:
        return self.started_at is None

    @property
    def numbered_tables(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The number (from 1) and the players of each table of the round."""
        return tuple((n, table) for n, table in enumerate(self.tables, start=1) if table)

    @property
    def skipped_numbers(self) -> tuple[int, ...]:
        """The numbers of the empty tables."""
        return tuple(n for n, table in enumerate(self.tables, start=1) if not table)

    @property
    def seated_players(self) -> tuple[str, ...]:
        return tuple(key for table in self.tables for key in table)


TablePlace = tuple[int, int]  # the numbers of a round and a table, both from 1


class TableMatch(NamedTuple):
    """The id and the state of a table's match."""

    id: int
    state: MatchState


class NightRounds(NamedTuple):
    """All rounds of a night in order, and their matches.

    `matches` are the matches that count towards the ranking. `other_matches` are the other matches
    of each table (first matches and rematches), except deleted matches.
    """

    rounds: tuple[ClubRound, ...]
    matches: Mapping[TablePlace, TableMatch]
    other_matches: Mapping[TablePlace, tuple[TableMatch, ...]]

    @property
    def started_rounds(self) -> tuple[ClubRound, ...]:
        return tuple(each for each in self.rounds if not each.is_draft)

    @property
    def draft(self) -> ClubRound | None:
        return self.rounds[-1] if self.rounds and self.rounds[-1].is_draft else None

    @property
    def next_number(self) -> int:
        """The number of the draft or, if there is none, of the next round to draw."""
        return len(self.started_rounds) + 1

    @property
    def playing_players(self) -> set[str]:
        """The keys of the players whose match is still running."""
        return {key for _, players in self.running_tables() for key in players}

    @property
    def occupied_tables(self) -> set[int]:
        """The numbers of the tables where a match is still running."""
        return {number for number, _ in self.running_tables()}

    def current_match(self, place: TablePlace) -> TableMatch | None:
        """Return the rematch that is being played at a table.

        If there is none, return the match that counts, or None if there is no match. A match that
        was replaced and then restored is older than the match that counts, and is not returned.
        """
        counted = self.matches.get(place)
        later = (
            each for each in self.other_matches.get(place, ()) if counted and each.id > counted.id
        )
        return next((each for each in later if each.state is MatchState.RUNNING), counted)

    def newest_match(self, table: int) -> TableMatch | None:
        """Return the match at a table in the newest round.

        If the newest round has no match there, or its match was deleted, return the running match
        of an earlier round. Returns None if there is no such match either.
        """
        newest, *earlier = (
            self.current_match((number, table))
            for number in range(len(self.started_rounds), -1, -1)
        )
        if newest and newest.state is not MatchState.DELETED:
            return newest
        running = (match for match in earlier if match and match.state is MatchState.RUNNING)
        return next(running, None)

    def newest_players(self, table: int) -> tuple[str, ...]:
        """Return the players whose match is running at a table.

        If no match is running there, return the players who were drawn there last, even if their
        round has not started. Returns an empty tuple if nobody was drawn there.
        """
        drawn = [dict(each.numbered_tables).get(table, ()) for each in self.rounds]
        running = dict(self.running_tables())
        return running.get(table) or next(filter(None, reversed(drawn)), ())

    def tables(self) -> Iterator[tuple[ClubRound, int, tuple[str, ...]]]:
        """Yield (round, table number from 1, players) for each table of the started rounds."""
        for each in self.started_rounds:
            for number, table in each.numbered_tables:
                yield each, number, table

    def running_tables(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the number and the players of each table where a match is still running."""
        for each, number, table in self.tables():
            match = self.current_match((each.number, number))
            if match and match.state is MatchState.RUNNING:
                yield number, table

    def played_tables(self) -> list[tuple[str, ...]]:
        """Return the players of each table whose match has started and is not deleted."""
        return [
            table
            for each, number, table in self.tables()
            if (match := self.matches.get((each.number, number)))
            and match.state is not MatchState.DELETED
        ]


ROUNDS_QUERY = select_rows(
    ClubRound,
    ClubRounds,
    has_draw_inputs=ClubRounds.drawn_from.is_not(None).label("has_draw_inputs"),
)


def night_rounds(store: Store, night: int) -> NightRounds:
    """Return the rounds of a night and their matches."""
    with store.read() as connection:
        return load_rounds(connection, store.league_id, night)


def load_rounds(connection: Connection, league: int, night: int) -> NightRounds:
    """Return the rounds of a night and their matches, within a transaction."""
    current_keys = load_current_keys(connection, league)
    query = ROUNDS_QUERY.where(ClubRounds.league_id == league, ClubRounds.night_id == night)
    rounds = tuple(
        round_from_row(row, current_keys)
        for row in connection.execute(query.order_by(ClubRounds.number))
    )
    chains = load_match_chains(connection, league, night, rounds)
    matches = {place: counted_match(chain) for place, chain in chains.items()}
    other_matches = {
        place: tuple(
            each
            for each in chain
            if each != matches[place] and each.state is not MatchState.DELETED
        )
        for place, chain in chains.items()
    }
    return NightRounds(rounds, matches, other_matches)


def counted_match(chain: Sequence[TableMatch]) -> TableMatch:
    """Return the match that counts at a table.

    It is the first running or finished match or, if there is none, the first match. `chain` is the
    match that was started with the round, followed by its rematches. A match with other players
    comes before the match that it replaces.
    """
    states = (MatchState.RUNNING, *COUNTED_STATES)
    return next((each for each in chain if each.state in states), chain[0])


def round_from_row(row: Any, current_keys: Mapping[str, str]) -> ClubRound:
    values = dict(row._mapping)
    drawn = DrawnRound(row.tables, row.sitting_out).with_current_keys(current_keys)
    return ClubRound(**values | drawn._asdict())


def load_match_chains(
    connection: Connection, league: int, night: int, rounds: Sequence[ClubRound]
) -> Mapping[TablePlace, list[TableMatch]]:
    """Return, by table, the match started with the round, followed by its rematches.

    A match with other players comes before the match that it replaces, even if the replaced match
    was restored.
    """
    places = {
        match_key(night, each.number, table): (each.number, table)
        for each in rounds
        if not each.is_draft
        for table, _ in each.numbered_tables
    }
    query = select(Matches.key, Matches.id, Matches.state).where(
        Matches.league_id == league, Matches.key.in_(places)
    )
    chains = {
        places[row.key]: [TableMatch(row.id, MatchState(row.state))]
        for row in connection.execute(query)
    }
    place_of = {chain[0].id: place for place, chain in chains.items()}
    start_times = [each.started_at for each in rounds if each.started_at is not None]
    for row in load_rematches(connection, league, start_times) if start_times else ():
        if place := place_of.get(earlier_match(row.key) or 0):
            place_of[row.id] = place
            chain = chains[place]
            index = 0 if is_replacement(row.key) else len(chain)
            chain.insert(index, TableMatch(row.id, MatchState(row.state)))
    return chains


def load_rematches(
    connection: Connection, league: int, start_times: Sequence[int]
) -> Iterable[Any]:
    """Return the rematches and replacements that were started during the night.

    These are the matches started from min(start_times) until REMATCHES_WITHIN_S after
    max(start_times).
    """
    return connection.execute(
        select(Matches.key, Matches.id, Matches.state)
        .where(
            Matches.league_id == league,
            Matches.started_at >= min(start_times),
            Matches.started_at <= nearest_timestamp(max(start_times)) + REMATCHES_WITHIN_S,
            Matches.key.startswith(REMATCH_KEY_PREFIX),
        )
        .order_by(Matches.id)
    )
