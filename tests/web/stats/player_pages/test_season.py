"""A player's statistics of one season, and their place in the current one."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.schemes import Scheme
from tests.web.loba_matches import add_friends, play_four_matches, play_loba
from tests.web.stats.player_pages.page import cells, stats


def test_a_season_has_its_own_statistics(phone, app, autumn):
    play_four_matches(app)
    page = phone.go("/players/2?season=1")

    assert stats(page) == {
        "matches": "2",
        "won": "0",
        "points per match": "2.75",
        "average place": "2.0",
    }
    assert "Place 2 in Autumn 2026" in page.words
    assert cells(page, "Statistics by game")[1] == ["Loba", "2", "0", "2.75"]
    assert cells(page, "After each evening")[1:] == [["8 Oct", "3.00"], ["5 Nov", "2.75"]]
    assert page.items("Head to head") == ["Ana 2 matches 0–2", "Chus one match, 1 level 0–0"]
    assert "Recent matches" not in page.words


def test_the_season_picker_changes_the_statistics(phone, app, autumn):
    play_four_matches(app)
    phone.go("/players/2")
    phone.choose("Season", "Autumn 2026")

    assert stats(phone.tap("Show"))["matches"] == "2"
    phone.choose("Season", "All time")
    assert stats(phone.tap("Show"))["matches"] == "4"


def test_all_time_shows_the_place_in_the_current_season(phone, app, autumn):
    play_four_matches(app)

    assert "Place 1 in Autumn 2026" in phone.go("/players/1").words
    assert "Place" not in phone.go("/players/4").part("Statistics").words


def test_points_keep_their_sign_if_the_lowest_wins(store, phone, app):
    season_commands.create_season(store, Season(0, "Loba", scheme=Scheme("points")))
    play_four_matches(app)
    page = phone.go("/players/2?season=1")

    assert stats(page)["points per match"] == "17.50"
    assert cells(page, "After each evening")[1:] == [
        ["1 Oct", "15.00"],
        ["8 Oct", "15.00"],
        ["5 Nov", "17.50"],
    ]
    assert [word.words for word in page.root.all("text") if word["class"] == "plot__word"] == [
        "17.5",
        "17",
        "16.5",
        "16",
        "15.5",
        "15",
    ]


def test_a_strength_season_by_game_shows_the_share_of_opponents_beaten(store, phone, app):
    season_commands.create_season(store, Season(0, "Strength", scheme=Scheme("strength")))
    play_four_matches(app)
    page = phone.go("/players/1?season=1")

    assert cells(page, "Statistics by game")[0] == ["Game", "M", "W", "share of opponents beaten"]
    assert cells(page, "Statistics by game")[1][-1] == "88%"
    assert cells(page, "After each evening")[-1] == ["5 Nov", stats(page)["strength"]]


def test_the_place_is_current_after_every_match(phone, app, autumn):
    play_four_matches(app)
    assert "Place 2 in Autumn 2026" in phone.go("/players/2").words
    play_loba(app, "2026-11-12", {"1": 20, "2": 0, "3": 11})

    # Points per match: Ana 5, 5 and 2: 4.00. Bruno 3, 2½ and 5: 3.50. Chus 2½ and 3: 2.75.
    assert "Place 2 in Autumn 2026" in phone.go("/players/2").words
    play_loba(app, "2026-11-12", {"1": 20, "2": 0, "3": 11}, 1)
    assert "Place 1 in Autumn 2026" in phone.go("/players/2").words


def test_an_unranked_player_sees_how_many_matches_are_missing(store, phone, app):
    season_commands.create_season(store, Season(0, "Long", scheme=Scheme(min_matches=5)))
    play_four_matches(app)

    assert "Ranked in Long after one more match" in phone.go("/players/1").words
    assert "Ranked in Long after 2 more matches" in phone.go("/players/3").words


def test_a_shared_place_is_shown_as_shared(store, phone, app):
    season_commands.create_season(store, Season(0, "November", starts="2026-11-01"))
    play_four_matches(app)

    assert "Place 2, shared, in November" in phone.go("/players/3").words


def test_a_season_without_matches_of_the_player_shows_a_note(phone, app, autumn):
    add_friends(app)

    assert "No matches in this season." in phone.go("/players/1?season=1").words


@pytest.mark.parametrize("season", ["9", "x", "", "-1", "9" * 30])
def test_an_unknown_season_shows_all_time(phone, app, season):
    play_four_matches(app)

    assert stats(phone.go(f"/players/1?season={season}"))["matches"] == "4"
