"""The records page shows the phone's player their own best results below the records."""

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from tests.web.loba_matches import add_friends, create_season, play_four_matches, play_loba
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


def test_a_players_own_best_is_below_the_record_and_leads_to_its_match(app, phone):
    play_four_matches(app)
    play_loba(app, "2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})
    bruno, dina = phone_of(app, 2), phone_of(app, 4)

    for _ in range(2):  # from the same cached page
        assert own_rows(bruno.go("/records")) == [
            "Your best Bruno Thu 1 Oct 2026 3",
            "Your best Thu 1 Oct 2026 3",
        ]
        assert own_rows(dina.go("/records")) == own_rows(phone.go("/records")) == []
    assert bruno.tap("Your best").path == "/matches/2"
    assert bruno.go("/records?sort=holder").words.index("Your best") > 0
    assert "own row" not in phone.page.text


def test_a_season_has_its_own_best_results_of_a_player(app, store):
    season_commands.create_season(store, Season(0, "Autumn", starts="2026-10-05"))
    play_four_matches(app)
    play_loba(app, "2026-11-12", {"1": 0, "2": 11}, 1)
    play_loba(app, "2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13}, 2)
    ana = phone_of(app, 1)

    assert "Your best Thu 5 Nov 2026 3" in own_rows(ana.go("/records?season=1"))
    assert "Your best Thu 1 Oct 2026 3" in own_rows(ana.go("/records"))


def test_a_players_own_best_season_is_below_the_best_season(app):
    add_friends(app)
    create_season(app, "October", "2026-10-01", ends="2026-10-31")
    create_season(app, "November", "2026-11-01")
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})
    play_loba(app, "2026-11-05", {"1": 0, "2": 30}, 1)
    play_loba(app, "2026-11-05", {"1": 0, "2": 30}, 2)
    bruno = phone_of(app, 2)

    assert own_rows(bruno.go("/records")) == ["Your best November 3.00"]
    assert bruno.tap("Your best").path == "/players/2?season=2"
