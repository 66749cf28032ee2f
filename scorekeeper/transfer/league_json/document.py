"""Read a league document of any version, and yield its rows in the order that version 3 defines.

Since version 3, a document is a header object, followed by an object for each row. A document of
version 1 or 2 is one object, whose lists are the sections. These sections may be in any order, so
their rows are first copied to a temporary file, and then read from it in the right order.
"""

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any, NamedTuple, NoReturn

from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.messages import say
from scorekeeper.rules.kernel import is_integer
from scorekeeper.runtime.progress import ProgressCallback
from scorekeeper.transfer.league_json import FORMAT, VERSION
from scorekeeper.transfer.league_json.row_check import (
    check_row,
    expected_instead,
    json_text,
    row_conflict,
)
from scorekeeper.transfer.league_json.section import TAG, Section
from scorekeeper.transfer.league_json.sections import (
    END,
    END_TYPE,
    HEADER,
    LEAGUE,
    LEAGUE_TYPE,
    SECTION_BY_NAME,
    SECTION_PLACES,
    SECTIONS,
    UNREADABLE,
)
from scorekeeper.transfer.league_json.stream_parser import (
    JsonReader,
    StreamItem,
    stream_items,
    stream_values,
)

FIRST_IN_LINES = 3  # the first version in JSON Lines
MAX_UNKNOWN_ROWS = 1000  # rows of unknown lists allowed before "format"
NOT_AN_EXPORT = say("This is not a Scorekeeper export.")
OLD_LISTS = {  # lists that every document of version 1 or 2 has
    section.name for section in SECTIONS if section.since == 1 and section is not UNREADABLE
}


class Row(NamedTuple):
    """A row of a document, and the line where it begins."""

    line: int
    section: Section
    value: dict[str, Any]


RawRow = tuple[int, Any, Any]  # line, name of the section, value


class LeagueDocument:
    """A league document: the row of the league, and all other rows.

    The rows can be read more than once. `copy` is the temporary file for the rows of an older
    document.
    """

    def __init__(self, file: IO[bytes], copy: IO[bytes]) -> None:
        """Read the header, or the whole document if it is older than version 3.

        Raises InvalidDocuments if the file is not a complete league document or is from a newer
        version, and ImportConflict for an invalid row of the league.
        """
        file.seek(0)
        reader = JsonReader(file)
        self.file, self.old = file, OldRows(copy)
        values: dict[str, StreamItem] = {}
        for item in stream_items(reader):
            is_known = item.name in HEADER or item.name in SECTION_BY_NAME
            if not is_known and ("format" in values or item.number > MAX_UNKNOWN_ROWS):
                refuse_unknown(item.name, {name: each.value for name, each in values.items()})
            if item.number == 0:
                values[item.name] = item
            if item.name in SECTION_BY_NAME:
                self.old.copy_row(item)
        head = {name: item.value for name, item in values.items()}
        self.version = check_format_version(head)
        self.is_one_object = self.version < FIRST_IN_LINES
        if self.is_one_object:
            reader.end()
        check_complete(head, OLD_LISTS if self.is_one_object else set())
        self.league = head["league"]
        if isinstance(self.league, dict):
            LEAGUE.add_missing(self.league, self.version)
        check_row(self.league, values["league"].line, LEAGUE.name, LEAGUE_TYPE)

    def rows(self, progress: ProgressCallback) -> Iterator[Row]:
        """Check and yield all rows, sorted by section and key.

        `progress` is called with the number of bytes read so far. Raises InvalidDocuments if the
        document is damaged, and ImportConflict for an invalid row.
        """
        place, last = 0, dict[Section, tuple[int, ...]]()
        for line, name, value in (self.old.rows if self.is_one_object else self.new_rows)(progress):
            section = SECTION_BY_NAME.get(name) if isinstance(name, str) else None
            if section is None:
                raise row_conflict(line, json_text(name), say("there is no such section."))
            if isinstance(value, dict):
                section.add_missing(value, self.version)
            check_row(value, line, section.name, section.row_type)
            key = tuple(value[name] for name in section.keys)
            if SECTION_PLACES[section] < place:
                raise row_conflict(
                    line,
                    section.name,
                    say("these rows must come before “{name}”.", name=SECTIONS[place].name),
                )
            before = last.get(section, ())
            if key < before or (key == before and section.has_unique_keys):
                raise row_conflict(
                    line,
                    section.name,
                    say("rows must be in order of their ids, without duplicates."),
                )
            place, last[section] = SECTION_PLACES[section], key
            yield Row(line, section, value)

    def new_rows(self, progress: ProgressCallback) -> Iterator[RawRow]:
        """Yield the rows after the header, up to the last line."""
        self.file.seek(0)
        reader = JsonReader(self.file, progress)
        for _ in stream_items(reader):
            pass
        for line, value in stream_values(reader):
            if not isinstance(value, dict):
                raise row_conflict(line, json_text(value), say("this is not an object."))
            name = value.pop(TAG, None)
            if name == END:
                check_row(value, line, END, END_TYPE)
                reader.end()
                return
            yield line, name, value
        raise reader.incomplete_file_error()


class OldRows:
    """The rows of a document of version 1 or 2, copied to a file in their original order."""

    def __init__(self, copy: IO[bytes]) -> None:
        self.copy = copy
        self.parts: dict[str, tuple[int, int]] = {}  # each section's start and end, in bytes

    def copy_row(self, item: StreamItem) -> None:
        """Copy one row to the file."""
        if item.number == 0:
            self.parts[item.name] = self.copy.tell(), self.copy.tell()
            return
        self.copy.write(json.dumps((item.line, item.value)).encode() + b"\n")
        self.parts[item.name] = self.parts[item.name][0], self.copy.tell()

    def rows(self, progress: ProgressCallback) -> Iterator[RawRow]:
        """Yield the rows in the order that version 3 defines."""
        for section in SECTIONS:
            start, end = self.parts.get(section.name, (0, 0))
            self.copy.seek(start)
            while self.copy.tell() < end:
                line, value = json.loads(self.copy.readline())
                yield line, section.name, value
            progress(end)


def refuse_unknown(name: str, before: Mapping[str, Any]) -> NoReturn:
    """Raise InvalidDocuments for an unknown name in the document.

    If the format or the version is wrong, the error names that problem instead.
    """
    check_format_version(before)
    raise InvalidDocuments(say("An export cannot have {name} here.", name=json_text(name)))


def check_format_version(values: Mapping[str, Any]) -> int:
    """Return the document's version.

    Raises InvalidDocuments unless this is a league document of a known version.
    """
    version: Any = values.get("version")
    if values.get("format") != FORMAT or not is_integer(version) or version < 1:
        raise InvalidDocuments(NOT_AN_EXPORT)
    if version > VERSION:
        raise InvalidDocuments(
            say(
                "This file was made by a newer version of Scorekeeper. Update Scorekeeper, then "
                "import the file again."
            )
        )
    return int(version)


def check_complete(values: Mapping[str, Any], lists: set[str]) -> None:
    """Raise InvalidDocuments unless exactly the header and these lists are present.

    The list of unreadable entries is optional in older documents.
    """
    if expected_instead(values.get("changed_at"), HEADER["changed_at"]):
        raise InvalidDocuments(NOT_AN_EXPORT)
    allowed = {UNREADABLE.name} if lists else set()
    for name in values:
        if name not in {*HEADER, *lists, *allowed}:
            refuse_unknown(name, values)
    for name in sorted(HEADER.keys() | lists | (allowed & values.keys())):
        if name not in values or isinstance(values[name], list) != (name not in HEADER):
            raise InvalidDocuments(
                say("This export is incomplete: “{name}” is missing.", name=name)
            )
