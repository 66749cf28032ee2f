"""One player's career: streaks, best and worst results, statistics by game, strength."""

import pytest

from scorekeeper.stats.career import (
    MAX_HISTORY_POINTS,
    RECENT_MATCHES,
    Career,
    NotableMatch,
    StrengthHistory,
)
from scorekeeper.stats.results import PlayerResult
from tests.league.comparable_statistics import career_values
from tests.stats.season_on_paper import results


def career_of(player, text):
    career = Career()
    for result in results(text):
        for seat in result.seats:
            if seat.player == player:
                career.add(result, seat, None, None)
    return career


MATCHES = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 1   | 2     | 3    | 4
    2 Oct   | 1=  | 1=    | 3    | 4
    2 Oct   | 4   | 1     | 2    | 3
    3 Oct   | 3   | 1     | 2    | 4
    4 Oct   | 1   | 2     | 3    | 4
    5 Oct   | 1   | –     | 2    | 3
    6 Oct   | 1   | 2     | 3    | 4
"""


@pytest.mark.parametrize(
    ("player", "wins", "winless", "top"),
    [
        # the current streak, and the longest: its length, its first and last evening, and the match
        # that completed it
        pytest.param(
            "Ana",
            (3, 3, "04", "06", 7),
            (0, 2, "02", "03", 4),
            (3, 3, "04", "06", 7),
            id="a streak that goes on",
        ),
        pytest.param(
            "Bruno",
            (0, 3, "02", "03", 4),
            (2, 2, "04", "06", 7),
            (6, 6, "01", "06", 7),
            id="a streak that stays the longest",
        ),
        pytest.param(
            "Chus",
            (0, 0, "", "", 0),
            (7, 7, "01", "06", 7),
            (0, 2, "02", "03", 4),
            id="never a win",
        ),
        pytest.param(
            "Dina",
            (0, 0, "", "", 0),
            (7, 7, "01", "06", 7),
            (0, 0, "", "", 0),
            id="never in the upper half",
        ),
    ],
)
def test_a_streak_has_a_current_and_a_longest_length_with_its_evenings(player, wins, winless, top):
    career = career_of(player, MATCHES)

    streaks = career.winning_streak, career.winless_streak, career.upper_half_streak
    assert [streak_values(each) for each in streaks] == [wins, winless, top]


def streak_values(each):
    return (
        each.current,
        each.longest,
        each.first_evening[-2:],
        each.last_evening[-2:],
        each.last_match,
    )


def test_the_first_of_two_equally_long_streaks_remains_the_longest():
    career = career_of(
        "Ana",
        """
        evening | Ana | Bruno
        1 Oct   | 1   | 2
        2 Oct   | 2   | 1
        3 Oct   | 1   | 2
    """,
    )

    assert streak_values(career.winning_streak) == (1, 1, "01", "01", 1)
    assert career.winning_streak.since == "2026-10-03"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        pytest.param("evening | Ana | Bruno \n 1 Oct | 1 | 2", [1, 0], id="the first of two"),
        pytest.param(
            "evening | Ana | Bruno | Chus \n 1 Oct | 1 | 2 | 3",
            [1, 1, 0],
            id="the first and the middle of three",
        ),
        pytest.param("evening | Ana | Bruno | Chus \n 1 Oct | 1= | 1= | 1=", [1, 1, 1], id="level"),
        pytest.param(
            "evening | Ana | Bruno | Chus | Dina | Edu \n 1 Oct | 1 | 2 | 3= | 3= | 5",
            [1, 1, 0, 0, 0],
            id="third-equal of five",
        ),
        pytest.param(
            "evening | Ana | Bruno | Chus | Dina | Edu \n 1 Oct | 1 | 2= | 2= | 2= | 5",
            [1, 1, 1, 1, 0],
            id="second-equal of five, three of them",
        ),
        pytest.param(
            "evening | Ana | Bruno | Chus | Dina \n 1 Oct | 1 | 2= | 2= | 4",
            [1, 1, 1, 0],
            id="second-equal of four",
        ),
        pytest.param(
            "evening | Ana | Bruno | Chus | Dina \n 1 Oct | 1a | 1a | 2b | 2b",
            [1, 1, 0, 0],
            id="partners",
        ),
    ],
)
def test_places_above_or_at_the_middle_are_in_the_upper_half(text, holds):
    names = ("Ana", "Bruno", "Chus", "Dina", "Edu")[: len(holds)]

    assert [career_of(who, text).upper_half_streak.current for who in names] == holds


def test_the_first_match_with_the_best_or_worst_points_of_a_game_is_kept():
    career = career_of(
        "Ana",
        """
        evening        | Ana      | Bruno
        1 Oct          | 1 (12)   | 2 (3)
        2 Oct          | 2 (−4)   | 1 (3)
        3 Oct          | 1 (12)   | 2 (3)
        3 Oct          | 1        | 2
        4 Oct loba low | 2 (101)  | 1 (20)
        5 Oct loba low | 1 (−10)  | 2 (120)
        6 Oct loba low | 1 (40)   | 2 (120)
    """,
    )

    assert career.best == {
        "jabberwocky": NotableMatch(12, 1, "jabberwocky", "2026-10-01"),
        "loba": NotableMatch(-10, 6, "loba", "2026-10-05"),
    }
    assert career.worst == {
        "jabberwocky": NotableMatch(-4, 2, "jabberwocky", "2026-10-02"),
        "loba": NotableMatch(101, 5, "loba", "2026-10-04"),
    }


def with_statistics(statistics):
    [result] = results("evening | Ana | Bruno \n 1 Oct | 1 | 2")
    return result, result.seats[0]._replace(statistics=statistics)


def test_game_statistics_are_added_up():
    career = Career()
    for statistics in ({"bids": (5, 13)}, {}, {"bids": (7, 13), "reneges": (1,)}):
        career.add(*with_statistics(statistics), None, None)

    assert career.statistics == {"jabberwocky": {"bids": [12, 26], "reneges": [1]}}


def test_strength_is_stored_for_every_evening_and_for_each_recent_match():
    career, [result] = Career(), results("evening | Ana | Bruno \n 1 Oct | 2 | 1")
    seat = result.seats[0]

    career.add(result, seat, None, (24.0, 8.0))
    career.add(result._replace(match=2), seat, (24.0, 8.0), (23.0, 7.5))
    career.add(result._replace(match=3, evening="2026-10-02"), seat, (23.0, 7.5), (22.5, 7.0))

    assert (career.strength_history.evenings, career.strength_history.values) == (
        ["2026-10-01", "2026-10-02"],
        [23.0, 22.5],
    )
    first, second, third = career.recent
    assert (first.match, first.place, first.mean, first.mean_before) == (1, 2, 24, 25)
    assert (second.mean, second.mean_before) == (23.0, 24.0)
    assert third == (3, "jabberwocky", "2026-10-02", 2, 22.5, 23.0)


def test_only_recent_matches_are_stored_individually():
    career, [result] = Career(), results("evening | Ana | Bruno \n 1 Oct | 2 | 1")
    for number in range(1, RECENT_MATCHES + 4):
        career.add(result._replace(match=number), result.seats[0], None, (25.0, 8.0))

    assert [after.match for after in career.recent] == list(range(4, RECENT_MATCHES + 4))


def test_a_long_strength_history_is_thinned_and_keeps_both_ends():
    line = StrengthHistory()
    for day in range(MAX_HISTORY_POINTS + 1):
        line.add(f"evening {day}", day)

    assert len(line.evenings) == MAX_HISTORY_POINTS // 2 + 1
    assert line.values[:3] == [0, 2, 4]
    assert line.values[-2:] == [118, 120]
    assert line.evenings[-1] == "evening 120"


def test_a_copied_career_is_independent_of_the_original():
    one = Career()
    one.add(*with_statistics({"bids": (5, 13)}), None, (26.0, 8.0))
    before = career_values(one)
    other = one.copy()
    assert career_values(other) == before

    result, seat = with_statistics({"bids": (1, 13), "tricks": (3,)})
    other.add(result._replace(match=9, evening="2026-10-09"), seat, (26.0, 8.0), (27.0, 8.0))

    assert career_values(one) == before
    assert other.matches == 2
    assert other.statistics == {"jabberwocky": {"bids": [6, 26], "tricks": [3]}}


def test_a_result_without_points_or_statistics_counts_as_a_match():
    [result] = results("evening | Ana | Bruno \n 1 Oct | 1 | 2")
    career = Career()

    career.add(result, PlayerResult("Ana", 0, result.seats[0].finish, None), None, None)

    assert (career.matches, career.best, career.worst, career.statistics) == (1, {}, {}, {})
    assert not career.recent
