"""The cross-table of a scope: how often each player finished ahead of each opponent."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.stats.aggregate import AggregateTotals
from scorekeeper.stats.tally import Meeting, unpack_meeting


class CrossTableRow(NamedTuple):
    """A player's meetings with each player in the table, as seen by the row's player.

    The meeting is None in the player's own column, and if the two players never met. `total` is the
    sum over all opponents, including those that the table leaves out.
    """

    player: str
    meetings: tuple[Meeting | None, ...]
    total: Meeting


class CrossTable(NamedTuple):
    """The rows of the table. Its columns are the same players in the same order.

    `all_players` is the number of all players, including those that the table leaves out.
    """

    rows: tuple[CrossTableRow, ...]
    all_players: int

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(row.player for row in self.rows)

    @property
    def has_level(self) -> bool:
        """Whether any player in the table has tied with an opponent."""
        return any(row.total.level for row in self.rows)


def cross_table(totals: AggregateTotals, players: Sequence[str], limit: int) -> CrossTable:
    """Return the table for the `limit` players with the most matches.

    `players` are all players whose meetings count, each with a tally. The rows are in the same
    order as `players`.
    """
    often = sorted(players, key=lambda player: -totals.tallies[player].matches)
    shown = set(often[:limit])
    return CrossTable(
        tuple(
            cross_table_row(totals, player, [each for each in players if each in shown], players)
            for player in players
            if player in shown
        ),
        len(players),
    )


def cross_table_row(
    totals: AggregateTotals, player: str, columns: Iterable[str], opponents: Iterable[str]
) -> CrossTableRow:
    return CrossTableRow(
        player,
        tuple(meeting_or_none(totals, player, other) for other in columns),
        sum_meetings(meeting_or_none(totals, player, other) for other in opponents),
    )


def meeting_or_none(totals: AggregateTotals, player: str, other: str) -> Meeting | None:
    """Return the meetings of two players, as seen by the first, or None if they never met."""
    meeting = unpack_meeting(totals.meetings, player, other)
    return meeting if meeting.matches else None


def sum_meetings(meetings: Iterable[Meeting | None]) -> Meeting:
    """Return the sum of one player's meetings, with `last` left at 0."""
    met = [each for each in meetings if each is not None]
    return Meeting(
        sum(each.ahead for each in met),
        sum(each.behind for each in met),
        sum(each.level for each in met),
    )
