"""A league as a document, line by line: a line a row, so that two of them can be compared.

The same league gives the same bytes, whenever and wherever it is written.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, Engine, func, not_, select

from scorekeeper.archive import FORMAT, VERSION
from scorekeeper.archive.sections import DONE, LEAGUE, LOG, SECTIONS, Section
from scorekeeper.bulk import Progress, nobody_looks
from scorekeeper.db import snapshot
from scorekeeper.league import FIRST
from scorekeeper.models import Import, League, Match, MatchEvent

AT_ONCE = 1000  # rows
A_CHUNK = 1 << 16  # characters


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
    head = {"format": FORMAT, "version": VERSION, "changed_at": last_change(connection, league)}
    yield written(head).removesuffix("}") + ",\n"
    yield f'"league":{written(about(connection, league))}'
    for section in SECTIONS:
        yield f',\n"{section.name}":['
        yield from rows(connection, section, league, progress)
        yield "]"
    yield "}\n"


def last_change(connection: Connection, league: int) -> int | None:
    """When somebody last wrote into a match, or None before the first."""
    return connection.scalar(select(func.max(Match.changed_at)).where(Match.league_id == league))


def about(connection: Connection, league: int) -> dict[str, Any]:
    """The league's own row."""
    ask = select(*(getattr(League, name) for name in LEAGUE)).where(League.id == league)
    return dict(connection.execute(ask).mappings().one())


def rows(
    connection: Connection, section: Section, league: int, progress: Progress
) -> Iterator[str]:
    between = "\n"
    ask = section.ask(league)
    if section is LOG:
        ask = ask.where(*(not_(MatchEvent.match_id.between(first, last))
                          for first, last in half_written(connection, league)))  # fmt: skip
    asked = connection.execute(ask, execution_options={"yield_per": AT_ONCE})
    for row in asked.mappings():
        yield between + written(dict(row))
        between = ",\n"
        if section is LOG and row["version"] == 1:
            progress(row["match"])


def half_written(connection: Connection, league: int) -> list[list[int]]:
    """Old results that are just being written, or taken out again: they are nobody's yet."""
    ask = select(Import.ranges).where(Import.league_id == league, Import.state.not_in(DONE))
    return [span for ranges in connection.scalars(ask) for span in ranges]


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
