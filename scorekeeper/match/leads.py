"""Who leads a match, and by how much. The sentences of a story are based on these functions.

A side leads if, after a complete deal, it alone has the best total of all sides still in.
"""

from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules.kernel import Position


def sole_winner(sheet: Scoresheet) -> str | None:
    """Return the only side that won, or None."""
    return sheet.winners[0] if len(sheet.winners) == 1 else None


def sole_leader(sheet: Scoresheet, position: Position) -> str | None:
    """Return the side that leads alone, or None if there is none.

    Sides that are out do not count.
    """
    totals = {side: n for side, n in position.totals.items() if side not in position.eliminated}
    if not totals:
        return None
    best = min(totals.values()) if sheet.game.low_wins else max(totals.values())
    leaders = [side for side, total in totals.items() if total == best]
    return leaders[0] if len(leaders) == 1 else None


def leading_sides(sheet: Scoresheet, position: Position) -> list[str]:
    """Return the sides that share the best total of all sides still in.

    The list is empty if a side leads alone.
    """
    still_in = [side for side in position.totals if side not in position.eliminated]
    level = [side for side in still_in if points_behind(sheet, position, side) == 0]
    return level if len(level) > 1 else []


def points_behind(sheet: Scoresheet, position: Position, side: str) -> int:
    """Return the points by which this side trails the best other side that is still in.

    The number is 0 or negative if the side does not trail.
    """
    others = [n for each, n in position.totals.items() if each not in (*position.eliminated, side)]
    if not others:
        return 0
    total = position.totals[side]
    return total - min(others) if sheet.game.low_wins else max(others) - total
