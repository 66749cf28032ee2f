"""A chart as text: the rows of its data table, and a description for screen readers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.messages import Message, Name, say

ValuesByPlayer = Mapping[str, Sequence[float | None]]


class ChartRow(NamedTuple):
    """A row of the chart's data table: an evening, each line's figure, and the leader.

    A figure is None before the player's first evening. `evening` includes the year if the chart
    spans more than one.
    """

    night: str
    evening: Message
    figures: tuple[str | None, ...]
    leader: str | None


def text_description(
    rows: Sequence[ChartRow], keys: Sequence[str], shown: ValuesByPlayer
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
                say("{who} from {evening}", who=Name(row.leader), evening=row.evening)
                for row in runs
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
    """First, last, best and worst value. Greater is better, even if it is shown negated."""
    there = [
        (value, each.figures[0], each.evening)
        for value, each in zip(row, rows, strict=True)
        if value is not None
    ]
    best = max(there, key=lambda each: each[0])
    worst = min(there, key=lambda each: each[0])
    return say(
        "From {first} on {start} to {last} on {end}; best {best} on {when}, worst {worst} on"
        " {then}.",
        first=there[0][1],
        start=there[0][2],
        last=there[-1][1],
        end=there[-1][2],
        best=best[1],
        when=best[2],
        worst=worst[1],
        then=worst[2],
    )
