"""The chart of a match: one line per side, with its total after each deal.

This module computes coordinates; the template draws the SVG. Sizes are units of its viewBox.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.match.log import Person
from scorekeeper.match.sheet import Scoresheet

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 32, 258, 12, 188
MIN_LABEL_GAP = 15  # smallest vertical distance between two labels
OVERLAP_GAP = 3  # vertical distance between lines with the same total
MAX_LINE_POINTS = 120  # per line; a longer match is sampled at even steps


class ChartLine(NamedTuple):
    """One side's line: its points as (x, y), and the label at its end.

    The label `short` is the player's name, or the initials of partners.
    """

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
    """All lines, and the scale at the left as (total, y)."""

    lines: tuple[ChartLine, ...]
    scale: tuple[tuple[int, float], ...]
    right: int


def build_chart(sheet: Scoresheet, people: Mapping[str, Person]) -> Chart | None:
    """The chart of a match; None before its second deal is complete."""
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
    """Totals before the first deal and after each deal; in a long match at even steps."""
    totals: list[Mapping[str, int]] = [sheet.rounds[0].before.totals]
    totals += [each.after.totals for each in sheet.rounds]
    step = -(-len(totals) // MAX_LINE_POINTS)
    return totals[::step] if (len(totals) - 1) % step == 0 else [*totals[::step], totals[-1]]


def overlap_offset(drawn: Mapping[str, list[int]], side: str, step: int) -> float:
    """The vertical offset that keeps lines with the same total at this step apart."""
    if step == 0:  # all lines begin at one point
        return 0
    total = drawn[side][step]
    same = [each for each, line in drawn.items() if line[step : step + 1] == [total]]
    return OVERLAP_GAP * (same.index(side) - (len(same) - 1) / 2)


def side_totals(sheet: Scoresheet, totals: list[Mapping[str, int]], side: str) -> list[int]:
    """A side's totals by step.

    The line of a side that is out ends at its last deal, unless the chart is sampled.
    """
    last = len(totals) - 1
    if side in sheet.position.out and len(totals) == len(sheet.rounds) + 1:
        last = max(n for n, each in enumerate(sheet.rounds, 1) if side in each.points)
    return [row[side] for row in totals[: last + 1]]


def spread_labels(
    heights: Mapping[str, float],
    least: float = MIN_LABEL_GAP,
    between: tuple[float, float] = (TOP, HEIGHT - 4),
) -> dict[str, float]:
    """Label heights (y) by side, moved at least `least` apart and kept inside the drawing."""
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
