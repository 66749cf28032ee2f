"""PURE. Rows for a spreadsheet: CSV in UTF-8, in which no name is ever a formula."""

import csv
import unicodedata
from collections.abc import Iterable, Iterator

FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
CELL_SEPARATORS = ";\t|"  # of cells, beside the comma, which stands in quotes
IGNORED_BEFORE_FORMULA = ' "'  # what may stand before the first sign of a cell
BYTE_ORDER_MARK = "\ufeff"  # at the front it tells spreadsheets that this is UTF-8


def escape_formulas(text: str) -> str:
    """A name is never a formula, whatever it begins with; wide signs begin one in some places.

    Nor is what stands in it after a sign that parts cells in other countries.
    """
    found, begins = "", True
    for sign in text:
        is_formula = begins and unicodedata.normalize("NFKC", sign) in FORMULA_PREFIXES
        found += f"'{sign}" if is_formula else sign
        begins = sign in CELL_SEPARATORS or (
            begins and sign in IGNORED_BEFORE_FORMULA and not is_formula
        )
    return found


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Each row as a line of the file; None is an empty box."""
    line = csv.writer(EchoFile())
    yield BYTE_ORDER_MARK
    for row in rows:
        yield line.writerow(["" if value is None else value for value in row])


class EchoFile:
    """A file that hands back what is written into it."""

    def write(self, text: str) -> str:
        return text
