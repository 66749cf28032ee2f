"""The rules of each game as a page; no database needed."""

import pytest
from phone import Phone

from scorekeeper import create_app
from scorekeeper.log import MemoryLog
from scorekeeper.rules import GAMES
from scorekeeper.web.rules_pages import html


@pytest.fixture(scope="module")
def reader():
    return Phone(create_app({}, log=MemoryLog({})))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_says_how_it_is_scored_and_from_where(reader, game):
    reader.go("/rules")
    page = reader.tap(game.name)

    assert page.status == 200
    assert page.title == game.name
    headings = [heading.words for heading in page.root.all("h2")]
    assert headings[0] == "In one breath"
    assert headings[-1] == "Sources"
    assert len(page.root.all("h1")) == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_option_is_in_the_rules(reader, game):
    text = reader.go(f"/rules/{game.slug}").words

    assert [option.name for option in game.options if option.name not in text] == []


def test_a_game_we_do_not_score_is_not_found(reader):
    assert reader.go("/rules/poker").status == 404


@pytest.mark.parametrize(
    ("back", "leads"),
    [
        pytest.param("/matches/new", "/matches/new", id="a page of ours"),
        pytest.param("/matches/7/sheet?why=1-2", "/matches/7/sheet?why=1-2", id="with a query"),
        pytest.param("", "/rules", id="nothing said"),
        pytest.param("//evil.example", "/rules", id="another site"),
        pytest.param("/\\evil.example", "/rules", id="another site for some browsers"),
        pytest.param("https://evil.example", "/rules", id="another site in full"),
        pytest.param("javascript:alert(1)", "/rules", id="a script"),
    ],
)
def test_the_way_back_stays_in_the_house(reader, back, leads):
    page = reader.ask("GET", "/rules/loba", [("back", back)])

    assert page.find("Back", "a")["href"] == leads


def test_tags_in_the_text_stay_text():
    assert "<script>" not in html("# Loba\n\n<script>alert(1)</script> and <b>bold</b>")


def test_a_table_has_heads_for_columns_and_rows_and_scrolls_by_itself():
    page = html("## Scoring\n\n| What | Points |\n| --- | ---: |\n| A bid kept | +1 |\n")

    assert '<th scope="col">What</th>' in page
    assert '<th scope="row">A bid kept</th>' in page
    assert "<td>+1</td>" in page
    assert 'role="group" tabindex="0" aria-label="Scoring"' in page
    assert "style=" not in page


def test_a_link_from_game_to_game_stays_on_the_pages():
    assert '<a href="loba">Loba</a>' in html("As in [Loba](loba.md).")
