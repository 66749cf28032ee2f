"""Matches whose log holds something that cannot be read: a damaged disk, a hand in the database.

It is found out when somebody looks at the match, by `check` and by `rebuild`; from then on the
match's row says so. It counts for nothing then, and all other matches go on.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from sqlalchemy import Connection, Row, select, update

from scorekeeper.db import match_rows
from scorekeeper.db.models import Match, MatchPlayer
from scorekeeper.match.events import Entry, ResultImported
from scorekeeper.match.log import IsImportedResult, MatchNotFound, UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.replay import apply_entry, initial_sheet, replay
from scorekeeper.match.sheet import Scoresheet

LOGGER = logging.getLogger(__name__)
EMPTY_PLAYER_RESULT = dict.fromkeys(match_rows.PLAYER_RESULT_COLUMNS)


def sheet_from_rows(
    match: int, rows: Sequence[Row[Any]], known: Scoresheet | None = None
) -> Scoresheet:
    """The sheet after these rows of a log (derived.ENTRY), which begin where `known` ends.

    Raises Unreadable whatever stands there, Noted for an old result, Missing without any row.
    """
    if known is None and not rows:
        raise MatchNotFound
    reached = known.changed_at if known else rows[0].at

    def entries() -> Iterator[Entry]:
        nonlocal reached
        for row in rows:
            reached = row.at
            entry = match_rows.entry_from_row(row)
            if isinstance(entry.event, ResultImported):
                raise IsImportedResult
            yield entry

    try:
        return reduce(apply_entry, entries(), known) if known else replay(entries())
    except IsImportedResult:
        raise
    except Exception as error:  # nobody knows what stands there
        raise UnreadableMatch(match, reached) from error


def unreadable_match_values(summary: Mapping[str, Any], since: int, change: int) -> dict[str, Any]:
    """What the row of such a match says. By the league's `change`, whoever has added it up before
    notices that it counts no more.
    """
    return {
        "state": MatchState.UNREADABLE.value,
        "changed_at": since,
        "ended_at": None,
        "thrown_away_at": None,
        "summary": {"deals": 0, "totals": {}, **summary, "winners": []},
        "result": None,
        "counted": change,
    }


def mark_unreadable(connection: Connection, league: int, found: UnreadableMatch) -> None:
    """Let the rows of the match say so."""
    here = (Match.league_id == league, Match.id == found.match)
    summary = connection.scalar(select(Match.summary).where(*here))
    if summary is None:
        return
    change = match_rows.increment_changes(connection, league)
    connection.execute(
        update(Match).where(*here).values(unreadable_match_values(summary, found.since, change))
    )
    connection.execute(
        update(MatchPlayer)
        .where(MatchPlayer.league_id == league, MatchPlayer.match_id == found.match)
        .values(EMPTY_PLAYER_RESULT)
    )
    LOGGER.error("Match %s of league %s cannot be read.", found.match, league, exc_info=found)


def is_marked_unreadable(connection: Connection, league: int, match: int) -> bool:
    ask = select(Match.state).where(Match.league_id == league, Match.id == match)
    return connection.scalar(ask) == MatchState.UNREADABLE


def unreadable_match_rows(
    stored: Connection, league: int, found: UnreadableMatch, rows: Sequence[Row[Any]], change: int
) -> match_rows.MatchRows | None:
    """The rows of such a match: as they were, but for what it came to; else from its start. None if
    nothing is known of it. `stored` is a connection that still sees what was there.
    """
    known = stored_match_rows(stored, league, found.match) or rows_from_first_entry(
        league, found.match, rows
    )
    if known is None:
        return None
    its_row, its_players = known
    newest = {"version": rows[-1].version}
    return (
        its_row | newest | unreadable_match_values(its_row["summary"], found.since, change),
        [each | EMPTY_PLAYER_RESULT for each in its_players],
    )


def stored_match_rows(stored: Connection, league: int, match: int) -> match_rows.MatchRows | None:
    its_row = select(Match.__table__).where(Match.league_id == league, Match.id == match)
    row = stored.execute(its_row).mappings().first()
    if row is None:
        return None
    seats = (
        select(MatchPlayer.__table__)
        .where(MatchPlayer.league_id == league, MatchPlayer.match_id == match)
        .order_by(MatchPlayer.seat)
    )
    return dict(row), [dict(each) for each in stored.execute(seats).mappings()]


def rows_from_first_entry(
    league: int, match: int, rows: Sequence[Row[Any]]
) -> match_rows.MatchRows | None:
    """What the first entry of a match says, if at least that can be read."""
    try:
        sheet = initial_sheet(match_rows.entry_from_row(rows[0]))
        return match_rows.build_match_rows(league, match, rows[0].key, sheet, None)
    except Exception:  # as in `folded`
        return None
