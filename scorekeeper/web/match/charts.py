"""How a match went, as lines drawn by hand: totals after every deal, a line a side.

Only numbers leave here; the template draws them. Sizes are units of the drawing's own box.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.match.log import Person
from scorekeeper.match.sheet import Scoresheet

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 32, 258, 12, 188
MIN_LABEL_GAP = 15  # least distance between two labels
OVERLAP_GAP = 3  # between lines that run through the same totals
MAX_LINE_POINTS = 120  # on a line; a longer match is drawn at even steps


class ChartLine(NamedTuple):
    """A side's totals as a line, and where its name is; of two partners, their initials."""

    side: str
    short: str
    colour: int
    dashed: bool
    at: tuple[tuple[float, float], ...]
    total: int
    label_y: float

    @property
    def points(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.at)


class Chart(NamedTuple):
    """All lines, and the scale at the left: (number, height)."""

    lines: tuple[ChartLine, ...]
    scale: tuple[tuple[int, float], ...]
    right: int


def build_chart(sheet: Scoresheet, people: Mapping[str, Person]) -> Chart | None:
    """The lines of a match; None before the second deal, when there is no line yet."""
    if len(sheet.rounds) < 2:
        return None
    totals = running_totals(sheet)
    every = [n for row in totals for n in row.values()]
    low, high = min(0, *every), max(1, *every)

    def height(total: int) -> float:
        return round(BOTTOM - (total - low) * (BOTTOM - TOP) / (high - low), 1)

    ends = {side: height(total) for side, total in totals[-1].items()}
    labels = spread_labels(ends)
    drawn = {side: side_totals(sheet, totals, side) for side in totals[0]}
    lines = []
    for side, seats in sheet.game.sides(sheet.setup).items():
        at = tuple(
            (
                round(LEFT + n * (RIGHT - LEFT) / (len(totals) - 1), 1),
                round(height(total) + overlap_offset(drawn, side, n), 1),
            )
            for n, total in enumerate(drawn[side])
        )
        colour = people[seats[0]].colour
        alone = people[seats[0]].name
        short = alone if len(seats) == 1 else " + ".join(people[seat].initials for seat in seats)
        lines.append(
            ChartLine(side, short, colour, colour % 2 == 0, at, totals[-1][side], labels[side])
        )
    return Chart(tuple(lines), tuple((n, height(n)) for n in sorted({low, 0, high})), RIGHT)


def running_totals(sheet: Scoresheet) -> list[Mapping[str, int]]:
    """Totals before the first deal and after every one, or at even steps of a long match."""
    totals: list[Mapping[str, int]] = [sheet.rounds[0].before.totals]
    totals += [each.after.totals for each in sheet.rounds]
    step = -(-len(totals) // MAX_LINE_POINTS)
    return totals[::step] if (len(totals) - 1) % step == 0 else [*totals[::step], totals[-1]]


def overlap_offset(drawn: Mapping[str, list[int]], side: str, step: int) -> float:
    """How far a line is moved where others have the same total, so that all of them are seen."""
    if step == 0:  # all begin at one point
        return 0
    total = drawn[side][step]
    same = [each for each, line in drawn.items() if line[step : step + 1] == [total]]
    return OVERLAP_GAP * (same.index(side) - (len(same) - 1) / 2)


def side_totals(sheet: Scoresheet, totals: list[Mapping[str, int]], side: str) -> list[int]:
    """A side's totals by step; the line of a player who is out ends where they went out."""
    last = len(totals) - 1
    if side in sheet.position.out and len(totals) == len(sheet.rounds) + 1:
        last = max(n for n, each in enumerate(sheet.rounds, 1) if side in each.points)
    return [row[side] for row in totals[: last + 1]]


def spread_labels(
    heights: Mapping[str, float],
    least: float = MIN_LABEL_GAP,
    between: tuple[float, float] = (TOP, HEIGHT - 4),
) -> dict[str, float]:
    """Label heights pushed apart so that no name covers another, inside the drawing."""
    order = sorted(heights, key=lambda side: heights[side])
    found: dict[str, float] = {}
    floor, ceiling = between
    for side in order:
        found[side] = max(heights[side], floor)
        floor = found[side] + least
    for side in reversed(order):
        found[side] = round(min(found[side], ceiling), 1)
        ceiling = found[side] - least
    return found
