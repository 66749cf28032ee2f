"""Delete all rows that are derived from the event log and compute them again.

The rows of matches whose log has lost entries (`lost_entries`) are not changed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, exists, insert, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db import imported_rows, log_rows, match_rows, unreadable
from scorekeeper.db.connections import autocommit_engine, lock_log_exclusive
from scorekeeper.db.import_tables import ImportJobs, ImportState
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.log_rows import MatchId
from scorekeeper.db.lost_entries import HAS_LOST_ENTRIES, matches_with_lost_entries
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, MatchPlayers, Players
from scorekeeper.errors import ConfigError
from scorekeeper.match import imported, outcome
from scorekeeper.match.log import IsImportedResult, UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import say
from scorekeeper.runtime.gc_tuning import gc_disabled
from scorekeeper.runtime.progress import ProgressCallback, no_progress

BATCH_SIZE = 500  # matches
MAX_INTEGER = 2**63 - 1  # the largest integer that a column can store
PLAYER_IDS_QUERY = select(Players.league_id, Players.id)
EVENTS_QUERY = select(
    MatchEvents.league_id, MatchEvents.match_id, *log_rows.ENTRY_COLUMNS
).order_by(MatchEvents.league_id, MatchEvents.match_id, MatchEvents.version)
MATCH_GROUP_KEY = itemgetter(0, 1)
# Imports whose matches count.
COUNTED_IMPORTS_QUERY = select(ImportJobs.league_id, ImportJobs.id).where(
    ImportJobs.state == ImportState.WRITTEN
)


def rebuild(
    engine: Engine, progress: ProgressCallback = no_progress, *, check_answers: bool = False
) -> int:
    """Recompute the derived rows in one transaction and return the number of matches.

    `progress` is called with the number of matches done so far. If the log of a match has lost
    entries but can be read, the match's rows are kept, and the match is not counted.

    The types of stored answers are checked only in matches that are marked as unreadable, because
    the check takes four times as long as the replay. With `check_answers`, they are checked in all
    matches. Raises ConfigError if the row of a player is missing.
    """
    with (
        gc_disabled(),
        autocommit_engine(engine).connect() as old_rows_connection,
        engine.begin() as connection,
    ):
        lock_log_exclusive(connection)
        changes = increment_changes_of_all_leagues(connection)
        checked = None if check_answers else matches_marked_unreadable(connection)
        kept = delete_derived_rows(connection)
        known_players = {(row.league_id, row.id) for row in connection.execute(PLAYER_IDS_QUERY)}
        done = 0
        matches: list[dict[str, Any]] = []
        players: list[dict[str, Any]] = []
        for match, its_players in iter_rebuilt_rows(
            connection, old_rows_connection, changes, kept, checked
        ):
            refuse_missing_players(known_players, its_players)
            matches.append(match)
            players += its_players
            done += 1
            progress(done)
            if len(matches) == BATCH_SIZE:
                flush_batch(connection, matches, players)
        flush_batch(connection, matches, players)
    return done


def has_missing_results(engine: Engine) -> bool:
    """Return whether any match that counts has no stored result.

    Older versions allowed this. Matches whose rows a rebuild would keep are left out.
    """
    query = (
        select(Matches.id)
        .where(
            Matches.state.in_(outcome.COUNTED_STATES), Matches.result.is_(None), ~HAS_LOST_ENTRIES
        )
        .limit(1)
    )
    with autocommit_engine(engine).connect() as connection:
        return connection.execute(query).first() is not None


def increment_changes_of_all_leagues(connection: Connection) -> dict[int, int]:
    """Increment `changes` of every league, so that statistics caches recompute.

    Returns the new number by league id.
    """
    leagues = connection.scalars(select(Leagues.id).order_by(Leagues.id)).all()
    return {league: match_rows.increment_changes(connection, league) for league in leagues}


def matches_marked_unreadable(connection: Connection) -> set[MatchId]:
    """Return (league id, match id) for each match that is marked as unreadable."""
    query = select(Matches.league_id, Matches.id).where(Matches.state == MatchState.UNREADABLE)
    return {(row.league_id, row.id) for row in connection.execute(query)}


def delete_derived_rows(connection: Connection) -> set[MatchId]:
    """Delete the rows that will be computed again. Rows of leagues that do not exist are kept.

    Returns (league id, match id) for the matches whose rows were kept because their log has lost
    entries.
    """
    kept = {(row.league_id, row.id) for row in matches_with_lost_entries(connection)}
    seats, matches = delete(MatchPlayers), delete(Matches)
    if kept:
        its_match = (
            MatchPlayers.league_id == Matches.league_id,
            MatchPlayers.match_id == Matches.id,
        )
        seats = seats.where(~exists().where(*its_match, HAS_LOST_ENTRIES))
        matches = matches.where(~HAS_LOST_ENTRIES)
    leagues = select(Leagues.id)
    connection.execute(seats.where(MatchPlayers.league_id.in_(leagues)))
    connection.execute(matches.where(Matches.league_id.in_(leagues)))
    return kept


def iter_rebuilt_rows(
    connection: Connection,
    old_rows_connection: Connection,
    changes: Mapping[int, int],
    kept: Collection[MatchId],
    checked: Collection[MatchId] | None,
) -> Iterator[match_rows.MatchRows]:
    """Yield the derived rows of each match in the log.

    Matches in `kept`, whose rows were not deleted, are left out unless their log cannot be read.
    `old_rows_connection` still sees the old rows, which are used for unreadable matches. `checked`
    are the matches whose answers are checked, or None for all matches.
    """
    counted_imports = {(row.league_id, row.id) for row in connection.execute(COUNTED_IMPORTS_QUERY)}
    clocks = {league: load_clock(connection, league) for league in changes}
    for (league, match), of_match in iter_logs(connection, changes):
        change = changes[league]
        try:
            its_rows = rows_from_log(
                counted_imports,
                league,
                match,
                of_match,
                clocks[league],
                change,
                check_answers=checked is None or (league, match) in checked,
            )
        except UnreadableMatch as error:
            if (league, match) in kept:
                match_rows.delete_match_rows(connection, league, match)
            unreadable_rows = unreadable.unreadable_match_rows(
                old_rows_connection, league, error, of_match, change
            )
            if unreadable_rows is not None:
                yield unreadable_rows
        else:
            if (league, match) not in kept:
                yield its_rows


def iter_logs(
    connection: Connection, leagues: Collection[int]
) -> Iterator[tuple[MatchId, list[Row[Any]]]]:
    """Yield each match of these leagues with the rows of its log.

    A log is left out if its league's own row is missing.
    """
    events = connection.execute(EVENTS_QUERY, execution_options={"yield_per": 5000})
    for (league, match), rows in groupby(events, MATCH_GROUP_KEY):
        if league in leagues:
            yield (league, match), list(rows)


def rows_from_log(
    counted_imports: Collection[tuple[int, int]],
    league: int,
    match: int,
    lines: Sequence[Row[Any]],
    clock: LeagueClock,
    change: int | None,
    *,
    check_answers: bool = True,
) -> match_rows.MatchRows:
    """Return the rows of a match and its players, computed from the rows of its log.

    `counted_imports` are the imports that count, as pairs (league id, import id). `clock` and
    `change` are the league's clock and change number. `check_answers` has the same meaning as in
    `sheet_from_rows`. Raises UnreadableMatch if the log cannot be read.
    """
    try:
        sheet = unreadable.sheet_from_rows(match, lines, check_answers=check_answers)
    except IsImportedResult:
        sheet = None
    key = lines[0].key
    try:
        if sheet is not None:
            rows = match_rows.build_match_rows(league, match, key, sheet, clock, change)
            if not check_answers:
                check_numbers(rows)
            return rows
        old = imported.replay_imported(log_rows.entries_from_rows(lines))
        result_change = change if (league, old.event.import_id) in counted_imports else None
        return (
            imported_rows.imported_match_row(league, match, key, old, clock, result_change),
            imported_rows.imported_player_rows(league, match, old),
        )
    except Exception as error:  # a damaged entry can raise anything
        raise UnreadableMatch(match, max(log_rows.valid_times(lines), default=0)) from error


def refuse_missing_players(
    existing: Collection[tuple[int, int]], seats: list[dict[str, Any]]
) -> None:
    """Raise ConfigError if a seat of a match belongs to a player whose row is missing.

    `existing` are the players' rows, as (league id, player id).
    """
    for seat in seats:
        if (seat["league_id"], seat["player_id"]) not in existing:
            raise ConfigError(
                say(
                    "Match {match} of league {league} has a seat for player {player}, whose row is "
                    "missing from the database. Nothing was recomputed. Restore a backup with "
                    "`scorekeeper restore`.",
                    match=seat["match_id"],
                    league=seat["league_id"],
                    player=seat["player_id"],
                )
            )


def check_numbers(rows: match_rows.MatchRows) -> None:
    """Raise ValueError if damaged answers give a total that is not an integer or is too large."""
    its_row, its_players = rows
    totals = its_row["summary"]["totals"].values()
    points = (player["points"] for player in its_players)
    if not all(
        type(n) is int and abs(n) <= MAX_INTEGER for n in (*totals, *points) if n is not None
    ):
        raise ValueError("A total is damaged.")


def flush_batch(
    connection: Connection, matches: list[dict[str, Any]], players: list[dict[str, Any]]
) -> None:
    """Insert the collected rows and empty both lists."""
    if matches:
        connection.execute(insert(Matches), matches)
        connection.execute(insert(MatchPlayers), players)
    matches.clear()
    players.clear()
