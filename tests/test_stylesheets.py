"""The style sheets, as far as a machine can judge them."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[1] / "static" / "css"
SHEETS = {
    file.name: re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
    for file in sorted(CSS.glob("*.css"))
}
EVERYTHING = "\n".join(SHEETS.values())
LAYERS = ("reset", "tokens", "base", "layout", "parts", "games", "states", "print")


@pytest.mark.parametrize("name", SHEETS)
def test_braces_and_quotes_close(name):
    bare = re.sub(r""""[^"\n]*"|'[^'\n]*'""", "", SHEETS[name])

    assert bare.count("{") == bare.count("}")
    assert bare.count("(") == bare.count(")")
    assert '"' not in bare
    assert "'" not in bare


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_shouts_and_nothing_comes_from_elsewhere(name):
    assert "!important" not in SHEETS[name]
    assert re.findall(r"@import|url\(\s*[\"']?(?:https?:)?//", SHEETS[name]) == []


@pytest.mark.parametrize("name", SHEETS)
def test_no_rule_is_for_one_element_alone(name):
    selectors = re.findall(r"([^{};]+)\{", SHEETS[name])

    assert [one.strip() for one in selectors if re.search(r"#[a-zA-Z]", one)] == []


def test_every_value_that_is_used_has_been_given():
    given = set(re.findall(r"(--[\w-]+)\s*:", EVERYTHING))
    used = set(re.findall(r"var\(\s*(--[\w-]+)\s*\)", EVERYTHING))  # without a second choice

    assert used
    assert used - given == set()


def test_every_layer_is_one_of_the_order():
    named = re.findall(r"@layer\s+([\w, ]+)", EVERYTHING)
    names = {name.strip() for group in named for name in group.split(",")}

    assert names <= set(LAYERS)
