"""Convert entries of the log to rows, and rows to entries.

The bodies of entries are read as raw text, because a damaged body must not make a whole query fail.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Row

from scorekeeper.clock import is_timestamp
from scorekeeper.db.raw_json import RawJson, decode_raw_json
from scorekeeper.db.tables import MatchEvents
from scorekeeper.match.events import Entry, decode_event, encode_event

MatchId = tuple[int, int]  # (league id, match id)
RAW_BODY = RawJson(MatchEvents.body)
LABELLED_BODY = RAW_BODY.label("body_json")
ENTRY_COLUMNS: tuple[Any, ...] = (
    MatchEvents.version,
    MatchEvents.kind,
    LABELLED_BODY,
    MatchEvents.at,
    MatchEvents.device,
    MatchEvents.key,
)


def row_of_entry(league: int, match: int, entry: Entry, key: str) -> dict[str, Any]:
    """Return an entry's row for the table `match_event`."""
    kind, body = encode_event(entry.event)
    return {
        "league_id": league,
        "match_id": match,
        "version": entry.version,
        "kind": kind,
        "body": body,
        "device": entry.device,
        "key": key,
        "at": entry.at,
    }


def entry_from_row(row: Row[Any]) -> Entry:
    """Build an entry from a row with `ENTRY_COLUMNS`.

    This can raise any exception if the row is damaged.
    """
    check_values(row.kind, row.at, row.device, row.key)
    body = decode_raw_json(row.body_json)
    return Entry(row.version, decode_event(row.kind, body), row.at, row.device)


def valid_times(rows: Iterable[Row[Any]]) -> Iterator[int]:
    """Yield the valid times in these rows, in seconds since 1970."""
    return (row.at for row in rows if is_timestamp(row.at))


def entries_from_rows(rows: Iterable[Row[Any]]) -> Iterator[Entry]:
    """Yield the entries in the rows of a whole log. Raises ValueError if an entry is missing."""
    for version, row in enumerate(rows, start=1):
        check_version(row.version, version)
        yield entry_from_row(row)


def check_values(kind: object, at: object, device: object, key: object) -> None:
    """Raise ValueError if a column of an entry has a value that no version of the app writes.

    SQLite stores values of any type in any column.
    """
    if not (
        type(kind) is str
        and is_timestamp(at)
        and (device is None or type(device) is int)
        and type(key) is str
    ):
        raise ValueError("A column has an invalid value.")


def check_version(version: int, expected: int) -> None:
    """Raise ValueError if an entry of a log is missing before this version."""
    if version != expected:
        raise ValueError(f"Entry {expected} is missing.")
