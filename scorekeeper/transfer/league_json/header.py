"""What is read first of a document: that it is one, the league, its players, seasons and imports.

They may stand anywhere in it, so the whole document is read for them; matches are passed over.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from scorekeeper.match.strict_json import NotDocuments
from scorekeeper.messages import Say, Told, say
from scorekeeper.runtime.gc_tuning import Progress, nobody_looks
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
from scorekeeper.transfer.league_json.stream_parser import Piece, pieces
from scorekeeper.transfer.league_json.validators import moment, or_none, whole

MOST = 10_000  # players, seasons or imports: more than any league has
MOST_UNKNOWN = 1000  # rows of a list that no document has, before what this is has been said
NO_EXPORT = say("This is not an export of Scorekeeper.")
LISTS = {section.name for section in (*SECTIONS, UNREADABLE)}
NAMES = {"format", "version", "changed_at", "league", *LISTS}
Rows = dict[int, tuple[int, dict[str, Any]]]
NOTHING: Mapping[str, Any] = {}
SHOWN = 40  # characters of a value that is refused


class Contradiction(Told):
    """Why a document cannot come into this league, in a sentence."""


@dataclass
class Head:
    """Players, seasons and imports by id, each with the line it stands in; and which matches could
    not be read where it was written.
    """

    league: Mapping[str, Any]
    players: Rows = field(default_factory=dict)
    seasons: Rows = field(default_factory=dict)
    imports: Rows = field(default_factory=dict)
    unreadable: set[int] = field(default_factory=set)


def head_of(file: IO[bytes], progress: Progress = nobody_looks) -> Head:
    """Raises NotDocuments for what is no document, or from a newer version, and Contradiction for
    a row that cannot be.
    """
    values: dict[str, Piece] = {}
    rows: dict[str, list[Piece]] = {PLAYERS.name: [], SEASONS.name: [], IMPORTS.name: []}
    set_aside = Rising(UNREADABLE)
    unreadable = set()
    for piece in pieces(file, progress):
        if piece.name not in NAMES and ("format" in values or piece.number > MOST_UNKNOWN):
            refuse_unknown(piece.name, {name: each.value for name, each in values.items()})
        if piece.number == 0:
            values[piece.name] = piece
        elif piece.name == UNREADABLE.name:
            unreadable.add(set_aside.row(piece)["match"])
        elif piece.name in rows:
            refuse_too_many(piece)
            rows[piece.name].append(piece)
    check_kind({name: piece.value for name, piece in values.items()})
    league = values["league"]
    found = Head(checked(league, "league", LEAGUE), unreadable=unreadable)
    all_rows = ((PLAYERS, found.players), (SEASONS, found.seasons), (IMPORTS, found.imports))
    for section, into in all_rows:
        rising = Rising(section)
        for piece in rows[section.name]:
            row = rising.row(piece)
            into[row["id"]] = piece.line, row
    return found


def refuse_too_many(piece: Piece) -> None:
    if piece.number > MOST:
        raise NotDocuments(say("There are more {what} than any league has.", what=piece.name))


def refuse_unknown(name: str, before: Mapping[str, Any]) -> None:
    """Raise NotDocuments at a name that no document has: what is called so is not read on."""
    check_version(before)
    raise NotDocuments(say("An export has nothing called “{name}”.", name=short(name)))


def check_version(values: Mapping[str, Any]) -> None:
    """That this is a document of a version that is known here."""
    if values.get("format") != FORMAT:
        raise NotDocuments(NO_EXPORT)
    version = values.get("version")
    if whole(VERSION + 1)(version):
        raise NotDocuments(
            say(
                "This file is from a newer version of Scorekeeper: update this one, then bring it"
                " in again."
            )
        )
    if not whole(1)(version):
        raise NotDocuments(NO_EXPORT)


def check_kind(values: Mapping[str, Any]) -> None:
    """That this is a document of a version that is known here, and whole."""
    check_version(values)
    if not or_none(moment)(values.get("changed_at")):
        raise NotDocuments(NO_EXPORT)
    for name in values:
        if name not in NAMES:
            refuse_unknown(name, values)
    for name in sorted(NAMES - {UNREADABLE.name} | values.keys()):
        is_list = isinstance(values.get(name), list)
        if name not in values or is_list != (name in LISTS):
            raise NotDocuments(say("This export is not whole: “{name}” is missing.", name=name))


class Rising:
    """Rows of one section, which stand in the order of their keys, each once."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.last: tuple[int, ...] = ()

    def row(self, piece: Piece) -> dict[str, Any]:
        """The row with its columns in order; raises Contradiction."""
        row = checked(piece, self.section.name, self.section.columns, self.section.earlier)
        key = tuple(row[name] for name in self.section.keys)
        if key <= self.last:
            raise wrong(
                piece.line,
                self.section.name,
                say("rows stand in the order of their numbers, each once."),
            )
        self.last = key
        return row


def checked(
    piece: Piece, section: str, columns: Mapping[str, Any], earlier: Mapping[str, Any] = NOTHING
) -> dict[str, Any]:
    """An object with all of these columns, each as it can be, and no others; older documents may
    do without those of `earlier`.
    """
    if not isinstance(piece.value, dict):
        raise wrong(piece.line, section, say("this is no object."))
    row = {**earlier, **piece.value}
    for name in row:
        if name not in columns:
            raise wrong(piece.line, section, say("there is no “{name}”.", name=short(name)))
    for name, takes in columns.items():
        if name not in row:
            raise wrong(piece.line, section, say("“{name}” is missing.", name=name))
        if not takes(row[name]):
            raise wrong(
                piece.line,
                section,
                say("“{name}” cannot be {value}.", name=name, value=short(row[name])),
            )
    return {name: row[name] for name in columns}


def wrong(line: int, section: str, reason: Say) -> Contradiction:
    return Contradiction(
        say("Line {line}, {section}: {reason}", line=line, section=section, reason=reason)
    )


def short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
