"""Write old results from a CSV file into the log: all of them, or none that is visible.

A few matches are written in one transaction. Many would block other writers for too long, so they
are written in batches, each a short transaction. Their matches do not count until the last
transaction publishes all of them at once.
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
from scorekeeper.db.engines import autocommit_engine, db, lock_log_for_append
from scorekeeper.db.models import Match, MatchEvent, MatchPlayer
from scorekeeper.db.sql_log import NEWEST_MATCH_QUERY
from scorekeeper.league.roster import add_imported_players
from scorekeeper.match.events import ResultImported, encode_event
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.names import name_key
from scorekeeper.transfer.results_csv import CsvMatch
from scorekeeper.transfer.results_import import jobs
from scorekeeper.transfer.results_import.import_undo import (
    PAUSE_BETWEEN_BATCHES_S,
    WrongImportState,
    delete_partial,
    publish_results,
    results_in_ranges,
    transition,
)
from scorekeeper.transfer.results_import.jobs import ImportState
from scorekeeper.web.current_league import current_league_id

BATCH_SIZE = 400  # matches in one transaction, which takes some tenths of a second
MAX_ATTEMPTS = 5  # for a batch, if other matches start at the same moment


@dataclass(frozen=True)
class WriteJob:
    """The matches to write for one import, and its numbers of lines and bad lines."""

    import_id: int
    matches: Sequence[CsvMatch]
    lines: int
    bad: int
    at: int
    league: int = field(default_factory=current_league_id)


def write(job: WriteJob) -> None:
    """Write and publish all matches in one transaction.

    Raises WrongImportState if another request was faster, and DuplicatePerson if merged players
    share a match.
    """
    with db.engine.begin() as connection:
        lock_log_for_append(connection)
        keys = start_import(connection, job)
        ranges = [write_batch(connection, job, list(imported_results(job, keys)), 0)]
        publish(connection, job, ranges, results_in_ranges(connection, job.league, ranges))


def claim(job: WriteJob) -> dict[str, str]:
    """Mark the import as being written; return the player keys for `write_in_batches`.

    Raises WrongImportState if another request was faster.
    """
    with db.engine.begin() as connection:
        return start_import(connection, job)


def write_in_batches(job: WriteJob, keys: dict[str, str]) -> None:
    """Write a claimed import in many short transactions, then publish it.

    Raises WrongImportState if it was stopped, and any other error. What was written by then is
    deleted, unless another process has taken over the import.
    """
    try:
        write_batches(job, keys)
    except WrongImportState:
        if jobs.get_import(job.import_id).state is ImportState.STOPPING:
            delete_partial(job.import_id)
        raise
    except BaseException:
        delete_partial(job.import_id)
        raise


def write_batches(job: WriteJob, keys: dict[str, str]) -> None:
    """Write all batches, then publish them in one transaction."""
    ranges: list[list[int]] = []
    done = 0
    results = imported_results(job, keys)
    while piece := list(islice(results, BATCH_SIZE)):
        ranges.append(write_batch_with_retry(job, piece, done, ranges))
        done += len(piece)
        time.sleep(PAUSE_BETWEEN_BATCHES_S)
    with autocommit_engine(db.engine).connect() as connection:
        came_to = results_in_ranges(connection, job.league, ranges)
    with db.engine.begin() as connection:
        publish(connection, job, ranges, came_to)


def start_import(connection: Connection, job: WriteJob) -> dict[str, str]:
    """Mark the import as being written and add its new players; return keys by name_key."""
    new = {seat.name for match in job.matches for seat in match.seats if not seat.key}
    brought = add_imported_players(connection, sorted(new), job.league, job.at)
    was = jobs.select_import(connection, job.import_id, job.league)
    transition(
        connection,
        job.import_id,
        job.league,
        ImportState.PREVIEWED,
        {
            "state": ImportState.WRITING,
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


def imported_results(job: WriteJob, keys: dict[str, str]) -> Iterator[ImportedResult]:
    """The matches as results for the log, numbered from 0 within each evening."""
    numbers: Counter[str] = Counter()
    for match in job.matches:
        players = tuple(seat.key or keys[name_key(seat.name)] for seat in match.seats)
        places = tuple(seat.place for seat in match.seats)
        points = tuple(seat.points for seat in match.seats)
        event = ResultImported(
            match.game, players, places, points, match.night, numbers[match.night], job.import_id
        )
        numbers[match.night] += 1
        yield ImportedResult(event, 1, job.at, job.at)


def write_batch_with_retry(
    job: WriteJob, piece: Sequence[ImportedResult], done: int, ranges: Sequence[list[int]]
) -> list[int]:
    """Write a batch in its own transaction; return its first and last match id."""
    for _ in range(MAX_ATTEMPTS):
        try:
            with db.engine.begin() as connection:
                lock_log_for_append(connection)
                written = write_batch(connection, job, piece, done)
                transition(
                    connection,
                    job.import_id,
                    job.league,
                    ImportState.WRITING,
                    {
                        "done": done + len(piece),
                        "at": int(time.time()),
                        "ranges": [*ranges, written],
                    },
                    done,
                )
                return written
        except IntegrityError as error:
            clash = error  # another process took that match id: try again
    raise clash


def write_batch(
    connection: Connection, job: WriteJob, piece: Sequence[ImportedResult], done: int
) -> list[int]:
    """Insert the rows of these results, not counted yet; return the first and last match id.

    Raises DuplicatePerson if merged players share a match.
    """
    refuse_same_person(connection, job.league, (result.noted.players for result in piece))
    first = connection.scalars(NEWEST_MATCH_QUERY, {"league": job.league}).one() + 1
    events, matches, players = [], [], []
    for number, result in enumerate(piece):
        match, key = first + number, f"import-{job.import_id}-{done + number}"
        kind, body = encode_event(result.noted)
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
        matches.append(match_rows.imported_match_row(job.league, match, key, result, counted=None))
        players += match_rows.imported_player_rows(job.league, match, result)
    connection.execute(insert(MatchEvent), events)
    connection.execute(insert(Match), matches)
    connection.execute(insert(MatchPlayer), players)
    return [first, first + len(events) - 1]


def publish(
    connection: Connection,
    job: WriteJob,
    ranges: Sequence[Sequence[int]],
    results: Sequence[dict[str, Any]],
) -> None:
    """Make all matches of the import count and mark it as written."""
    change = match_rows.increment_changes(connection, job.league)
    transition(
        connection,
        job.import_id,
        job.league,
        ImportState.WRITING,
        {
            "state": ImportState.WRITTEN,
            "data": None,
            "done": len(job.matches),
            "at": int(time.time()),
            "ranges": [list(each) for each in ranges],
        },
    )
    publish_results(connection, job.import_id, job.league, results, change)
