"""A league as a document, line by line: a line a row, so that two of them can be compared.

The same league gives the same bytes, whenever and wherever it is written.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, not_, select, union
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.db.engines import snapshot
from scorekeeper.db.match_rows import BODY
from scorekeeper.db.models import Import, League, Match, MatchEvent, MatchPlayer, Payment, Player
from scorekeeper.match.events import KINDS
from scorekeeper.match.outcome import State
from scorekeeper.runtime.gc_tuning import Progress, nobody_looks
from scorekeeper.transfer.league_json import FORMAT, VERSION
from scorekeeper.transfer.league_json.schema import (
    DONE,
    LEAGUE,
    LOG,
    PLAYERS,
    SECTIONS,
    UNREADABLE,
    Section,
)
from scorekeeper.web.current_league import FIRST

AT_ONCE = 1000  # rows
A_CHUNK = 1 << 16  # characters
RAW_COLUMNS = [(BODY if name == "body" else LOG.column(name)).label(name) for name in LOG.columns]


@dataclass
class HalfWritten:
    """Old results that are just being written, or taken out again, and who came with them and is
    in nothing else: they are nobody's yet.
    """

    ranges: list[list[int]] = field(default_factory=list)
    newcomers: set[int] = field(default_factory=set)

    def none_of(self, match: InstrumentedAttribute[int]) -> Iterator[ColumnElement[bool]]:
        return (not_(match.between(first, last)) for first, last in self.ranges)


def document(
    engine: Engine, league: int = FIRST, progress: Progress = nobody_looks
) -> Iterator[bytes]:
    """The whole league as of one moment, in chunks. `progress` is told the number of each match."""
    with snapshot(engine) as connection:
        yield from gathered(lines(connection, league, progress))


def gathered(lines: Iterable[str]) -> Iterator[bytes]:
    """Lines in chunks worth sending."""
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size > A_CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()


def lines(connection: Connection, league: int, progress: Progress = nobody_looks) -> Iterator[str]:
    half = half_written(connection, league)
    changed_at = last_change(connection, league, half)
    head = {"format": FORMAT, "version": VERSION, "changed_at": changed_at}
    yield written(head).removesuffix("}") + ",\n"
    yield f'"league":{written(about(connection, league))}'
    for section in SECTIONS:
        if section is not LOG:
            yield from listed(section, rows(connection, section, league, half))
    aside: list[Mapping[str, Any]] = []
    yield from listed(LOG, entries(connection, league, half, aside, progress))
    if aside:
        yield from listed(UNREADABLE, aside)
    yield "}\n"


def listed(section: Section, rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A section, a line a row."""
    yield f',\n"{section.name}":['
    between = "\n"
    for row in rows:
        yield between + written(dict(row))
        between = ",\n"
    yield "]"


def last_change(connection: Connection, league: int, half: HalfWritten) -> int | None:
    """When somebody last wrote into a match, or None before the first."""
    ask = select(func.max(Match.changed_at)).where(Match.league_id == league)
    return connection.scalar(ask.where(*half.none_of(Match.id)))


def about(connection: Connection, league: int) -> dict[str, Any]:
    """The league's own row."""
    ask = select(*(getattr(League, name) for name in LEAGUE)).where(League.id == league)
    return dict(connection.execute(ask).mappings().one())


def rows(
    connection: Connection, section: Section, league: int, half: HalfWritten
) -> Iterator[Mapping[str, Any]]:
    asked = connection.execute(section.ask(league), execution_options={"yield_per": AT_ONCE})
    for row in asked.mappings():
        if section is not PLAYERS or row["id"] not in half.newcomers:
            yield dict(row)


def entries(
    connection: Connection,
    league: int,
    half: HalfWritten,
    aside: list[Mapping[str, Any]],
    progress: Progress,
) -> Iterator[Mapping[str, Any]]:
    """The log, match by match. Entries of those that cannot be read go `aside`."""
    known = select(Match.id).where(Match.league_id == league, Match.state == State.UNREADABLE)
    unreadable = set(connection.scalars(known))
    ask = LOG.ask(league).where(*half.none_of(MatchEvent.match_id)).with_only_columns(*RAW_COLUMNS)
    asked = connection.execute(ask, execution_options={"yield_per": AT_ONCE})
    for match, lines in groupby(asked.mappings(), lambda row: int(row["match"])):
        raw = [dict(row) for row in lines]
        read = None if match in unreadable else said(raw)
        if read is None:
            aside += [{**row, "body": as_text(row["body"])} for row in raw]
        else:
            yield from read
            progress(match)


def said(entries: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]] | None:
    """These entries with what was said in them; None if one is none."""
    if any(entry["kind"] not in KINDS for entry in entries):
        return None
    try:
        return [{**entry, "body": json.loads(entry["body"])} for entry in entries]
    except ValueError:
        return None


def as_text(raw: bytes | str) -> str:
    """All of it, in signs that a document takes."""
    if isinstance(raw, bytes):
        raw = raw.decode("utf-8", "backslashreplace")
    return raw.replace("\0", r"\x00")


def half_written(connection: Connection, league: int) -> HalfWritten:
    ask = select(Import.ranges, Import.newcomers).where(
        Import.league_id == league, Import.state.not_in(DONE)
    )
    half = HalfWritten()
    for ranges, newcomers in connection.execute(ask):
        half.ranges += ranges
        half.newcomers.update(newcomers)
    if half.newcomers:
        half.newcomers -= named(connection, league, half)
    return half


def named(connection: Connection, league: int, half: HalfWritten) -> set[int]:
    """Who has sat down to what is written, has paid or was paid, or is somebody else as well."""
    sat_down = select(MatchPlayer.player_id).where(
        MatchPlayer.league_id == league, *half.none_of(MatchPlayer.match_id)
    )
    paid = select(Payment.payer_id).where(Payment.league_id == league)
    were_paid = select(Payment.payee_id).where(Payment.league_id == league)
    are_others = select(Player.merged_into).where(
        Player.league_id == league, Player.merged_into.is_not(None)
    )
    return set(connection.scalars(union(sat_down, paid, were_paid, are_others)))


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
