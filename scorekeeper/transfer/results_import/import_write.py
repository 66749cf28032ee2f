"""Old results written into the log: all of them, or nothing that anybody would see.

A few are one transaction. Many would hold up everybody else who writes, so they go in pieces,
each a transaction: their matches count for nothing until the last one turns all of them over at
once (import_undo).
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from scorekeeper.db import match_rows
from scorekeeper.db.aliases import refuse_same_person
from scorekeeper.db.engines import db, keep_log_open, reader
from scorekeeper.db.models import Match, MatchEvent, MatchPlayer
from scorekeeper.db.sql_log import NEWEST_MATCH
from scorekeeper.league.roster import bring_along
from scorekeeper.match.events import ResultNoted, encode
from scorekeeper.match.imported import NotedResult
from scorekeeper.match.names import folded
from scorekeeper.transfer.results_csv import OldMatch
from scorekeeper.transfer.results_import import jobs
from scorekeeper.transfer.results_import.import_undo import (
    A_BREATH,
    NotNow,
    coming_to,
    let_count,
    move,
    take_out,
)
from scorekeeper.transfer.results_import.jobs import State
from scorekeeper.web.current_league import here

A_PIECE = 400  # matches in one transaction: some tenths of a second
TRIES = 5  # for a piece, while matches begin at the same moment


@dataclass(frozen=True)
class Job:
    """What is to be written for one import."""

    import_id: int
    matches: Sequence[OldMatch]
    lines: int
    bad: int
    at: int
    league: int = field(default_factory=here)


def write(job: Job) -> None:
    """All in one transaction. Raises NotNow if somebody was faster, and SamePerson."""
    with db.engine.begin() as connection:
        keep_log_open(connection)
        keys = begin(connection, job)
        ranges = [write_piece(connection, job, list(results_of(job, keys)), 0)]
        turn_over(connection, job, ranges, coming_to(connection, job.league, ranges))


def claim(job: Job) -> dict[str, str]:
    """Begin to write in pieces: keys for `write_in_pieces`. Raises NotNow."""
    with db.engine.begin() as connection:
        return begin(connection, job)


def write_in_pieces(job: Job, keys: dict[str, str]) -> None:
    """The same in many short transactions, once it is claimed. Raises NotNow if it was stopped,
    and whatever else happened; either way nothing is left of it then.
    """
    try:
        go_on(job, keys)
    except NotNow:
        if jobs.found(job.import_id).state is State.STOPPING:
            take_out(job.import_id)
        raise
    except BaseException:
        take_out(job.import_id)
        raise


def go_on(job: Job, keys: dict[str, str]) -> None:
    """Everything after the beginning."""
    ranges: list[list[int]] = []
    done = 0
    results = results_of(job, keys)
    while piece := list(islice(results, A_PIECE)):
        ranges.append(one_piece(job, piece, done, ranges))
        done += len(piece)
        time.sleep(A_BREATH)
    with reader(db.engine).connect() as connection:
        came_to = coming_to(connection, job.league, ranges)
    with db.engine.begin() as connection:
        turn_over(connection, job, ranges, came_to)


def begin(connection: Connection, job: Job) -> dict[str, str]:
    """Claim the import, and bring along who is new: keys by the name as it is compared."""
    new = {seat.name for match in job.matches for seat in match.seats if not seat.key}
    brought = bring_along(connection, sorted(new), job.league, job.at)
    was = jobs.one(connection, job.import_id, job.league)
    move(
        connection,
        job.import_id,
        job.league,
        State.LOOKED_THROUGH,
        {
            "state": State.WRITING,
            "lines": job.lines,
            "bad": job.bad,
            "done": 0,
            "matches": len(job.matches),
            "at": job.at,
            "ranges": [],
            "newcomers": sorted({*was.newcomers, *brought.new}),
        },
    )
    return brought.keys


def results_of(job: Job, keys: dict[str, str]) -> Iterator[NotedResult]:
    """The matches as they are noted, those of an evening numbered."""
    numbers: Counter[str] = Counter()
    for match in job.matches:
        players = tuple(seat.key or keys[folded(seat.name)] for seat in match.seats)
        places = tuple(seat.place for seat in match.seats)
        points = tuple(seat.points for seat in match.seats)
        event = ResultNoted(
            match.game, players, places, points, match.night, numbers[match.night], job.import_id
        )
        numbers[match.night] += 1
        yield NotedResult(event, 1, job.at, job.at)


def one_piece(
    job: Job, piece: Sequence[NotedResult], done: int, ranges: Sequence[list[int]]
) -> list[int]:
    """A piece in a transaction of its own; the ids it got."""
    for _ in range(TRIES):
        try:
            with db.engine.begin() as connection:
                keep_log_open(connection)
                written = write_piece(connection, job, piece, done)
                move(
                    connection,
                    job.import_id,
                    job.league,
                    State.WRITING,
                    {
                        "done": done + len(piece),
                        "at": int(time.time()),
                        "ranges": [*ranges, written],
                    },
                    done,
                )
                return written
        except IntegrityError as error:
            clash = error  # another server began a match with that id: look again
    raise clash


def write_piece(
    connection: Connection, job: Job, piece: Sequence[NotedResult], done: int
) -> list[int]:
    """The rows of these results, which count for nothing yet; the ids they got.

    Raises SamePerson.
    """
    refuse_same_person(connection, job.league, (result.noted.players for result in piece))
    first = connection.scalars(NEWEST_MATCH, {"league": job.league}).one() + 1
    events, matches, players = [], [], []
    for number, result in enumerate(piece):
        match, key = first + number, f"import-{job.import_id}-{done + number}"
        kind, body = encode(result.noted)
        events.append(
            {
                "league_id": job.league,
                "match_id": match,
                "version": 1,
                "kind": kind,
                "body": body,
                "device": None,
                "key": key,
                "at": job.at,
            }
        )
        matches.append(match_rows.noted_row(job.league, match, key, result, counted=None))
        players += match_rows.noted_player_rows(job.league, match, result)
    connection.execute(insert(MatchEvent), events)
    connection.execute(insert(Match), matches)
    connection.execute(insert(MatchPlayer), players)
    return [first, first + len(events) - 1]


def turn_over(
    connection: Connection,
    job: Job,
    ranges: Sequence[Sequence[int]],
    results: Sequence[dict[str, Any]],
) -> None:
    """From here on everybody sees them."""
    change = match_rows.next_change(connection, job.league)
    move(
        connection,
        job.import_id,
        job.league,
        State.WRITING,
        {
            "state": State.WRITTEN,
            "data": None,
            "done": len(job.matches),
            "at": int(time.time()),
            "ranges": [list(each) for each in ranges],
        },
    )
    let_count(connection, job.import_id, job.league, results, change)
