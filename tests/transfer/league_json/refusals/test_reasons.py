"""A refusal states the expected value and the line number in the file."""

import pytest

from scorekeeper.transfer.league_json import VERSION
from tests.transfer.exports import encode_document
from tests.transfer.league_json.refusals.changes import KEPT, NOTED, SEASON
from tests.transfer.league_json.refusals.refused import refusal_of


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda whole: whole["players"][0].update(colour=11), "Expected int <= 10."),
        (lambda whole: whole["players"][0].update(name=""), "Expected a name of 1 to 40"),
        (lambda whole: whole["seasons"].append(SEASON | {"starts": "1"}), "such as 2026-10-01."),
        (
            lambda whole: whole["kept"].append(KEPT | {"game": "mus"}),
            "one of: jabberwocky,",
        ),
        (lambda whole: whole["kept"].append(KEPT | {"result": [["1"]]}), "got 1 at [0]."),
        (lambda whole: whole["log"][0]["body"].update(rules="1"), "Expected int, got str."),
        (
            lambda whole: whole["seasons"].append(SEASON | {"starts": "1899-12-31"}),
            "Expected a date from 1900 to 2099, such as 2026-10-01.",
        ),
        (
            lambda whole: whole["seasons"].append(SEASON | {"ends": "2100-01-01"}),
            "Expected a date from 1900 to 2099, such as 2026-10-01.",
        ),
        (
            lambda whole: whole["log"].append(
                NOTED | {"body": NOTED["body"] | {"night": "1000-01-01"}}
            ),
            "Expected a date from 1900 to 2099, such as 2026-10-01.",
        ),
        (
            lambda whole: whole["kept"].append(KEPT | {"ended_at": -2_208_988_801}),
            "Expected int >= -2208988800.",
        ),
        (
            lambda whole: whole["kept"].append(KEPT | {"ended_at": 4_102_531_201}),
            "Expected int <= 4102531200.",
        ),
        (lambda whole: whole["log"][2].update(at=4_102_444_800), "Expected int <= 4102358400."),
    ],
)
def test_a_refusal_states_the_expected_value(another_league, document, spoil, expected):
    spoil(document)

    assert expected in refusal_of(another_league, document)


@pytest.mark.parametrize("version", [2, VERSION])
def test_a_refusal_states_the_line_number_in_the_file(another_league, document, version):
    text = encode_document(document, version, separators=(",", ":")).decode().replace("},", "},\n")
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if '"kind":"stage recorded"' in line)
    spoilt = "\n".join(lines).replace('"bids":{"1":1', '"bids":{"1":7')

    assert refusal_of(another_league, spoilt.encode()).startswith(
        f"Line {number}, match 1: entry 2 "
    )
