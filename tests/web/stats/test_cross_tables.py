"""The cross-table of a season on its page and as CSV."""

import pytest

from scorekeeper.league import roster
from tests.web.loba_matches import (
    FRIENDS,
    add_friends,
    create_season,
    play_four_matches,
    play_loba,
    table_texts,
)
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of

HEADS = "player,opponent,ahead,behind,level"


@pytest.fixture
def autumn(app):
    """A season of four matches. Ana's places are 1, 2, 1, 1, and Bruno's are 3, 1, 2, 2=.

    Chus has the places 2, 3 and 2=, and did not play in the third match.
    """
    play_four_matches(app)
    return create_season(app)


def test_the_table_shows_how_often_each_player_finished_ahead_of_each_rival(phone, autumn):
    page = phone.go("/season/1/crosstable")

    assert (page.status, page.title) == (200, "Autumn: cross-table")
    assert table_texts(page, "Cross-table") == [
        ["Ana", "the same player", "3–1–0", "3–0–0", "6–1–0"],
        ["Bruno", "1–3–0", "the same player", "1–1–1", "2–4–1"],
        ["Chus", "0–3–0", "1–1–1", "the same player", "1–4–1"],
    ]


def test_all_time_has_a_cross_table_too(phone, app):
    play_four_matches(app)

    page = phone.go("/season/all/crosstable")

    assert page.title == "All time: cross-table"
    assert len(table_texts(page, "Cross-table")) == 3


def test_the_level_matches_are_left_out_if_nobody_was_level(phone, app):
    add_friends(app)
    play_loba(app, "2026-10-01", {"1": 0, "2": 30})

    assert table_texts(phone.go("/season/all/crosstable"), "Cross-table") == [
        ["Ana", "the same player", "1–0", "1–0"],
        ["Bruno", "0–1", "the same player", "0–1"],
    ]


def test_players_who_never_met_have_a_dot(phone, app):
    add_friends(app)
    play_loba(app, "2026-10-01", {"1": 0, "2": 30})
    play_loba(app, "2026-10-02", {"3": 0, "4": 30})

    assert [
        "never met" in row for row in table_texts(phone.go("/season/all/crosstable"), "Cross-table")
    ]


def test_a_large_table_shows_twenty_players_and_more_on_request(phone, app):
    add_friends(app, *(f"Player {n}" for n in range(1, 24)))
    for first in range(1, 23):
        play_loba(app, "2026-10-01", {str(first): 0, str(first + 1): 30}, first)

    page = phone.go("/season/all/crosstable")
    assert len(table_texts(page, "Cross-table")) == 20
    assert "Of 23 players, the 20 with the most matches are shown." in page.words

    page = phone.tap("Show 23 players")
    assert len(table_texts(page, "Cross-table")) == 23
    assert "Show 23 players" not in page.words


def test_a_large_table_ends_with_the_row_of_the_phones_player(phone, app):
    add_friends(app, *(f"Player {n}" for n in range(1, 24)))
    for first in range(1, 23):
        play_loba(app, "2026-10-01", {str(first): 0, str(first + 1): 30}, first)
    last = phone_of(app, 23)

    [row] = own_rows(last.go("/season/all/crosstable"))

    assert row.startswith("Player 23 never met")
    assert row.endswith("0–1")
    assert own_rows(last.go("/season/all/crosstable?players=all")) == []
    assert own_rows(phone_of(app, 2).go("/season/all/crosstable")) == []
    assert own_rows(phone.go("/season/all/crosstable")) == []


def test_hidden_players_are_left_out(store, phone, autumn):
    roster.hide_player(store, 3)

    rows = table_texts(phone.go("/season/1/crosstable"), "Cross-table")

    assert [row[0] for row in rows] == ["Ana", "Bruno"]
    assert rows[0][-1] == "3–1"


def test_a_season_without_a_match_has_no_table(phone, app):
    add_friends(app, *FRIENDS)
    create_season(app)

    assert "No meetings yet" in phone.go("/season/1/crosstable").words


def test_the_csv_has_a_line_for_each_player_and_opponent(app, autumn):
    response = app.test_client().get("/season/1/crosstable.csv")

    assert response.headers["Content-Disposition"].endswith('"crosstable-1.csv"')
    assert response.text.removeprefix("\ufeff").splitlines() == [
        HEADS,
        "Ana,Bruno,3,1,0",
        "Ana,Chus,3,0,0",
        "Bruno,Ana,1,3,0",
        "Bruno,Chus,1,1,1",
        "Chus,Ana,0,3,0",
        "Chus,Bruno,1,1,1",
    ]


def test_an_unknown_season_has_no_cross_table(phone, autumn):
    assert phone.go("/season/9/crosstable").status == 404
    assert phone.go("/season/9/crosstable.csv").status == 404
