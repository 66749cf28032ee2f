"""The chart of a match has one line per side, and no line hides another."""

from itertools import pairwise

from scorekeeper.match import commands
from scorekeeper.match.people import Person
from scorekeeper.messages import render
from scorekeeper.web.match import totals_chart
from tests.match.memory_match import Match

PEOPLE = {str(n): Person(str(n), "ABCDE"[n - 1], n, "ABCDE"[n - 1]) for n in range(1, 6)}


def chart(*hands):
    match = Match("jaguar", tuple(PEOPLE))
    for number, (jaguar, friend, points) in enumerate(hands, start=1):
        answers = {"jaguar": jaguar, "friend": friend, "points": points}
        match.run_command(commands.record_stage, number, "hand", answers)
    return totals_chart.build_chart(match.sheet, PEOPLE)


def lines(*hands):
    return {line.person.key: line for line in chart(*hands).lines}


def test_lines_start_at_one_point_and_run_side_by_side_through_equal_totals():
    by_seat = lines(("1", "2", 80), ("1", "2", 80))  # players 3, 4 and 5 have -1, then -2

    starts = {line.dots[0] for line in by_seat.values()}
    assert len(starts) == 1
    (first, second, third) = (by_seat[seat].dots[1][1] for seat in "345")
    assert (round(second - first, 1), round(third - second, 1)) == (1.5, 1.5)


def test_lines_with_distinct_totals_match_the_scale():
    by_seat = lines(("1", "2", 80), ("1", "2", 80))

    assert by_seat["1"].dots[2] == (66.0, 5.0)  # 4, the highest: at the top of the scale
    assert by_seat["4"].dots[2] == (
        66.0,
        91.0,
    )  # -2, the middle of three equal lines: at the bottom


def test_the_scale_has_whole_numbers_and_deals_are_numbered_below():
    drawn = chart(("1", "2", 80), ("1", "2", 80))

    assert [tick.text for tick in drawn.scale] == ["−2", "0", "2", "4"]
    assert [(label.x, render(label.head, {})) for label in drawn.labels] == [(37, "1"), (66, "2")]


def test_every_line_is_labelled_with_its_total():
    assert [line.figure for line in chart(("1", "2", 80), ("1", "2", 80)).lines] == [
        "4",
        "2",
        "−2",
        "−2",
        "−2",
    ]


def test_partners_share_a_line_with_both_initials():
    match = Match("gin", tuple("1234"))
    hand = {"pair": ["1", "2"], "result": "gin", "knocker": "1", "deadwood": {"1": 0, "2": 9}}
    other = {"pair": ["3", "4"], "result": "gin", "knocker": "3", "deadwood": {"3": 0, "4": 9}}
    for number in (1, 2):
        match.run_command(commands.record_stage, number, "hand-1", hand)
        match.run_command(commands.record_stage, number, "hand-2", other)

    drawn = totals_chart.build_chart(match.sheet, PEOPLE)

    assert [(line.person.name, line.person.colour) for line in drawn.lines] == [
        ("A+C", 1),
        ("B+D", 2),
    ]


def test_the_chart_of_a_long_match_is_sampled_and_keeps_both_ends():
    match = Match("jaguar", tuple(PEOPLE))
    answers = {"jaguar": "1", "friend": "2", "points": 80}
    for number in range(1, 201):
        match.run_command(commands.record_stage, number, "hand", answers)

    line = totals_chart.build_chart(match.sheet, PEOPLE).lines[0]

    assert len(line.dots) == 120
    assert (line.dots[0][1], line.dots[-1][1]) == (62.3, 5.0)  # 0, 400; scale: -200 to 400
    assert line.figure == "400"


def test_names_at_line_ends_do_not_overlap():
    by_seat = lines(("1", "2", 80), ("1", "2", 80))

    heights = sorted(line.label_y for line in by_seat.values())
    assert min(b - a for a, b in pairwise(heights)) >= 6.9
