"""Check the integrity of a league (`scorekeeper check`). Each finding contains advice.

The database file must be intact, every match must be readable, the derived rows must match the log,
references must point to existing rows, and merged players must not share a match. Some problems can
be repaired without losing data. `scorekeeper check` also looks for values that cannot be read
(`value_findings.py`), and restores an export to compare it with the league (`cli/checks.py`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select, update

from scorekeeper.db import log_rows, match_rows
from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.raw_json import RawJson, decode_raw_json
from scorekeeper.db.rebuild import COUNTED_IMPORTS_QUERY, rows_from_log
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers, Players
from scorekeeper.league.player_renames import increment_names_version
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.messages import Message, say, say_n
from scorekeeper.transfer.findings import (
    REPAIR_ADVICE,
    RESTORE_ADVICE,
    Finding,
    Repair,
    table_label,
)
from scorekeeper.transfer.match_findings import (
    lost_entries_finding,
    marked_match_findings,
    unreadable_finding,
)
from scorekeeper.transfer.references import reference_findings

LOG_QUERY = select(MatchEvents.match_id, *log_rows.ENTRY_COLUMNS).order_by(
    MatchEvents.match_id, MatchEvents.version
)
BATCH_SIZE = 1000  # rows
JSON_COLUMNS = ("summary", "result")  # JSON columns of a match's row
MATCH_COLUMNS = tuple(
    RawJson(column).label(column.name) if column.name in JSON_COLUMNS else column
    for column in Matches.__table__.c
)
MATCH_PLAYER_COLUMNS = tuple(MatchPlayers.__table__.c)


def findings(store: Store) -> list[Finding]:
    """Return the findings about a league's log, references and merges, and about the database file.

    The findings are from one snapshot. Unreadable values and the export are checked in
    `cli/checks.py`.
    """
    league = store.league_id
    with store.snapshot() as connection:
        return [
            *file_findings(connection),
            *log_findings(connection, league),
            *reference_findings(connection, league),
            *merge_findings(connection, league),
        ]


def quick_findings(store: Store) -> list[Finding]:
    """Return the findings about one league that do not require replaying matches.

    They are about matches that are marked as unreadable or have lost entries, and about merged
    players. Finding them takes a fraction of the time of an export.
    """
    with store.snapshot() as connection:
        return [
            *marked_match_findings(connection, store.league_id),
            *merge_findings(connection, store.league_id),
        ]


# ---------------------------------------------------------------- the file


def file_findings(connection: Connection) -> Iterator[Finding]:
    """Yield the findings of SQLite's integrity and foreign key checks.

    On PostgreSQL, there are none.
    """
    if connection.dialect.name != "sqlite":
        return
    for (finding,) in connection.exec_driver_sql("PRAGMA integrity_check(3)"):
        if finding != "ok":
            yield Finding(
                say("The database file is damaged: {reason}.", reason=str(finding)), RESTORE_ADVICE
            )
    lost = Counter(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))
    for table, count in lost.items():
        yield Finding(
            say_n(
                "One row of the table {table} refers to a row that does not exist.",
                "{n} rows of the table {table} refer to rows that do not exist.",
                count,
                table=table_label(table),
            ),
            RESTORE_ADVICE,
        )


# ---------------------------------------------------------------- the log


def log_findings(connection: Connection, league: int) -> Iterator[Finding]:
    """Yield findings for unreadable matches, lost entries, and rows that differ from the log."""
    clock = load_clock(connection, league)
    counted_imports = {(row.league_id, row.id) for row in connection.execute(COUNTED_IMPORTS_QUERY)}
    match_rows_by_id = {
        row.id: row
        for row in connection.execute(select(*MATCH_COLUMNS).where(Matches.league_id == league))
    }
    seats: dict[int, list[Any]] = {}
    for row in connection.execute(
        select(*MATCH_PLAYER_COLUMNS)
        .where(MatchPlayers.league_id == league)
        .order_by(MatchPlayers.seat)
    ):
        seats.setdefault(row.match_id, []).append(row)
    lines = connection.execute(LOG_QUERY.where(MatchEvents.league_id == league))
    wrong: list[int] = []
    for match, of_match in groupby(lines, lambda row: row.match_id):
        its_row = match_rows_by_id.pop(match, None)
        try:
            expected, players = rows_from_log(
                counted_imports, league, match, list(of_match), clock, 1
            )
        except UnreadableMatch as error:
            yield unreadable_finding(match, its_row, clock, error)
            continue
        if its_row is not None and expected["version"] < its_row.version:
            yield lost_entries_finding(its_row, expected["version"], clock)
            continue
        its_seats = [dict(row._mapping) for row in seats.get(match, [])]
        if its_row is None or rows_differ(expected, decode_row(its_row)) or its_seats != players:
            wrong.append(match)
    for its_row in match_rows_by_id.values():
        yield lost_entries_finding(its_row, 0, clock)
    if wrong:
        yield Finding(
            say("The stored results of these matches differ from the log: {n}.", n=wrong),
            REPAIR_ADVICE,
            Repair.REBUILD,
        )


def decode_row(row: Row[Any]) -> dict[str, Any]:
    """Return a row with MATCH_COLUMNS as a dict, with its JSON decoded.

    Damaged JSON is not decoded, so it differs from every value.
    """
    values = dict(row._mapping)
    for name in JSON_COLUMNS:
        if values[name] is not None:
            with suppress(ValueError):
                values[name] = decode_raw_json(values[name])
    return values


def rows_differ(expected: Mapping[str, Any], stored: Mapping[str, Any]) -> bool:
    """Return whether a stored row differs in any column except the change number (`counted`)."""
    return any(stored[name] != value for name, value in expected.items() if name != "counted")


# ---------------------------------------------------------------- merged players


def merge_findings(connection: Connection, league: int) -> Iterator[Finding]:
    """Yield findings for players merged in a cycle, and merged players who share a match."""
    query = select(Players.id, Players.name, Players.merged_into).where(Players.league_id == league)
    people = {row.id: row for row in connection.execute(query)}
    if all(player.merged_into is None for player in people.values()):
        return
    counts_as: dict[int, int] = {}
    for key, player in people.items():
        seen, target = [key], player.merged_into
        while target in people and target not in seen:
            seen.append(target)
            target = people[target].merged_into
        if target == key:
            yield unmerge_finding(
                say("{who} is part of a loop of merged players.", who=player.name), key
            )
        elif target not in seen:
            counts_as[key] = seen[-1]
    reported: set[int] = set()
    for match, key, other in seated_twice(connection, league, counts_as):
        merged = key if people[key].merged_into is not None else other
        if merged not in reported:
            reported.add(merged)
            yield unmerge_finding(
                say(
                    "{one} and {other} are merged into one player, but both have seats in "
                    "match {n}.",
                    one=people[other].name,
                    other=people[key].name,
                    n=match,
                ),
                merged,
            )


def seated_twice(
    connection: Connection, league: int, counts_as: Mapping[int, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield (match, player, other) if two players of a match count as the same person.

    `counts_as` maps each player to the player they count as. Players who are not in `counts_as` are
    skipped.
    """
    tables = select(MatchPlayers.match_id, MatchPlayers.player_id).where(
        MatchPlayers.league_id == league
    )
    for match, rows in groupby(
        connection.execute(
            tables.order_by(MatchPlayers.match_id, MatchPlayers.seat),
            execution_options={"yield_per": BATCH_SIZE},
        ),
        lambda row: row.match_id,
    ):
        at_table: dict[int, int] = {}
        for _, player in rows:
            if (
                player in counts_as
                and (other := at_table.setdefault(counts_as[player], player)) != player
            ):
                yield match, player, other


def unmerge_finding(problem: Message, player: int) -> Finding:
    return Finding(problem, REPAIR_ADVICE, Repair.UNMERGE, player)


# ---------------------------------------------------------------- repair


def unmerge_players(store: Store, findings: list[Finding]) -> None:
    """Undo the merges that these findings name."""
    players = [each.player for each in findings if each.repair is Repair.UNMERGE]
    with store.write() as connection:
        lock_log_exclusive(connection)
        match_rows.increment_changes(connection, store.league_id)
        increment_names_version(connection, store.league_id)
        connection.execute(
            update(Players)
            .where(Players.league_id == store.league_id, Players.id.in_(players))
            .values(merged_into=None)
        )
