"""What follows from the log, as rows: written with each entry, and by `rebuild` from nothing.

Every row is a function of the match's sheet and the key it was started with; that of an old
result also of its import, which as a whole counts or not.
"""

import json
from typing import Any

from sqlalchemy import Connection, Row, Update, bindparam, delete, insert, select, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from scorekeeper.db.evenings import evening_timestamp
from scorekeeper.db.models import League, Match, MatchEvent, MatchPlayer
from scorekeeper.match import outcome
from scorekeeper.match.events import Entry, decode_event
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.outcome import COUNTED_STATES, MatchState
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.stats.results import PlayerResult, seats_to_json


class RawJson(FunctionElement[Any]):
    """A JSON column as stored, not decoded: it may be damaged."""

    inherit_cache = True


@compiles(RawJson)
def compile_raw_json(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **more)} AS TEXT)"


@compiles(RawJson, "sqlite")
def compile_raw_json_sqlite(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    """As bytes: decoding text that is not UTF-8 would fail the whole query."""
    return f"CAST({compiler.process(element.clauses, **more)} AS BLOB)"


MatchRows = tuple[dict[str, Any], list[dict[str, Any]]]  # of a match, and of its players
RAW_BODY = RawJson(MatchEvent.body)
LABELLED_BODY = RAW_BODY.label("said")
ENTRY_COLUMNS: tuple[Any, ...] = (
    MatchEvent.version,
    MatchEvent.kind,
    LABELLED_BODY,
    MatchEvent.at,
    MatchEvent.device,
)
PROGRESS_COLUMNS = ("version", "state", "changed_at", "ended_at", "thrown_away_at", "summary")
PROGRESS_AND_RESULT_COLUMNS = (
    *PROGRESS_COLUMNS,
    "result",
    "counted",
)  # when the result becomes another
PLAYER_RESULT_COLUMNS = ("place", "points", "won")
MAX_EVENING_S = 8 * 60 * 60  # seconds over which the results of one evening are spread at most

INSERT_MATCH, INSERT_PLAYERS = insert(Match), insert(MatchPlayer)


def build_match_update(names: tuple[str, ...]) -> Update:
    """Write these columns of a match that stands at the version `seen`."""
    here = (Match.league_id == bindparam("league"), Match.id == bindparam("match"))
    return (
        update(Match)
        .where(*here, Match.version == bindparam("seen"))
        .values({name: bindparam(f"new_{name}") for name in names})
    )


UPDATE_PROGRESS, UPDATE_PROGRESS_AND_RESULT = (
    build_match_update(PROGRESS_COLUMNS),
    build_match_update(PROGRESS_AND_RESULT_COLUMNS),
)
INCREMENT_CHANGES = (
    update(League)
    .where(League.id == bindparam("league"))
    .values(changes=League.changes + 1)
    .returning(League.changes)
)
UPDATE_PLAYER_RESULT = (
    update(MatchPlayer)
    .where(
        MatchPlayer.league_id == bindparam("league"),
        MatchPlayer.match_id == bindparam("match"),
        MatchPlayer.seat == bindparam("at_seat"),
    )
    .values({name: bindparam(f"new_{name}") for name in PLAYER_RESULT_COLUMNS})
)
ENTRY_KEYS_QUERY = select(MatchEvent.version, MatchEvent.key).where(
    MatchEvent.league_id == bindparam("league"), MatchEvent.match_id == bindparam("match")
)
DELETE_PLAYERS = delete(MatchPlayer).where(
    MatchPlayer.league_id == bindparam("league"), MatchPlayer.match_id == bindparam("match")
)
DELETE_MATCH = delete(Match).where(
    Match.league_id == bindparam("league"), Match.id == bindparam("match")
)


def entry_from_row(row: Row[Any]) -> Entry:
    """The entry in a row of `ENTRY`. A damaged row can raise any exception."""
    return Entry(row.version, decode_event(row.kind, json.loads(row.said)), row.at, row.device)


def increment_changes(connection: Connection, league: int) -> int:
    """The number of a change to what tables of players show, until the end of the transaction
    nobody else's.
    """
    return connection.execute(INCREMENT_CHANGES, {"league": league}).scalar_one()


def insert_new_match(
    connection: Connection, league: int, match: int, key: str, sheet: Scoresheet
) -> None:
    """Rows of a match that has none yet."""
    counted = increment_changes(connection, league) if is_counted(sheet) else None
    insert_match_rows(connection, league, match, key, sheet, counted)


def insert_match_rows(
    connection: Connection,
    league: int,
    match: int,
    key: str,
    sheet: Scoresheet,
    counted: int | None,
) -> None:
    its_match, its_players = build_match_rows(league, match, key, sheet, counted)
    connection.execute(INSERT_MATCH, its_match | {"counted": counted})
    connection.execute(INSERT_PLAYERS, its_players)


def update_match_rows(
    connection: Connection, league: int, match: int, before: Scoresheet | None, sheet: Scoresheet
) -> bool:
    """Move the rows on by one version; False if they stood at another one.

    `before` is the sheet as it was, if known: most steps come while a match is running and
    change no result.
    """
    here = {"league": league, "match": match}
    values, how, seats = progress_values(sheet), UPDATE_PROGRESS, outcome.counted_result(sheet)
    was = None if before is None or before.version != sheet.version - 1 else before
    anew = was is None or outcome.counted_result(was) != seats or has_state_changed(was, sheet)
    if anew:
        how = UPDATE_PROGRESS_AND_RESULT
        values |= {
            "result": result_to_json(seats),
            "counted": increment_changes(connection, league),
        }
    moving = {f"new_{name}": value for name, value in values.items()}
    moved = connection.execute(how, {**here, "seen": sheet.version - 1, **moving})
    if moved.rowcount != 1:
        return False
    if anew:
        connection.execute(
            UPDATE_PLAYER_RESULT,
            [
                {
                    **here,
                    "at_seat": row["seat"],
                    **{f"new_{name}": row[name] for name in PLAYER_RESULT_COLUMNS},
                }
                for row in player_rows(league, match, sheet, seats)
            ],
        )
    return True


def has_state_changed(before: Scoresheet, sheet: Scoresheet) -> bool:
    """Whether lists of matches show it in another place: it ended, was thrown away, goes on."""
    return outcome.match_state(before) != outcome.match_state(sheet)


def rewrite_match_rows(connection: Connection, league: int, match: int, sheet: Scoresheet) -> bool:
    """Put right rows that were out of step with the log, once the sheet's last entry is in it.

    False if that entry does not follow on another: then it was not the rows that were wrong.
    """
    here = {"league": league, "match": match}
    keys = {row.version: row.key for row in connection.execute(ENTRY_KEYS_QUERY, here)}
    if sheet.version - 1 not in keys:
        return False
    connection.execute(DELETE_PLAYERS, here)
    connection.execute(DELETE_MATCH, here)
    # Who has added it up before notices also that it counts no more.
    insert_match_rows(
        connection, league, match, keys[1], sheet, increment_changes(connection, league)
    )
    return True


def is_counted(sheet: Scoresheet) -> bool:
    return outcome.match_state(sheet) in COUNTED_STATES


def build_match_rows(
    league: int, match: int, key: str, sheet: Scoresheet, counted: int | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of a match and of its players; `counted` is the change its result came with."""
    seats = outcome.counted_result(sheet)
    row = {
        "league_id": league,
        "id": match,
        "game": sheet.setup.game,
        "started_at": sheet.started_at,
        "group_key": group_key(sheet.setup.players),
        "key": key,
        "result": result_to_json(seats),
        "counted": counted if seats else None,
        **progress_values(sheet),
    }
    return row, player_rows(league, match, sheet, seats)


def result_to_json(seats: tuple[PlayerResult, ...]) -> list[Any] | None:
    """What a match came to, as it is kept in its row; nothing while it does not count."""
    return seats_to_json(seats) if seats else None


def progress_values(sheet: Scoresheet) -> dict[str, Any]:
    """What may change with every entry."""
    return {
        "version": sheet.version,
        "state": outcome.match_state(sheet).value,
        "changed_at": sheet.changed_at,
        "ended_at": outcome.ended_at(sheet),
        "thrown_away_at": sheet.changed_at if sheet.thrown_away else None,
        "summary": outcome.summary(sheet),
    }


def player_rows(
    league: int, match: int, sheet: Scoresheet, seats: tuple[PlayerResult, ...]
) -> list[dict[str, Any]]:
    found = {seat.player: seat for seat in seats}
    return [
        {
            "league_id": league,
            "match_id": match,
            "player_id": int(seat),
            "seat": number,
            "place": found[seat].finish.place if found else None,
            "points": found[seat].points if found else None,
            "won": found[seat].finish.won if found else None,
        }
        for number, seat in enumerate(sheet.setup.players)
    ]


# ---------------------------------------------------------------- old results


def imported_match_row(
    league: int, match: int, key: str, result: ImportedResult, counted: int | None
) -> dict[str, Any]:
    """The match's row; `counted` is None as long as its import counts for nothing."""
    noted = result.noted
    started = evening_timestamp(noted.night) + min(noted.number, MAX_EVENING_S)
    counts = counted is not None and not result.thrown_away
    return {
        "league_id": league,
        "id": match,
        "game": noted.game,
        "version": result.version,
        "state": (MatchState.NOTED if counts else MatchState.THROWN_AWAY).value,
        "started_at": started,
        "changed_at": result.changed_at,
        "ended_at": started if counts else None,
        "thrown_away_at": None,
        "group_key": group_key(noted.players),
        "key": key,
        "summary": result.summary,
        "result": seats_to_json(result.seats) if counts else None,
        "counted": counted,
    }


def imported_player_rows(league: int, match: int, result: ImportedResult) -> list[dict[str, Any]]:
    """A row for each; they say what was noted whether it counts or not."""
    return [
        {
            "league_id": league,
            "match_id": match,
            "player_id": int(seat.player),
            "seat": number,
            "place": seat.finish.place,
            "points": seat.points,
            "won": seat.finish.won,
        }
        for number, seat in enumerate(result.seats)
    ]


def group_key(players: tuple[str, ...]) -> str:
    """The same for the same people in whatever seats."""
    return " ".join(sorted(players))
