"""The axes of a line chart: the round values of its scale, and the positions to label below it.

Distances are percentages of the drawing, as in `line_chart`.
"""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from scorekeeper.messages import MINUS

ValueFormatter = Callable[[float], str]
MAX_LABELS = 9  # charts with more positions label only some of them
MIN_LABEL_DISTANCE = 11  # percent between two labels below the chart


class ScaleValue(NamedTuple):
    """A round value of the scale, and the value as text."""

    text: str
    value: float


def scale_values(
    low: float, high: float, format_value: ValueFormatter | None = None, smallest: float = 0
) -> list[ScaleValue]:
    """Return two to seven round values that enclose `low` and `high`.

    The values are at least `smallest` apart.
    """
    format_value = format_value or format_tick
    if high == low:
        spread = max(abs(high), 1) / 20
        low, high = low - spread, high + spread
    step = max(round_step((high - low) / 5), smallest)
    first_step, last_step = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [
        ScaleValue(format_value(round(n * step, 6)), n * step)
        for n in range(first_step, last_step + 1)
    ]


def round_step(raw: float) -> float:
    """Return `raw` rounded up to 1, 2 or 5 times a power of ten."""
    ten = 10.0 ** floor(log10(raw))
    return next(each * ten for each in (1, 2, 5, 10) if each * ten >= raw * (1 - 1e-9))


def format_tick(value: float) -> str:
    """Return a value of the scale as text, with no more decimals than it needs."""
    text = str(int(value)) if value == int(value) else f"{value:g}"
    return text.replace("-", MINUS)


def format_negated_tick(value: float) -> str:
    return format_tick(-value)


def labelled_indexes(xs: Sequence[float], wanted: Sequence[int]) -> list[int]:
    """Return the positions to label.

    If there are few positions, all of them are labelled. Otherwise, the two ends and the `wanted`
    positions that fit are labelled.
    """
    if len(xs) <= MAX_LABELS:
        return list(range(len(xs)))
    return spaced_indexes(xs, wanted, MIN_LABEL_DISTANCE)


def spaced_indexes(xs: Sequence[float], wanted: Sequence[int], apart: float) -> list[int]:
    """Return the two ends, and each `wanted` position that is far enough from the other positions.

    `apart` is the minimum distance.
    """
    last = len(xs) - 1
    kept = [0]
    for n in wanted:
        if min(xs[n] - xs[kept[-1]], xs[last] - xs[n]) >= apart:
            kept.append(n)
    return [*kept, last]


def room_for_scale(scale: Sequence[ScaleValue]) -> float:
    """Return the left edge of the plot area, with room for the longest text of the scale.

    On a phone, a digit takes up to 3 percent of the width.
    """
    return 2 + 3 * min(8, max(len(each.text) for each in scale))
