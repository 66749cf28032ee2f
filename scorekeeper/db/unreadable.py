"""Matches whose log cannot be read, for example after disk damage or a manual edit.

When such a match is opened, rebuilt or found by `log_check`, its row is marked as unreadable, and
the match no longer counts. `check` reports it. Other matches are not affected.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select, update

from scorekeeper.clock import is_result_timestamp
from scorekeeper.db import log_rows, match_rows
from scorekeeper.db.raw_json import RawJson, decode_raw_json
from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.match.events import Entry, ResultImported
from scorekeeper.match.log import IsImportedResult, MatchNotFound, MissingLog, UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.replay import SheetBuilder, initial_sheet
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.match.stored_answers import check_stored_answers

logger = logging.getLogger(__name__)
EMPTY_PLAYER_RESULT = dict.fromkeys(match_rows.PLAYER_RESULT_COLUMNS)
RAW_SUMMARY = RawJson(Matches.summary).label("summary")
COLUMNS_WITHOUT_JSON = [
    column for column in Matches.__table__.c if column.name not in ("summary", "result")
]


def sheet_from_rows(
    match: int,
    rows: Sequence[Row[Any]],
    known: Scoresheet | None = None,
    *,
    check_answers: bool = True,
) -> Scoresheet:
    """Return the sheet after these log rows (`log_rows.ENTRY_COLUMNS`), which continue `known`.

    Raises UnreadableMatch if an entry is missing or cannot be decoded or applied, IsImportedResult
    for an imported result, and MatchNotFound if there is neither a row nor a known sheet. Without
    `check_answers`, which takes most of the time, a match with answers of the wrong type may seem
    readable.
    """
    if known is None and not rows:
        raise MatchNotFound
    taken = 0

    def entries() -> Iterator[Entry]:
        nonlocal taken
        version = known.version if known else 0
        for taken, row in enumerate(rows, start=1):
            yield match_entry(row, version + taken)

    try:
        rest = entries()
        builder = SheetBuilder(known or initial_sheet(next(rest)))
        for entry in rest:
            if check_answers:
                check_stored_answers(builder, entry.event)
            builder.write(entry)
        return builder.sheet()
    except IsImportedResult:
        raise
    except Exception as error:  # a damaged entry can raise anything
        raise UnreadableMatch(match, damaged_since(rows, taken, known)) from error


def missing_match(connection: Connection, league: int, match: int) -> MatchNotFound:
    """Return the error for a match without entries.

    The error is MissingLog if the match's row still exists.
    """
    query = select(Matches.started_at).where(Matches.league_id == league, Matches.id == match)
    row = connection.execute(query).first()
    if row is None:
        return MatchNotFound()
    return MissingLog(match, row.started_at if is_result_timestamp(row.started_at) else 0)


def damaged_since(rows: Sequence[Row[Any]], taken: int, known: Scoresheet | None) -> int:
    """Return the time of row `taken` (counted from 1), in seconds since 1970.

    If that time is damaged, return the last valid time before it. If no earlier time is valid,
    return the first valid time after it, or 0 if no time is valid.
    """
    before = [*([known.changed_at] if known else []), *log_rows.valid_times(rows[:taken])]
    return before[-1] if before else next(log_rows.valid_times(rows), 0)


def match_entry(row: Row[Any], version: int) -> Entry:
    """Return the entry in this row, which must have this version.

    Raises IsImportedResult for an imported result. A damaged row can raise any exception.
    """
    log_rows.check_version(row.version, version)
    entry = log_rows.entry_from_row(row)
    if isinstance(entry.event, ResultImported):
        raise IsImportedResult
    return entry


def unreadable_match_values(row: Mapping[Any, Any], since: int, change: int) -> dict[str, Any]:
    """Return the values that change in the row of an unreadable match.

    `row` contains the match's summary and start time, which may be damaged too. `since` is the time
    of the first damaged entry in seconds since 1970. `change` is the league's new change number,
    which tells statistics caches that the match no longer counts.
    """
    started, summary = row["started_at"], row["summary"]
    return {
        "state": MatchState.UNREADABLE.value,
        "started_at": started if is_result_timestamp(started) else since,
        "changed_at": since,
        "ended_at": None,
        "thrown_away_at": None,
        "summary": {"deals": 0, "totals": {}, **as_summary(summary), "winners": []},
        "result": None,
        "counted": change,
    }


def as_summary(stored: Any) -> Mapping[str, Any]:
    """Return a stored summary as a mapping. If it is damaged, return an empty one.

    `stored` may be raw text.
    """
    if isinstance(stored, bytes | str):
        try:
            stored = decode_raw_json(stored)
        except ValueError:
            return {}
    return stored if isinstance(stored, dict) else {}


def mark_unreadable(connection: Connection, league: int, error: UnreadableMatch) -> None:
    """Mark the match as unreadable, remove its results from its rows, and log an error."""
    conditions = (Matches.league_id == league, Matches.id == error.match)
    query = select(Matches.started_at, RAW_SUMMARY).where(*conditions)
    row = connection.execute(query).mappings().first()
    if row is None:
        return
    change = match_rows.increment_changes(connection, league)
    connection.execute(
        update(Matches).where(*conditions).values(unreadable_match_values(row, error.since, change))
    )
    connection.execute(
        update(MatchPlayers)
        .where(MatchPlayers.league_id == league, MatchPlayers.match_id == error.match)
        .values(EMPTY_PLAYER_RESULT)
    )
    logger.error("Match %s of league %s cannot be read.", error.match, league, exc_info=error)


def is_marked_unreadable(connection: Connection, league: int, match: int) -> bool:
    query = select(Matches.state).where(Matches.league_id == league, Matches.id == match)
    return connection.scalar(query) == MatchState.UNREADABLE


def unreadable_match_rows(
    stored: Connection, league: int, error: UnreadableMatch, rows: Sequence[Row[Any]], change: int
) -> match_rows.MatchRows | None:
    """Return the rows of an unreadable match, without results, for `rebuild`.

    They are based on the match's stored rows or, if there are none, on its first entry. Returns
    None if the first entry cannot be read either. `stored` is a connection that still sees the rows
    before the rebuild.
    """
    earlier_rows = stored_match_rows(stored, league, error.match) or rows_from_first_entry(
        league, error.match, rows
    )
    if earlier_rows is None:
        return None
    its_row, its_players = earlier_rows
    newest = {"version": rows[-1].version}
    return (
        its_row | newest | unreadable_match_values(its_row, error.since, change),
        [each | EMPTY_PLAYER_RESULT for each in its_players],
    )


def stored_match_rows(stored: Connection, league: int, match: int) -> match_rows.MatchRows | None:
    """Return the rows of a match, without its result, or None if no rows are stored."""
    its_row = select(*COLUMNS_WITHOUT_JSON, RAW_SUMMARY).where(
        Matches.league_id == league, Matches.id == match
    )
    row = stored.execute(its_row).mappings().first()
    if row is None:
        return None
    seats = (
        select(MatchPlayers.__table__)
        .where(MatchPlayers.league_id == league, MatchPlayers.match_id == match)
        .order_by(MatchPlayers.seat)
    )
    return dict(row), [dict(each) for each in stored.execute(seats).mappings()]


def rows_from_first_entry(
    league: int, match: int, rows: Sequence[Row[Any]]
) -> match_rows.MatchRows | None:
    """Return the rows of a match from its first entry alone, or None if the entry is unreadable."""
    try:
        sheet = initial_sheet(log_rows.entry_from_row(rows[0]))
        return match_rows.build_match_rows(
            league, match, rows[0].key, sheet, match_rows.ANY_CLOCK, None
        )
    except Exception:  # noqa: BLE001  # as in `sheet_from_rows`
        return None
