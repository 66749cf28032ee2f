"""PURE. The bytes of a file -> its lines of cells, with the numbers that people see in it.

UTF-8, UTF-16 with its mark or Windows-1252; separated by semicolons, tabs, upright strokes or
commas, whichever cuts most lines into equally many cells and leaves a day in a cell of its own.
A cell in quotation marks may hold the separator and go over several lines.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.messages import Message, UserError, say
from scorekeeper.transfer.results_csv.dates import looks_like_date
from scorekeeper.transfer.results_csv.text import MAX_QUOTED_CHARS, shorten

MAX_BYTES = 5_000_000
MAX_LINES = 50_000
MAX_COLUMNS = 60
MAX_LINE_CHARS = 10_000  # characters
SAMPLE_LINES = 200  # lines, to find out what separates cells

# In the order in which they are taken where all else is equal: a comma is often part of a cell.
SEPARATORS = {
    ";": say("Semicolons"),
    "\t": say("Tabs"),
    "|": say("Upright strokes"),
    ",": say("Commas"),
}

SPREADSHEET = say("This is a spreadsheet file, not CSV: save it as CSV and choose that file.")
COMPRESSED = say("This file is packed: unpack it and choose the CSV file in it.")
PDF = say("This is a PDF, not CSV: save the spreadsheet itself as CSV.")
WEB_PAGE = say("This is a web page, not CSV: save the spreadsheet itself as CSV.")
NOT_TEXT = say("This is not text: save the spreadsheet as CSV in UTF-8.")
EMPTY_FILE = say("There is nothing in this file.")
MAGIC_NUMBERS = {
    b"PK": SPREADSHEET,
    b"\xd0\xcf\x11\xe0": SPREADSHEET,
    b"\x1f\x8b": COMPRESSED,
    b"%PDF": PDF,
}
HTML_START = re.compile(r"\s*<(!doctype|html|head|body|table|\?xml|meta)\b", re.IGNORECASE)


class UnreadableCsv(UserError):
    """Why this file has no lines to look through, in a sentence."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class CsvLine:
    """What stands between two line ends, in cells without the spaces around them.

    `last` is another number than `number` where a cell in quotation marks goes over lines.
    """

    number: int
    cells: tuple[str, ...]
    last: int

    def cell(self, index: int) -> str:
        """A line may have fewer cells than others: those are empty."""
        return self.cells[index] if index < len(self.cells) else ""

    @property
    def text(self) -> str:
        """The line as it is shown to people."""
        return shorten("; ".join(self.cells), 3 * MAX_QUOTED_CHARS)


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A file that was read: how, and its lines, all but the blank ones."""

    encoding: str
    separator: str
    lines: tuple[CsvLine, ...]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(len(line.cells) for line in self.lines)


def read_file(data: bytes) -> CsvFile:
    """The lines in these bytes; raises Unreadable."""
    text, encoding = decode_text(data)
    if HTML_START.match(text):
        raise UnreadableCsv(WEB_PAGE)
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not written[-1]:
        written.pop()
    if len(written) > MAX_LINES:
        raise UnreadableCsv(
            say(
                "This file has {n} lines, and at most {most} are read: divide it.",
                n=len(written),
                most=MAX_LINES,
            )
        )
    told = re.fullmatch(r"sep=([;\t|,])[;\t|,]*", written[0] if written else "", re.IGNORECASE)
    separator = told[1] if told else likely_separator(written)
    # Where the file itself says what separates its cells, that line is none of the table's.
    lines = tuple(line for line in split_cells(written, separator) if not told or line.number > 1)
    if not lines:
        raise UnreadableCsv(EMPTY_FILE)
    return CsvFile(encoding, separator, lines)


def decode_text(data: bytes) -> tuple[str, str]:
    """The text in these bytes, and the name of how it is written in bytes."""
    if len(data) > MAX_BYTES:
        reason = say("This file is larger than {most} MB: divide it.", most=MAX_BYTES // 10**6)
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
    """What separates the cells: looked for in the first lines that are not blank."""
    sample = [line[:MAX_LINE_CHARS] for line in written[:SAMPLE_LINES] if line.strip()]
    return max(SEPARATORS, key=lambda separator: separator_score(sample, separator))


def separator_score(sample: Sequence[str], separator: str) -> tuple[int, int]:
    """How well a separator fits: lines of equally many cells and lines with a day in a cell of
    its own, added up; then how many cells that are.
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
    """Each line that is not blank, in cells; raises Unreadable."""
    end = len(written) + 1
    for first, last, row in numbered_rows(written, separator):
        if first < last == end:
            raise UnreadableCsv(unclosed_quote(first))
        if sum(map(len, row)) > MAX_LINE_CHARS:
            raise UnreadableCsv(line_too_long(first))
        cells = tuple(cell.strip() for cell in row)
        if first == end or not any(cells):
            continue
        if len(cells) > MAX_COLUMNS:
            raise UnreadableCsv(
                say(
                    "Line {line} has {n} columns, and at most {most} are read.",
                    line=first,
                    n=len(cells),
                    most=MAX_COLUMNS,
                )
            )
        yield CsvLine(first, cells, last)


def numbered_rows(written: Sequence[str], separator: str) -> Iterator[tuple[int, int, list[str]]]:
    """First and last line number of each row, and its cells; one row more stands after the
    end, so that a quotation mark which is still open there swallows it.
    """
    ended = (line + "\n" for line in (*written, "end"))
    reader = csv.reader(ended, delimiter=separator, skipinitialspace=True)
    first = 1
    try:
        for row in reader:
            yield first, reader.line_num, row
            first = reader.line_num + 1
    except csv.Error:  # a cell longer than the reader's own limit
        raise UnreadableCsv(line_too_long(first)) from None


def unclosed_quote(line: int) -> Message:
    return say("A quotation mark opens in line {line} and is never closed.", line=line)


def line_too_long(line: int) -> Message:
    return say(
        "Line {line} is longer than {most} characters: is a quotation mark in it never closed?",
        line=line,
        most=MAX_LINE_CHARS,
    )
