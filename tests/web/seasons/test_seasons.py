"""The page of a season, with numbers worked out by hand."""

import pytest

from scorekeeper.league import roster
from scorekeeper.stats.schemes import Scheme
from tests.web.loba_matches import (
    EVENINGS,
    add_friends,
    correct_loba,
    create_season,
    play_four_matches,
    play_loba,
    table_columns,
    table_texts,
)
from tests.web.stats.player_pages.page import stats


def test_before_the_first_match_there_are_no_standings(phone, app):
    page = phone.go("/season")
    assert (page.title, "0 matches" in page.words) == ("All time", True)

    create_season(app)
    page = phone.go("/season")

    assert page.title == "Autumn"
    assert "No standings yet" in page.words
    assert phone.tap("Start a match").path == "/matches/new"


def test_the_standings_of_a_season_are_those_worked_out_by_hand(phone, app):
    play_four_matches(app)
    create_season(app, starts="2026-10-01")
    page = phone.go("/season")

    # Points: Ana 5 + 3 + 5 + 5, Bruno 2 + 5 + 3 + 2½, Chus 3 + 2 + 2½.
    assert table_texts(page) == [
        ["1, unchanged", "Ana", "4", "3", "places 1, 2, 1, 1", "4.5018"],
        ["2, unchanged", "Bruno", "4", "1", "places 3, 1, 2, 2", "3.1312½"],
        ["3, unchanged", "Chus", "3", "0", "places 2, 3, 2", "2.507½"],
    ]
    assert "since Thursday 1 October · 4 matches, 3 evenings" in page.words
    assert "▲▼ since Thursday 8 October." in page.words
    assert (
        "Points by place, from first place down: 5–3–2–1. Players who share a place split the"
        " points equally." in page.words
    )
    assert (
        "Players who are level are separated by head to head, wins and the last match together"
        in page.words
    )
    assert "At the end: Ana 4.50, Bruno 3.13, Chus 2.50." in page.words


def test_a_season_of_one_match_has_no_arrows_and_no_chart(phone, app):
    add_friends(app)
    create_season(app)
    play_loba(app, *EVENINGS[0])

    page = phone.go("/season")

    assert "one match, one evening" in page.words
    assert table_texts(page)[0] == ["1", "Ana", "1", "1", "places 1", "5.00"]
    assert "How the lead changed" not in page.words
    assert "▲▼" not in page.words


def test_arrows_show_the_places_moved_since_the_evening_before(phone, app):
    add_friends(app)
    create_season(app)
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})
    play_loba(app, "2026-10-08", {"1": 30, "2": 0, "3": 40})
    play_loba(app, "2026-10-15", {"1": 30, "2": 0, "3": 40})

    # Points after the 8th: Ana 5 + 3, Bruno 2 + 5, Chus 3 + 2. After the 15th: 11, 12 and 7.
    assert [row[0] for row in table_texts(phone.go("/season"))] == [
        "1, up 1",
        "2, down 1",
        "3, unchanged",
    ]


def test_correcting_a_match_updates_the_standings_at_once(phone, app):
    add_friends(app)
    create_season(app)
    match = play_loba(app, *EVENINGS[0])
    phone.go("/season")

    correct_loba(app, match, {"1": 30, "2": 0, "3": 20})

    assert table_columns(phone.go("/season"), "Player") == ["Bruno", "Chus", "Ana"]


def test_a_total_in_thirds_gives_its_column_and_its_chart_two_decimals(phone, app):
    """In one match, three players share second place and split 3 + 1 + 0 points."""
    add_friends(app)
    create_season(
        app, scheme=Scheme("places", per_match=False, place_points=(5, 3, 1), tie_breaks=())
    )
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})
    play_loba(app, "2026-10-08", {"1": 0, "2": 20, "3": 20, "4": 20})

    page = phone.go("/season")

    assert table_columns(page, "Player", "Points") == [
        ("Ana", "10.00"),
        ("Chus", "4.33"),
        ("Bruno", "2.33"),
        ("Dina", "1.33"),
    ]
    assert "At the end: Ana 10.00, Chus 4.33, Bruno 2.33, Dina 1.33." in page.words
    evening = phone.go("/nights/2026-10-08").part("Changes in Autumn").words
    assert "5.00 to 10.00" in evening
    player = phone.go("/players/1?season=1")
    assert table_texts(player, "By game") == [["Loba", "2", "2", "10"]]


@pytest.mark.parametrize(
    ("scheme", "headings", "first"),
    [
        pytest.param(
            Scheme("wins", per_match=False),
            ["Place", "Player", "M", "Last five", "Won"],
            ["1, unchanged", "Ana", "4", "places 1, 2, 1, 1", "3"],
            id="the wins are the figure",
        ),
        pytest.param(
            Scheme("wins"),
            ["Place", "Player", "M", "W", "Last five", "Share"],
            ["1, unchanged", "Ana", "4", "3", "places 1, 2, 1, 1", "0.75"],
            id="the share of wins",
        ),
        pytest.param(
            Scheme("wins", per_match=False, counted_matches="best", best_or_drop_count=2),
            ["Place", "Player", "M", "W", "Last five", "Won"],
            ["1, unchanged", "Ana", "4", "3", "places 1, 2, 1, 1", "2"],
            id="not all wins count",
        ),
    ],
)
def test_no_column_repeats_the_wins(phone, app, scheme, headings, first):
    play_four_matches(app)
    create_season(app, starts="2026-10-01", scheme=scheme)

    page = phone.go("/season")

    assert [cell.words for cell in page.part("Standings").all("thead")[0].all("th")] == headings
    assert table_texts(page)[0] == first


@pytest.mark.parametrize(
    ("scheme", "note"),
    [
        pytest.param(Scheme(), "M: matches, W: wins. Small: totals. ▲▼", id="average"),
        pytest.param(
            Scheme("strength"), "M: matches, W: wins. ±: margin of error. ▲▼", id="strength"
        ),
        pytest.param(Scheme("wins", per_match=False), "M: matches. ▲▼", id="one"),
    ],
)
def test_the_note_below_the_table_explains_its_abbreviated_headings(phone, app, scheme, note):
    play_four_matches(app)
    create_season(app, scheme=scheme)

    assert note in phone.go("/season").words


def test_a_season_of_wins_shows_them_once_on_other_pages(phone, app):
    play_four_matches(app)
    create_season(app, scheme=Scheme("wins", per_match=False))

    assert table_columns(phone.go("/"), "Player", "wins", words="Autumn")[0] == ("Ana", "3")
    assert table_texts(phone.go("/"), "Autumn")[0] == ["1", "Ana", "3"]
    assert table_texts(phone.go("/season/1/games"), "Loba")[0] == ["1", "Ana", "4", "3"]
    player = phone.go("/players/1?season=1")
    assert table_texts(player, "By game")[0] == ["Loba", "4", "3"]
    figures = stats(player)
    assert (figures["won"], "wins" in figures) == ("3", False)


def test_the_deciding_tie_break_is_shown_between_level_players(phone, app):
    add_friends(app)
    create_season(app, scheme=Scheme("wins", per_match=False))
    for minutes, winner in enumerate("1212"):
        left = {"1": 20, "2": 20, "3": 30} | {winner: 0}
        play_loba(app, "2026-10-01", left, minutes)
    play_loba(app, "2026-10-02", {"1": 20, "2": 15, "3": 0})

    page = phone.go("/season")

    assert [row[-1] for row in table_texts(page)] == [
        "2",
        "Tie-break: Bruno is ahead of Ana on head-to-head results: 3 to 2.",
        "2",
        "1",
    ]
    assert page.words.index("Bruno is ahead") < page.words.index("places 1, 2, 1, 2, 3")


def test_shared_places_are_marked(phone, app):
    add_friends(app)
    create_season(app, scheme=Scheme("places", tie_breaks=()))
    play_loba(app, "2026-10-01", {"1": 0, "2": 25, "3": 25})

    page = phone.go("/season")

    assert table_columns(page, "Place") == ["1", "2, shared", "2, shared"]
    assert "Players who are level share a place." in page.words


def test_unranked_players_are_listed_with_the_matches_they_need(phone, app):
    play_four_matches(app)
    create_season(app, scheme=Scheme(min_matches=4))
    page = phone.go("/season")

    assert [row[0] for row in table_texts(page)][:2] == ["1", "2"]
    assert table_texts(page)[2][:2] == ["not ranked yet", "Chus"]
    assert "Chus needs one more match to be ranked." in page.words
    note = page.part("Standings").all("tr")[-1].all("td")[0]
    assert int(note["colspan"]) == len(page.part("Standings").all("thead")[0].all("th"))

    create_season(app, "Winter", "2026-11-01", scheme=Scheme(min_matches=4))
    page = phone.go("/season")
    assert "Ana needs 3 more matches to be ranked." in page.words
    assert "Nobody has played enough matches to be ranked yet." in page.words


def test_hidden_players_are_left_out_of_the_standings(store, phone, app):
    add_friends(app)
    roster.hide_player(store, 1)
    create_season(app)
    play_loba(app, *EVENINGS[0])

    assert [row[:2] for row in table_texts(phone.go("/season"))] == [["1", "Chus"], ["2", "Bruno"]]


def test_the_season_picker_leads_to_other_seasons_and_to_all_time(phone, app):
    create_season(app, "Spring")
    create_season(app, "Autumn")
    assert phone.go("/season").title == "Autumn"

    phone.choose("Season", "Spring")
    assert phone.tap("Show").title == "Spring"
    phone.choose("Season", "All time")
    assert phone.tap("Show").title == "All time"


@pytest.mark.parametrize(
    "path", ["/season/9", "/season/x", "/season/-1", "/season/9/games", "/season/99999999999"]
)
def test_an_unknown_season_is_not_found(phone, path):
    page = phone.go(path)

    assert page.status == 404
    assert "This season does not exist. It may have been removed." in page.words
