"""Beside and below the charts of the league: round values of the scale, evenings by their day."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from math import ceil, floor, log10
from typing import NamedTuple

from scorekeeper.messages import MINUS, Message, say
from scorekeeper.web.dates import SHORT_MONTHS

MAX_LABELLED_EVENINGS = 9  # evenings, up to which each is marked
MIN_LABEL_DISTANCE = 11  # percent between two words below
MAX_DAYS_WITH_DAY_LABELS = 400  # days, from which on months are marked and not days

ValueFormatter = Callable[[float], str]


class Tick(NamedTuple):
    """A value of the scale and its height."""

    word: str
    y: float


class EveningLabel(NamedTuple):
    """Words below an evening: its day, and the month where that is another than before."""

    x: float
    head: Message
    below: Message | None


def scale_ticks(low: float, high: float, mark: ValueFormatter) -> list[Tick]:
    """Round values around these two, two to seven; their y is the value itself."""
    if high == low:
        spread = max(abs(high), 1) / 20
        low, high = low - spread, high + spread
    step = round_step((high - low) / 5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [Tick(mark(round(n * step, 6)), n * step) for n in range(first, last + 1)]


def round_step(raw: float) -> float:
    """The next of 1, 2, 5, 10 and so on."""
    ten = 10.0 ** floor(log10(raw))
    return next(each * ten for each in (1, 2, 5, 10) if each * ten >= raw * (1 - 1e-9))


def format_tick(value: float) -> str:
    """A value of the scale with no more decimals than it needs."""
    text = str(int(value)) if value == int(value) else f"{value:g}"
    return text.replace("-", MINUS)


def evening_labels(nights: Sequence[str], xs: Sequence[float]) -> Iterator[EveningLabel]:
    """Words below the evenings, as many as there is room for."""
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
    """The first evening of each month and the last of all, as far as words have room."""
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
