"""Standings with many players, on one page or several."""

import pytest

from tests.web.lobas import create_season, fill_large_season, play_four_matches, table_texts


@pytest.mark.parametrize("query", ["?from=x", "?from=0", "?from=-3", "?from=999999999"])
def test_an_invalid_page_number_causes_no_error(phone, table, query):
    play_four_matches(table)
    create_season(table)

    assert phone.go(f"/season/1{query}").status == 200


def test_standings_of_fifty_players_have_one_page(phone, table):
    fill_large_season(table, 50)

    page = phone.go("/season")

    assert len(table_texts(page)) == 50
    assert "Lower places" not in page.text


def test_standings_of_more_players_have_fifteen_per_page(phone, table):
    fill_large_season(table, 64)

    page = phone.go("/season")
    assert len(table_texts(page)) == 15
    jumps = [line.words for line in page.by_id("pages-top").all("option")]
    assert jumps == [
        *("1 to 15 of 64", "16 to 30 of 64", "31 to 45 of 64", "46 to 60 of 64", "61 to 64 of 64")
    ]
    page = phone.tap("Lower places")
    assert (page.path, len(table_texts(page))) == ("/season/1?from=16", 15)
    phone.choose("Rows", "61 to 64 of 64")
    page = phone.send(page.by_id("pages-top").closest("form"))
    assert (page.path, len(table_texts(page))) == ("/season/1", 4)
    assert "Lower places" not in page.text
    assert len(table_texts(phone.tap("Higher places"))) == 15
