"""Rows of the log, and the entries in them.

Bodies are read as raw text, because a damaged one must not make a whole query fail.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from scorekeeper.db.tables import MatchEvents
from scorekeeper.match.events import Entry, decode_event


class RawJson(FunctionElement[Any]):
    """A JSON column that is not decoded, because the stored text may be damaged."""

    inherit_cache = True


@compiles(RawJson)
def compile_raw_json(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **more)} AS TEXT)"


@compiles(RawJson, "sqlite")
def compile_raw_json_sqlite(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    """Read the column as bytes: text that is not UTF-8 would make the whole query fail."""
    return f"CAST({compiler.process(element.clauses, **more)} AS BLOB)"


DECODE_JSON = json.JSONDecoder().decode  # `json.loads` would first guess the encoding
RAW_BODY = RawJson(MatchEvents.body)
LABELLED_BODY = RAW_BODY.label("body_json")
ENTRY_COLUMNS: tuple[Any, ...] = (
    MatchEvents.version,
    MatchEvents.kind,
    LABELLED_BODY,
    MatchEvents.at,
    MatchEvents.device,
)


def entry_from_row(row: Row[Any]) -> Entry:
    """Build an entry from a row with `ENTRY_COLUMNS`.

    This can raise any exception if the row is damaged.
    """
    text = row.body_json
    body = DECODE_JSON(text if isinstance(text, str) else text.decode())
    return Entry(row.version, decode_event(row.kind, body), row.at, row.device)


def entries_from_rows(rows: Iterable[Row[Any]]) -> Iterator[Entry]:
    """Yield the entries in the rows of a whole log. Raises ValueError if one is missing."""
    for version, row in enumerate(rows, start=1):
        check_version(row.version, version)
        yield entry_from_row(row)


def check_version(version: int, expected: int) -> None:
    """Raise ValueError if an entry of a log is missing before this version."""
    if version != expected:
        raise ValueError(f"Entry {expected} is missing.")
