"""The review page of one player's season."""

import io

import pytest
from PIL import Image

from scorekeeper.league import player_merge, season_commands
from tests.web.loba_matches import add_friends, create_season, play_loba
from tests.web.stats.reviews.page import highlights, link_words, links


def test_a_player_has_a_review_of_their_season(phone, autumn):
    page = phone.go("/players/1/review?season=1")

    assert (page.status, page.title) == (200, "Ana")
    shown = highlights(page)
    # Ana and Bruno met six times and each was ahead three times: neither is the other's nemesis.
    assert shown[:4] == [
        "Season Place 1 in Autumn: won 3 of 6 matches",
        "Best evening won 2 of 2 matches · Thu 1 Oct 2026",
        "Longest winning streak 2 matches in a row · Thu 1 Oct 2026",
        "Favourite game Loba: won 3 of 6 matches",
    ]
    assert shown[4].startswith("Strength ")
    assert shown[5:] == [
        "Worst evening won none of 3 matches · Thu 8 Oct 2026",
        "Longest streak without a win 3 matches in a row · Thu 8 Oct 2026",
    ]


def test_each_highlight_of_a_player_links_to_the_matches_behind_it(phone, autumn):
    page = phone.go("/players/1/review?season=1")

    *first, strength, worst, winless = links(page)
    assert first == [
        ["/players/1?season=1", "/matches/6"],
        ["/nights/2026-10-01", "/matches/2"],
        ["/matches/2"],
        ["/season/1/games", "/matches/6"],
    ]
    assert strength in (["/players/1", "/matches/1"], ["/players/1", "/matches/3"])
    assert (worst, winless) == (["/nights/2026-10-08", "/matches/5"], ["/matches/5"])
    assert "Last match: Loba" in link_words(page)


def test_a_pair_links_to_the_last_match_in_which_the_player_was_ahead(phone, app):
    add_friends(app)
    create_season(app)
    for day in range(1, 6):
        play_loba(app, f"2026-10-0{day}", {"1": 0, "2": 30})
    play_loba(app, "2026-10-06", {"1": 30, "2": 0})

    assert "Last time: Loba · Mon 5 Oct 2026" in link_words(phone.go("/players/1/review"))
    assert "Last time: Loba · Mon 5 Oct 2026" in link_words(phone.go("/players/2/review"))


def test_an_opponent_is_a_favourite_or_a_nemesis_after_five_meetings(phone, app):
    add_friends(app)
    create_season(app)
    for day in range(1, 6):
        play_loba(app, f"2026-10-0{day}", {"1": 0, "2": 30})

    words = "Ana finished ahead of Bruno in 5 of 5 matches"
    assert f"Favourite opponent {words}" in highlights(phone.go("/players/1/review"))
    assert f"Nemesis {words}" in highlights(phone.go("/players/2/review"))


def test_without_a_season_in_the_address_it_is_the_current_one(phone, autumn):
    assert "Place 1 in Autumn" in phone.go("/players/1/review").words


def test_a_player_without_a_match_in_the_season_has_an_empty_review(phone, app, autumn):
    page = phone.go("/players/5/review?season=1")

    assert (
        "No matches yet The review appears when Edu has finished a match in Autumn." in page.words
    )
    assert phone.go("/players/5/review.png?season=1").status == 404


@pytest.mark.parametrize(
    "path", ["/players/9/review?season=1", "/players/1/review?season=9", "/players/9/review.png"]
)
def test_an_unknown_player_or_season_has_no_review(phone, autumn, path):
    assert phone.go(path).status == 404


def test_a_league_without_seasons_has_no_reviews(phone, app):
    add_friends(app)

    assert phone.go("/players/1/review").status == 404


def test_a_merged_player_redirects_to_the_player_they_count_as(store, phone, autumn):
    player_merge.merge_players(store, 4, 1)

    assert phone.go("/players/4/review?season=1").path == "/players/1/review?season=1"


def test_the_pages_of_the_player_and_of_the_season_lead_to_the_review(phone, autumn):
    phone.go("/players/2?season=1")
    assert phone.tap("Season in review").path == "/players/2/review?season=1"
    phone.go("/season/1/review")
    assert phone.tap("Chus").path == "/players/3/review?season=1"


def test_the_picture_is_upright(app, autumn):
    response = app.test_client().get("/players/1/review.png?season=1")

    assert Image.open(io.BytesIO(response.data)).size == (1080, 1350)


def test_a_closed_season_without_a_match_of_the_player_says_so(phone, store, autumn):
    season_commands.close_season(store, 1)

    assert "No matches Edu did not play in Autumn." in phone.go("/players/5/review?season=1").words


def test_only_pages_of_players_with_a_match_in_the_season_link_to_its_review(phone, app, autumn):
    assert "Season in review" in phone.go("/players/2").words
    create_season(app, "Cup", games=("gin",))

    for path in ("/players/2", "/players/2?season=2", "/players/5?season=1"):
        assert "Season in review" not in phone.go(path).words
    assert "Season in review" in phone.go("/players/2?season=1").words
