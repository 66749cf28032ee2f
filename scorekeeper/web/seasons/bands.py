"""A table of bands as rows of two boxes: from how many points, and how many times.

The form posts the boxes in order, `<name>-from` and `<name>-times`; its buttons add a row
(`more`) and take one away (`less`). A row with nothing in it is no band.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.messages import Say, say
from scorekeeper.rules.kernel import Option

WHOLE = re.compile(r"[0-9]{1,6}")
MOST_ROWS = 20


class Row(NamedTuple):
    """What stands in the two boxes of a row."""

    start: str
    times: str

    @property
    def is_empty(self) -> bool:
        return not self.start and not self.times

    @property
    def is_whole(self) -> bool:
        return bool(WHOLE.fullmatch(self.start) and WHOLE.fullmatch(self.times))


def of(value: Sequence[Sequence[int]] | None) -> list[Row]:
    """The rows that show a value; one to fill in where there is none."""
    return [Row(str(start), str(times)) for start, times in value or ()] or [Row("", "")]


def are_posted(form: MultiDict[str, str], name: str) -> bool:
    return f"{name}-from" in form


def posted(form: MultiDict[str, str], name: str) -> list[Row]:
    """The rows as posted, with the one that was added, or without the one that was removed."""
    boxes = zip(form.getlist(f"{name}-from"), form.getlist(f"{name}-times"), strict=False)
    rows = [Row(start.strip(), times.strip()) for start, times in boxes][:MOST_ROWS]
    if form.get("more") == name:
        rows = [*rows, Row("", "")][:MOST_ROWS]
    removed = form.get("less", "")
    rows = [row for number, row in enumerate(rows) if removed != f"{name}-{number}"]
    return rows or [Row("", "")]


def value(rows: Sequence[Row]) -> list[list[int]] | None:
    """The bands, or None for no band at all. Every row that is not empty must be whole."""
    return [[int(row.start), int(row.times)] for row in rows if not row.is_empty] or None


def text(rows: Sequence[Row]) -> str:
    """The rows in one line, to tell whether they were changed."""
    return ", ".join(f"{row.start} ×{row.times}" for row in rows if not row.is_empty)


def problem(option: Option, rows: Sequence[Row]) -> Say | None:
    """The first row that cannot be taken, and why; rows are counted from 1."""
    seen: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        if row.is_empty:
            continue
        if not row.start or not row.times:
            return say("Row {row} needs both numbers.", row=number)
        band = [int(row.start), int(row.times)] if row.is_whole else None
        if band is None or not option.allows([band]):
            return say("Row {row} cannot be used. {accepts}", row=number, accepts=option.accepts)
        if band[0] in seen:
            return say(
                "Row {row} starts at {points} points, as row {other} does.",
                row=number,
                points=band[0],
                other=seen[band[0]],
            )
        seen[band[0]] = number
    return None
