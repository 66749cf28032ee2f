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
from scorekeeper.match.events import Entry, ResultNoted
from scorekeeper.match.log import Missing, Noted, Unreadable
from scorekeeper.match.outcome import State
from scorekeeper.match.replay import apply, replay, started
from scorekeeper.match.sheet import Scoresheet

LOGGER = logging.getLogger(__name__)
CAME_TO_NOTHING = dict.fromkeys(match_rows.RESULT)


def folded(match: int, rows: Sequence[Row[Any]], known: Scoresheet | None = None) -> Scoresheet:
    """The sheet after these rows of a log (derived.ENTRY), which begin where `known` ends.

    Raises Unreadable whatever stands there, Noted for an old result, Missing without any row.
    """
    if known is None and not rows:
        raise Missing
    reached = known.changed_at if known else rows[0].at

    def entries() -> Iterator[Entry]:
        nonlocal reached
        for row in rows:
            reached = row.at
            entry = match_rows.entry(row)
            if isinstance(entry.event, ResultNoted):
                raise Noted
            yield entry

    try:
        return reduce(apply, entries(), known) if known else replay(entries())
    except Noted:
        raise
    except Exception as error:  # nobody knows what stands there
        raise Unreadable(match, reached) from error


def values(summary: Mapping[str, Any], since: int, change: int) -> dict[str, Any]:
    """What the row of such a match says. By the league's `change`, whoever has added it up before
    notices that it counts no more.
    """
    return {
        "state": State.UNREADABLE.value,
        "changed_at": since,
        "ended_at": None,
        "thrown_away_at": None,
        "summary": {"deals": 0, "totals": {}, **summary, "winners": []},
        "result": None,
        "counted": change,
    }


def mark(connection: Connection, league: int, found: Unreadable) -> None:
    """Let the rows of the match say so."""
    here = (Match.league_id == league, Match.id == found.match)
    summary = connection.scalar(select(Match.summary).where(*here))
    if summary is None:
        return
    change = match_rows.next_change(connection, league)
    connection.execute(update(Match).where(*here).values(values(summary, found.since, change)))
    connection.execute(
        update(MatchPlayer)
        .where(MatchPlayer.league_id == league, MatchPlayer.match_id == found.match)
        .values(CAME_TO_NOTHING)
    )
    LOGGER.error("Match %s of league %s cannot be read.", found.match, league, exc_info=found)


def is_marked(connection: Connection, league: int, match: int) -> bool:
    ask = select(Match.state).where(Match.league_id == league, Match.id == match)
    return connection.scalar(ask) == State.UNREADABLE


def rows_of(
    stored: Connection, league: int, found: Unreadable, rows: Sequence[Row[Any]], change: int
) -> match_rows.Rows | None:
    """The rows of such a match: as they were, but for what it came to; else from its start. None if
    nothing is known of it. `stored` is a connection that still sees what was there.
    """
    known = rows_before(stored, league, found.match) or rows_of_start(league, found.match, rows)
    if known is None:
        return None
    its_row, its_players = known
    newest = {"version": rows[-1].version}
    return (
        its_row | newest | values(its_row["summary"], found.since, change),
        [each | CAME_TO_NOTHING for each in its_players],
    )


def rows_before(stored: Connection, league: int, match: int) -> match_rows.Rows | None:
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


def rows_of_start(league: int, match: int, rows: Sequence[Row[Any]]) -> match_rows.Rows | None:
    """What the first entry of a match says, if at least that can be read."""
    try:
        sheet = started(match_rows.entry(rows[0]))
        return match_rows.rows_of(league, match, rows[0].key, sheet, None)
    except Exception:  # as in `folded`
        return None
