"""Findings about individual matches whose log cannot be read or has lost entries."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from scorekeeper.clock import LeagueClock, is_result_timestamp
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.lost_entries import matches_with_lost_entries
from scorekeeper.db.tables import Matches
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import Message, say
from scorekeeper.transfer.findings import RESTORE_ADVICE, Finding, Repair


def match_label(row: Any, clock: LeagueClock) -> Message:
    """Return the id, the game and the evening of a match, from its stored row.

    The evening is left out if the start time is damaged.
    """
    if not is_result_timestamp(row.started_at):
        return say("Match {n} ({game})", n=row.id, game=row.game)
    return say(
        "Match {n} ({game}, started on the evening of {evening})",
        n=row.id,
        game=row.game,
        evening=clock.evening(row.started_at),
    )


def lost_entries_finding(row: Any, remaining: int, clock: LeagueClock) -> Finding:
    """Return the finding for a match whose log has lost its last entries, or all of them.

    Only the match's stored result still contains the effects of the lost entries, so a rebuild must
    not replace it.
    """
    return Finding(
        say(
            "{what} has lost log entries: only {left} of {many} are left.",
            what=match_label(row, clock),
            left=remaining,
            many=row.version,
        ),
        RESTORE_ADVICE,
        forbids_rebuild=True,
    )


def unreadable_finding(match: int, row: Any, clock: LeagueClock, error: UnreadableMatch) -> Finding:
    """Return the finding for a match whose log cannot be read.

    Only a backup can restore such a match. If its row is not yet marked as unreadable, a
    rebuild marks it.
    """
    label = say("Match {n}", n=match) if row is None else match_label(row, clock)
    counts_still = row is not None and row.state != MatchState.UNREADABLE
    return Finding(
        say("{what} cannot be read: {reason}.", what=label, reason=type(error.__cause__).__name__),
        RESTORE_ADVICE,
        Repair.REBUILD if counts_still else None,
    )


def marked_match_findings(connection: Connection, league: int) -> Iterator[Finding]:
    """Yield a finding for each match that is marked as unreadable or has lost entries of its log.

    A rebuild cannot compute such a match. The function reads only the rows and replays no match.
    """
    clock = load_clock(connection, league)
    query = select(Matches.id, Matches.game, Matches.started_at).where(
        Matches.league_id == league, Matches.state == MatchState.UNREADABLE
    )
    for row in connection.execute(query.order_by(Matches.id)):
        yield Finding(say("{what} cannot be read.", what=match_label(row, clock)), RESTORE_ADVICE)
    for lost in matches_with_lost_entries(connection, league):
        yield lost_entries_finding(lost, lost.left, clock)
