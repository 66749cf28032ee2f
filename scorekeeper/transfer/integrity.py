"""Is a league whole? Each thing that is not, in a sentence with what to do, and what can be mended
without losing a number.

Looked at: the file itself, whether every match can be read, whether what follows from the log is
what is stored, whether every number of a row leads to a row, whether anybody has two seats.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, select, update
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.access.admissions import WITHOUT
from scorekeeper.db import match_rows
from scorekeeper.db.access_models import Admission, Device, Invitation, PasskeyPhone
from scorekeeper.db.engines import snapshot, wait_for_writers
from scorekeeper.db.models import (
    KeptResult,
    League,
    Match,
    MatchEvent,
    MatchPlayer,
    Payment,
    Player,
    Season,
    Terms,
)
from scorekeeper.db.rebuild import WRITTEN, rows_of_match
from scorekeeper.match.log import Unreadable
from scorekeeper.match.outcome import State
from scorekeeper.messages import Say, say

LINES = select(MatchEvent.match_id, MatchEvent.key, *match_rows.ENTRY).order_by(
    MatchEvent.match_id, MatchEvent.version
)
ITS_COLUMNS = tuple(Match.__table__.c)
SEATS = tuple(MatchPlayer.__table__.c)
Key = tuple[int, int]  # of a league and of what it has


class Mend(StrEnum):
    """What can be done without losing a number."""

    REBUILD = "rebuild"  # compute again what follows from the log
    PART = "part"  # two entries that were merged count for themselves again


class Finding(NamedTuple):
    """What is wrong and what to do; `mend` and the player it is about, if it can be mended here."""

    wrong: Say
    advice: Say
    mend: Mend | None = None
    player: int | None = None


RESTORE = say("Take it from a backup: `scorekeeper restore`.")
LET_MEND = say("`scorekeeper check --mend` puts it right.")


def findings(engine: Engine, league: int) -> list[Finding]:
    """Everything about one league and the file it is in."""
    with snapshot(engine) as connection:
        return [
            *of_the_file(connection),
            *of_the_log(connection, league),
            *of_references(connection, league),
            *of_merges(connection, league),
        ]


# ---------------------------------------------------------------- the file


def of_the_file(connection: Connection) -> Iterator[Finding]:
    """What SQLite says of it; PostgreSQL looks after its own."""
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(3)"):
        if said != "ok":
            yield Finding(say("The file is damaged: {reason}.", reason=str(said)), RESTORE)
    lost = Counter(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))
    for table, many in lost.items():
        yield Finding(
            say("{n} rows of {table} belong to nothing that is there.", n=many, table=table),
            RESTORE,
        )


# ---------------------------------------------------------------- the log


def of_the_log(connection: Connection, league: int) -> Iterator[Finding]:
    """Matches that cannot be read, and rows that are not what follows from their match."""
    written = {(row.league_id, row.id) for row in connection.execute(WRITTEN)}
    stored = {
        row.id: row
        for row in connection.execute(select(*ITS_COLUMNS).where(Match.league_id == league))
    }
    seats: dict[int, list[Any]] = {}
    for row in connection.execute(
        select(*SEATS).where(MatchPlayer.league_id == league).order_by(MatchPlayer.seat)
    ):
        seats.setdefault(row.match_id, []).append(row)
    lines = connection.execute(LINES.where(MatchEvent.league_id == league))
    wrong: list[int] = []
    for match, of_match in groupby(lines, lambda row: row.match_id):
        its_row = stored.pop(match, None)
        try:
            expected, players = rows_of_match(written, league, match, list(of_match), 1)
        except Unreadable as found_so:
            yield unreadable(match, its_row, found_so)
            continue
        found = [dict(row._mapping) for row in seats.get(match, [])]
        if its_row is None or differ(expected, its_row._mapping) or found != players:
            wrong.append(match)
    wrong += stored
    if wrong:
        yield Finding(
            say("What is stored of these matches is not what follows from the log: {n}.", n=wrong),
            LET_MEND,
            Mend.REBUILD,
        )


def unreadable(match: int, row: Any, error: Unreadable) -> Finding:
    """Only a backup has what it said; what can be done here is that it counts for nothing."""
    what = say("Match {n}", n=match)
    if row is not None:
        what = say("Match {n} ({game}, begun at {at})", n=match, game=row.game, at=row.started_at)
    counts_still = row is not None and row.state != State.UNREADABLE
    return Finding(
        say("{what} cannot be read: {reason}.", what=what, reason=type(error.__cause__).__name__),
        RESTORE,
        Mend.REBUILD if counts_still else None,
    )


def differ(expected: Mapping[str, Any], stored: Mapping[Any, Any]) -> bool:
    """Whether a stored row says something else; `counted` is only when it last changed."""
    return any(stored[name] != value for name, value in expected.items() if name != "counted")


# ---------------------------------------------------------------- rows and where they lead

References = tuple[
    tuple[InstrumentedAttribute[Any], InstrumentedAttribute[Any], InstrumentedAttribute[Any]], ...
]
# What holds a number, its league, and the number it has to be one of; those that the database
# watches over by itself are not here.
REFERENCES: References = (
    (Player.merged_into, Player.league_id, Player.id),
    (League.current_season, League.id, Season.id),
    (KeptResult.season_id, KeptResult.league_id, Season.id),
    (KeptResult.match_id, KeptResult.league_id, Match.id),
    (Terms.match_id, Terms.league_id, Match.id),
    (Terms.season_id, Terms.league_id, Season.id),
    (Payment.season_id, Payment.league_id, Season.id),
    (Admission.device_id, Admission.league_id, Device.id),
    (Admission.invitation_id, Admission.league_id, Invitation.id),
    (PasskeyPhone.device_id, PasskeyPhone.league_id, Device.id),
)


def of_references(connection: Connection, league: int) -> Iterator[Finding]:
    """Numbers that lead nowhere."""
    for number, its_league, target in REFERENCES:
        there = aliased(target.class_)
        known = select(getattr(there, target.key)).where(
            there.league_id == league, getattr(there, target.key) == number
        )
        lost = select(number).where(
            its_league == league, number.is_not(None), ~known.exists(), *not_empty(number)
        )
        for value in connection.scalars(lost.distinct()):
            name = f"{number.class_.__tablename__}.{number.key}"
            yield Finding(
                say(
                    "{column} is {n}, and there is no such {what}.",
                    column=name,
                    n=value,
                    what=target.class_.__tablename__,
                ),
                RESTORE,
            )


def not_empty(number: InstrumentedAttribute[Any]) -> list[ColumnElement[bool]]:
    return [number != WITHOUT] if number is Admission.invitation_id else []


# ---------------------------------------------------------------- one person, one seat


def of_merges(connection: Connection, league: int) -> Iterator[Finding]:
    """Players merged in a circle, and who sits twice at a table since two were merged."""
    ask = select(Player.id, Player.name, Player.merged_into).where(Player.league_id == league)
    people = {row.id: row for row in connection.execute(ask)}
    now: dict[int, int] = {}
    for one in people:
        seen, at = [one], people[one].merged_into
        while at in people and at not in seen:
            seen.append(at)
            at = people[at].merged_into
        if at in seen:
            yield parted(
                say("{who} is merged with themselves, by way of others.", who=people[one].name), one
            )
        else:
            now[one] = seen[-1]
    tables = select(MatchPlayer.match_id, MatchPlayer.player_id).where(
        MatchPlayer.league_id == league
    )
    told: set[int] = set()
    for match, rows in groupby(
        connection.execute(tables.order_by(MatchPlayer.match_id, MatchPlayer.seat)),
        lambda row: row.match_id,
    ):
        at_table: dict[int, int] = {}
        for _, player in rows:
            other = at_table.setdefault(now.get(player, player), player)
            merged = player if people[player].merged_into is not None else other
            if other != player and merged not in told:
                told.add(merged)
                yield parted(
                    say(
                        "{one} and {other} count as one person, and both play in match {n}.",
                        one=people[other].name,
                        other=people[player].name,
                        n=match,
                    ),
                    merged,
                )


def parted(wrong: Say, player: int) -> Finding:
    return Finding(wrong, LET_MEND, Mend.PART, player)


# ---------------------------------------------------------------- mended


def part(engine: Engine, league: int, found: list[Finding]) -> None:
    """Let the players of these findings count for themselves again."""
    players = [each.player for each in found if each.mend is Mend.PART]
    with engine.begin() as connection:
        wait_for_writers(connection)
        match_rows.next_change(connection, league)
        connection.execute(
            update(Player)
            .where(Player.league_id == league, Player.id.in_(players))
            .values(merged_into=None)
        )
