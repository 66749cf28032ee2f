"""Exports are valid against the JSON schema, which agrees with the code.

This module implements only the JSON Schema keywords that the schema uses, and fails on any other
keyword. A JSON Schema library would need five packages, one of them compiled.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.match.events import EVENT_BY_KIND
from scorekeeper.transfer.league_json import DURING_THIS_VERSION
from scorekeeper.transfer.league_json.json_types import BODIES, PlayerKey, ValidText
from scorekeeper.transfer.league_json.row_check import expected_instead, first_mistake
from scorekeeper.transfer.league_json.sections import (
    HEADER,
    LEAGUE,
    LOG,
    SECTION_BY_NAME,
    SECTIONS,
)
from tests.sample import sized
from tests.transfer.exports import decode_document, encode_document, export_league
from tests.transfer.random_leagues import fill_random_league

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = json.loads((DOCS / "export.schema.json").read_text())
DEFS = SCHEMA["$defs"]
REMARKS = {"$schema", "$defs", "title", "description", "default"}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}
WORDS = {
    "$ref": lambda at, value: fits_schema(DEFS[at.removeprefix("#/$defs/")], value),
    "anyOf": lambda some, value: any(fits_schema(each, value) for each in some),
    "type": lambda name, value: type(value) is TYPES[name],
    "enum": lambda some, value: any(type(value) is type(one) and value == one for one in some),
    "minimum": lambda least, value: value >= least,
    "maximum": lambda most, value: value <= most,
    "minLength": lambda least, value: len(value) >= least,
    "maxLength": lambda most, value: len(value) <= most,
    "pattern": lambda pattern, value: re.search(pattern, value) is not None,
    "minItems": lambda least, value: len(value) >= least,
    "maxItems": lambda most, value: len(value) <= most,
    # `False` is used only with "prefixItems", and "maxItems" then forbids further items.
    "items": lambda schema, value: (
        schema is False or all(fits_schema(schema, each) for each in value)
    ),
    "prefixItems": lambda some, value: all(map(fits_schema, some, value)),
    "required": lambda names, value: set(names) <= set(value),
    "properties": lambda known, value: all(
        fits_schema(known[name], each) for name, each in value.items() if name in known
    ),
}


def fits_schema(schema, value):
    words = {name: rest for name, rest in schema.items() if name not in REMARKS}
    others = words.pop("additionalProperties", None)
    if "type" in words and not WORDS["type"](words.pop("type"), value):
        return False
    if not all(WORDS[name](rest, value) for name, rest in words.items()):
        return False
    more = (
        [each for name, each in value.items() if name not in schema.get("properties", {})]
        if others is not None
        else []
    )
    return not more if others is False else all(fits_schema(others, each) for each in more)


@pytest.fixture
def database(sqlite):
    return sqlite


@pytest.fixture
def lines(app):
    """The decoded lines of an export with rows in every section, and one unreadable match."""
    fill_random_league(app, matches=10)
    whole = decode_document(export_league(app))
    last = whole["log"][-1]["match"]
    whole["unreadable"] = [
        {**row, "kind": "", "body": "{"} for row in whole["log"] if row["match"] == last
    ]
    return [json.loads(line) for line in encode_document(whole).splitlines()]


def test_the_schema_file_matches_the_code():
    """If the file is out of date, the docstring of the module `schema` shows how to write it."""
    command = [sys.executable, "-m", "scorekeeper.transfer.league_json.schema"]
    made = subprocess.run(command, capture_output=True, check=True).stdout

    assert made == (DOCS / "export.schema.json").read_bytes()


def test_every_line_of_an_export_fits_the_schema(lines):
    """The sample contains one line of each section, and one entry of each kind."""
    one_per_kind = {(line.get("section"), line.get("kind")): line for line in lines}
    for line in sized(lines, one_per_kind.values()):
        assert fits_schema(SCHEMA, line), line
    assert {line.get("section") for line in lines} == {None, "end", *SECTION_BY_NAME}


def test_a_line_with_an_extra_or_missing_column_does_not_fit_the_schema(lines):
    for line in {line.get("section"): line for line in lines}.values():
        assert not fits_schema(SCHEMA, line | {"more": 1})
        for name in line:
            assert not fits_schema(SCHEMA, {other: line[other] for other in line if other != name})


WRONG = [
    None,
    True,
    0,
    -1,
    1,
    2**31,
    2**63,
    1.5,
    "",
    "x",
    "1\n",
    "2026-02-30",
    [],
    ["x"],
    {},
    {"x": 1},
]


# The types of columns with checks that a schema cannot express.
CHECKED_TEXTS = [
    column
    for kind in ValidText.__subclasses__()
    if kind is not PlayerKey
    for column in (kind, kind | None)
]


def test_the_schema_and_the_import_accept_the_same_values(lines):
    """Names, evenings and other values in `CHECKED_TEXTS` are not compared."""
    tried = 0
    for line in {(line.get("section"), line.get("kind")): line for line in lines[1:-1]}.values():
        section = SECTION_BY_NAME[line["section"]]
        for name, column in section.columns.items():
            if column in CHECKED_TEXTS:
                continue
            for value in WRONG:
                spoilt = line | {name: value}
                row = {key: each for key, each in spoilt.items() if key != "section"}
                taken = first_mistake(row, section.row_type) is None
                if taken and section is LOG and row["kind"] in BODIES:
                    taken = first_mistake(row["body"], BODIES[row["kind"]]) is None
                assert fits_schema(SCHEMA, spoilt) == taken, (name, value)
                tried += 1
    assert tried > 1000


@pytest.mark.parametrize("kind", ValidText.__subclasses__())
@pytest.mark.parametrize("value", [*WRONG, "Ana", "7", "2026-10-01", "a" * 41, "9999999999"])
def test_texts_that_the_import_accepts_fit_the_schema(kind, value):
    if expected_instead(value, kind) is None:
        assert fits_schema(kind.schema, value)


def test_the_schema_lists_the_columns_of_every_section_in_order():
    for section in SECTIONS:
        names = [name for name in DEFS if name == section.name or name.startswith("log-")]
        for name in names if section is LOG else [section.name]:
            schema = DEFS[name]
            columns = ["section", *section.columns]
            assert list(schema["properties"]) == schema["required"] == columns
    assert list(DEFS["header"]["properties"]) == list(HEADER)


def test_the_documentation_names_every_event_kind():
    page = (DOCS / "export.md").read_text()
    text = page.partition("\n### Kinds of entries\n")[2].partition("\n#")[0]
    named = ", ".join(re.findall(r"^- (`.+?`):", text, re.MULTILINE))

    assert sorted(named.split(", ")) == sorted(f"`{kind}`" for kind in EVENT_BY_KIND)


def test_the_documentation_names_every_column_of_the_header():
    page = (DOCS / "export.md").read_text()
    table = page.partition("| Column of `league` |")[2].partition("\n\n")[0]
    names = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)

    assert ", ".join(names) == ", ".join(f"`{name}`" for name in LEAGUE.columns)


@pytest.mark.parametrize("section", [LEAGUE, *SECTIONS], ids=lambda section: section.name)
def test_the_documentation_says_which_columns_older_documents_lack(section):
    page = (DOCS / "export.md").read_text()
    recent = re.search(r"^Some documents of version .+?\n\n", page, re.MULTILINE | re.DOTALL)[0]
    older = page.partition("### Older versions")[2].partition("\n## ")[0]

    for name, (version, _) in section.added.items():
        assert f"`{name}`" in (recent if version == DURING_THIS_VERSION else older), name


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_the_documentation_names_every_column_of_a_section_in_order(section):
    page = (DOCS / "export.md").read_text()
    text = page.partition(f"\n#### `{section.name}`\n")[2].partition("\n#")[0]
    named = re.findall(r"^- `(\w+)`(?=:|$)", text, re.MULTILINE)

    assert named == list(section.columns)
