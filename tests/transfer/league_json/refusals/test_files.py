"""Files that are not exports, truncated exports and endless files are refused with a reason."""

import gzip
import zipfile
from io import BytesIO

import pytest

from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.load import load_league
from tests.transfer.exports import export_league
from tests.transfer.league_json.refusals.refused import refusal_of


def compress(data):
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("league.json", data)
    return buffer.getvalue()


DEEP = b'{"format":"scorekeeper league","version":2,"league":' + b"[" * 100_000


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "This file is empty.", id="nothing"),
        pytest.param(b" \n ", "This file is incomplete: it ends on line 2.", id="blank"),
        pytest.param(
            b"hello", "This is not a Scorekeeper export: it is not a JSON object.", id="text"
        ),
        pytest.param(
            b"[]", "This is not a Scorekeeper export: it is not a JSON object.", id="list"
        ),
        pytest.param(b"{}", "This is not a Scorekeeper export.", id="empty object"),
        pytest.param(b'{"a":1}', "This is not a Scorekeeper export.", id="another object"),
        pytest.param(b'{"a":1} x', "This is not a Scorekeeper export.", id="more"),
        pytest.param(b'{"a":NaN}', "This is not valid JSON: NaN is not allowed.", id="NaN"),
        pytest.param(
            b'{"a":1,"a":2}', 'This JSON has the key "a" twice in one object.', id="twice"
        ),
        pytest.param(
            b'{"a":{"b":1,"b":2}}', 'This JSON has the key "b" twice in one object.', id="inside"
        ),
        pytest.param(b'{"a" 1}', "This is not JSON: a colon is missing on line 1.", id="colon"),
        pytest.param(
            b'{"a":1\n"b":2}', "This is not JSON: a comma is missing on line 2.", id="comma"
        ),
        pytest.param(b"{1:1}", "This is not JSON: a name is missing on line 1.", id="name"),
        pytest.param(b'{"a":[1,\n2,}', "This is not JSON. Line 2: a value is missing.", id="value"),
        pytest.param(b'{"a":"\xff"}', "This is not UTF-8 text: byte 7 is invalid.", id="UTF-8"),
        pytest.param(
            "{}".encode("utf-16"), "This is not UTF-8 text: byte 1 is invalid.", id="UTF-16"
        ),
        pytest.param(
            b'{"a":' + b"9" * 5000 + b"}",
            "This JSON contains a number with too many digits.",
            id="digits",
        ),
        pytest.param(
            b'{"a":"' + b"x" * (3 << 20),
            "Line 1 is too long.",
            id="a long string",
        ),
        pytest.param(b'{"a":"\\ud800"}', "There is an invalid character on line 1.", id="half"),
        pytest.param(b'{"a":{"\\u0000":1}}', "There is an invalid character on line 1.", id="nul"),
        pytest.param(DEEP, "This JSON is nested too deeply for an export.", id="deep"),
        pytest.param(
            b" " * (2 << 20),
            "This is not an export: it contains too much white space.",
            id="spaces",
        ),
        pytest.param(
            gzip.compress(b"{}"), "This file is compressed (gzip). Unpack it first.", id="gzip"
        ),
        pytest.param(
            compress(b"{}"),
            "This file is compressed (zip). Unpack it, then choose the file that was inside.",
            id="zip",
        ),
        pytest.param(
            b"SQLite format 3\0" + bytes(100),
            "This file is a database, not an export. Use `scorekeeper restore`.",
            id="database",
        ),
    ],
)
def test_a_file_that_is_not_an_export_is_refused_with_a_reason(app, data, sentence):
    assert refusal_of(app, data) == sentence


@pytest.mark.thorough
def test_a_truncated_export_is_refused_wherever_it_ends(app, another_league, document):
    text = export_league(app)
    for end in range(1, len(text) - 2, 7):
        sentence = refusal_of(another_league, text[:end])
        assert "incomplete" in sentence or "a value is missing" in sentence


class Endless:
    """A file of endless spaces that counts how many bytes were read."""

    def __init__(self):
        self.read_so_far = 0

    def seek(self, *where):
        return 0

    def tell(self):
        return 0

    def read(self, size):
        self.read_so_far += size
        return b" " * size


def test_a_file_of_endless_spaces_is_refused_within_2_mib(app):
    spaces = Endless()
    with pytest.raises(InvalidDocuments):
        load_league(engines.store_of(app), spaces)

    assert spaces.read_so_far < 2 << 20
