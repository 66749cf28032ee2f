"""The rating list, on its page and as CSV."""

import csv

import pytest

from scorekeeper.league.dated_ratings import month_before
from tests.web.loba_matches import add_friends, play_loba, table_columns, table_texts
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


def play_eleven_matches(app):
    """Play ten matches on 1 October and one match on 20 November. Ana wins all of them.

    The other player is Bruno and, in November, also Chus.
    """
    add_friends(app)
    for number in range(10):
        play_loba(app, "2026-10-01", {"1": 0, "2": 30}, number)
    play_loba(app, "2026-11-20", {"1": 0, "2": 30, "3": 20})


def test_the_list_has_a_date_and_ranks_players_with_ten_matches(phone, app):
    play_eleven_matches(app)

    page = phone.go("/ratings")

    assert (page.status, page.title) == (200, "Rating list")
    assert "As of Fri 20 Nov 2026, after 11 matches in all games" in page.words
    assert "M: matches. Change: since Wed 21 Oct 2026." in page.words
    assert table_columns(page, "Place", "Player", "M", words="Players by strength") == [
        ("1", "Ana", "11"),
        ("2", "Bruno", "11"),
        ("no place yet", "Chus", "1"),
    ]
    ana, bruno, chus = table_columns(page, "Change", words="Players by strength")
    assert (ana[0], bruno[0], chus) == ("+", "−", "new")


def test_the_csv_has_the_rows_of_the_list(app):
    play_eleven_matches(app)

    text = app.test_client().get("/ratings.csv").text.removeprefix("\ufeff")

    assert text.splitlines()[0] == "as of,place,player,strength,deviation,matches,change in 30 days"
    ana, bruno, chus = csv.DictReader(text.splitlines())
    assert [(row["place"], row["player"], row["matches"]) for row in (ana, bruno, chus)] == [
        ("1", "Ana", "11"),
        ("2", "Bruno", "11"),
        ("", "Chus", "1"),
    ]
    assert {row["as of"] for row in (ana, bruno, chus)} == {"2026-11-20"}
    assert int(ana["strength"]) > 1000 > int(bruno["strength"])
    assert chus["change in 30 days"] == ""


def test_an_empty_league_has_an_empty_list(phone, app):
    add_friends(app)

    assert "No ratings yet" in phone.go("/ratings").words
    assert app.test_client().get("/ratings.csv").text.count("\n") == 1


def test_a_long_list_has_pages_of_thirty_and_a_jump(phone, app):
    add_friends(app, *(f"Player {n}" for n in range(1, 83)))
    for first in range(1, 82, 2):
        play_loba(app, "2026-10-01", {str(first): 0, str(first + 1): 30}, first)

    assert len(table_texts(phone.go("/ratings"), "Players by strength")) == 30
    page = phone.tap("Lower places")
    assert (page.path, len(table_texts(page, "Players by strength"))) == ("/ratings?from=31", 30)
    assert phone.tap("Higher places").path == "/ratings"
    jumps = [line.words for line in phone.page.by_id("pages-top").all("option")]
    assert jumps == ["1 to 30 of 82", "31 to 60 of 82", "61 to 82 of 82"]
    page = phone.tap("Show all rows for printing")
    assert (page.path, len(table_texts(page, "Players by strength"))) == ("/ratings?rows=all", 82)


@pytest.mark.thorough
def test_the_row_of_the_phones_player_is_above_a_page_without_it(app, phone):
    add_friends(app, *(f"Player {n}" for n in range(1, 43)))
    for number in range(10):
        for first in range(1, 42, 2):
            play_loba(app, "2026-10-01", {str(first): 0, str(first + 1): 30}, number)
    last = phone_of(app, 42)
    [row] = own_rows(last.go("/ratings"))
    assert row.startswith("Player 42 22nd of 42")

    page = last.tap("Player 42")

    assert page.path == "/ratings?from=31#rating-42"
    assert own_rows(page) == own_rows(phone.go("/ratings")) == []


def test_the_season_page_links_to_the_list(phone, app):
    play_eleven_matches(app)
    phone.go("/season/all")

    assert phone.tap("Rating list").path == "/ratings"


def test_a_month_has_thirty_days():
    assert month_before("2026-03-01") == "2026-01-30"
