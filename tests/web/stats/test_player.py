"""A player's page, with the numbers of a small league worked out by hand."""

import re

import pytest
from sqlalchemy import update

from scorekeeper.db.tables import Leagues, Players
from scorekeeper.league import match_lists, roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from tests.web.lobas import EVENINGS, corrected, friends, play_four_matches, played


@pytest.fixture
def autumn(store):
    """A season from the second evening on, with 5, 3, 2 and 1 for the places."""
    season_commands.create_season(store, Season(0, "Autumn 2026", starts="2026-10-05"))


def stats(page):
    found = [box for box in page.root.all("div") if box["class"] == "stat"]
    return {box.all("dt")[0].words: box.all("dd")[0].words for box in found}


def rows(page, section):
    return [line.words for line in page.part(section).all("li")]


def cells(page, caption):
    table = next(t for t in page.root.all("table") if t.all("caption")[0].words.startswith(caption))
    return [[cell.words for cell in row.all("th", "td")] for row in table.all("tr")]


def test_statistics_of_all_time(phone, table):
    play_four_matches(table)
    page = phone.go("/players/1")
    found = stats(page)

    assert page.title == "Ana"
    assert found.pop("strength").startswith("1")
    assert found == {
        "matches": "4",
        "won": "3",
        "average place": "1.2",
        "of opponents beaten": "88 %",
    }
    assert "places 1, 2, 1, 1" in page.words
    assert "Strength is only a rough estimate until 10 matches have been played." in page.words


def test_statistics_by_game_include_the_game_specific_statistics(phone, table):
    play_four_matches(table)

    assert cells(phone.go("/players/1"), "Statistics by game") == [
        ["Game", "M", "W", "share of opponents beaten"],
        ["Loba times gone out: 3 of 4, 75 % times eliminated: 1", "4", "3", "88 %"],
    ]


def test_head_to_head_results_are_shown_from_the_side_of_the_player(phone, table):
    play_four_matches(table)

    assert rows(phone.go("/players/1"), "Head to head") == [
        "Bruno 4 matches 3–1",
        "Chus 3 matches 3–0",
    ]
    assert rows(phone.go("/players/2"), "Head to head") == [
        "Ana 4 matches 1–3",
        "Chus 3 matches, 1 level 1–1",
    ]


def test_head_to_head_bars_are_proportional_to_wins_and_losses(phone, table):
    play_four_matches(table)
    bars = [
        bar.all("rect")
        for bar in phone.go("/players/2").root.all("svg")
        if bar["class"] == "win-bar"
    ]

    assert [[(part["x"], part["width"]) for part in bar] for bar in bars] == [
        [("", "25.0%"), ("25.0%", "75.0%")],
        [("", "33.3%"), ("66.7%", "33.3%")],
    ]


def test_streaks_show_their_dates_and_whether_they_continue(phone, table):
    play_four_matches(table)

    assert rows(phone.go("/players/1"), "Streaks") == [
        "Wins in a row since Thu 8 Oct 2026, still going 2",
        "Top-half streak since Thu 1 Oct 2026, still going 4",
    ]
    played(table, "2026-11-12", {"1": 20, "2": 0})
    assert rows(phone.go("/players/1"), "Streaks") == [
        "Wins in a row Thu 8 Oct 2026 to Thu 5 Nov 2026 2",
        "Top-half streak Thu 1 Oct 2026 to Thu 5 Nov 2026 4",
    ]


def test_a_shorter_current_streak_is_shown_beside_the_longest(phone, table):
    friends(table)
    for minutes, winner in enumerate("11121122"):
        played(table, "2026-10-01", {"1": 10 + minutes, "2": 10 + minutes} | {winner: 0}, minutes)

    assert rows(phone.go("/players/1"), "Streaks")[0] == "Wins in a row Thu 1 Oct 2026 3"
    assert rows(phone.go("/players/1"), "Streaks")[2] == (
        "Matches in a row without a win since Thu 1 Oct 2026, still going 2"
    )
    played(table, "2026-10-08", {"1": 0, "2": 10})
    played(table, "2026-10-09", {"1": 0, "2": 10})
    assert rows(phone.go("/players/1"), "Streaks")[0] == (
        "Wins in a row Thu 1 Oct 2026; now 2 since Thu 8 Oct 2026 3"
    )


def test_best_and_worst_results_link_to_their_match(phone, table):
    play_four_matches(table)
    page = phone.go("/players/1")

    assert rows(page, "Best and worst") == [
        "Best: Loba Thu 1 Oct 2026 0",
        "Worst: Loba Thu 1 Oct 2026 12",
    ]
    assert phone.tap("Worst: Loba").path == "/matches/2"


def test_recent_matches_are_listed_newest_first(phone, table):
    play_four_matches(table)
    page = phone.go("/players/2")

    assert rows(page, "Recent matches") == [
        "place 2 Loba: Ana won Thu 5 Nov 2026 25 points",
        "place 2 Loba: Ana won Thu 8 Oct 2026 15 points",
        "place 1 Loba: Bruno won Thu 1 Oct 2026 0 points",
        "place 3 Loba: Ana won Thu 1 Oct 2026 30 points",
    ]
    assert phone.tap("place 1 Loba").path == "/matches/2"


def test_a_match_saved_late_is_listed_by_its_evening(phone, table):
    play_four_matches(table)
    played(table, "2026-09-01", {"1": 0, "2": 11})

    assert rows(phone.go("/players/2"), "Recent matches")[-1] == (
        "place 2 Loba: Ana won Tue 1 Sep 2026 11 points"
    )


def test_at_most_ten_recent_matches_are_listed(phone, table):
    friends(table)
    for minutes in range(12):
        played(table, "2026-10-01", {"1": 0, "2": 10 + minutes}, minutes)

    listed = rows(phone.go("/players/2"), "Recent matches")
    assert len(listed) == 10
    assert listed[0].endswith("21 points")


def test_changes_of_strength_add_up_to_the_strength(phone, table):
    play_four_matches(table)
    page = phone.go("/players/1")
    _, *steps = cells(page, "Strength after each match")
    strength, change = ([int(row[n].replace("−", "-")) for row in steps] for n in (3, 4))

    assert [row[:3] for row in steps] == [
        ["Thu 5 Nov 2026", "Loba", "1"],
        ["Thu 8 Oct 2026", "Loba", "1"],
        ["Thu 1 Oct 2026", "Loba", "2"],
        ["Thu 1 Oct 2026", "Loba", "1"],
    ]
    assert 1000 + sum(change) == strength[0] == int(stats(page)["strength"].split(" ")[0])
    assert [row[1] for row in cells(page, "Strength after each evening")[1:]] == [
        str(strength[2]),
        str(strength[1]),
        str(strength[0]),
    ]


def read_off(page):
    """Return the values of the drawn line, read off its scale."""
    scale = [
        (float(word.words), float(word["y"].rstrip("%")))
        for word in page.root.all("text")
        if word["class"] == "plot__word" and re.fullmatch(r"[\d.]+", word.words)
    ]
    (low, at_low), (high, at_high) = scale[0], scale[-1]
    line = next(e["points"] for e in page.root.all("polyline") if e["class"] == "plot__line")
    heights = [float(point.split(",")[1]) for point in line.split()]
    return [low + (at_low - y) * (high - low) / (at_low - at_high) for y in heights]


@pytest.mark.parametrize(
    ("address", "caption", "off"),
    [("/players/1", "Strength after", 1), ("/players/2?season=1", "After each evening", 0.01)],
)
def test_the_line_has_the_same_values_as_its_table(phone, table, autumn, address, caption, off):
    play_four_matches(table)
    page = phone.go(address)
    figures = [float(row[1]) for row in cells(page, caption)[1:]]

    assert read_off(page) == pytest.approx(figures, abs=off)


def test_a_season_has_its_own_statistics(phone, table, autumn):
    play_four_matches(table)
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
    assert rows(page, "Head to head") == ["Ana 2 matches 0–2", "Chus one match, 1 level 0–0"]
    assert "Recent matches" not in page.words


def test_the_season_picker_changes_the_statistics(phone, table, autumn):
    play_four_matches(table)
    phone.go("/players/2")
    phone.choose("Season", "Autumn 2026")

    assert stats(phone.tap("Show"))["matches"] == "2"
    phone.choose("Season", "All time")
    assert stats(phone.tap("Show"))["matches"] == "4"


def test_all_time_shows_the_place_in_the_current_season(phone, table, autumn):
    play_four_matches(table)

    assert "Place 1 in Autumn 2026" in phone.go("/players/1").words
    assert "Place" not in phone.go("/players/4").part("Statistics").words


def test_points_keep_their_sign_if_the_lowest_wins(store, phone, table):
    season_commands.create_season(store, Season(0, "Loba", scheme=Scheme("points")))
    play_four_matches(table)
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


def test_a_strength_season_by_game_shows_the_share_of_opponents_beaten(store, phone, table):
    season_commands.create_season(store, Season(0, "Strength", scheme=Scheme("strength")))
    play_four_matches(table)
    page = phone.go("/players/1?season=1")

    assert cells(page, "Statistics by game")[0] == ["Game", "M", "W", "share of opponents beaten"]
    assert cells(page, "Statistics by game")[1][-1] == "88 %"
    assert cells(page, "After each evening")[-1] == ["5 Nov", stats(page)["strength"]]


def test_the_place_is_current_after_every_match(phone, table, autumn):
    play_four_matches(table)
    assert "Place 2 in Autumn 2026" in phone.go("/players/2").words
    played(table, "2026-11-12", {"1": 20, "2": 0, "3": 11})

    # Ana 5, 5 and 2: 4.00. Bruno 3, 2½ and 5: 3.50. Chus 2½ and 3: 2.75.
    assert "Place 2 in Autumn 2026" in phone.go("/players/2").words
    played(table, "2026-11-12", {"1": 20, "2": 0, "3": 11}, 1)
    assert "Place 1 in Autumn 2026" in phone.go("/players/2").words


def test_an_unranked_player_sees_how_many_matches_are_missing(store, phone, table):
    season_commands.create_season(store, Season(0, "Long", scheme=Scheme(minimum=5)))
    play_four_matches(table)

    assert "One more match to be ranked in Long" in phone.go("/players/1").words
    assert "2 more matches to be ranked in Long" in phone.go("/players/3").words


def test_a_shared_place_is_shown_as_shared(store, phone, table):
    season_commands.create_season(store, Season(0, "November", starts="2026-11-01"))
    play_four_matches(table)

    assert "Place 2, shared, in November" in phone.go("/players/3").words


def test_a_player_with_one_match_has_no_chart(phone, table):
    friends(table)
    played(table, *EVENINGS[0])
    page = phone.go("/players/1")

    assert stats(page)["matches"] == "1"
    assert "The chart appears after the second evening." in page.words
    assert not [svg for svg in page.root.all("svg") if svg["role"] == "img"]
    assert rows(page, "Best and worst") == ["Best: Loba Thu 1 Oct 2026 0"]


def test_a_player_without_matches_has_a_page(phone, table):
    friends(table)
    page = phone.go("/players/1")

    assert "No matches yet" in page.words
    assert "Statistics appear after the first finished match." in page.words
    assert stats(page) == {}


def test_a_season_without_matches_of_the_player_shows_a_note(phone, table, autumn):
    friends(table)

    assert "No matches in this season." in phone.go("/players/1?season=1").words


def test_correcting_a_match_updates_the_statistics_at_once(phone, table):
    play_four_matches(table)
    assert stats(phone.go("/players/1"))["won"] == "3"

    corrected(table, 3, {"1": 15, "2": 0})
    assert stats(phone.go("/players/1"))["won"] == "2"
    assert rows(phone.go("/players/1"), "Head to head") == [
        "Bruno 4 matches 2–2",
        "Chus 3 matches 3–0",
    ]


def test_matches_by_id_omits_deleted_and_unknown_matches(store, table):
    play_four_matches(table)
    log = table.extensions["scorekeeper.log"]
    verbs.delete(log, 2, CommandMeta("away", 2_000_000_000))

    assert list(match_lists.matches_by_id(store, [1, 2, 99])) == [1]


@pytest.mark.parametrize("address", ["/players/99", "/players/0", f"/players/{'9' * 30}"])
def test_an_unknown_player_is_not_found(phone, table, address):
    friends(table)

    assert phone.go(address).status == 404


@pytest.mark.parametrize("season", ["9", "x", "", "-1", "9" * 30])
def test_an_unknown_season_shows_all_time(phone, table, season):
    play_four_matches(table)

    assert stats(phone.go(f"/players/1?season={season}"))["matches"] == "4"


def test_a_merged_player_redirects_to_the_player_merged_into(phone, table):
    play_four_matches(table)
    with engines.engine_of(table).begin() as connection:
        connection.execute(update(Players).where(Players.id == 3).values(merged_into=4))
        connection.execute(update(Leagues).values(changes=Leagues.changes + 1))
    page = phone.go("/players/3?season=7")

    assert (page.path, page.title) == ("/players/4?season=7", "Dina")
    assert stats(page)["matches"] == "3"
    assert len(rows(page, "Recent matches")) == 3
    assert rows(page, "Recent matches")[0].endswith("25 points")


def test_a_hidden_player_keeps_their_page(store, phone, table, autumn):
    play_four_matches(table)
    roster.hide_player(store, 1)
    page = phone.go("/players/1")

    assert stats(page)["matches"] == "4"
    assert "Hidden: not suggested for new matches, and left out of the tables." in page.words
    assert "Place" not in page.part("Statistics").words


def test_twenty_opponents_are_shown_until_all_are_requested(phone, table):
    friends(table, *(f"P{n}" for n in range(1, 24)))
    for n in range(2, 24):
        played(table, "2026-10-01", {"1": 0, str(n): 10}, n)
    played(table, "2026-10-02", {"1": 0, "23": 10})
    page = phone.go("/players/1")

    assert len(rows(page, "Head to head")) == 20
    assert rows(page, "Head to head")[0] == "P23 2 matches 2–0"
    assert len(rows(phone.tap("Show all 22 opponents of P1"), "Head to head")) == 22


def test_the_list_of_players_links_to_the_page_of_a_player(phone, table):
    play_four_matches(table)
    phone.go("/players")

    assert phone.tap("Ana").path == "/players/1"


def test_markup_and_right_to_left_names_are_shown_as_text(phone, table):
    friends(table, "<b>Ana</b>", "\u05d0\u05d1")
    played(table, "2026-10-01", {"1": 0, "2": 10})
    page = phone.go("/players/1")

    assert page.title == "<b>Ana</b>"
    assert rows(page, "Head to head") == ["\u05d0\u05d1 one match 1–0"]
