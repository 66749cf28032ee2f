"""Reading the bytes of a CSV file: numbered lines of cells, or the reason for a refusal."""

import codecs
import gzip

import pytest

from scorekeeper.messages import render
from scorekeeper.transfer.results_csv import UnreadableCsv, read_file


def cells(data):
    file = read_file(data.encode() if isinstance(data, str) else data)
    return [(line.number, *line.cells) for line in file.lines]


def refusal(data):
    with pytest.raises(UnreadableCsv) as refused:
        read_file(data)
    assert str(refused.value) == render(refused.value.sentence, {})
    return str(refused.value)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        pytest.param("Jamón;2".encode(), "UTF-8", id="UTF-8"),
        pytest.param(
            codecs.BOM_UTF8 + "Jamón;2".encode(), "UTF-8", id="UTF-8 with a byte order mark"
        ),
        pytest.param("Jamón;2".encode("utf-16"), "UTF-16", id="UTF-16"),
        pytest.param(
            codecs.BOM_UTF16_BE + "Jamón;2".encode("utf-16-be"),
            "UTF-16",
            id="UTF-16, big-endian",
        ),
        pytest.param("Jamón;2".encode("cp1252"), "Windows-1252", id="Windows-1252"),
    ],
)
def test_the_text_encoding_is_detected(data, encoding):
    file = read_file(data)

    assert (file.encoding, file.lines[0].cells) == (encoding, ("Jamón", "2"))


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        pytest.param("a;b\n1;2\n", ";", id="semicolons"),
        pytest.param("a,b\n1,2\n", ",", id="commas"),
        pytest.param("a\tb\n1\t2\n", "\t", id="tabs"),
        pytest.param("a|b\n1|2\n", "|", id="vertical bars"),
        pytest.param("3.9.23;Ana, Bruno\n4.9.23;Ana, Chus, Edu\n", ";", id="commas between names"),
        pytest.param(
            "2023-09-03,Ana; Bruno\n2023-09-04,Ana; Chus\n", ",", id="semicolons between names"
        ),
        pytest.param('3.9.23,"Ana;Bruno"\n4.9.23,"Ana;Chus;Edu"\n', ",", id="in quotation marks"),
        pytest.param("sep=,\n1;2,3;4\n", ",", id="declared by the file"),
        pytest.param("SEP=|;\n1;2|3;4\n", "|", id="declared in capitals"),
        pytest.param("Ana\nBruno\n", ";", id="one column"),
        pytest.param("a;b;c\n1,5;2,5;3\n1,5;2;3\n", ";", id="commas in numbers"),
    ],
)
def test_the_separator_is_detected(text, separator):
    assert read_file(text.encode()).separator == separator


@pytest.mark.parametrize(
    "swallowed", [("x" * 5000 + "\n") * 800, "x\n" * 6000 + '"'], ids=["open", "closed"]
)
def test_a_quoted_cell_that_is_too_long_is_refused_with_its_line(swallowed):
    assert refusal(b'a;b\n"1;2\n' + swallowed.encode()) == (
        "Line 2 is longer than 10000 characters. Check that every quotation mark in it is closed."
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("a;b\n\n1;2\n", [(1, "a", "b"), (3, "1", "2")], id="a blank line"),
        pytest.param("a;b\n ; \n1;2", [(1, "a", "b"), (3, "1", "2")], id="a line of blank cells"),
        pytest.param("a;b\r\n1;2\r\n", [(1, "a", "b"), (2, "1", "2")], id="Windows"),
        pytest.param("a;b\r1;2\r", [(1, "a", "b"), (2, "1", "2")], id="an old Macintosh"),
        pytest.param('a;"b\nc"\n1;2', [(1, "a", "b\nc"), (3, "1", "2")], id="over two lines"),
        pytest.param(
            "a;b\x0b\x85\u2028\n1;2",
            [(1, "a", "b"), (2, "1", "2")],
            id="characters that only look like line ends",
        ),
        pytest.param('a; "b;c" \n1; 2 ', [(1, "a", "b;c"), (2, "1", "2")], id="spaces"),
        pytest.param('a;5" disc\n1;2', [(1, "a", '5" disc'), (2, "1", "2")], id="inches"),
        pytest.param("sep=;\na;b\n", [(2, "a", "b")], id="a declared separator"),
        pytest.param(
            "a;b\n1\n1;2;3\n",
            [(1, "a", "b"), (2, "1"), (3, "1", "2", "3")],
            id="rows of different lengths",
        ),
        pytest.param("=1+1;@a\n+1;-2\n", [(1, "=1+1", "@a"), (2, "+1", "-2")], id="formulas"),
    ],
)
def test_cells_are_read_with_the_line_numbers_of_the_file(text, found):
    assert cells(text) == found


def test_a_row_over_several_lines_has_its_last_line_number():
    first, second = read_file(b'a;"b\nc"\n1;2').lines

    assert (first.last, second.last) == (2, 3)
    assert first.text == "a; b c"
    assert (second.cell(1), second.cell(2)) == ("2", "")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "This file is empty.", id="empty"),
        pytest.param(b" \n;;;\n\t\n", "This file is empty.", id="blank"),
        pytest.param(b"sep=;\n", "This file is empty.", id="only a declared separator"),
        pytest.param(
            b"PK\x03\x04...",
            "This is a spreadsheet file, not CSV. Save it as CSV and choose that file.",
            id="xlsx, ods",
        ),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1",
            "This is a spreadsheet file, not CSV. Save it as CSV and choose that file.",
            id="xls",
        ),
        pytest.param(
            gzip.compress(b"a;b"),
            "This file is compressed. Unpack it, then choose the CSV file that was inside.",
            id="gzip",
        ),
        pytest.param(
            b"%PDF-1.4", "This is a PDF, not CSV. Save the spreadsheet itself as CSV.", id="PDF"
        ),
        pytest.param(
            b"\n <!DOCTYPE html><p>",
            "This is a web page, not CSV. Save the spreadsheet itself as CSV.",
            id="a web page",
        ),
        pytest.param(
            b"a;b\0c",
            "This is not a text file. Save the spreadsheet as CSV in UTF-8.",
            id="a null byte",
        ),
        pytest.param(
            "a;b".encode("utf-16-le"),
            "This is not a text file. Save the spreadsheet as CSV in UTF-8.",
            id="UTF-16 without a byte order mark",
        ),
        pytest.param(
            b"\xff\xfea",
            "This is not a text file. Save the spreadsheet as CSV in UTF-8.",
            id="truncated UTF-16",
        ),
        pytest.param(
            b"a;\x81",
            "This is not a text file. Save the spreadsheet as CSV in UTF-8.",
            id="neither UTF-8 nor Windows-1252",
        ),
        pytest.param(
            b'a;b\n1;"2\n3;4\n',
            "A quotation mark on line 2 is never closed.",
            id="an open quotation mark",
        ),
        pytest.param(
            b"a;" + b"x" * 10_000,
            "Line 1 is longer than 10000 characters. Check that every quotation mark in it "
            "is closed.",
            id="a long line",
        ),
        pytest.param(
            b"a;b\n" + b"1;" * 60 + b"1",
            "Line 2 has 61 columns, but a line can have at most 60.",
            id="many columns",
        ),
        pytest.param(
            b"1;2\n" * 20_001,
            "This file has 20001 lines, but a file can have at most 20000. Split the file.",
            id="many lines",
        ),
        pytest.param(
            b"1" * 5_000_001, "This file is larger than 5 MB. Split the file.", id="large"
        ),
    ],
)
def test_an_unreadable_file_is_refused_with_a_reason(data, reason):
    assert refusal(data) == reason


def test_files_at_the_size_limits_are_read():
    assert len(read_file(b"1;2\n" * 20_000).lines) == 20_000
    assert read_file(b"1;" * 59 + b"1").width == 60
    assert read_file(b"a;" + b"x" * 9_999).width == 2
