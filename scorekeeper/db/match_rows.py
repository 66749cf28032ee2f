"""The rows of `match` and `match_player`, which are derived from the log.

They are updated with each entry and by `rebuild`. The rows are computed from the match's sheet and
the key that the match was started with. `imported_rows` computes the rows of imported results.
"""

from typing import Any

from sqlalchemy import (
    Connection,
    Update,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    union_all,
    update,
)

from scorekeeper.clock import LeagueClock
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, MatchPlayers
from scorekeeper.match import outcome
from scorekeeper.match.log import LostEntries
from scorekeeper.match.outcome import COUNTED_STATES
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.stats.results import PlayerResult, seats_to_json

# The match's row and its players' rows, by column name. The column `counted` is
# `Matches.result_change`, and `thrown_away_at` is `Matches.deleted_at`.
MatchRows = tuple[dict[str, Any], list[dict[str, Any]]]
PROGRESS_COLUMNS = ("version", "state", "changed_at", "ended_at", "thrown_away_at", "summary")
# The columns to write if the result changes.
PROGRESS_AND_RESULT_COLUMNS = (*PROGRESS_COLUMNS, "result", "counted")
PLAYER_RESULT_COLUMNS = ("place", "points", "won")

# For matches whose evening was not set, because their rows do not depend on the clock.
ANY_CLOCK = LeagueClock()
INSERT_MATCH, INSERT_PLAYERS = insert(Matches), insert(MatchPlayers)


def build_match_update(names: tuple[str, ...]) -> Update:
    """Return an UPDATE of these columns, for a match whose row and log are at version `seen`.

    The statement also checks the log, because the log may have lost its last entries while a server
    still caches the match.
    """
    conditions = (Matches.league_id == bindparam("league"), Matches.id == bindparam("match"))
    has_entry = exists().where(
        MatchEvents.league_id == bindparam("league"),
        MatchEvents.match_id == bindparam("match"),
        MatchEvents.version == bindparam("seen"),
    )
    return (
        update(Matches)
        .where(*conditions, Matches.version == bindparam("seen"), has_entry)
        .values({name: bindparam(f"new_{name}") for name in names})
    )


UPDATE_PROGRESS, UPDATE_PROGRESS_AND_RESULT = (
    build_match_update(PROGRESS_COLUMNS),
    build_match_update(PROGRESS_AND_RESULT_COLUMNS),
)
INCREMENT_CHANGES = (
    update(Leagues)
    .where(Leagues.id == bindparam("league"))
    .values(changes=Leagues.changes + 1)
    .returning(Leagues.changes)
)
UPDATE_PLAYER_RESULT = (
    update(MatchPlayers)
    .where(
        MatchPlayers.league_id == bindparam("league"),
        MatchPlayers.match_id == bindparam("match"),
        MatchPlayers.seat == bindparam("at_seat"),
    )
    .values({name: bindparam(f"new_{name}") for name in PLAYER_RESULT_COLUMNS})
)
ENTRY_KEYS_QUERY = select(MatchEvents.version, MatchEvents.key).where(
    MatchEvents.league_id == bindparam("league"), MatchEvents.match_id == bindparam("match")
)
# This query finds a match's row if its version is later than the last entry left in the log.
ROW_AFTER_LOG_QUERY = select(Matches.version).where(
    Matches.league_id == bindparam("league"),
    Matches.id == bindparam("match"),
    Matches.version > bindparam("left"),
)
NEWEST_MATCHES_QUERY = union_all(
    select(func.max(MatchEvents.match_id)).where(MatchEvents.league_id == bindparam("league")),
    select(func.max(Matches.id)).where(Matches.league_id == bindparam("league")),
)
DELETE_PLAYERS = delete(MatchPlayers).where(
    MatchPlayers.league_id == bindparam("league"), MatchPlayers.match_id == bindparam("match")
)
DELETE_MATCH = delete(Matches).where(
    Matches.league_id == bindparam("league"), Matches.id == bindparam("match")
)


def increment_changes(connection: Connection, league: int) -> int:
    """Increment the league's `changes` and return the new number.

    This locks the league's row until the commit. Call it with every change that statistics pages
    can show.
    """
    return connection.execute(INCREMENT_CHANGES, {"league": league}).scalar_one()


def newest_match_id(connection: Connection, league: int) -> int:
    """Return the highest match id of a league, or 0 if it has no matches.

    If the log has lost all entries of a match, only its rows still have the id.
    """
    newest = connection.scalars(NEWEST_MATCHES_QUERY, {"league": league})
    return max(filter(None, newest), default=0)


def insert_new_match(
    connection: Connection, league: int, match: int, key: str, sheet: Scoresheet
) -> None:
    """Insert the rows of a new match."""
    change = increment_changes(connection, league) if is_counted(sheet) else None
    insert_match_rows(connection, league, match, key, sheet, change)


def insert_match_rows(
    connection: Connection,
    league: int,
    match: int,
    key: str,
    sheet: Scoresheet,
    change: int | None,
) -> None:
    clock = clock_for_sheet(connection, league, sheet)
    its_match, its_players = build_match_rows(league, match, key, sheet, clock, change)
    connection.execute(INSERT_MATCH, its_match | {"counted": change})
    connection.execute(INSERT_PLAYERS, its_players)


def update_match_rows(
    connection: Connection, league: int, match: int, before: Scoresheet | None, sheet: Scoresheet
) -> bool:
    """Update a match's rows so that they agree with this sheet.

    Returns False if the rows or the log were not at the version before the sheet's version.
    `before` is the previous sheet, if known. If it is known, results are written only if they
    changed, or if the match ended, or was reopened, deleted, restored or moved. Most entries of a
    running match therefore write fewer columns.
    """
    parameters = {"league": league, "match": match}
    values = progress_values(sheet, clock_for_sheet(connection, league, sheet))
    statement, seats = UPDATE_PROGRESS, outcome.counted_result(sheet)
    sheet_before = None if before is None or before.version != sheet.version - 1 else before
    is_new_result = (
        sheet_before is None
        or outcome.counted_result(sheet_before) != seats
        or changes_match_lists(sheet_before, sheet)
    )
    if is_new_result:
        statement = UPDATE_PROGRESS_AND_RESULT
        values |= {
            "result": result_to_json(seats),
            "counted": increment_changes(connection, league),
        }
    new_values = {f"new_{name}": value for name, value in values.items()}
    updated = connection.execute(statement, {**parameters, "seen": sheet.version - 1, **new_values})
    if updated.rowcount != 1:
        return False
    if is_new_result:
        rows = [
            parameters
            | {"at_seat": row["seat"]}
            | {f"new_{name}": row[name] for name in PLAYER_RESULT_COLUMNS}
            for row in player_rows(league, match, sheet, seats)
        ]
        connection.execute(UPDATE_PLAYER_RESULT, rows)
    return True


def changes_match_lists(before: Scoresheet, sheet: Scoresheet) -> bool:
    """Return whether the match ended, or was reopened, deleted, restored or moved."""
    return (outcome.match_state(before), before.evening) != (
        outcome.match_state(sheet),
        sheet.evening,
    )


def rewrite_match_rows(connection: Connection, league: int, match: int, sheet: Scoresheet) -> bool:
    """Rewrite rows that did not match the log, after the sheet's last entry was inserted.

    Returns False if the log also lacks the entry before the last entry, because then the rows are
    not the problem. Raises LostEntries if the rows include entries that the log has lost.
    """
    parameters = {"league": league, "match": match}
    keys = {row.version: row.key for row in connection.execute(ENTRY_KEYS_QUERY, parameters)}
    earlier_version = sheet.version - 1
    if earlier_version not in keys:
        return False
    if connection.scalar(ROW_AFTER_LOG_QUERY, {**parameters, "left": earlier_version}) is not None:
        raise LostEntries(match)
    replace_match_rows(connection, league, match, keys[1], sheet)
    return True


def replace_match_rows(
    connection: Connection, league: int, match: int, key: str, sheet: Scoresheet
) -> None:
    """Delete the rows of a match and insert the rows of this sheet."""
    # The change number increases even if the match does not count, because caches may still count
    # it.
    change = increment_changes(connection, league)
    delete_match_rows(connection, league, match)
    insert_match_rows(connection, league, match, key, sheet, change)


def delete_match_rows(connection: Connection, league: int, match: int) -> None:
    parameters = {"league": league, "match": match}
    connection.execute(DELETE_PLAYERS, parameters)
    connection.execute(DELETE_MATCH, parameters)


def is_counted(sheet: Scoresheet) -> bool:
    return outcome.match_state(sheet) in COUNTED_STATES


def clock_for_sheet(connection: Connection, league: int, sheet: Scoresheet) -> LeagueClock:
    """Return the league's clock, or a default clock if the sheet does not need the league's clock.

    Most sheets do not need the league's clock, so most saves need one query fewer.
    """
    return ANY_CLOCK if sheet.evening is None else load_clock(connection, league)


def build_match_rows(
    league: int, match: int, key: str, sheet: Scoresheet, clock: LeagueClock, change: int | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the rows of a match and of its players.

    `clock` is the league's clock, or any clock if no evening was set for the match. `change` is the
    league's change number for the result. It is stored only if there is a result.
    """
    seats = outcome.counted_result(sheet)
    row = {
        "league_id": league,
        "id": match,
        "game": sheet.setup.game,
        "started_at": sheet.started_at,
        "group_key": group_key(sheet.setup.players),
        "key": key,
        "result": result_to_json(seats),
        "counted": change if seats else None,
        **progress_values(sheet, clock),
    }
    return row, player_rows(league, match, sheet, seats)


def result_to_json(seats: tuple[PlayerResult, ...]) -> list[Any] | None:
    """Return the result as stored in the match's row, or None while the match does not count."""
    return seats_to_json(seats) if seats else None


def progress_values(sheet: Scoresheet, clock: LeagueClock) -> dict[str, Any]:
    """Return the values of `PROGRESS_COLUMNS`, which can change with every entry."""
    ended = outcome.ended_at(sheet)
    return {
        "version": sheet.version,
        "state": outcome.match_state(sheet).value,
        "changed_at": sheet.changed_at,
        "ended_at": None if ended is None else clock.on_evening(ended, sheet.evening),
        "thrown_away_at": sheet.changed_at if sheet.is_deleted else None,
        "summary": outcome.summary(sheet),
    }


def player_rows(
    league: int, match: int, sheet: Scoresheet, seats: tuple[PlayerResult, ...]
) -> list[dict[str, Any]]:
    seat_results = {seat.player: seat for seat in seats}
    return [
        {
            "league_id": league,
            "match_id": match,
            "player_id": int(seat),
            "seat": number,
            "place": seat_results[seat].finish.place if seat_results else None,
            "points": seat_results[seat].points if seat_results else None,
            "won": seat_results[seat].finish.won if seat_results else None,
        }
        for number, seat in enumerate(sheet.setup.players)
    ]


def group_key(players: tuple[str, ...]) -> str:
    """Return a key for a group of players, the same for every seating order."""
    return " ".join(sorted(players))
