"""The rating list: places, and changes in the last month, worked out by hand."""

import pytest

from scorekeeper.stats.career import Career
from scorekeeper.stats.rating_list import mean_after, rating_list
from scorekeeper.stats.results import MatchResult, PlayerResult, finish

WON = finish(1, 1, 2, True)


def career(*steps, game="gin"):
    """Return a career with one match per step.

    A step is (month and day of the match in 2026, mean after the match).
    """
    steps_so_far, before = Career(), None
    for number, (day, mean) in enumerate(steps, start=1):
        result = MatchResult(number, game, number, f"2026-{day}", False, ())
        steps_so_far.add(result, PlayerResult("1", 0, WON, None), before, (mean, 8.0))
        before = mean, 8.0
    return steps_so_far


def test_players_are_ranked_by_strength_from_ten_matches():
    ten = [(f"10-{day:02}", 26.0) for day in range(1, 11)]
    careers = {"1": career(*ten), "2": career(*ten), "3": career(*ten), "4": career(*ten[:9])}
    careers["5"] = careers["1"]
    strengths = {
        "1": (26.0, 2.0),
        "2": (27.0, 1.5),
        "3": (26.0, 1.0),
        "4": (30.0, 4.0),
        "5": (40.0, 1.0),
    }

    rows = rating_list(strengths, careers, frozenset("5"), "2026-10-31")

    assert [tuple(row) for row in rows] == [
        ("2", 1, False, 1060, 45, 10, 0),
        ("1", 2, True, 1030, 60, 10, 0),
        ("3", 2, True, 1030, 30, 10, 0),
        ("4", None, False, 1150, 120, 9, 0),
    ]


def test_the_change_is_since_the_end_of_that_evening():
    one = career(("10-01", 26.0), ("10-08", 28.0), ("10-15", 27.0))

    changes = [
        rating_list({"1": (27.0, 8.0)}, {"1": one}, frozenset(), f"2026-10-{day}")[0].change
        for day in ("15", "14", "08", "07", "01")
    ]

    assert changes == [0, -30, -30, 30, 30]


def test_a_player_without_a_match_before_that_evening_is_new():
    rows = rating_list(
        {"1": (26.0, 8.0)}, {"1": career(("10-01", 26.0))}, frozenset(), "2026-09-30"
    )

    assert rows[0].change is None


@pytest.mark.parametrize(
    ("evening", "mean"),
    [
        pytest.param("2026-09-30", None, id="before the first match"),
        pytest.param("2026-10-01", 26.0, id="only in the history"),
        pytest.param("2026-11-01", 26.0, id="just before the last twenty"),
        pytest.param("2026-11-02", 31.0, id="within the last twenty"),
        pytest.param("2026-11-05", 34.0, id="in the middle of the last twenty"),
        pytest.param("2026-12-31", 50.0, id="after all matches"),
    ],
)
def test_the_strength_after_any_evening_of_a_long_career_is_known(evening, mean):
    # One match in October and 21 in November, so the last twenty do not include the first two.
    one = career(
        ("10-01", 26.0),
        ("11-01", 26.0),
        *((f"11-{day:02}", 29.0 + day) for day in range(2, 22)),
    )

    assert mean_after(one, evening, 50.0) == mean
