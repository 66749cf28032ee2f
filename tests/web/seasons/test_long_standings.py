"""Standings with many players, on one page or several."""

import pytest

from tests.web.loba_matches import create_season, fill_large_season, play_four_matches, table_texts
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


@pytest.mark.parametrize("query", ["?from=x", "?from=0", "?from=-3", "?from=999999999"])
def test_an_invalid_page_number_causes_no_error(phone, app, query):
    play_four_matches(app)
    create_season(app)

    assert phone.go(f"/season/1{query}").status == 200


def test_standings_of_fifty_players_have_one_page(phone, app):
    fill_large_season(app, 50)

    page = phone.go("/season")

    assert len(table_texts(page)) == 50
    assert "Lower places" not in page.text


@pytest.mark.parametrize(("players", "is_open"), [(4, True), (8, False)])
def test_the_scoring_is_folded_below_the_standings_of_more_than_four_players(
    phone, app, players, is_open
):
    fill_large_season(app, players)

    fold = phone.go("/season/1").by_id("counts").closest("details")

    assert ("open" in fold) == is_open


def test_standings_of_more_players_have_eight_per_page(phone, app):
    fill_large_season(app, 62)

    page = phone.go("/season")
    assert len(table_texts(page)) == 8
    jumps = [line.words for line in page.by_id("pages-top").all("option")]
    assert (jumps[:2], jumps[-1], len(jumps)) == (
        ["1 to 8 of 62", "9 to 16 of 62"],
        "57 to 62 of 62",
        8,
    )
    page = phone.tap("Lower places")
    assert (page.path, len(table_texts(page))) == ("/season/1?from=9", 8)
    phone.choose("Rows", "57 to 62 of 62")
    page = phone.send(page.by_id("pages-top").closest("form"))
    assert (page.path, len(table_texts(page))) == ("/season/1", 6)
    assert "Lower places" not in page.text
    assert len(table_texts(phone.tap("Higher places"))) == 8


def test_a_link_shows_all_rows_of_the_standings_in_the_same_order(phone, app):
    fill_large_season(app, 62)
    phone.go("/season/1?sort=name")

    page = phone.tap("Show all rows for printing")

    assert page.path == "/season/1?sort=name&rows=all"
    assert len(table_texts(page)) == 62
    assert "Show all rows" not in page.text
    last = phone_of(app, 62)
    assert len(own_rows(last.go("/season/1"))) == 1
    assert own_rows(last.go(page.path)) == []


@pytest.mark.parametrize("path", ["/season/1", "/season/1/games?game=loba"])
def test_the_pages_above_and_below_a_table_are_landmarks_with_different_names(phone, app, path):
    fill_large_season(app, 64)

    names = [nav["aria-label"] for nav in phone.go(path).root.all("nav")]

    assert {"Pages of the table", "Pages of the table (below it)"} <= set(names)
    assert len(names) == len(set(names))
