"""An invalid header, section or line is refused, and so is an export of a newer version."""

import json
import sys

import pytest

from scorekeeper.transfer.league_json import VERSION
from tests.transfer.exports import encode_document
from tests.transfer.league_json.refusals.refused import refusal_of


@pytest.mark.parametrize("layout", [2, VERSION])
def test_an_export_of_a_newer_version_is_refused(another_league, document, layout):
    document["version"] = VERSION + 1
    document["motto"] = "Aces high"
    document["players"][0]["avatar"] = "fox"

    assert refusal_of(another_league, document, layout) == (
        "This file was made by a newer version of Scorekeeper. Update Scorekeeper, then "
        "import the file again."
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("version", 0, "This is not a Scorekeeper export."),
        ("version", "1", "This is not a Scorekeeper export."),
        ("version", True, "This is not a Scorekeeper export."),
        ("format", "league", "This is not a Scorekeeper export."),
        ("changed_at", -1, "This is not a Scorekeeper export."),
        ("log", {}, "This export is incomplete: “log” is missing."),
        ("league", [], "This export is incomplete: “league” is missing."),
        ("league", 3, "Line 1, league: this is not an object."),
        ("league", {}, "Line 1, league: “name” is missing."),
        ("extra", 1, 'An export cannot have "extra" here.'),
    ],
)
@pytest.mark.parametrize("version", [2, VERSION])
def test_an_invalid_header_is_refused(another_league, document, name, value, sentence, version):
    document[name] = value
    if version == VERSION and name == "log":
        sentence = 'An export cannot have "log" here.'  # rows of the log are not in the header

    assert refusal_of(another_league, document, version) == sentence


@pytest.mark.parametrize(
    "head", ['{"format":"scorekeeper league","version":2,"more":[', '{"more":[' + "1," * 1001]
)
def test_an_unknown_section_is_refused_before_its_content_is_read(app, head):
    """The text after the section's name is not even JSON."""
    sentence = refusal_of(app, f"{head}1,2,and so on for 150 MB".encode())

    known = sentence == 'An export cannot have "more" here.'
    assert known or sentence == "This is not a Scorekeeper export."


def test_a_missing_section_is_refused(another_league, document):
    del document["terms"]

    sentence = refusal_of(another_league, document, version=2)

    assert sentence == "This export is incomplete: “terms” is missing."


@pytest.mark.parametrize("version", [2, VERSION])
def test_data_after_the_end_is_refused(another_league, document, version):
    sentence = refusal_of(another_league, encode_document(document, version) + b"\n{}")

    assert sentence == "This is not JSON: there is extra text at the end."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"7", "Line 2, 7: this is not an object."),
        (b"[]", "Line 2, []: this is not an object."),
        (b"{}", "Line 2, null: there is no such section."),
        (b'{"section":["log"]}', 'Line 2, ["log"]: there is no such section.'),
        (b'{"section":"tournaments"}', 'Line 2, "tournaments": there is no such section.'),
        (b'{"section":"players"}', "Line 2, players: “id” is missing."),
        (b'{"section":"end","rows":1}', 'Line 2, end: "rows" is not allowed here.'),
        (b'{"section":"end"', "This file is incomplete: it ends on line 2."),
        (
            b'{"section":"end"}{"section":"end"}',
            "This is not JSON: there is extra text at the end.",
        ),
        (b"", "This file is incomplete: it ends on line 2."),
        (b"NaN", "This is not valid JSON: NaN is not allowed."),
        (b'{"section":"players","id":1,"id":2}', 'This JSON has the key "id" twice in one object.'),
        (
            b'{"section":"players","id":' + b"9" * 5000,
            "This JSON contains a number with too many digits.",
        ),
        (
            b'{"section":"players","id":' + b"[" * 100_000,
            "This JSON is nested too deeply for an export.",
        ),
        (b'{"section":"players","name":"' + b"x" * (3 << 20), "Line 2 is too long."),
        (b'{"section":"players","name":"\\ud800"}', "There is an invalid character on line 2."),
        (b'{"section":"players","name":"\xff"}', "This is not UTF-8 text: byte"),
        (b" " * (2 << 20) + b"7", "Line 2, 7: this is not an object."),
    ],
)
def test_a_line_that_is_not_a_row_is_refused(another_league, document, line, sentence):
    head = encode_document(document).splitlines()[0]

    assert refusal_of(another_league, head + b"\n" + line).startswith(sentence)


@pytest.mark.thorough
@pytest.mark.parametrize("version", [2, VERSION])
def test_a_row_nested_near_the_recursion_limit_is_refused(another_league, document, version):
    """Parsing, copying and writing JSON reach the limit at slightly different depths."""
    text, seen = encode_document(document, version), set()
    for depth in range(sys.getrecursionlimit() - 60, sys.getrecursionlimit()):
        deep = b'"options": {"deep": ' + b"[" * depth + b"]" * depth + b", "
        seen.add(refusal_of(another_league, text.replace(b'"options": {', deep)))

    assert "This JSON is nested too deeply for an export." in seen


def test_rows_must_be_in_order_of_section_and_id(another_league, document):
    document["players"].append(document["players"][2] | {"id": 4, "name": "Dina"})
    head, *rows, end = encode_document(document).splitlines()
    names = [json.loads(row)["section"] for row in rows]
    assert names == ["players"] * 4 + ["log"] * 3

    sentence = refusal_of(another_league, b"\n".join([head, rows[1], rows[0], *rows[2:], end]))

    assert sentence == "Line 3, players: rows must be in order of their ids, without duplicates."
    sentence = refusal_of(another_league, b"\n".join([head, *rows[:3], *rows[4:], rows[3], end]))
    assert sentence == "Line 8, players: these rows must come before “log”."
