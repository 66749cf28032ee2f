"""Text for the league's charts: dates of evenings, and a description for screen readers."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.messages import Message, Name, say, times_text
from scorekeeper.web.chart_axes import labelled_indexes, spaced_indexes
from scorekeeper.web.dates import SHORT_MONTHS
from scorekeeper.web.line_chart import ChartRow, Label, ValuesByKey

MAX_DAYS_WITH_DAY_LABELS = 400  # days; longer charts are labelled with months
MAX_LEAD_RUNS = 20  # leaders that the description names
MIN_YEAR_DISTANCE = 14  # percent between labels with a year, which are wider than days


def evening_labels(evenings: Sequence[str], xs: Sequence[float]) -> Iterator[Label]:
    """Yield labels for as many evenings as fit: the day, and below it the month if it changed.

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


class LeadRun(NamedTuple):
    """A leader, and the evening when they took the lead, as text."""

    leader: str
    since: Message


def lead_runs(
    evenings: Sequence[str],
    leaders: Sequence[str | None],
    date_format: Callable[[str], Message],
) -> list[LeadRun]:
    """Return the leaders in order, each with the evening after which they took the lead."""
    leads = [
        (leader, evening)
        for leader, evening in zip(leaders, evenings, strict=False)
        if leader is not None
    ]
    firsts = [next(group) for _, group in groupby(leads, itemgetter(0))]
    return [LeadRun(leader, date_format(since)) for leader, since in firsts]


def text_description(
    rows: Sequence[ChartRow], keys: Sequence[str], shown: ValuesByKey, runs: Sequence[LeadRun] = ()
) -> Iterator[Message]:
    """Yield the chart in words, for screen readers. `runs` are the leaders of all evenings."""
    if len(keys) == 1:
        yield single_line_description(rows, shown[keys[0]])
        return
    yield from lead_description(runs)
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


def lead_description(runs: Sequence[LeadRun]) -> Iterator[Message]:
    """Yield a sentence about the leaders, at most the latest MAX_LEAD_RUNS of them."""
    runs_text = [
        say("{who} from {evening}", who=Name(run.leader), evening=run.since)
        for run in runs[-MAX_LEAD_RUNS:]
    ]
    if len(runs_text) < len(runs):
        yield say(
            "The lead changed {times}. Latest leaders: {runs}.",
            times=times_text(len(runs) - 1),
            runs=runs_text,
        )
    elif runs_text:
        yield say("In the lead: {runs}.", runs=runs_text)


def single_line_description(rows: Sequence[ChartRow], row: Sequence[float | None]) -> Message:
    """Return the first, last, best and worst value as a sentence.

    A greater value is better, even if it is shown negated.
    """
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
