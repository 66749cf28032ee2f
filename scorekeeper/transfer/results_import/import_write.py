"""Write old results from a CSV file into the log, all of them in one transaction.

All rows are built before the transaction takes the write lock, with predicted ids. If the league
has changed by then, for example because another phone has started a match, the rows are built again
under the lock.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db import imported_rows, match_rows
from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.import_tables import ImportState
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.merged_players import refuse_same_person
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, MatchPlayers
from scorekeeper.league import imported_players
from scorekeeper.league.imported_players import ImportedPlayers
from scorekeeper.match.events import ResultImported, encode_event
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.names import name_key
from scorekeeper.transfer.results_csv import CsvMatch
from scorekeeper.transfer.results_import import jobs


@dataclass(frozen=True)
class WriteJob:
    """The matches to write for one import, and how many lines it accepts and leaves out."""

    store: Store
    import_id: int
    matches: Sequence[CsvMatch]
    lines: int
    bad_lines: int
    at: int

    @property
    def league(self) -> int:
        return self.store.league_id


class NextIds(NamedTuple):
    """The values that the rows depend on, in addition to the file.

    They are the first match id, the clock, the number of this change, and the players.
    """

    match: int
    clock: LeagueClock
    change: int
    players: ImportedPlayers


class ImportRows(NamedTuple):
    """The rows to insert into match_event, match and match_player."""

    events: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    players: list[dict[str, Any]]


def write(job: WriteJob) -> None:
    """Write all matches.

    Raises WrongImportState if another request came first, and DuplicatePerson if merged players
    share a match.
    """
    with job.store.read() as connection:
        changes = connection.scalars(select(Leagues.changes).where(Leagues.id == job.league)).one()
        ids = next_ids(connection, job, changes + 1)
    rows = build_rows(job, ids)
    with job.store.write(lock_log_exclusive) as connection:  # no other match gets these ids
        now = next_ids(connection, job, match_rows.increment_changes(connection, job.league))
        if now != ids:
            ids, rows = now, build_rows(job, now)
        jobs.transition(
            connection, job.import_id, job.league, ImportState.PREVIEWED, written_values(job, ids)
        )
        imported_players.add_imported_players(connection, ids.players, job.league)
        refuse_same_person(
            connection, job.league, (event["body"]["players"] for event in rows.events)
        )
        connection.execute(insert(MatchEvents), rows.events)
        connection.execute(insert(Matches), rows.matches)
        connection.execute(insert(MatchPlayers), rows.players)


def next_ids(connection: Connection, job: WriteJob, change: int) -> NextIds:
    """Return the ids that the matches and new players would get now.

    The result also contains the clock and `change`.
    """
    new = {seat.name for match in job.matches for seat in match.seats if not seat.key}
    players = imported_players.plan_imported_players(connection, sorted(new), job.league, job.at)
    newest = match_rows.newest_match_id(connection, job.league)
    return NextIds(newest + 1, load_clock(connection, job.league), change, players)


def build_rows(job: WriteJob, ids: NextIds) -> ImportRows:
    rows = ImportRows([], [], [])
    for number, result in enumerate(imported_results(job, ids.players.keys)):
        match, key = ids.match + number, f"import-{job.import_id}-{number}"
        kind, body = encode_event(result.event)
        rows.events.append(
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
        rows.matches.append(
            imported_rows.imported_match_row(job.league, match, key, result, ids.clock, ids.change)
        )
        rows.players.extend(imported_rows.imported_player_rows(job.league, match, result))
    return rows


def imported_results(job: WriteJob, keys: dict[str, str]) -> Iterator[ImportedResult]:
    """Yield the matches as results for the log, numbered from 0 within each evening."""
    numbers: Counter[str] = Counter()
    for match in job.matches:
        players = tuple(seat.key or keys[name_key(seat.name)] for seat in match.seats)
        places = tuple(seat.place for seat in match.seats)
        points = tuple(seat.points for seat in match.seats)
        event = ResultImported(
            match.game,
            players,
            places,
            points,
            match.evening,
            numbers[match.evening],
            job.import_id,
        )
        numbers[match.evening] += 1
        yield ImportedResult(event, 1, job.at)


def written_values(job: WriteJob, ids: NextIds) -> dict[str, Any]:
    """Return the values of the import's row once its matches are written."""
    matches = len(job.matches)
    return {
        "state": ImportState.WRITTEN,
        "data": None,
        "lines": job.lines,
        "bad": job.bad_lines,
        "matches": matches,
        "done": matches,
        "at": job.at,
        "ranges": [[ids.match, ids.match + matches - 1]],
        "newcomers": [row["id"] for row in ids.players.new],
    }
