"""The matches, the players and the playing hours of an evening."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db.league_clock import BEFORE_ALL_EVENINGS
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.league.evening_payments import SettledResults, settled_results
from scorekeeper.league.match_lists import listed_state, seats_by_match
from scorekeeper.league.match_season import find_outdated_snapshots
from scorekeeper.league.result_queries import MATCHES_QUERY, played_from_row, readable_results
from scorekeeper.league.state import LeagueState
from scorekeeper.match.outcome import MatchState
from scorekeeper.stats.league_stats import LeagueResult

MAX_MATCHES_SHOWN = 100  # matches listed for one evening; the others count too


@dataclass(frozen=True)
class EveningMatch:
    """A match of the evening.

    `is_moved` means that someone set the evening of the match, so its times are not part of the
    evening's hours. `is_friendly` means that someone made it a friendly match. `players` are the
    current keys in seat order. `played` is the match's result, or None if it does not count.
    `corrected` are the ids of closed seasons whose snapshot has a different result. Times are
    seconds since 1970.
    """

    id: int
    game: str
    state: MatchState
    started_at: int
    ended_at: int
    deals: int
    is_moved: bool
    is_friendly: bool
    players: tuple[str, ...]
    played: LeagueResult | None
    corrected: tuple[int, ...]

    @property
    def is_imported(self) -> bool:
        return self.state is MatchState.IMPORTED


@dataclass(frozen=True)
class Evening:
    """All matches of an evening.

    `matches` are the first MAX_MATCHES_SHOWN, and `unlisted_count` is the number of further
    matches. `played` are all results that count, and `settled` are the results from which the
    evening's payments are computed. `players` are the keys of everyone who played. `hours` are the
    times when play began and ended, or None if all matches were imported or moved to this evening.
    `first_end` is when the first match of the evening ended, and `next_end` when the first match
    after this evening ended, or None if there is none. Times are in seconds since 1970.
    """

    matches: tuple[EveningMatch, ...]
    unlisted_count: int
    played: tuple[LeagueResult, ...]
    settled: SettledResults
    players: tuple[str, ...]
    hours: tuple[int, int] | None
    first_end: int
    next_end: int | None


def load_evening(store: Store, league_state: LeagueState, date: str) -> Evening:
    """Load an evening with the matches that ended on it, in order."""
    league = store.league_id
    with store.read() as connection:
        rows = connection.execute(evening_query(league, league_state.clock, date)).all()
        played = {row.id: played_from_row(row, league_state) for row in readable_results(rows)}
        shown = rows[:MAX_MATCHES_SHOWN]
        unknown = [row.id for row in rows[MAX_MATCHES_SHOWN:] if row.id not in played]
        seats = seats_by_match(connection, [*(row.id for row in shown), *unknown], league)
        results = {row.id: row.result for row in shown}
        outdated = find_outdated_snapshots(connection, results, league_state.seasons, league)
        settled = settled_results(connection, league_state, date, played, league)
        next_end = end_of_next_match(connection, league, league_state.clock, date)
    players = {row.id: played[row.id].result.players for row in rows if row.id in played}
    players |= {
        match: tuple(current_key(league_state, seat["id"]) for seat in seats[match])
        for match in seats
    }
    return Evening(
        tuple(
            evening_match(row, players[row.id], played.get(row.id), outdated.get(row.id, ()))
            for row in shown
        ),
        len(rows[MAX_MATCHES_SHOWN:]),
        tuple(played.values()),
        settled,
        tuple(dict.fromkeys(key for row in rows for key in players[row.id])),
        playing_hours(rows),
        first_end=rows[0].ended_at if rows else 0,
        next_end=next_end,
    )


def evening_query(league: int, clock: LeagueClock, date: str) -> Select[Any]:
    """Return the query for the matches that ended on this evening, in order."""
    start, end = clock.evening_bounds(date)
    return (
        MATCHES_QUERY.add_columns(Matches.started_at, Matches.summary)
        .where(Matches.league_id == league, Matches.ended_at >= start, Matches.ended_at < end)
        .order_by(Matches.ended_at, Matches.id)
    )


def evening_match(
    row: Any, players: tuple[str, ...], played: LeagueResult | None, corrected: tuple[int, ...]
) -> EveningMatch:
    return EveningMatch(
        row.id,
        row.game,
        listed_state(row.game, row.state),
        row.started_at,
        row.ended_at,
        row.summary.get("deals", 0),
        "evening" in row.summary,
        bool(row.chosen) and row.season_id is None,
        players,
        played,
        corrected,
    )


def playing_hours(rows: Iterable[Any]) -> tuple[int, int] | None:
    """Return when play began and ended (seconds since 1970).

    Imported results and moved matches are left out. Returns None if there are no other matches.
    """
    dated_by_end = [
        row for row in rows if row.state != MatchState.IMPORTED and "evening" not in row.summary
    ]
    if not dated_by_end:
        return None
    return min(row.started_at for row in dated_by_end), max(row.ended_at for row in dated_by_end)


def current_key(league_state: LeagueState, player: int) -> str:
    return league_state.current_keys.get(str(player), str(player))


def adjacent_evenings(store: Store, clock: LeagueClock, date: str) -> tuple[str | None, str | None]:
    """Return the previous and the next evening on which a match ended.

    Each of them is None if there is no such evening.
    """
    query = end_query(store.league_id).where(Matches.ended_at < clock.evening_start(date))
    with store.read() as connection:
        before = connection.scalar(query.order_by(Matches.ended_at.desc()))
        after = end_of_next_match(connection, store.league_id, clock, date)
    return (
        None if before is None else clock.evening(before),
        None if after is None else clock.evening(after),
    )


def end_of_next_match(
    connection: Connection, league: int, clock: LeagueClock, date: str
) -> int | None:
    """Return when the first match after this evening ended, or None if there is none."""
    _, end = clock.evening_bounds(date)
    query = end_query(league).where(Matches.ended_at >= end).order_by(Matches.ended_at)
    seconds: int | None = connection.scalar(query)
    return seconds


def end_query(league: int) -> Select[Any]:
    """Return the query for the time at which one match of a league ended."""
    return (
        select(Matches.ended_at)
        .where(Matches.league_id == league, Matches.ended_at > BEFORE_ALL_EVENINGS)
        .limit(1)
    )
