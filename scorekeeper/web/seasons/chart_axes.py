"""Axes of the league's charts: round values at the left, evenings with their dates below."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from math import ceil, floor, log10
from typing import NamedTuple

from scorekeeper.messages import MINUS, Message, say
from scorekeeper.web.dates import SHORT_MONTHS

MAX_LABELLED_EVENINGS = 9  # with more evenings, not every one has a label
MIN_LABEL_DISTANCE = 11  # percent between two labels below the chart
MAX_DAYS_WITH_DAY_LABELS = 400  # days; over a longer time, labels are months

ValueFormatter = Callable[[float], str]


class Tick(NamedTuple):
    """A value of the scale as text, and its height."""

    word: str
    y: float


class EveningLabel(NamedTuple):
    """The label of an evening: its day, and below it the month if that has changed.

    Over a long time, month and year instead.
    """

    x: float
    head: Message
    below: Message | None


def scale_ticks(low: float, high: float, mark: ValueFormatter) -> list[Tick]:
    """Two to seven round values that enclose low and high. Each tick's `y` is its value."""
    if high == low:
        spread = max(abs(high), 1) / 20
        low, high = low - spread, high + spread
    step = round_step((high - low) / 5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [Tick(mark(round(n * step, 6)), n * step) for n in range(first, last + 1)]


def round_step(raw: float) -> float:
    """`raw` rounded up to the next of …, 1, 2, 5, 10, 20, …."""
    ten = 10.0 ** floor(log10(raw))
    return next(each * ten for each in (1, 2, 5, 10) if each * ten >= raw * (1 - 1e-9))


def format_tick(value: float) -> str:
    """A value of the scale with no more decimals than it needs."""
    text = str(int(value)) if value == int(value) else f"{value:g}"
    return text.replace("-", MINUS)


def evening_labels(nights: Sequence[str], xs: Sequence[float]) -> Iterator[EveningLabel]:
    """Labels for as many evenings as there is room for."""
    dates = [date.fromisoformat(night) for night in nights]
    is_long = (dates[-1] - dates[0]).days > MAX_DAYS_WITH_DAY_LABELS
    before = None
    for n in (
        range(len(dates)) if len(dates) <= MAX_LABELLED_EVENINGS else spaced_indexes(dates, xs)
    ):
        day = dates[n]
        group = day.year if is_long else (day.year, day.month)
        month = SHORT_MONTHS[day.month - 1]
        head, below = (month, say("{n}", n=day.year)) if is_long else (say("{n}", n=day.day), month)
        yield EveningLabel(xs[n], head, None if group == before else below)
        before = group


def spaced_indexes(dates: Sequence[date], xs: Sequence[float]) -> list[int]:
    """The first and last evening, and the first of each month if its label has room."""
    kept, last = [0], len(dates) - 1
    for n in range(1, last):
        is_first = dates[n].replace(day=1) != dates[n - 1].replace(day=1)
        if (
            is_first
            and xs[n] - xs[kept[-1]] >= MIN_LABEL_DISTANCE
            and xs[last] - xs[n] >= MIN_LABEL_DISTANCE
        ):
            kept.append(n)
    return [*kept, last]
