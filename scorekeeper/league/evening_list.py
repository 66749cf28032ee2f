"""The list of a league's evenings, latest first, with the number of matches and the winners."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, and_, or_, select, tuple_

from scorekeeper.clock import LeagueClock
from scorekeeper.db.league_clock import AFTER_ALL_EVENINGS, BEFORE_ALL_EVENINGS
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.league.result_queries import (
    MATCHES_QUERY,
    has_readable_result,
    played_from_row,
)
from scorekeeper.league.state import LeagueState

BATCH_SIZE = 500  # matches read by one query


@dataclass
class ListedEvening:
    """An evening in the list.

    `matches` counts all matches that ended. `wins` has the number of wins of each player in a match
    that counts, by current key.
    """

    date: str
    matches: int = 0
    wins: Counter[str] = field(default_factory=Counter)

    @property
    def most_wins(self) -> int:
        return max(self.wins.values(), default=0)

    @property
    def winners(self) -> list[str]:
        """The players who won most often. The list is empty if nobody won."""
        most = self.most_wins
        return [player for player, number in self.wins.items() if number == most and most]


def list_evenings(
    store: Store, league_state: LeagueState, limit: int, before: str | None = None
) -> list[ListedEvening]:
    """Return up to `limit` evenings on which a match ended, the latest first.

    With `before`, a date such as "2026-11-19", return only evenings before that date.
    """
    with store.read() as connection:
        rows = latest_matches(connection, store.league_id, league_state.clock, before)
        return group_by_evening(rows, league_state, limit)


def list_evenings_of_players(
    store: Store,
    league_state: LeagueState,
    players: Collection[str],
    limit: int,
    before: str | None = None,
) -> list[ListedEvening]:
    """Return up to `limit` evenings on which one of these players played, the latest first.

    `players` are current keys. `before` is the same as for `list_evenings`.
    """
    clock, league = league_state.clock, store.league_id
    merged = (key for key, now in league_state.current_keys.items() if now in players)
    ids = [int(key) for key in {*players, *merged}]
    with store.read() as connection:
        dates = evenings_with_players(connection, league, clock, ids, limit, before)
        if not dates:
            return []
        bounds = [clock.evening_bounds(date) for date in dates]
        ended = MATCHES_QUERY.where(
            Matches.league_id == league,
            or_(
                *(and_(Matches.ended_at >= since, Matches.ended_at < end) for since, end in bounds)
            ),
        ).order_by(Matches.ended_at.desc(), Matches.id.desc())
        return group_by_evening(connection.execute(ended), league_state, limit)


def group_by_evening(
    rows: Iterable[Any], league_state: LeagueState, limit: int
) -> list[ListedEvening]:
    """Return up to `limit` evenings from rows of MATCHES_QUERY, sorted latest first."""
    evenings: list[ListedEvening] = []
    for date, ended in groupby(rows, lambda row: league_state.clock.evening(row.ended_at)):
        if len(evenings) == limit:
            break
        evening = ListedEvening(date)
        for row in ended:
            evening.matches += 1
            if has_readable_result(row):
                for seat in played_from_row(row, league_state).result.seats:
                    evening.wins[seat.player] += seat.finish.won
        evenings.append(evening)
    return evenings


def evenings_with_players(
    connection: Connection,
    league: int,
    clock: LeagueClock,
    players: Collection[int],
    limit: int,
    before: str | None,
) -> list[str]:
    """Return the dates of up to `limit` evenings on which one of these players was in a match.

    The latest evening comes first. The query scans the matches, starting with the latest, and reads
    only their seats, not their results.
    """
    plays = select(MatchPlayers.seat).where(
        MatchPlayers.league_id == league,
        MatchPlayers.match_id == Matches.id,
        MatchPlayers.player_id.in_(players),
    )
    end = AFTER_ALL_EVENINGS if before is None else clock.evening_start(before)
    ended = (
        select(Matches.ended_at)
        .where(
            Matches.league_id == league,
            Matches.ended_at > BEFORE_ALL_EVENINGS,
            Matches.ended_at < end,
            plays.exists(),
        )
        .order_by(Matches.ended_at.desc())
    )
    dates: list[str] = []
    for date, _ in groupby(connection.execute(ended), lambda row: clock.evening(row.ended_at)):
        dates.append(date)
        if len(dates) == limit:
            break
    return dates


def latest_matches(
    connection: Connection, league: int, clock: LeagueClock, before: str | None
) -> Iterator[Any]:
    """Yield the matches that ended, the latest first, read in chunks using an index."""
    last = (AFTER_ALL_EVENINGS if before is None else clock.evening_start(before), 0)
    ended = MATCHES_QUERY.where(
        Matches.league_id == league, Matches.ended_at > BEFORE_ALL_EVENINGS
    ).order_by(Matches.ended_at.desc(), Matches.id.desc())
    while True:
        query = ended.where(tuple_(Matches.ended_at, Matches.id) < tuple_(*last)).limit(BATCH_SIZE)
        rows = connection.execute(query).all()
        yield from rows
        if len(rows) < BATCH_SIZE:
            return
        last = (rows[-1].ended_at, rows[-1].id)
