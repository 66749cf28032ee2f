"""The rows of the standings that a phone shows at first. A link shows the other rows.

The page contains all its rows. Laptops and paper show all of them, and the stylesheet hides the
last rows on phones. With `?rows=page` or `?rows=all`, nothing is hidden.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.web.seasons.season_table import PAGE_SIZE, TableLine

# Heights of tables, in rows without notes. They keep the whole page under five phone screens.
MAX_HEIGHT = 12  # the greatest height of a table that is not collapsed
FOLDED_HEIGHT = 10  # the height of the rows that stay visible; there are at most PAGE_SIZE of them
LARGE_HEIGHT = 5  # the height of the rows that stay visible with large text
HEIGHT_WITH_NOTE = 1.75
NARROW, LARGE = "narrow-only", "large-only"  # classes in season.css and base.css


class FoldedRows(NamedTuple):
    """The rows of a page in three parts.

    All screens show `first`. Phones with large text hide `second`, and all phones hide `third`,
    unless the page is `is_unfolded`.
    """

    first: Sequence[TableLine]
    second: Sequence[TableLine]
    third: Sequence[TableLine]
    is_unfolded: bool

    @property
    def total(self) -> int:
        return len(self.first) + len(self.second) + len(self.third)

    @property
    def foldable(self) -> Sequence[TableLine]:
        """The rows that at least some phones hide."""
        return (*self.second, *self.third)

    @property
    def screens(self) -> str:
        """The CSS class of elements for screens that hide rows, or "" if no screen hides any."""
        return NARROW if self.third else LARGE if self.second else ""

    def screens_without(self, player: str) -> str:
        """Return the CSS class of elements for screens that hide this player's row.

        Returns "" if no screen hides the row.
        """
        if self.is_unfolded:
            return ""
        if any(line.row.player == player for line in self.third):
            return NARROW
        return LARGE if any(line.row.player == player for line in self.second) else ""


def fold_rows(
    lines: Sequence[TableLine], *, unfolded: bool, max_height: float = MAX_HEIGHT
) -> FoldedRows:
    """Divide the rows of a page (`lines`) into the parts that phones show and hide.

    `max_height` is the height of the tallest table that is not collapsed.
    """
    end = rows_within(max_height, lines)
    if end < len(lines):
        end = rows_within(FOLDED_HEIGHT, lines[:PAGE_SIZE])
    large = rows_within(LARGE_HEIGHT, lines[:end])
    return FoldedRows(lines[:large], lines[large:end], lines[end:], unfolded)


def rows_within(height: float, lines: Sequence[TableLine]) -> int:
    """Return how many of these rows fit in this height."""
    heights = accumulate(HEIGHT_WITH_NOTE if has_note(line.row) else 1 for line in lines)
    return sum(each <= height for each in heights)


def has_note(row: StandingsRow) -> bool:
    """Return whether the row has a note below it."""
    return bool(row.tie or row.matches_needed)
