"""Write CSV for spreadsheets, in UTF-8 with a byte order mark, and escape formulas in names.

The functions are pure.
"""

import csv
import unicodedata
from collections.abc import Iterable, Iterator

FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
CELL_SEPARATORS = ";\t|"  # the comma is not needed, because a cell with a comma is quoted
IGNORED_BEFORE_FORMULA = ' "'  # these may precede the first character of a cell
BYTE_ORDER_MARK = "\ufeff"  # shows spreadsheets that the file is in UTF-8


def escape_formulas(text: str) -> str:
    """Put an apostrophe before every character that could start a formula.

    Such a character is at the start of the text or after a cell separator of another locale.
    Characters are compared in NFKC form, because some spreadsheets accept full-width formula
    characters.
    """
    escaped, begins = "", True
    for character in text:
        is_formula = begins and unicodedata.normalize("NFKC", character) in FORMULA_PREFIXES
        escaped += f"'{character}" if is_formula else character
        begins = character in CELL_SEPARATORS or (
            begins and character in IGNORED_BEFORE_FORMULA and not is_formula
        )
    return escaped


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the byte order mark, then each row as a line. None becomes an empty cell."""
    line = csv.writer(EchoFile())
    yield BYTE_ORDER_MARK
    for row in rows:
        yield line.writerow(["" if value is None else value for value in row])


class EchoFile:
    """A file-like object whose `write` returns the text, so that rows can be streamed."""

    def write(self, text: str) -> str:
        return text
