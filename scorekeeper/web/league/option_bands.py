"""Form rows for an option that is a table of bands.

A row has a number of points and a multiplier. The form posts the inputs in order, as `<name>-from`
and `<name>-times`. The buttons `more` and `less` add and remove a row. Empty rows are ignored.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Option

WHOLE_NUMBER = re.compile(r"[0-9]{1,6}")
MAX_ROWS = 20


class BandRow(NamedTuple):
    """The text in the two inputs of a row."""

    start: str
    times: str

    @property
    def is_empty(self) -> bool:
        return not self.start and not self.times

    @property
    def is_complete(self) -> bool:
        return bool(WHOLE_NUMBER.fullmatch(self.start) and WHOLE_NUMBER.fullmatch(self.times))


def rows_from_value(value: Sequence[Sequence[int]] | None) -> list[BandRow]:
    """Return the rows that show a value, or one empty row if the value is None."""
    return [BandRow(str(start), str(times)) for start, times in value or ()] or [BandRow("", "")]


def is_posted(form: MultiDict[str, str], name: str) -> bool:
    return f"{name}-from" in form


def rows_from_form(form: MultiDict[str, str], name: str) -> list[BandRow]:
    """Return the posted rows, with one added or removed if that button was pressed.

    If no row is left, return one empty row.
    """
    boxes = zip(form.getlist(f"{name}-from"), form.getlist(f"{name}-times"), strict=False)
    rows = [BandRow(start.strip(), times.strip()) for start, times in boxes][:MAX_ROWS]
    if form.get("more") == name:
        rows = [*rows, BandRow("", "")][:MAX_ROWS]
    removed = form.get("less", "")
    rows = [row for number, row in enumerate(rows) if removed != f"{name}-{number}"]
    return rows or [BandRow("", "")]


def rows_to_value(rows: Sequence[BandRow]) -> list[list[int]] | None:
    """Return the bands, or None if there are none. Filled rows must contain whole numbers."""
    return [[int(row.start), int(row.times)] for row in rows if not row.is_empty] or None


def rows_to_text(rows: Sequence[BandRow]) -> str:
    """Return the rows as one line, to compare them with the rows that the page showed."""
    return ", ".join(f"{row.start} ×{row.times}" for row in rows if not row.is_empty)


def find_problem(option: Option, rows: Sequence[BandRow]) -> Message | None:
    """Return the first problem with the rows (counted from 1), or None if they are valid."""
    seen: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        if row.is_empty:
            continue
        if not row.start or not row.times:
            return say("Row {row} needs both numbers.", row=number)
        band = [int(row.start), int(row.times)] if row.is_complete else None
        if band is None or not option.allows([band]):
            return say(
                "Row {row} cannot be used. {requirement}",
                row=number,
                requirement=option.requirement,
            )
        if band[0] in seen:
            return say(
                "Rows {other} and {row} both start at {points} points.",
                row=number,
                points=band[0],
                other=seen[band[0]],
            )
        seen[band[0]] = number
    return None
