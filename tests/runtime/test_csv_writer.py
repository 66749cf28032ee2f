"""Names are never written as formulas, whichever separator a spreadsheet expects."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.runtime.csv_writer import FORMULA_PREFIXES, csv_lines, escape_formulas

NAMES = st.text(alphabet='a=+-@;|\t" ,\uff1d', max_size=12)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@given(name=NAMES)
def test_no_cell_starts_with_a_formula_prefix_whatever_the_delimiter(delimiter, name):
    text = "".join(csv_lines([[escape_formulas(name), "1"]])).removeprefix("\ufeff")

    for row in csv.reader(text.splitlines(), delimiter=delimiter):
        for cell in row:
            assert not cell.lstrip(' "').startswith((*FORMULA_PREFIXES, "\uff1d"))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ana", "Ana"),
        ("Jean-Luc", "Jean-Luc"),
        ("=1+1", "'=1+1"),
        ("a;=1+1", "a;'=1+1"),
        ("a; @b|-c", "a; '@b|'-c"),
        ("", ""),
    ],
)
def test_only_characters_that_would_start_a_formula_are_escaped(name, written):
    assert escape_formulas(name) == written
