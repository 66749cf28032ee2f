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

from scorekeeper.messages import Say, Told, say
from scorekeeper.transfer.results_csv.dates import looks_like_a_day
from scorekeeper.transfer.results_csv.text import LONGEST_QUOTED, shortened

MOST_BYTES = 5_000_000
MOST_LINES = 50_000
MOST_COLUMNS = 60
LONGEST_LINE = 10_000  # characters
LOOKED_AT = 200  # lines, to find out what separates cells

# In the order in which they are taken where all else is equal: a comma is often part of a cell.
SEPARATORS = {
    ";": say("Semicolons"),
    "\t": say("Tabs"),
    "|": say("Upright strokes"),
    ",": say("Commas"),
}

SPREADSHEET = say("This is a spreadsheet file, not CSV: save it as CSV and choose that file.")
PACKED = say("This file is packed: unpack it and choose the CSV file in it.")
PDF = say("This is a PDF, not CSV: save the spreadsheet itself as CSV.")
WEB_PAGE = say("This is a web page, not CSV: save the spreadsheet itself as CSV.")
NOT_TEXT = say("This is not text: save the spreadsheet as CSV in UTF-8.")
EMPTY = say("There is nothing in this file.")
BEGINNINGS = {
    b"PK": SPREADSHEET,
    b"\xd0\xcf\x11\xe0": SPREADSHEET,
    b"\x1f\x8b": PACKED,
    b"%PDF": PDF,
}
MARKUP = re.compile(r"\s*<(!doctype|html|head|body|table|\?xml|meta)\b", re.IGNORECASE)


class Unreadable(Told):
    """Why this file has no lines to look through, in a sentence."""

    def __init__(self, sentence: Say) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Line:
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
        return shortened("; ".join(self.cells), 3 * LONGEST_QUOTED)


@dataclass(frozen=True, slots=True)
class OldFile:
    """A file that was read: how, and its lines, all but the blank ones."""

    encoding: str
    separator: str
    lines: tuple[Line, ...]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(len(line.cells) for line in self.lines)


def read_file(data: bytes) -> OldFile:
    """The lines in these bytes; raises Unreadable."""
    text, encoding = decoded(data)
    if MARKUP.match(text):
        raise Unreadable(WEB_PAGE)
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not written[-1]:
        written.pop()
    if len(written) > MOST_LINES:
        raise Unreadable(
            say(
                "This file has {n} lines, and at most {most} are read: divide it.",
                n=len(written),
                most=MOST_LINES,
            )
        )
    told = re.fullmatch(r"sep=([;\t|,])[;\t|,]*", written[0] if written else "", re.IGNORECASE)
    separator = told[1] if told else likely_separator(written)
    # Where the file itself says what separates its cells, that line is none of the table's.
    lines = tuple(line for line in cut(written, separator) if not told or line.number > 1)
    if not lines:
        raise Unreadable(EMPTY)
    return OldFile(encoding, separator, lines)


def decoded(data: bytes) -> tuple[str, str]:
    """The text in these bytes, and the name of how it is written in bytes."""
    if len(data) > MOST_BYTES:
        reason = say("This file is larger than {most} MB: divide it.", most=MOST_BYTES // 10**6)
        raise Unreadable(reason)
    for beginning, reason in BEGINNINGS.items():
        if data.startswith(beginning):
            raise Unreadable(reason)
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
    raise Unreadable(NOT_TEXT)


def likely_separator(written: Sequence[str]) -> str:
    """What separates the cells: looked for in the first lines that are not blank."""
    sample = [line[:LONGEST_LINE] for line in written[:LOOKED_AT] if line.strip()]
    return max(SEPARATORS, key=lambda separator: regularity(sample, separator))


def regularity(sample: Sequence[str], separator: str) -> tuple[int, int]:
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
        len(row) > 1 and any(looks_like_a_day(cell) for cell in row[:MOST_COLUMNS]) for row in rows
    )
    return equal + dated, width


def cut(written: Sequence[str], separator: str) -> Iterator[Line]:
    """Each line that is not blank, in cells; raises Unreadable."""
    end = len(written) + 1
    for first, last, row in rows(written, separator):
        if first < last == end:
            raise Unreadable(never_closed(first))
        if sum(map(len, row)) > LONGEST_LINE:
            raise Unreadable(too_long(first))
        cells = tuple(cell.strip() for cell in row)
        if first == end or not any(cells):
            continue
        if len(cells) > MOST_COLUMNS:
            raise Unreadable(
                say(
                    "Line {line} has {n} columns, and at most {most} are read.",
                    line=first,
                    n=len(cells),
                    most=MOST_COLUMNS,
                )
            )
        yield Line(first, cells, last)


def rows(written: Sequence[str], separator: str) -> Iterator[tuple[int, int, list[str]]]:
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
        raise Unreadable(too_long(first)) from None


def never_closed(line: int) -> Say:
    return say("A quotation mark opens in line {line} and is never closed.", line=line)


def too_long(line: int) -> Say:
    return say(
        "Line {line} is longer than {most} characters: is a quotation mark in it never closed?",
        line=line,
        most=LONGEST_LINE,
    )
