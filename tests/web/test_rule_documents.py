"""The rules page of each game, which needs no database, and the game's part of documents.md."""

import json
import re
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import choice_json_value
from scorekeeper.rules.setup import build_setup
from scorekeeper.web.rules import render_markdown
from tests.web.phone import Phone


@pytest.fixture(scope="module")
def reader():
    return Phone(create_app({}, log=MemoryLog({})))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_rules_page_starts_with_a_summary_and_ends_with_sources(reader, game):
    reader.go("/rules")
    page = reader.tap(game.name)

    assert page.status == 200
    assert page.title == f"Rules of {game.name}"
    headings = [heading.words for heading in page.root.all("h2")]
    assert headings[0] == "In short"
    assert headings[-1] == "Sources"
    assert len(page.root.all("h1")) == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_subheadings_of_a_rules_page_are_the_labels_of_the_options(reader, game):
    page = reader.go(f"/rules/{game.slug}")
    heads = [heading.words for heading in page.root.all("h3")]

    assert heads == [render(option.label, {}) for option in game.options]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_rules_pages_contain_no_code_identifiers(reader, game):
    page = reader.go(f"/rules/{game.slug}")

    assert page.root.all("code", "pre") == []
    assert re.findall(r"\w+_\w+|\b(?:true|false|null)\b", page.words) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_all_sections_of_a_rules_page_after_the_summary_are_folded(reader, game):
    page = reader.go(f"/rules/{game.slug}")
    folds = page.root.all("details")

    assert [fold.all("summary")[0].words for fold in folds] == [
        heading.words for heading in page.root.all("h2")[1:]
    ]
    assert not any("open" in fold for fold in folds)
    assert page.by_id("house-rules").all("summary")[0].words == "House rules"
    assert {head.closest("details")["id"] for head in page.root.all("h3")} == {"house-rules"}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_developer_document_lists_name_label_and_values_of_every_option(game):
    text = (Path(__file__).parents[2] / "docs" / "documents.md").read_text()
    part = text.partition(f"\n## {game.name}\n")[2].partition("\n## ")[0]
    rows = re.findall(
        r"^\| `(\w+)` \| ([^|`]+) \|(.*)$", part.partition("| Option")[2], re.MULTILINE
    )

    assert [row[:2] for row in rows] == [
        (option.name, render(option.label, {})) for option in game.options
    ]
    for option, (_, _, takes) in zip(game.options, rows, strict=True):
        values = [choice_json_value(choice) for choice in option.choices]
        assert [value for value in values if json.dumps(value) not in takes] == [], option.name


def test_the_developer_document_lists_every_field_of_a_deal():
    text = (Path(__file__).parents[2] / "docs" / "documents.md").read_text()
    missing = set()
    for game in GAMES.values():
        part = text.partition(f"\n## {game.name}\n")[2].partition("| Option")[0]
        for count in game.seats:
            position = game.begin(build_setup(game, tuple(map(str, range(1, count + 1))), {}))
            names = [field.name for field in game.deal.fields(position, {})]
            missing |= {(game.slug, name) for name in names if f"`{name}`" not in part}

    assert missing == set()


def test_the_rules_page_of_an_unknown_game_is_not_found(reader):
    assert reader.go("/rules/poker").status == 404


@pytest.mark.parametrize(
    ("back", "leads"),
    [
        pytest.param("/matches/new", "/matches/new", id="a page of this site"),
        pytest.param("/matches/7/sheet?why=1-2", "/matches/7/sheet?why=1-2", id="with a query"),
        pytest.param("", "/rules", id="no address"),
        pytest.param("//evil.example", "/rules", id="another site"),
        pytest.param("/\\evil.example", "/rules", id="another site for some browsers"),
        pytest.param("https://evil.example", "/rules", id="a full address of another site"),
        pytest.param("javascript:alert(1)", "/rules", id="a script"),
    ],
)
def test_the_back_link_leads_only_to_this_site(reader, back, leads):
    page = reader.request("GET", "/rules/loba", [("back", back)])

    assert page.find("Back", "a")["href"] == leads


def test_html_tags_in_markdown_are_escaped():
    assert (
        "<script>"
        not in render_markdown("# Loba\n\n<script>alert(1)</script> and <b>bold</b>").text
    )


def test_a_markdown_table_has_header_cells_and_is_a_focusable_labelled_group():
    page = render_markdown(
        "## Scoring\n\n| What | Points |\n| --- | ---: |\n| A bid kept | +1 |\n"
    ).text

    assert '<th scope="col">What</th>' in page
    assert '<th scope="row">A bid kept</th>' in page
    assert "<td>+1</td>" in page
    assert 'role="group" tabindex="0" aria-label="Scoring"' in page
    assert "style=" not in page


def test_a_link_to_the_file_of_another_game_becomes_a_link_to_its_page():
    assert '<a href="loba">Loba</a>' in render_markdown("As in [Loba](loba.md).").text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("5 → 5", "5\u00a0→\u00a05"),
        ("+21 → 79", "+21 →\u00a079"),
        ("2 + 0 + 3 = 5", "2 + 0 + 3 =\u00a05"),
        ("bid 1, took 0", "bid 1, took\u00a00"),
        ("25–64", "25–\u206064"),
    ],
)
def test_a_line_of_a_rules_page_does_not_break_before_a_result(written, shown):
    page = render_markdown(f"| Deal | Points |\n|---|---|\n| One | {written} |")

    assert f"<td>{shown}</td>" in page.text
