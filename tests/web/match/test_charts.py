"""The chart of a match: one line per side, each of them visible."""

from itertools import pairwise

from scorekeeper.match import commands
from scorekeeper.match.log import Person
from scorekeeper.web.match import charts
from tests.match.test_events import Match

PEOPLE = {str(n): Person(str(n), "ABCDE"[n - 1], n, "ABCDE"[n - 1]) for n in range(1, 6)}


def lines(*hands):
    match = Match("jaguar", tuple(PEOPLE))
    for number, (jaguar, friend, points) in enumerate(hands, start=1):
        answers = {"jaguar": jaguar, "friend": friend, "points": points}
        match.do(commands.record_stage, number, "hand", answers)
    return {line.side: line for line in charts.build_chart(match.sheet, PEOPLE).lines}


def test_lines_begin_at_one_point_and_run_beside_each_other_through_equal_totals():
    found = lines(("1", "2", 80), ("1", "2", 80))  # 3, 4 and 5 have -1 and -2

    starts = {line.at[0] for line in found.values()}
    assert len(starts) == 1
    (first, second, third) = (found[seat].at[1][1] for seat in "345")
    assert (second - first, third - second) == (3, 3)


def test_lines_with_totals_of_their_own_are_where_the_scale_says():
    found = lines(("1", "2", 80), ("1", "2", 80))

    assert found["1"].at[2] == (258.0, 12.0)  # 4, the highest: at the top of the scale
    assert found["4"].at[2] == (258.0, 188.0)  # -2 in the middle of three: at the bottom


def test_names_at_the_ends_do_not_cover_each_other():
    found = lines(("1", "2", 80), ("1", "2", 80))

    heights = sorted(line.label_y for line in found.values())
    assert min(b - a for a, b in pairwise(heights)) >= 15
