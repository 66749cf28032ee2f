"""What follows from the log, as rows: written with each entry, and by `rebuild` from nothing.

Every row is a function of the match's sheet and the key it was started with.
"""

from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from scorekeeper import standings
from scorekeeper.events import Entry, decode
from scorekeeper.models import Match, MatchEvent, MatchPlayer
from scorekeeper.scoresheet import Scoresheet
from scorekeeper.standings import COUNTS

ENTRY = (MatchEvent.version, MatchEvent.kind, MatchEvent.body, MatchEvent.at)
MOVING = ("version", "state", "changed_at", "ended_at", "thrown_away_at", "summary")
RESULT = ("place", "points", "won")

NEW_MATCH, NEW_PLAYERS = insert(Match), insert(MatchPlayer)
MOVE_ON = (
    update(Match)
    .where(
        Match.league_id == bindparam("league"),
        Match.id == bindparam("match"),
        Match.version == bindparam("seen"),
    )
    .values({name: bindparam(f"new_{name}") for name in MOVING})
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
    """The entry that a row of `ENTRY` holds."""
    return Entry(row.version, decode(row.kind, row.body), row.at)


def write_start(
    connection: Connection, league: int, match: int, key: str, sheet: Scoresheet
) -> None:
    """Rows of a match that has none yet."""
    connection.execute(NEW_MATCH, match_row(league, match, key, sheet))
    connection.execute(NEW_PLAYERS, player_rows(league, match, sheet))


def write_step(
    connection: Connection, league: int, match: int, before: Scoresheet | None, sheet: Scoresheet
) -> bool:
    """Move the rows on by one version; False if they stood at another one.

    `before` is the sheet as it was, if known: most steps come while a match is running and
    change no result.
    """
    here = {"league": league, "match": match}
    moving = {f"new_{name}": value for name, value in moving_values(sheet).items()}
    moved = connection.execute(MOVE_ON, {**here, "seen": sheet.version - 1, **moving})
    if moved.rowcount != 1:
        return False
    if before is None or before.version != sheet.version - 1 or counts(before) or counts(sheet):
        connection.execute(SCORE, [
            {**here, "at_seat": row["seat"], **{f"new_{name}": row[name] for name in RESULT}}
            for row in player_rows(league, match, sheet)
        ])  # fmt: skip
    return True


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
    write_start(connection, league, match, keys[1], sheet)
    return True


def counts(sheet: Scoresheet) -> bool:
    return standings.state(sheet) in COUNTS


def match_row(league: int, match: int, key: str, sheet: Scoresheet) -> dict[str, Any]:
    return {
        "league_id": league,
        "id": match,
        "game": sheet.setup.game,
        "started_at": sheet.started_at,
        "group_key": group_key(sheet.setup.players),
        "key": key,
        **moving_values(sheet),
    }


def moving_values(sheet: Scoresheet) -> dict[str, Any]:
    """What may change with every entry."""
    return {
        "version": sheet.version,
        "state": standings.state(sheet).value,
        "changed_at": sheet.changed_at,
        "ended_at": standings.ended_at(sheet),
        "thrown_away_at": sheet.changed_at if sheet.thrown_away else None,
        "summary": standings.summary(sheet),
    }


def player_rows(league: int, match: int, sheet: Scoresheet) -> list[dict[str, Any]]:
    found = standings.standings(sheet)
    return [
        {
            "league_id": league, "match_id": match, "player_id": int(seat), "seat": number,
            "place": found[seat].place if found else None,
            "points": found[seat].points if found else None,
            "won": found[seat].won if found else None,
        }
        for number, seat in enumerate(sheet.setup.players)
    ]  # fmt: skip


def group_key(players: tuple[str, ...]) -> str:
    """The same for the same people in whatever seats."""
    return " ".join(sorted(players))
