"""Text for the league's charts: dates of evenings, and a description for screen readers."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from scorekeeper.messages import Message, Name, say
from scorekeeper.web.dates import SHORT_MONTHS
from scorekeeper.web.line_chart import (
    ChartRow,
    Label,
    ValuesByKey,
    labelled_indexes,
    spaced_indexes,
)

MAX_DAYS_WITH_DAY_LABELS = 400  # days; over a longer time, labels are months
MIN_YEAR_DISTANCE = 14  # percent between two labels with a year, which are wider than a day


def evening_labels(evenings: Sequence[str], xs: Sequence[float]) -> Iterator[Label]:
    """Labels for as many evenings as fit: the day, and below it the month if it changed.

    Charts over more than MAX_DAYS_WITH_DAY_LABELS days show months and years instead.
    """
    dates = [date.fromisoformat(evening) for evening in evenings]
    is_long = (dates[-1] - dates[0]).days > MAX_DAYS_WITH_DAY_LABELS
    before = None
    months = [day.replace(day=1) for day in dates]
    starts = [n for n in range(1, len(dates) - 1) if months[n] != months[n - 1]]
    labelled = (
        spaced_indexes(xs, starts, MIN_YEAR_DISTANCE) if is_long else labelled_indexes(xs, starts)
    )
    for n in labelled:
        day = dates[n]
        group = day.year if is_long else (day.year, day.month)
        month = SHORT_MONTHS[day.month - 1]
        head, below = (month, say("{n}", n=day.year)) if is_long else (say("{n}", n=day.day), month)
        yield Label(xs[n], head, None if group == before else below)
        before = group


def text_description(
    rows: Sequence[ChartRow], keys: Sequence[str], shown: ValuesByKey
) -> Iterator[Message]:
    """The chart in words, for screen readers."""
    if len(keys) == 1:
        yield single_line_description(rows, shown[keys[0]])
        return
    runs = [next(group) for leader, group in groupby(rows, key=lambda row: row.leader) if leader]
    if runs:
        yield say(
            "In the lead: {runs}.",
            runs=[
                say("{who} from {evening}", who=Name(row.leader), evening=row.label) for row in runs
            ],
        )
    last = [
        next(row.figures[n] for row in reversed(rows) if row.figures[n]) for n in range(len(keys))
    ]
    yield say(
        "At the end: {figures}.",
        figures=[
            say("{who} {figure}", who=Name(key), figure=figure)
            for key, figure in zip(keys, last, strict=True)
        ],
    )


def single_line_description(rows: Sequence[ChartRow], row: Sequence[float | None]) -> Message:
    """First, last, best and worst value. A greater value is better, even if it is shown negated."""
    points = [
        (value, each.figures[0], each.label)
        for value, each in zip(row, rows, strict=True)
        if value is not None
    ]
    best = max(points, key=lambda each: each[0])
    worst = min(points, key=lambda each: each[0])
    return say(
        "From {first} on {start} to {last} on {end}; best {best} on {when}, worst {worst} on"
        " {then}.",
        first=points[0][1],
        start=points[0][2],
        last=points[-1][1],
        end=points[-1][2],
        best=best[1],
        when=best[2],
        worst=worst[1],
        then=worst[2],
    )
