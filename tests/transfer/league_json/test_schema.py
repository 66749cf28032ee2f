"""The JSON schema of the export is valid for exports and agrees with the code.

This module implements the few keywords of JSON Schema that the schema uses, and fails on any other.
A library for all of JSON Schema would need five packages, one of them compiled.
"""

import json
import re
from pathlib import Path

import pytest

from scorekeeper.match.events import EVENT_BY_KIND
from scorekeeper.stats.schemes import MEASURES
from scorekeeper.stats.tiebreaks import TIE_BREAKS
from scorekeeper.transfer.league_json import FORMAT, VERSION
from scorekeeper.transfer.league_json.schema import LEAGUE, SECTIONS
from tests.transfer.leagues import wander, written

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "export.schema.json").read_text())
DEFS = SCHEMA["$defs"]
REMARKS = {"$schema", "$defs", "title", "description"}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
WORDS = {
    "$ref": lambda at, value: fits(DEFS[at.removeprefix("#/$defs/")], value),
    "anyOf": lambda some, value: any(fits(each, value) for each in some),
    "type": lambda name, value: type(value) is TYPES[name],
    "const": lambda only, value: type(value) is type(only) and value == only,
    "enum": lambda some, value: any(type(value) is type(one) and value == one for one in some),
    "minimum": lambda least, value: value >= least,
    "maximum": lambda most, value: value <= most,
    "minLength": lambda least, value: len(value) >= least,
    "maxLength": lambda most, value: len(value) <= most,
    "pattern": lambda pattern, value: re.search(pattern, value) is not None,
    "minItems": lambda least, value: len(value) >= least,
    "maxItems": lambda most, value: len(value) <= most,
    "items": lambda schema, value: all(fits(schema, each) for each in value),
    "prefixItems": lambda some, value: all(map(fits, some, value)),
    "required": lambda names, value: set(names) <= set(value),
    "properties": lambda known, value: all(
        fits(known[name], each) for name, each in value.items() if name in known
    ),
}


def fits(schema, value):
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
    return not more if others is False else all(fits(others, each) for each in more)


@pytest.fixture
def database(sqlite):
    return sqlite


def test_a_league_fits_the_schema(app):
    wander(app, matches=10)
    whole = json.loads(written(app))

    assert fits(SCHEMA, whole)
    assert fits(SCHEMA, {**whole, "unreadable": [{**whole["log"][0], "kind": "", "body": "{"}]})
    for section in SECTIONS:
        assert whole[section.name], f"there is no row of {section.name} to try"


@pytest.mark.parametrize("name", [section.name for section in SECTIONS])
def test_a_row_with_a_column_more_or_less_does_not_fit(app, name):
    wander(app, matches=4)
    whole = json.loads(written(app))
    for spoil in (lambda row: row.update(more=1), lambda row: row.popitem()):
        spoilt = json.loads(json.dumps(whole))
        spoil(spoilt[name][0])
        assert not fits(SCHEMA, spoilt)


def test_it_names_the_columns_of_every_section_in_order():
    for section in SECTIONS:
        schema = DEFS[SCHEMA["properties"][section.name]["items"]["$ref"].rpartition("/")[2]]
        assert list(schema["properties"]) == schema["required"] == list(section.columns)
    assert list(SCHEMA["properties"]["league"]["properties"]) == list(LEAGUE)
    assert SCHEMA["required"][4:] == [section.name for section in SECTIONS]


def test_it_names_what_there_is():
    assert SCHEMA["properties"]["format"]["const"] == FORMAT
    assert SCHEMA["properties"]["version"]["const"] == VERSION
    assert set(DEFS["entry"]["properties"]["kind"]["enum"]) == set(EVENT_BY_KIND)
    assert set(DEFS["scheme"]["properties"]["measure"]["enum"]) == set(MEASURES)
    assert set(DEFS["scheme"]["properties"]["ties"]["items"]["enum"]) == set(TIE_BREAKS)


def test_the_page_tells_of_every_section_and_kind():
    page = (Path(__file__).parents[3] / "docs" / "export.md").read_text()

    for name in [section.name for section in SECTIONS] + list(EVENT_BY_KIND):
        assert f"`{name}`" in page, name
