"""PURE. Rows for a spreadsheet: CSV in UTF-8, in which no name is ever a formula."""

import csv
import unicodedata
from collections.abc import Iterable, Iterator

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
MARK = "\ufeff"  # at the front it tells spreadsheets that this is UTF-8


def plain(text: str) -> str:
    """A name is never a formula, whatever it begins with; wide signs begin one in some places."""
    first = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if first in FORMULAS else text


def lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Each row as a line of the file; None is an empty box."""
    line = csv.writer(Handed())
    yield MARK
    for row in rows:
        yield line.writerow(["" if value is None else value for value in row])


class Handed:
    """A file that hands back what is written into it."""

    def write(self, text: str) -> str:
        return text
