"""First pass over a league document: check its format, and read everything but its matches.

The header is the league, its players, seasons and imports. They can be anywhere in the document,
so the whole document is read; other rows are skipped.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.messages import Message, UserError, say
from scorekeeper.runtime.gc_tuning import ProgressCallback, no_progress
from scorekeeper.transfer.league_json import FORMAT, VERSION
from scorekeeper.transfer.league_json.schema import (
    IMPORTS,
    LEAGUE,
    PLAYERS,
    SEASONS,
    SECTIONS,
    UNREADABLE,
    Section,
)
from scorekeeper.transfer.league_json.stream_parser import StreamItem, stream_items
from scorekeeper.transfer.league_json.validators import integer_between, is_timestamp, optional

MAX_HEADER_ROWS = 10_000  # players, seasons or imports: more than any league has
MAX_UNKNOWN_ROWS = 1000  # rows of unknown lists that may come before "format"
NOT_AN_EXPORT = say("This is not a Scorekeeper export.")
LIST_NAMES = {section.name for section in (*SECTIONS, UNREADABLE)}
TOP_LEVEL_NAMES = {"format", "version", "changed_at", "league", *LIST_NAMES}
RowsById = dict[int, tuple[int, dict[str, Any]]]
NO_DEFAULTS: Mapping[str, Any] = {}
MAX_VALUE_CHARS = 40  # characters shown of a refused value


class ImportConflict(UserError):
    """The document contradicts itself or the league; the message says where and why."""


@dataclass
class Header:
    """The league's row; players, seasons and imports by id, each as (line, row).

    `unreadable` are the ids of matches that could not be read when the document was written.
    """

    league: Mapping[str, Any]
    players: RowsById = field(default_factory=dict)
    seasons: RowsById = field(default_factory=dict)
    imports: RowsById = field(default_factory=dict)
    unreadable: set[int] = field(default_factory=set)


def read_header(file: IO[bytes], progress: ProgressCallback = no_progress) -> Header:
    """Read the header from a file.

    Raises InvalidDocuments if this is not a complete league document or is from a newer version,
    and ImportConflict for an invalid row.
    """
    values: dict[str, StreamItem] = {}
    rows: dict[str, list[StreamItem]] = {PLAYERS.name: [], SEASONS.name: [], IMPORTS.name: []}
    set_aside = SectionValidator(UNREADABLE)
    unreadable = set()
    for piece in stream_items(file, progress):
        if piece.name not in TOP_LEVEL_NAMES and (
            "format" in values or piece.number > MAX_UNKNOWN_ROWS
        ):
            refuse_unknown(piece.name, {name: each.value for name, each in values.items()})
        if piece.number == 0:
            values[piece.name] = piece
        elif piece.name == UNREADABLE.name:
            unreadable.add(set_aside.row(piece)["match"])
        elif piece.name in rows:
            refuse_too_many(piece)
            rows[piece.name].append(piece)
    check_complete({name: piece.value for name, piece in values.items()})
    league = values["league"]
    found = Header(validate_row(league, "league", LEAGUE), unreadable=unreadable)
    all_rows = ((PLAYERS, found.players), (SEASONS, found.seasons), (IMPORTS, found.imports))
    for section, into in all_rows:
        rising = SectionValidator(section)
        for piece in rows[section.name]:
            row = rising.row(piece)
            into[row["id"]] = piece.line, row
    return found


def refuse_too_many(piece: StreamItem) -> None:
    if piece.number > MAX_HEADER_ROWS:
        raise InvalidDocuments(say("There are too many {what}.", what=piece.name))


def refuse_unknown(name: str, before: Mapping[str, Any]) -> None:
    """Raise InvalidDocuments for an unknown section, naming the wrong format or version first."""
    check_format_version(before)
    raise InvalidDocuments(say("“{name}” is not part of an export.", name=value_text(name)))


def check_format_version(values: Mapping[str, Any]) -> None:
    """Raise InvalidDocuments unless this is a league document of a known version."""
    if values.get("format") != FORMAT:
        raise InvalidDocuments(NOT_AN_EXPORT)
    version = values.get("version")
    if integer_between(VERSION + 1)(version):
        raise InvalidDocuments(
            say(
                "This file is from a newer version of Scorekeeper. Update Scorekeeper, then "
                "import the file again."
            )
        )
    if not integer_between(1)(version):
        raise InvalidDocuments(NOT_AN_EXPORT)


def check_complete(values: Mapping[str, Any]) -> None:
    """Raise InvalidDocuments unless the version is known and every section is present."""
    check_format_version(values)
    if not optional(is_timestamp)(values.get("changed_at")):
        raise InvalidDocuments(NOT_AN_EXPORT)
    for name in values:
        if name not in TOP_LEVEL_NAMES:
            refuse_unknown(name, values)
    for name in sorted(TOP_LEVEL_NAMES - {UNREADABLE.name} | values.keys()):
        is_list = isinstance(values.get(name), list)
        if name not in values or is_list != (name in LIST_NAMES):
            raise InvalidDocuments(
                say("This export is incomplete: “{name}” is missing.", name=name)
            )


class SectionValidator:
    """Checks rows of one section, which must be in ascending order of their keys."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.last: tuple[int, ...] = ()

    def row(self, piece: StreamItem) -> dict[str, Any]:
        """The row with its columns in order; raises ImportConflict if it is invalid."""
        row = validate_row(piece, self.section.name, self.section.columns, self.section.earlier)
        key = tuple(row[name] for name in self.section.keys)
        if key <= self.last:
            raise row_conflict(
                piece.line,
                self.section.name,
                say(
                    "rows must be in the order of their numbers, and each number can appear only "
                    "once."
                ),
            )
        self.last = key
        return row


def validate_row(
    piece: StreamItem,
    section: str,
    columns: Mapping[str, Any],
    earlier: Mapping[str, Any] = NO_DEFAULTS,
) -> dict[str, Any]:
    """The row with exactly these columns, each valid; `earlier` has defaults for older documents.

    Raises ImportConflict for anything else.
    """
    if not isinstance(piece.value, dict):
        raise row_conflict(piece.line, section, say("this is not an object."))
    row = {**earlier, **piece.value}
    for name in row:
        if name not in columns:
            raise row_conflict(
                piece.line, section, say("“{name}” is not allowed here.", name=value_text(name))
            )
    for name, takes in columns.items():
        if name not in row:
            raise row_conflict(piece.line, section, say("“{name}” is missing.", name=name))
        if not takes(row[name]):
            raise row_conflict(
                piece.line,
                section,
                say("“{name}” cannot be {value}.", name=name, value=value_text(row[name])),
            )
    return {name: row[name] for name in columns}


def row_conflict(line: int, section: str, reason: Message) -> ImportConflict:
    return ImportConflict(
        say("Line {line}, {section}: {reason}", line=line, section=section, reason=reason)
    )


def value_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[:MAX_VALUE_CHARS]}…"
