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

from scorekeeper.db.evenings import moment_of
from scorekeeper.db.models import League, Match, MatchEvent, MatchPlayer
from scorekeeper.match import outcome
from scorekeeper.match.events import Entry, decode
from scorekeeper.match.imported import NotedResult
from scorekeeper.match.outcome import COUNTS, State
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.stats.results import Seat, packed


class RawJson(FunctionElement[Any]):
    """A JSON column as stored, not decoded: it may be damaged."""

    inherit_cache = True


@compiles(RawJson)
def text_of(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **more)} AS TEXT)"


@compiles(RawJson, "sqlite")
def bytes_of(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    """As bytes: decoding text that is not UTF-8 would fail the whole query."""
    return f"CAST({compiler.process(element.clauses, **more)} AS BLOB)"


Rows = tuple[dict[str, Any], list[dict[str, Any]]]  # of a match, and of its players
BODY = RawJson(MatchEvent.body)
SAID = BODY.label("said")
ENTRY: tuple[Any, ...] = (
    MatchEvent.version,
    MatchEvent.kind,
    SAID,
    MatchEvent.at,
    MatchEvent.device,
)
MOVING = ("version", "state", "changed_at", "ended_at", "thrown_away_at", "summary")
COUNTING = (*MOVING, "result", "counted")  # when the result becomes another
RESULT = ("place", "points", "won")
AN_EVENING = 8 * 60 * 60  # seconds over which the results of one evening are spread at most

NEW_MATCH, NEW_PLAYERS = insert(Match), insert(MatchPlayer)


def move_on(names: tuple[str, ...]) -> Update:
    """Write these columns of a match that stands at the version `seen`."""
    here = (Match.league_id == bindparam("league"), Match.id == bindparam("match"))
    return (
        update(Match)
        .where(*here, Match.version == bindparam("seen"))
        .values({name: bindparam(f"new_{name}") for name in names})
    )


MOVE_ON, COUNT_ANEW = move_on(MOVING), move_on(COUNTING)
CHANGE = (
    update(League)
    .where(League.id == bindparam("league"))
    .values(changes=League.changes + 1)
    .returning(League.changes)
)
SCORE = (
    update(MatchPlayer)
    .where(
        MatchPlayer.league_id == bindparam("league"),
        MatchPlayer.match_id == bindparam("match"),
        MatchPlayer.seat == bindparam("at_seat"),
    )
    .values({name: bindparam(f"new_{name}") for name in RESULT})
)
KEYS = select(MatchEvent.version, MatchEvent.key).where(
    MatchEvent.league_id == bindparam("league"), MatchEvent.match_id == bindparam("match")
)
NO_PLAYERS = delete(MatchPlayer).where(
    MatchPlayer.league_id == bindparam("league"), MatchPlayer.match_id == bindparam("match")
)
NO_MATCH = delete(Match).where(
    Match.league_id == bindparam("league"), Match.id == bindparam("match")
)


def entry(row: Row[Any]) -> Entry:
    """The entry in a row of `ENTRY`. A damaged row can raise any exception."""
    return Entry(row.version, decode(row.kind, json.loads(row.said)), row.at, row.device)


def next_change(connection: Connection, league: int) -> int:
    """The number of a change to what tables of players show, until the end of the transaction
    nobody else's.
    """
    return connection.execute(CHANGE, {"league": league}).scalar_one()


def write_start(
    connection: Connection, league: int, match: int, key: str, sheet: Scoresheet
) -> None:
    """Rows of a match that has none yet."""
    counted = next_change(connection, league) if counts(sheet) else None
    write_rows(connection, league, match, key, sheet, counted)


def write_rows(
    connection: Connection,
    league: int,
    match: int,
    key: str,
    sheet: Scoresheet,
    counted: int | None,
) -> None:
    its_match, its_players = rows_of(league, match, key, sheet, counted)
    connection.execute(NEW_MATCH, its_match | {"counted": counted})
    connection.execute(NEW_PLAYERS, its_players)


def write_step(
    connection: Connection, league: int, match: int, before: Scoresheet | None, sheet: Scoresheet
) -> bool:
    """Move the rows on by one version; False if they stood at another one.

    `before` is the sheet as it was, if known: most steps come while a match is running and
    change no result.
    """
    here = {"league": league, "match": match}
    values, how, seats = moving_values(sheet), MOVE_ON, outcome.result(sheet)
    was = None if before is None or before.version != sheet.version - 1 else before
    anew = was is None or outcome.result(was) != seats or is_another(was, sheet)
    if anew:
        how = COUNT_ANEW
        values |= {"result": in_one_piece(seats), "counted": next_change(connection, league)}
    moving = {f"new_{name}": value for name, value in values.items()}
    moved = connection.execute(how, {**here, "seen": sheet.version - 1, **moving})
    if moved.rowcount != 1:
        return False
    if anew:
        connection.execute(
            SCORE,
            [
                {**here, "at_seat": row["seat"], **{f"new_{name}": row[name] for name in RESULT}}
                for row in player_rows(league, match, sheet, seats)
            ],
        )
    return True


def is_another(before: Scoresheet, sheet: Scoresheet) -> bool:
    """Whether lists of matches show it in another place: it ended, was thrown away, goes on."""
    return outcome.state(before) != outcome.state(sheet)


def write_anew(connection: Connection, league: int, match: int, sheet: Scoresheet) -> bool:
    """Put right rows that were out of step with the log, once the sheet's last entry is in it.

    False if that entry does not follow on another: then it was not the rows that were wrong.
    """
    here = {"league": league, "match": match}
    keys = {row.version: row.key for row in connection.execute(KEYS, here)}
    if sheet.version - 1 not in keys:
        return False
    connection.execute(NO_PLAYERS, here)
    connection.execute(NO_MATCH, here)
    # Who has added it up before notices also that it counts no more.
    write_rows(connection, league, match, keys[1], sheet, next_change(connection, league))
    return True


def counts(sheet: Scoresheet) -> bool:
    return outcome.state(sheet) in COUNTS


def rows_of(
    league: int, match: int, key: str, sheet: Scoresheet, counted: int | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of a match and of its players; `counted` is the change its result came with."""
    seats = outcome.result(sheet)
    row = {
        "league_id": league,
        "id": match,
        "game": sheet.setup.game,
        "started_at": sheet.started_at,
        "group_key": group_key(sheet.setup.players),
        "key": key,
        "result": in_one_piece(seats),
        "counted": counted if seats else None,
        **moving_values(sheet),
    }
    return row, player_rows(league, match, sheet, seats)


def in_one_piece(seats: tuple[Seat, ...]) -> list[Any] | None:
    """What a match came to, as it is kept in its row; nothing while it does not count."""
    return packed(seats) if seats else None


def moving_values(sheet: Scoresheet) -> dict[str, Any]:
    """What may change with every entry."""
    return {
        "version": sheet.version,
        "state": outcome.state(sheet).value,
        "changed_at": sheet.changed_at,
        "ended_at": outcome.ended_at(sheet),
        "thrown_away_at": sheet.changed_at if sheet.thrown_away else None,
        "summary": outcome.summary(sheet),
    }


def player_rows(
    league: int, match: int, sheet: Scoresheet, seats: tuple[Seat, ...]
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


def noted_row(
    league: int, match: int, key: str, result: NotedResult, counted: int | None
) -> dict[str, Any]:
    """The match's row; `counted` is None as long as its import counts for nothing."""
    noted = result.noted
    started = moment_of(noted.night) + min(noted.number, AN_EVENING)
    counts = counted is not None and not result.thrown_away
    return {
        "league_id": league,
        "id": match,
        "game": noted.game,
        "version": result.version,
        "state": (State.NOTED if counts else State.THROWN_AWAY).value,
        "started_at": started,
        "changed_at": result.changed_at,
        "ended_at": started if counts else None,
        "thrown_away_at": None,
        "group_key": group_key(noted.players),
        "key": key,
        "summary": result.summary,
        "result": packed(result.seats) if counts else None,
        "counted": counted,
    }


def noted_player_rows(league: int, match: int, result: NotedResult) -> list[dict[str, Any]]:
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
