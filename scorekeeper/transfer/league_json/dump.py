"""Export a league in JSON Lines: a header, one row per line, and a last line.

The same league always produces the same bytes, so two documents can be compared line by line.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, func, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db.import_tables import ImportState
from scorekeeper.db.imported_rows import imported_match_row, imported_player_rows
from scorekeeper.db.log_rows import RAW_BODY, check_values, check_version
from scorekeeper.db.match_rows import build_match_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches
from scorekeeper.match.events import Entry, ResultImported, decode_event
from scorekeeper.match.imported import replay_imported
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.replay import replay
from scorekeeper.rules import GAMES
from scorekeeper.runtime.progress import ProgressCallback, no_progress
from scorekeeper.runtime.text_chunks import encode_chunks
from scorekeeper.transfer.league_json import FORMAT, VERSION
from scorekeeper.transfer.league_json.json_types import MAX_INTEGER
from scorekeeper.transfer.league_json.section import TAG, Section
from scorekeeper.transfer.league_json.sections import (
    END,
    IMPORTS,
    KEPT,
    LEAGUE,
    LOG,
    SECTIONS,
    UNREADABLE,
)

BATCH_SIZE = 1000  # rows
TO_SORTED_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode
NUMBERS = {"match", "version", "at", "device"}  # columns of the log
RAW_COLUMNS = [
    (RAW_BODY if name == "body" else LOG.column(name)).label(name) for name in LOG.columns
]


def dump_league(store: Store, progress: ProgressCallback = no_progress) -> Iterator[bytes]:
    """Yield the document in chunks of UTF-8, from one snapshot of the database.

    `progress` is called with the id of each match that has been written.
    """
    with store.snapshot() as connection:
        yield from encode_chunks(document_lines(connection, store.league_id, progress))


def document_lines(
    connection: Connection, league: int, progress: ProgressCallback = no_progress
) -> Iterator[str]:
    yield to_line(
        {
            "format": FORMAT,
            "version": VERSION,
            "changed_at": last_change(connection, league),
            "league": league_row(connection, league),
        }
    )
    for section in SECTIONS:
        if section is LOG:
            yield from log_lines(connection, league, progress)
        elif section is not UNREADABLE:  # these rows are written with the log
            for row in section_rows(connection, section, league):
                if is_importable(section, row):
                    yield row_line(section, row)
    yield to_line({TAG: END})


def last_change(connection: Connection, league: int) -> int | None:
    """Return when a match last changed, in seconds since 1970, or None if there are no matches."""
    return connection.scalar(
        select(func.max(Matches.changed_at)).where(Matches.league_id == league)
    )


def league_row(connection: Connection, league: int) -> dict[str, Any]:
    """Return the league's own row."""
    return dict(connection.execute(LEAGUE.query(league)).mappings().one())


def section_rows(connection: Connection, section: Section, league: int) -> Iterator[dict[str, Any]]:
    result = connection.execute(section.query(league), execution_options={"yield_per": BATCH_SIZE})
    return map(dict, result.mappings())


def is_importable(section: Section, row: dict[str, Any]) -> bool:
    """Return whether an import can read this row.

    In `row`, defaults have replaced damaged values. A row of SnapshotResults that has no seats or
    an unknown game does not count, so it is left out. An import in an unknown state is exported as
    undone, so its matches do not count.
    """
    if section is IMPORTS and row["state"] is ImportState.UNREADABLE:
        row["state"] = ImportState.UNDONE
    return section is not KEPT or (bool(row["result"]) and row["game"] in GAMES)


def log_lines(connection: Connection, league: int, progress: ProgressCallback) -> Iterator[str]:
    """Yield the lines of the log, match by match.

    The entries of unreadable matches are written as rows of the section UNREADABLE.
    """
    unreadable_matches = select(Matches.id).where(
        Matches.league_id == league, Matches.state == MatchState.UNREADABLE
    )
    unreadable = set(connection.scalars(unreadable_matches))
    query = LOG.query(league).with_only_columns(*RAW_COLUMNS)
    result = connection.execute(query, execution_options={"yield_per": BATCH_SIZE})
    for match, rows in groupby(result.mappings(), lambda row: int(row["match"])):
        raw: list[Mapping[str, Any]] = [dict(row) for row in rows]
        read = None if match in unreadable else parse_match(match, raw)
        if read is None:
            for row in raw:
                yield row_line(UNREADABLE, as_raw_values(row))
        else:
            yield from (row_line(LOG, row) for row in read)
        progress(match)


def parse_match(match: int, raw: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]] | None:
    """Return the entries with decoded bodies, or None if the match cannot be read.

    Every match is replayed, because the import replays it too and refuses a document with a
    match that cannot be replayed. This takes about a quarter of a millisecond per match.
    """
    try:
        rows = [{**row, "body": json.loads(row["body"])} for row in raw]
        for expected, row in enumerate(rows, start=1):
            check_version(row["version"], expected)
            check_values(row["kind"], row["at"], row["device"], row["key"])
        entries = [
            Entry(row["version"], decode_event(row["kind"], row["body"]), row["at"]) for row in rows
        ]
        if isinstance(entries[0].event, ResultImported):
            result = replay_imported(entries)
            imported_player_rows(0, match, result)
            imported_match_row(0, match, "", result, LeagueClock(), change=1)
        else:
            build_match_rows(0, match, "", replay(entries), LeagueClock(), change=1)
    except Exception:  # noqa: BLE001  # a damaged entry can raise anything
        return None
    return rows


def as_raw_values(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of an unreadable entry, in a form that the section UNREADABLE allows.

    SQLite stores values of any type in any column. A value that the section does not allow is
    written as text.
    """
    return {
        name: value if name in NUMBERS and is_raw_number(value) else as_text(value)
        for name, value in row.items()
    }


def is_raw_number(value: object) -> bool:
    return value is None or (type(value) is int and abs(value) <= MAX_INTEGER)


def as_text(raw: object) -> str:
    """Return a column's value as text.

    NUL and bytes that are not UTF-8 become escape sequences.
    """
    if isinstance(raw, bytes):
        raw = raw.decode("utf-8", "backslashreplace")
    return str(raw).replace("\0", r"\x00")


def row_line(section: Section, row: Mapping[str, Any]) -> str:
    """Return a row as one line, with its columns in order and the keys inside them sorted.

    The keys are sorted because another program may have reordered them in a file that was imported.
    """
    columns = ",".join(f'"{name}":{TO_SORTED_JSON(value)}' for name, value in row.items())
    return f'{{"{TAG}":"{section.name}",{columns}}}\n'


def to_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
