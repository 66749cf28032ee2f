"""The all-time standings and the standings of each game."""

import pytest

from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.seasons import game_tables
from tests.web.loba_matches import (
    add_friends,
    columns,
    create_season,
    fill_large_season,
    play_four_matches,
    play_loba,
    table_columns,
    table_texts,
)


def test_all_time_and_its_games_show_the_share_of_opponents_beaten(phone, app):
    play_four_matches(app)
    create_season(app, starts="2026-11-01")
    page = phone.go("/season/all")

    # Shares: Ana 1 + ½ + 1 + 1, Bruno 0 + 1 + 0 + ¼, Chus ½ + 0 + ¼.
    assert table_columns(page, "Player", "M", "W", "Share") == [
        ("Ana", "4", "3", "0.883.50"),
        ("Bruno", "4", "1", "0.311.25"),
        ("Chus", "3", "0", "0.250.75"),
    ]
    games = phone.tap("By game")
    assert games.path == "/season/all/games"
    assert table_texts(games, "Loba") == [
        ["1", "Ana", "4", "3", "0.88"],
        ["2", "Bruno", "4", "1", "0.31"],
        ["3", "Chus", "3", "0", "0.25"],
    ]
    assert table_texts(phone.go("/season/1/games"), "Loba")[0] == ["1", "Ana", "1", "1", "5.00"]


def test_standings_by_game_collapse_players_after_the_twelfth(phone, app):
    add_friends(app, *(f"P{number:02}" for number in range(1, 17)))
    for number in range(1, 17, 4):
        four_of_them = [str(key) for key in range(number, number + 4)]
        play_loba(app, "2026-10-01", dict(zip(four_of_them, (0, 20, 30, 40), strict=True)), number)

    page = phone.go("/season/all/games")
    more = page.find("And 4 more players", "details")
    assert "open" not in more
    assert [row[:2] for row in table_texts(page, "Loba")][-1:] == [["9, shared", "P15"]]
    assert columns(more.all("table")[0], "Place", "Player", "share of opponents beaten") == [
        ("13, shared", name, "0.00") for name in ("P04", "P08", "P12", "P16")
    ]


def test_the_table_of_a_game_with_many_players_has_pages(phone, app):
    fill_large_season(app, 64)
    phone.go("/season/1/games")

    page = phone.tap("Show all 64 players: Loba")
    assert (page.path, len(table_texts(page, "Players"))) == ("/season/1/games?game=loba", 8)
    page = phone.tap("Lower places")
    assert page.path == "/season/1/games?game=loba&from=9"
    phone.choose("Rows", "57 to 64 of 64")
    page = phone.send(page.by_id("pages-top").closest("form"))
    assert len(table_texts(page, "Players")) == 8
    # An address of older releases, in which the collapsed list contained all players.
    assert len(table_texts(phone.go("/season/1/games?open=loba"), "Players")) == 8


@pytest.mark.parametrize(("games", "rows"), [(0, 12), (1, 12), (2, 9), (3, 6), (5, 3), (6, 3)])
def test_the_more_games_the_fewer_rows_of_each_are_shown(games, rows):
    assert game_tables.rows_per_game([("loba", None)] * games) == rows


def test_a_season_without_matches_has_no_standings_by_game(phone, app):
    create_season(app)

    assert "No matches yet" in phone.go("/season/1/games").words


def test_a_strength_season_by_game_shows_the_share_of_opponents_beaten(phone, app):
    play_four_matches(app)
    create_season(app, scheme=Scheme("strength", min_matches=9))

    games = phone.go("/season/1/games")

    assert "share of opponents beaten" in games.words
    assert [row[-1] for row in table_texts(games, "Loba")] == ["0.88", "0.31", "0.25"]
