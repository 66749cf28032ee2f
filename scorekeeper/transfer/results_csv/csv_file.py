"""Decode the bytes of a CSV file and split them into lines of cells.

The encoding is UTF-8, UTF-16 with a byte order mark, or Windows-1252. The separator is a semicolon,
tab, vertical bar or comma. The chosen separator divides most lines into the same number of cells,
with dates in separate cells. A quoted cell may contain separators and span lines. Lines are
numbered as in the file, from 1.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.messages import Message, UserError, say
from scorekeeper.transfer.results_csv.date_parsing import looks_like_date
from scorekeeper.transfer.results_csv.text import MAX_QUOTED_CHARS, shorten

MAX_BYTES = 5_000_000
MAX_LINES = 20_000
MAX_COLUMNS = 60
MAX_LINE_CHARS = 10_000
SAMPLE_LINES = 200  # lines used to detect the separator

# Separators in order of preference, if they fit equally well. Commas are last, because cells often
# contain them.
SEPARATORS = {
    ";": say("Semicolons"),
    "\t": say("Tabs"),
    "|": say("Vertical bars"),
    ",": say("Commas"),
}

SPREADSHEET = say("This is a spreadsheet file, not CSV. Save it as CSV and choose that file.")
COMPRESSED = say("This file is compressed. Unpack it, then choose the CSV file that was inside.")
PDF = say("This is a PDF, not CSV. Save the spreadsheet itself as CSV.")
WEB_PAGE = say("This is a web page, not CSV. Save the spreadsheet itself as CSV.")
NOT_TEXT = say("This is not a text file. Save the spreadsheet as CSV in UTF-8.")
EMPTY_FILE = say("This file is empty.")
MAGIC_NUMBERS = {
    b"PK": SPREADSHEET,
    b"\xd0\xcf\x11\xe0": SPREADSHEET,
    b"\x1f\x8b": COMPRESSED,
    b"%PDF": PDF,
}
HTML_START = re.compile(r"\s*<(!doctype|html|head|body|table|\?xml|meta)\b", re.IGNORECASE)


class UnreadableCsv(UserError):
    """The file cannot be read as CSV. The message says why."""


@dataclass(frozen=True, slots=True)
class CsvLine:
    """A row of the file as cells, without surrounding spaces.

    `number` and `last` are the numbers of its first and last line in the file. They differ if a
    quoted cell spans lines.
    """

    number: int
    cells: tuple[str, ...]
    last: int

    def cell(self, index: int) -> str:
        """Return the cell in this column, or "" if the line has fewer cells."""
        return self.cells[index] if index < len(self.cells) else ""

    @property
    def text(self) -> str:
        """The line as shown to the user, shortened to 120 characters."""
        return shorten("; ".join(self.cells), 3 * MAX_QUOTED_CHARS)


@dataclass(frozen=True, slots=True)
class CsvFile:
    """The encoding and the separator of a CSV file, and its lines that are not blank."""

    encoding: str
    separator: str
    lines: tuple[CsvLine, ...]

    @property
    def width(self) -> int:
        """The number of columns, which is the number of cells in the longest line."""
        return max(len(line.cells) for line in self.lines)


def read_file(data: bytes) -> CsvFile:
    """Decode a file and split it into lines. Raises UnreadableCsv if this is not possible."""
    text, encoding = decode_text(data)
    if HTML_START.match(text):
        raise UnreadableCsv(WEB_PAGE)
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not written[-1]:
        written.pop()
    if len(written) > MAX_LINES:
        raise UnreadableCsv(
            say(
                "This file has {n} lines, but a file can have at most {most}. Split the file.",
                n=len(written),
                most=MAX_LINES,
            )
        )
    declared = re.fullmatch(r"sep=([;\t|,])[;\t|,]*", written[0] if written else "", re.IGNORECASE)
    separator = declared[1] if declared else likely_separator(written)
    # A first line such as "sep=;" names the separator and is not part of the table.
    first_line = 2 if declared else 1
    lines = tuple(line for line in split_cells(written, separator) if line.number >= first_line)
    if not lines:
        raise UnreadableCsv(EMPTY_FILE)
    return CsvFile(encoding, separator, lines)


def decode_text(data: bytes) -> tuple[str, str]:
    """Return the decoded text and the name of the encoding.

    Raises UnreadableCsv if the file is too large or is not text.
    """
    if len(data) > MAX_BYTES:
        reason = say("This file is larger than {most} MB. Split the file.", most=MAX_BYTES // 10**6)
        raise UnreadableCsv(reason)
    for beginning, reason in MAGIC_NUMBERS.items():
        if data.startswith(beginning):
            raise UnreadableCsv(reason)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        tried = {"UTF-16": "utf-16"}
    else:
        tried = {"UTF-8": "utf-8-sig", "Windows-1252": "cp1252"}
    for name, codec in tried.items():
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text, name
    raise UnreadableCsv(NOT_TEXT)


def likely_separator(written: Sequence[str]) -> str:
    """Return the separator that best fits the first 200 lines."""
    sample = [line[:MAX_LINE_CHARS] for line in written[:SAMPLE_LINES] if line.strip()]
    return max(SEPARATORS, key=lambda separator: separator_score(sample, separator))


def separator_score(sample: Sequence[str], separator: str) -> tuple[int, int]:
    """Return a score for how well a separator fits. A higher score is better.

    The first value is the number of lines with the most common number of cells, plus the number
    of lines with a date in a cell. The second is that most common number of cells.
    """
    try:
        rows = list(csv.reader(sample, delimiter=separator, skipinitialspace=True))
    except csv.Error:
        return 0, 0
    widths = Counter(len(row) for row in rows if len(row) > 1)
    if not widths:
        return 0, 0
    width, equal = widths.most_common(1)[0]
    dated = sum(
        len(row) > 1 and any(looks_like_date(cell) for cell in row[:MAX_COLUMNS]) for row in rows
    )
    return equal + dated, width


def split_cells(written: Sequence[str], separator: str) -> Iterator[CsvLine]:
    """Yield the lines that are not blank, split into cells.

    Raises UnreadableCsv if a quotation mark is not closed, or if a line is too long or has too
    many columns.
    """
    end = len(written) + 1
    for first_line, last_line, row in numbered_rows(written, separator):
        if first_line < last_line == end:
            raise UnreadableCsv(unclosed_quote(first_line))
        if sum(map(len, row)) > MAX_LINE_CHARS:
            raise UnreadableCsv(line_too_long(first_line))
        cells = tuple(cell.strip() for cell in row)
        if first_line == end or not any(cells):
            continue
        if len(cells) > MAX_COLUMNS:
            raise UnreadableCsv(
                say(
                    "Line {line} has {n} columns, but a line can have at most {most}.",
                    line=first_line,
                    n=len(cells),
                    most=MAX_COLUMNS,
                )
            )
        yield CsvLine(first_line, cells, last_line)


def numbered_rows(written: Sequence[str], separator: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the numbers of the first and last line of each row, and its cells.

    One more row is added after the end. If a quotation mark is not closed, this row becomes part of
    the last cell, so the mistake can be detected. Raises UnreadableCsv if a cell is too long.
    """
    ended = (line + "\n" for line in (*written, "end"))
    reader = csv.reader(ended, delimiter=separator, skipinitialspace=True)
    first_line = 1
    try:
        for row in reader:
            yield first_line, reader.line_num, row
            first_line = reader.line_num + 1
    except csv.Error:  # a cell is longer than the limit of the csv module
        raise UnreadableCsv(line_too_long(first_line)) from None


def unclosed_quote(line: int) -> Message:
    return say("A quotation mark on line {line} is never closed.", line=line)


def line_too_long(line: int) -> Message:
    return say(
        "Line {line} is longer than {most} characters. Check that every quotation mark in "
        "it is closed.",
        line=line,
        most=MAX_LINE_CHARS,
    )
