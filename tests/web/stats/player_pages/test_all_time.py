"""A player's all-time page, with the numbers of a small league worked out by hand."""

from scorekeeper.league import match_lists
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.extension_keys import LOG_KEY
from tests.clocks import evening_timestamp
from tests.one_deal import play_match
from tests.web.loba_matches import add_friends, correct_loba, play_four_matches, play_loba
from tests.web.stats.player_pages.page import cells, stats

MONDAY = evening_timestamp("2026-10-05")


def test_the_page_of_a_player_shows_the_statistics_of_all_time(phone, app):
    play_four_matches(app)
    page = phone.go("/players/1")
    shown = stats(page)

    assert page.title == "Ana"
    assert shown.pop("strength").startswith("1")
    assert shown == {
        "matches": "4",
        "won": "3",
        "average place": "1.2",
        "of opponents beaten": "88%",
    }
    assert "places 1, 2, 1, 1" in page.words
    assert "Strength is only a rough estimate until 10 matches have been played." in page.words


def test_statistics_by_game_include_the_game_specific_statistics(phone, app):
    play_four_matches(app)

    assert cells(phone.go("/players/1"), "Statistics by game") == [
        ["Game", "M", "W", "share of opponents beaten"],
        ["Loba", "4", "3", "88%"],
        ["times gone out: 3 of 4, 75% times eliminated: 1"],
    ]


def test_head_to_head_results_are_shown_from_the_side_of_the_player(phone, app):
    play_four_matches(app)

    assert phone.go("/players/1").items("Head to head") == [
        "Bruno 4 matches 3–1",
        "Chus 3 matches 3–0",
    ]
    assert phone.go("/players/2").items("Head to head") == [
        "Ana 4 matches 1–3",
        "Chus 3 matches, 1 level 1–1",
    ]


def test_head_to_head_bars_are_proportional_to_wins_and_losses(phone, app):
    play_four_matches(app)
    bars = [
        bar.all("rect")
        for bar in phone.go("/players/2").root.all("svg")
        if bar["class"] == "win-bar"
    ]

    assert [[(part["x"], part["width"]) for part in bar] for bar in bars] == [
        [("", "25.0%"), ("25.0%", "75.0%")],
        [("", "33.3%"), ("66.7%", "33.3%")],
    ]


def test_streaks_show_their_dates_and_whether_they_continue(phone, app):
    play_four_matches(app)

    assert phone.go("/players/1").items("Streaks") == [
        "Wins in a row since Thu 8 Oct 2026, still going 2",
        "Top-half streak since Thu 1 Oct 2026, still going 4",
    ]
    play_loba(app, "2026-11-12", {"1": 20, "2": 0})
    assert phone.go("/players/1").items("Streaks") == [
        "Wins in a row Thu 8 Oct 2026 to Thu 5 Nov 2026 2",
        "Top-half streak Thu 1 Oct 2026 to Thu 5 Nov 2026 4",
    ]


def test_a_shorter_current_streak_is_shown_beside_the_longest(phone, app):
    add_friends(app)
    for minutes, winner in enumerate("11121122"):
        play_loba(app, "2026-10-01", {"1": 10 + minutes, "2": 10 + minutes} | {winner: 0}, minutes)

    assert phone.go("/players/1").items("Streaks")[0] == "Wins in a row Thu 1 Oct 2026 3"
    assert phone.go("/players/1").items("Streaks")[2] == (
        "Matches in a row without a win since Thu 1 Oct 2026, still going 2"
    )
    play_loba(app, "2026-10-08", {"1": 0, "2": 10})
    play_loba(app, "2026-10-09", {"1": 0, "2": 10})
    assert phone.go("/players/1").items("Streaks")[0] == (
        "Wins in a row Thu 1 Oct 2026; currently 2, since Thu 8 Oct 2026 3"
    )


def test_best_and_worst_results_link_to_their_match(phone, app):
    play_four_matches(app)
    page = phone.go("/players/1")

    assert page.items("Best and worst") == [
        "Best: Loba Thu 1 Oct 2026 0",
        "Worst: Loba Thu 1 Oct 2026 12",
    ]
    assert phone.tap("Worst: Loba").path == "/matches/2"


def test_recent_matches_are_listed_newest_first(phone, app):
    play_four_matches(app)
    page = phone.go("/players/2")

    assert page.items("Recent matches") == [
        "place 2 Loba: Ana won Thu 5 Nov 2026 25 points",
        "place 2 Loba: Ana won Thu 8 Oct 2026 15 points",
        "place 1 Loba: Bruno won Thu 1 Oct 2026 0 points",
        "place 3 Loba: Ana won Thu 1 Oct 2026 30 points",
    ]
    assert phone.tap("place 1 Loba").path == "/matches/2"


def test_a_single_point_of_a_recent_match_is_in_the_singular(phone, app):
    add_friends(app)
    play_match(app.extensions[LOG_KEY], ("1", "2", "3"), "1", MONDAY)

    assert phone.go("/players/1").items("Recent matches")[0].endswith(" 1 point")
    assert phone.go("/players/2").items("Recent matches")[0].endswith(" 0 points")


def test_a_match_saved_late_is_listed_by_its_evening(phone, app):
    play_four_matches(app)
    play_loba(app, "2026-09-01", {"1": 0, "2": 11})

    assert phone.go("/players/2").items("Recent matches")[-1] == (
        "place 2 Loba: Ana won Tue 1 Sep 2026 11 points"
    )


def test_at_most_ten_recent_matches_are_listed(phone, app):
    add_friends(app)
    for minutes in range(12):
        play_loba(app, "2026-10-01", {"1": 0, "2": 10 + minutes}, minutes)

    listed = phone.go("/players/2").items("Recent matches")
    assert len(listed) == 10
    assert listed[0].endswith("21 points")


def test_correcting_a_match_updates_the_statistics_at_once(phone, app):
    play_four_matches(app)
    assert stats(phone.go("/players/1"))["won"] == "3"

    correct_loba(app, 3, {"1": 15, "2": 0})
    assert stats(phone.go("/players/1"))["won"] == "2"
    assert phone.go("/players/1").items("Head to head") == [
        "Bruno 4 matches 2–2",
        "Chus 3 matches 3–0",
    ]


def test_matches_by_id_omits_deleted_and_unknown_matches(store, app):
    play_four_matches(app)
    log = app.extensions[LOG_KEY]
    commands.delete(log, 2, CommandMeta("away", 2_000_000_000))

    assert list(match_lists.matches_by_id(store, [1, 2, 99])) == [1]


def test_three_of_many_opponents_are_shown_and_all_have_pages(phone, app):
    add_friends(app, *(f"P{n}" for n in range(1, 36)))
    for n in range(2, 36):
        play_loba(app, "2026-10-01", {"1": 0, str(n): 10}, n)
    play_loba(app, "2026-10-02", {"1": 0, "23": 10})
    page = phone.go("/players/1")

    assert len(page.items("Head to head")) == 3
    assert page.items("Head to head")[0] == "P23 2 matches 2–0"
    page = phone.tap("Show all 34 of P1’s opponents")
    assert len(page.items("Head to head")) == 24
    page = phone.tap("Lower places")
    assert page.path == "/players/1?rivals=all&from=25"
    assert len(page.items("Head to head")) == 10


def test_the_nine_opponents_of_ten_friends_are_all_shown(phone, app):
    add_friends(app, *(f"P{n}" for n in range(1, 11)))
    for n in range(2, 11):
        play_loba(app, "2026-10-01", {"1": 0, str(n): 10}, n)

    page = phone.go("/players/1")

    assert len(page.items("Head to head")) == 9
    assert "Show all" not in page.words


def test_matches_after_the_second_and_the_best_of_many_games_are_folded(phone, app):
    add_friends(app)
    for minutes in range(7):
        play_loba(app, "2026-10-01", {"1": 0, "2": 10}, minutes)

    page = phone.go("/players/1")

    assert len(page.items("Recent matches")) == 7
    assert len(page.find("Earlier matches", "details").all("li")) == 5
    assert "open" in page.find("Best and worst", "details")
