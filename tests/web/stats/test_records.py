"""The records of a small league, worked out by hand."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.stats import records
from scorekeeper.web.stats.records_view import comparison_key
from tests.clocks import evening_timestamp
from tests.league.season_changes import settings_without_effect
from tests.web.league.lists import column, headings
from tests.web.loba_matches import (
    add_friends,
    correct_loba,
    create_season,
    play_four_matches,
    play_loba,
)
from tests.web.match_phone import sit_down
from tests.web.results import jabberwocky

POT = ("2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})  # four stakes, which Chus wins


@pytest.fixture
def autumn(store):
    """A season that begins on the second evening and gives 5, 3, 2 and 1 points by place."""
    season_commands.create_season(store, Season(0, "Autumn 2026", starts="2026-10-05"))


def rows(page, section):
    return [line.words for line in page.part(section).all("li")]


def test_records_of_a_game_show_holders_count_date_and_value(phone, app):
    play_four_matches(app)

    assert rows(phone.go("/records"), "Loba") == [
        "Lowest winning total Ana, Bruno · 4 times · last: Thu 5 Nov 2026 0",
        "Longest match won, in deals Ana, Bruno · 4 times · last: Thu 5 Nov 2026 1",
        "Biggest pot won Ana, Bruno · 3 times · last: Thu 5 Nov 2026 3",
    ]
    assert phone.tap("Biggest pot").path == "/matches/4"


def test_matches_with_options_that_change_points_have_separate_records(phone, log, app):
    add_friends(app)
    for number, (scoring, bid) in enumerate([("one", 1), ("ten_plus_bid", 1)]):
        at = evening_timestamp(f"2026-10-0{number + 1}")
        match = commands.start_match(
            log,
            "jabberwocky",
            ("1", "2", "3"),
            {"schedule": [1], "scoring": scoring},
            CommandMeta(scoring, at),
        )
        bids, tricks = {"1": bid, "2": bid, "3": bid}, {"1": 1, "2": 0, "3": 0}
        commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("b", at))
        commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("t", at))

    page = phone.go("/records")

    assert rows(page, "Jabberwocky (A made bid scores: 10 + the bid)")[0] == (
        "Highest total Ana · Fri 2 Oct 2026 11"
    )
    assert rows(page, "Jabberwocky")[0] == "Highest total Ana · Thu 1 Oct 2026 1"
    assert "before" not in page.words


@pytest.mark.parametrize(
    ("rows", "unfolded"), [((3,), 1), ((9, 3), 1), ((3, 2, 4), 2), ((1, 2, 1, 1, 1), 4)]
)
def test_records_of_the_first_games_are_unfolded(rows, unfolded):
    games = [(None, (None,) * count) for count in rows]

    assert list(records.unfolded_games(games, "")) == list(range(1, unfolded + 1))
    assert records.unfolded_games(games, "1") == (1,)
    assert list(records.unfolded_games(games, "6")) == list(range(1, unfolded + 1))


def test_the_records_of_one_game_stay_unfolded_while_they_are_sorted(phone, app):
    play_four_matches(app)

    page = phone.go("/records?open=1")

    assert "open" in page.find("Loba", "details")
    assert phone.tap("Held by").path == "/records?sort=holder&open=1#of-1"


def test_correcting_a_match_changes_the_holder_of_a_record(phone, app):
    play_four_matches(app)
    match = play_loba(app, *POT)
    assert "Chus · Thu 12 Nov 2026" in rows(phone.go("/records"), "Loba")[2]

    correct_loba(app, match, {"3": 11, "1": 12, "2": 0, "4": 13})
    assert "Bruno · Thu 12 Nov 2026" in rows(phone.go("/records"), "Loba")[2]


def test_streaks_over_several_matches_are_records(phone, app):
    play_four_matches(app)

    assert rows(phone.go("/records"), "Seasons and streaks") == [
        "Wins in a row Ana · Thu 5 Nov 2026 2"
    ]


def test_strength_is_a_record_from_the_tenth_match(phone, app):
    add_friends(app)
    for minutes in range(9):
        play_loba(app, "2026-10-01", {"1": 0, "2": 10}, minutes)
    assert "Highest strength" not in phone.go("/records").words
    play_loba(app, "2026-10-01", {"1": 0, "2": 10}, 9)
    row = rows(phone.go("/records"), "Seasons and streaks")[1]
    strength = next(
        box.all("dd")[0].words.split(" ")[0]
        for box in phone.go("/players/1").root.all("div")
        if box["class"] == "stat" and box.words.startswith("strength")
    )

    assert row == f"Highest strength Ana · Thu 1 Oct 2026 {strength}"


def test_a_season_has_its_own_records(phone, app, autumn):
    play_four_matches(app)
    play_loba(app, *POT)
    phone.go("/records")
    phone.choose("Season", "Autumn 2026")
    page = phone.tap("Show")

    assert "Autumn 2026: 3 matches since Thu 8 Oct 2026." in page.words
    assert rows(page, "Loba") == [
        "Lowest winning total Ana, Chus · 3 times · last: Thu 12 Nov 2026 0",
        "Longest match won, in deals Ana, Chus · 3 times · last: Thu 12 Nov 2026 1",
        "Biggest pot won Chus · Thu 12 Nov 2026 · before: 3 4",
    ]
    assert "Seasons and streaks" not in page.words


def test_best_seasons_are_compared_within_the_same_measure(store, phone, app, autumn):
    season_commands.create_season(store, Season(0, "October", ends="2026-10-04"))
    season_commands.create_season(
        store, Season(0, "November", starts="2026-11-01", scheme=Scheme("wins", per_match=False))
    )
    play_four_matches(app)
    play_loba(app, *POT)

    # Ana has 5 and 3 points in October, and 5 in autumn. In November, Ana won a match, then Chus.
    assert rows(phone.go("/records"), "Seasons and streaks")[:3] == [
        "Best season, points per match Ana · Autumn 2026 5.00",
        "Best season, wins Chus · November, Ana · November 1",
        "Most wins in a season Ana · October, Bruno · October, Ana · Autumn 2026 and 2 more 1",
    ]
    assert phone.tap("Best season, points").path == "/players/1?season=1"


def test_each_setting_that_changes_points_separates_best_seasons():
    def key(scheme):
        return comparison_key(Season(1, "Autumn", scheme=scheme))

    # Neither tie-breaks nor the minimum number of matches change any points.
    assert settings_without_effect(key) == ["min_matches", "tie_breaks"]


def test_best_seasons_by_game_points_are_compared_within_the_same_games(phone, app, log):
    add_friends(app)
    points = Scheme("points", per_match=False)
    create_season(app, "Lobas", scheme=points, games=("loba",))
    play_loba(app, "2026-10-01", {"1": 12, "2": 30, "3": 0})
    assert rows(phone.go("/records"), "Seasons and streaks")[0] == (
        "Best season, points Chus · Lobas 0"
    )
    create_season(app, "More Lobas", "2026-10-05", scheme=points, games=("loba",))
    play_loba(app, "2026-10-08", {"1": 0, "2": 15, "3": 15})
    create_season(app, "Deals", scheme=points, games=("jabberwocky",))
    jabberwocky(log, "4", "5", "2", evening="2026-10-09")
    create_season(app, "Both", "2026-10-10", scheme=points, games=("jabberwocky", "gin"))
    jabberwocky(log, "5", "4", "2", evening="2026-10-11")

    # Loba: the winner has 0 points left in hand. Jabberwocky: the winner of a deal scores 1 point.
    assert [row for row in rows(phone.go("/records"), "Seasons and streaks") if "Best" in row] == [
        "Best season, points in Loba Chus · Lobas, Ana · More Lobas 0",
        "Best season, points in Jabberwocky Dina · Deals 1",
        "Best season, points in Jabberwocky, Gin rummy Edu · Both 1",
    ]


def test_a_season_without_ranked_players_has_no_best_season_record(store, phone, app):
    season_commands.create_season(store, Season(0, "Long", scheme=Scheme(min_matches=9)))
    play_four_matches(app)

    assert rows(phone.go("/records"), "Seasons and streaks")[0] == (
        "Most wins in a season Ana · Long 3"
    )


def test_an_empty_league_has_no_records(phone, app):
    add_friends(app)
    page = phone.go("/records")

    assert "No records yet" in page.words
    assert page.root.all("select") == []


def test_a_match_that_ended_early_sets_no_records_and_the_page_says_so(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 10, 25))
    loba.at("end")
    loba.tap("End now")

    page = loba.go("/records")
    assert "No records in a game yet" in page.words
    assert "matches that ended early set no records in their game" in page.words


def test_an_empty_season_has_no_records(phone, app, autumn):
    add_friends(app)

    assert "No records yet" in phone.go("/records?season=1").words


@pytest.mark.parametrize("season", ["9", "x", "9" * 30])
def test_an_unknown_season_is_not_found(phone, app, season):
    play_four_matches(app)
    page = phone.go(f"/records?season={season}")

    assert page.status == 404
    assert "This season does not exist. It may have been removed." in page.words


@pytest.mark.parametrize("query", ["", "?season=", "?season=all"])
def test_without_a_season_the_records_of_all_time_are_shown(phone, app, autumn, query):
    play_four_matches(app)

    assert "All time: 4 matches since Thu 1 Oct 2026." in phone.go(f"/records{query}").words


@pytest.mark.parametrize("path", ["/records", "/players/1"])
def test_the_number_of_queries_does_not_grow_with_the_matches(phone, app, count_queries, path):
    play_four_matches(app)
    few = count_queries(path)
    for minutes in range(12):
        play_loba(app, "2026-11-12", {"1": 0, "2": 10 + minutes}, minutes)

    assert 0 < count_queries(path)[path] == few[path]


def test_records_are_sorted_by_holder_and_evening(phone, app, log):
    play_four_matches(app)
    jabberwocky(log, "3", "1", "2", evening="2026-11-20")
    page = phone.go("/records")
    before = column(page, 0)
    assert headings(page) == ([("Record", "ascending")], ["Held by", "Evening"])

    page = phone.tap("Held by")
    assert column(page, 1) == ["Ana, Bruno", "Chus", "Chus"]
    assert sorted(column(page, 0)) == sorted(before)
    page = phone.tap("Evening")
    assert headings(page) == ([("Evening", "descending")], ["Record", "Held by"])
    page = phone.tap("Record")
    assert column(page, 0) == before
