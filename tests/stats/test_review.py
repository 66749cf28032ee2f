"""The review of a season, worked out by hand."""

from fractions import Fraction

import pytest

from scorekeeper.stats import review_highlights
from scorekeeper.stats.review import CloseMatch, Performance, Upset, review_season
from scorekeeper.stats.scheme_values import UNITS_PER_POINT
from scorekeeper.stats.tally import Meeting
from tests.stats.season_on_paper import one_up, results

SEASON = """
    evening      | Ana    | Bruno   | Chus    | Dina
    1 Oct        | 1 (12) | 2 (9)   | 3 (7)   | –
    1 Oct        | 1 (10) | 2 (8)   | 3 (2)   | –
    8 Oct        | 2 (9)  | 1 (10)  | –       | –
    8 Oct        | 3 (4)  | 1 (20)  | 2 (5)   | –
    8 Oct        | 2 (3)  | 1 (20)  | –       | –
    15 Oct       | 3 (4)  | 2 (5)   | –       | 1 (6)
    22 Oct gin   | –      | 2 (100) | –       | 1 (101)
"""


def review_of_season(text, hidden=(), **before):
    strengths = {player: (mean, 8.0) for player, mean in before.items()}
    return review_season(results(text), strengths, one_up, frozenset(hidden))


def test_matches_and_evenings_are_counted():
    review = review_of_season(SEASON)

    assert review.match_ids == {1, 2, 3, 4, 5, 6, 7}
    assert review.matches_by_evening == {
        "2026-10-01": 2,
        "2026-10-08": 3,
        "2026-10-15": 1,
        "2026-10-22": 1,
    }
    assert review_highlights.busiest_evening(review) == ("2026-10-08", 3)


def test_the_best_evening_has_the_most_wins():
    # Bruno beat all opponents in three matches. Each match adds one half to `above_half`.
    assert review_highlights.best_evening_of_all(review_of_season(SEASON)) == (
        "Bruno",
        "2026-10-08",
        Performance(3, 3, 3 * UNITS_PER_POINT // 2),
    )


def test_a_hidden_player_is_in_no_highlight_about_several_players():
    review = review_of_season(SEASON, hidden=["Bruno"])

    assert review_highlights.best_evening_of_all(review)[:2] == ("Ana", "2026-10-01")
    assert review_highlights.longest_winning_streak(review).player == "Ana"
    assert review_highlights.most_one_sided_pair(review) is None
    assert review.closest is None
    assert review.players["Bruno"].total.matches == 7


def test_of_equally_long_winning_streaks_the_first_to_end_counts():
    streak = review_highlights.longest_winning_streak(review_of_season(SEASON)).streak
    assert (streak.longest, streak.first_evening, streak.last_evening, streak.last_match) == (
        3,
        "2026-10-08",
        "2026-10-08",
        5,
    )

    ana, dina = review_of_season(SEASON).players["Ana"], review_of_season(SEASON).players["Dina"]
    ana_wins, dina_wins = ana.winning_streak, dina.winning_streak
    assert (ana_wins.longest, ana_wins.last_match) == (2, 2)
    assert (dina_wins.longest, dina_wins.last_match) == (2, 7)
    assert (
        review_highlights.longest_winning_streak(review_of_season(SEASON, hidden=["Bruno"])).player
        == "Ana"
    )


def test_the_upset_compares_strengths_before_the_match():
    # Ana begins with 25 + 10 (1300), Bruno with 25 (1000). Ana wins twice and Bruno loses twice.
    # Before the third match, which Bruno wins, Ana has 1360 and Bruno 940. Chus and Dina are new.
    review = review_of_season(SEASON, Ana=35.0, Bruno=25.0)

    assert review.upset == Upset(
        3, "jabberwocky", "2026-10-08", ("Bruno",), ("Ana",), strength=940, beaten_strength=1360
    )
    assert review.upset.gap == 420


def test_a_new_player_is_in_no_upset_before_five_matches():
    text = "evening | Ana | Bruno\n" + "1 Oct | 1 | 2\n" * 5 + "2 Oct | 2 | 1\n"

    assert review_of_season(text.replace("2 Oct | 2 | 1\n", "2 Oct | 1 | 2\n")).upset is None
    # After five matches: 25 + 5 against 25 - 5.
    assert (
        review_of_season(text).upset.strength,
        review_of_season(text).upset.beaten_strength,
    ) == (850, 1150)
    assert review_of_season(text.replace("1 Oct | 1 | 2\n", "", 1)).upset is None


def test_the_strength_of_a_pair_is_the_mean_of_its_players():
    text = """
        evening | Ana | Bruno | Chus | Dina
        1 Oct   | 1a  | 1a    | 2b   | 2b
    """
    # Ana and Bruno have (24 + 25) / 2 = 24.5, Chus and Dina (25 + 29) / 2 = 27.
    upset = review_of_season(text, Ana=24.0, Bruno=25.0, Chus=25.0, Dina=29.0).upset

    assert (upset.winners, upset.beaten) == (("Ana", "Bruno"), ("Chus", "Dina"))
    assert (upset.strength, upset.beaten_strength) == (985, 1060)


def test_the_closest_match_has_the_smallest_margin_for_its_scores():
    # The margin of 101 to 100 is 1/101 of the largest score, and the margin of 6 to 5 is 1/6.
    assert review_of_season(SEASON).closest == CloseMatch(
        7, "gin", "2026-10-22", ("Dina",), ("Bruno",), 1, Fraction(1, 101)
    )


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("1 Oct | 1= (9) | 1= (9)", id="two winners"),
        pytest.param("1 Oct | 1 (9) | 2 (9)", id="the same points"),
        pytest.param("1 Oct | 1 | 2", id="no points"),
        pytest.param("1 Oct | 1 | –", id="one side"),
    ],
)
def test_a_match_without_a_margin_is_not_the_closest(line):
    assert review_of_season(f"evening | Ana | Bruno\n{line}").closest is None


def test_the_most_one_sided_pair_needs_five_meetings():
    # Bruno and Ana met in matches 1 to 6, and Ana was ahead in two. No other pair met five times.
    pair = review_highlights.most_one_sided_pair(review_of_season(SEASON))

    assert pair == ("Bruno", "Ana", Meeting(ahead=4, behind=2, level=0, last=1))
    assert review_highlights.nemesis(review_of_season(SEASON), "Ana") == pair
    assert review_highlights.favourite_opponent(review_of_season(SEASON), "Bruno") == pair
    assert review_highlights.favourite_opponent(review_of_season(SEASON), "Ana") is None
    assert review_highlights.most_one_sided_pair(
        review_of_season(SEASON.split("15 Oct", maxsplit=1)[0])
    ) == (
        "Bruno",
        "Ana",
        Meeting(3, 2, 0, 1),
    )
    assert (
        review_highlights.most_one_sided_pair(
            review_of_season(SEASON.split("8 Oct   ", maxsplit=1)[0])
        )
        is None
    )


def test_the_most_improved_player_gained_most_with_enough_matches():
    # Bruno: 3 wins and 4 losses. Ana: 2 wins and 4 losses. Neither gained.
    assert review_highlights.most_improved(review_of_season(SEASON, Ana=25.0, Bruno=25.0)) is None

    text = "evening | Ana | Bruno | Chus\n" + "1 Oct | 1 | 2= | 2=\n" * 5
    highlight = review_highlights.most_improved(review_of_season(text, Ana=30.0))
    assert (highlight.player, highlight.review.change, highlight.review.mean_before) == (
        "Ana",
        150,
        30.0,
    )
    assert (
        review_highlights.most_improved(review_of_season(text)) is None
    )  # a new player needs ten matches


def test_a_player_has_a_best_and_a_worst_evening_and_a_favourite_game():
    review = review_of_season(SEASON)
    ana, dina = review.players["Ana"], review.players["Dina"]

    assert review_highlights.best_evening("Ana", ana)[1:] == (
        "2026-10-01",
        Performance(2, 2, UNITS_PER_POINT),
    )
    # Ana was last of two, of three and of two. Each match subtracts one half from `above_half`.
    assert review_highlights.worst_evening("Ana", ana)[1:] == (
        "2026-10-08",
        Performance(3, 0, -3 * UNITS_PER_POINT // 2),
    )
    assert review_highlights.worst_evening("Dina", dina) is None
    assert review_highlights.favourite_game(ana)[0] == "jabberwocky"
    assert review_highlights.favourite_game(dina)[0] == "jabberwocky"
    assert (
        ana.winless_streak.longest,
        ana.winless_streak.first_evening,
        ana.winless_streak.last_evening,
    ) == (
        4,
        "2026-10-08",
        "2026-10-15",
    )


def test_a_season_without_a_match_has_no_highlights():
    review = review_season([], {}, one_up)

    assert review_highlights.best_evening_of_all(review) is None
    assert review_highlights.busiest_evening(review) is None
    assert review_highlights.longest_winning_streak(review) is None
    assert review_highlights.most_improved(review) is None
    assert review_highlights.most_one_sided_pair(review) is None
    assert (review.upset, review.closest, review.players) == (None, None, {})
