"""The list of a league's evenings, latest first, with the number of matches and the winners."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, tuple_

from scorekeeper.clock import LeagueClock
from scorekeeper.db.evenings import BEFORE_ALL_EVENINGS
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.league.result_queries import RESULTS_QUERY, played_from_row
from scorekeeper.league.state import LeagueState

END_OF_TIME = 2**62  # seconds since 1970, after any match
CHUNK = 500  # matches read by one query


@dataclass
class ListedEvening:
    """An evening in the list.

    `matches` counts all matches that ended. `wins` maps the current key of each player in a match
    that counts to their number of wins.
    """

    date: str
    matches: int = 0
    wins: Counter[str] = field(default_factory=Counter)

    @property
    def most_wins(self) -> int:
        return max(self.wins.values(), default=0)

    @property
    def winners(self) -> list[str]:
        """The players who won most often. Empty if nobody won."""
        most = self.most_wins
        return [player for player, number in self.wins.items() if number == most and most]


def list_evenings(
    store: Store, league_state: LeagueState, limit: int, before: str | None = None
) -> list[ListedEvening]:
    """Return up to `limit` evenings on which a match ended, the latest first.

    With `before`, a date such as "2026-11-19", return only evenings before it.
    """
    found: list[ListedEvening] = []
    clock = league_state.clock
    with store.read() as connection:
        rows = latest_matches(connection, store.league_id, clock, before)
        for date, ended in groupby(rows, lambda row: clock.evening(row.ended_at)):
            if len(found) == limit:
                break
            evening = ListedEvening(date)
            for row in ended:
                evening.matches += 1
                if row.result is not None:
                    for seat in played_from_row(row, league_state).result.seats:
                        evening.wins[seat.player] += seat.finish.won
            found.append(evening)
    return found


def latest_matches(
    connection: Connection, league: int, clock: LeagueClock, before: str | None
) -> Iterator[Any]:
    """Yield the matches that ended, the latest first, reading chunks along the index."""
    last = (END_OF_TIME if before is None else clock.evening_start(before), 0)
    ended = RESULTS_QUERY.where(
        Matches.league_id == league, Matches.ended_at > BEFORE_ALL_EVENINGS
    ).order_by(Matches.ended_at.desc(), Matches.id.desc())
    while True:
        ask = ended.where(tuple_(Matches.ended_at, Matches.id) < tuple_(*last)).limit(CHUNK)
        rows = connection.execute(ask).all()
        yield from rows
        if len(rows) < CHUNK:
            return
        last = (rows[-1].ended_at, rows[-1].id)
