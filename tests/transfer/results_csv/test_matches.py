"""Grouping lines into matches: which lines belong together, the places, and rejected lines."""

import pytest

from tests.transfer.results_csv.example_league import (
    ALONE,
    LONG,
    POINTS,
    match_lines,
    match_results,
    parse_csv,
    rejected_lines,
)


def file(rows, heading=LONG):
    """Return a CSV file. The row "3 L A 1" means 3 September, Loba, Ana and first place."""
    days = {"-": "", "0": "33/9/23"}
    games = {"L": "Loba", "C": "Chinchón", "J": "Oh Hell", "M": "Mus", "-": ""}
    names = dict(
        zip("ABCDEF?", ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fina", "x" * 41), strict=True)
    )
    text = heading
    for row in rows.split(","):
        day, game, name, *rest = row.split()
        cells = (days.get(day, f"{day}/9/23"), games[game], names[name], *rest)
        text += ";".join(cells).replace("_", "") + "\n"
    return text


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        pytest.param("3 L A 1, 3 L B 2, 4 L A 1, 4 L B 2", [(2, 3), (4, 5)], id="another day"),
        pytest.param("3 L A 1, 3 L B 2, 3 C A 1, 3 C B 2", [(2, 3), (4, 5)], id="another game"),
        pytest.param("3 L A 1, 3 L B 2, 3 L A 2, 3 L B 1", [(2, 3), (4, 5)], id="Ana comes again"),
        pytest.param("3 L A 1, 3 L B 2, 3 L C 1, 3 L D 2", [], id="1 after 1 and 2"),
        pytest.param("3 L A 1, 3 L B 1, 3 L C 3", [(2, 3, 4)], id="1 after 1 alone"),
        pytest.param("3 L A 3, 3 L B 1, 3 L C 2", [(2, 3, 4)], id="as they sat"),
        pytest.param("3 L A 2, 3 L B 1, 3 L C 2, 3 L A 1", [], id="as they sat, one is missing"),
        pytest.param(
            "3 L A 1, - - B 2, - - C 3, 3 - B 1, - - C 2",
            [(2, 3, 4), (5, 6)],
            id="dates written once",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 4 L A 1, 4 L B 2, 3 L A 2, 3 L B 1",
            [(2, 3), (4, 5), (6, 7)],
            id="not in order of time",
        ),
    ],
)
def test_lines_are_grouped_into_matches(rows, found):
    assert match_lines(parse_csv(file(rows))) == found


def test_a_date_after_a_line_without_a_date_starts_a_new_match():
    rows = "3 L A 40, - - B 50, 3 L C 60, - - D 70"

    assert match_lines(parse_csv(file(rows, POINTS))) == [(2, 3), (4, 5)]
    assert match_lines(parse_csv(file("3 L A 40, 3 L B 50, 3 L C 60, - - D 70", POINTS))) == [
        (2, 3, 4, 5)
    ]


def test_match_numbers_group_lines_regardless_of_their_position():
    rows = "3 L A 1 _ 1, 3 L C 1 _ 2, 3 L D 2 _ 2, 3 L B 2 _ 1, 4 L A 1 _ 1, 4 L B 2 _ 1"
    parsed = parse_csv(file(rows, "date;game;player;place;points;match\n"))

    assert match_lines(parsed) == [(2, 5), (3, 4), (6, 7)]
    assert parsed.bad_lines == ()


@pytest.mark.parametrize(
    ("game", "given", "places"),
    [
        pytest.param("L", "1_ 2_ 3_", (1, 2, 3), id="as given"),
        pytest.param("L", "1_62 2_109 3_103", (1, 2, 3), id="as given, whatever the points"),
        pytest.param("L", "1_ 2_ 2_ 4_", (1, 2, 2, 4), id="level"),
        pytest.param("L", "1_ 1_ 2_", (1, 1, 3), id="level, and nobody left free"),
        pytest.param("L", "1_ 2_ 2_ 3_", (1, 2, 2, 4), id="level in the middle"),
        pytest.param("L", "1_ 1_", (1, 1), id="all level"),
        pytest.param("L", "_40 _-5 _100", (2, 1, 3), id="fewest points win"),
        pytest.param("J", "_40 _-5 _100", (2, 3, 1), id="most points win"),
        pytest.param("L", "_40 _7 _40 _50", (2, 1, 2, 4), id="equal points"),
    ],
)
def test_places_are_taken_from_the_file_or_computed_from_points(game, given, places):
    rows = []
    for name, both in zip("ABCD", given.split(), strict=False):
        place, points = both.split("_")
        rows.append(f"3 {game} {name} {place or '_'} {points or '_'}")
    parsed = parse_csv(file(",".join(rows)))

    assert tuple(seat.place for seat in parsed.matches[0].seats) == places
    assert [seat.points for seat in parsed.matches[0].seats] == [
        int(both.split("_")[1]) if both.split("_")[1] else None for both in given.split()
    ]


ONE = "Left out because it belongs to the same match as line {}."
MAY = "Left out because line {} was left out and may belong to this match."


@pytest.mark.parametrize(
    ("rows", "reasons"),
    [
        pytest.param(
            "3 L A 2, 3 L B 2",
            {2: "Nobody won: the best place is 2.", 3: ONE.format(2)},
            id="nobody won",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 3 L C 4",
            {2: "The places are 1, 2 and 4, but 3 is missing.", 3: ONE.format(2), 4: ONE.format(2)},
            id="a place is missing",
        ),
        pytest.param(
            "3 L A 1, 3 L B 3, 3 L C 3",
            {2: "The places are 1, 3 and 3, but 2 is missing.", 3: ONE.format(2), 4: ONE.format(2)},
            id="level at the wrong end",
        ),
        pytest.param(
            "3 L A 1, 3 L B _ 4",
            {
                2: ONE.format(3),
                3: "This line has no place, but other lines of this match have one.",
            },
            id="a place for some",
        ),
        pytest.param(
            "3 L A 1, 3 L B",
            {
                2: ONE.format(3),
                3: "This line has neither points nor a place. Add one of them.",
            },
            id="neither place nor points",
        ),
        pytest.param(
            "3 L A one, 3 L B 2 x",
            {
                2: "A place must be a whole number, not “one”.",
                3: "Points must be whole numbers, not “x”.",
            },
            id="each has its own reason",
        ),
        pytest.param(
            "0 L A 1, 0 L B 2", dict.fromkeys((2, 3), "September has 30 days."), id="no such day"
        ),
        pytest.param(
            "- L A 1, - L B 2, 5 C A 1, 5 C B 2",
            dict.fromkeys((2, 3), "There is no date on this line or on any line above it."),
            id="no date",
        ),
        pytest.param(
            "3 - A 1, 3 - B 2, 5 C A 1, 5 C B 2",
            dict.fromkeys((2, 3), "There is no game on this line or on any line above it."),
            id="no game",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 3 L A 1",
            {2: MAY.format(4), 3: MAY.format(4), 4: ALONE.format("Ana")},
            id="a piece of the same evening",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 3 L C 1, 3 L D 2",
            {
                2: "The places are 1, 2, 1 and 2. If they belong to several matches, add a column "
                "with match numbers.",
                **dict.fromkeys((3, 4, 5), ONE.format(2)),
            },
            id="two matches, or a strange one",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 0 L C 3, 3 L D 4, 5 C A 1, 5 C B 2",
            {
                2: MAY.format(4),
                3: MAY.format(4),
                4: "September has 30 days.",
                5: ALONE.format("Dina"),
            },
            id="a wrong date in the middle",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 3 M C 3",
            {2: MAY.format(4), 3: MAY.format(4), 4: "There is no game called “Mus”."},
            id="a wrong game at the end",
        ),
        pytest.param(
            "0 L A 1, 3 L B 2, 3 L C 3",
            {2: "September has 30 days.", 3: "Nobody won: the best place is 2.", 4: ONE.format(3)},
            id="a wrong date at the beginning",
        ),
        pytest.param(
            "3 L A 1, 3 L ? 2, 3 L C 3, 3 L A 2, 3 L C 1",
            {
                2: ONE.format(3),
                3: "A name can have at most 40 characters, not 41.",
                4: ONE.format(3),
                5: ONE.format(3),
                6: ONE.format(3),
            },
            id="nobody knows where the match ends",
        ),
        pytest.param(
            "3 M A 1, 3 M B 2, 3 L A 1, 3 L B 2",
            dict.fromkeys((2, 3), "There is no game called “Mus”."),
            id="another game is no piece of this one",
        ),
        pytest.param(
            "3 L A 1, 3 L B 2, 4 C C 3",
            {4: ALONE.format("Chus")},
            id="another evening and another game",
        ),
    ],
)
def test_a_match_with_a_bad_line_is_rejected_as_a_whole(rows, reasons):
    assert rejected_lines(parse_csv(file(rows))) == reasons


def test_an_incomplete_match_rejects_only_matches_with_the_same_number():
    heading = "date;game;player;points;match\n"

    assert match_lines(parse_csv(file("3 L A 1 1, 3 L B 2 1, 3 L C 3 2", heading))) == [(2, 3)]
    assert match_lines(parse_csv(file("3 L A 1 1, 3 L B 2 1, 4 L C 3 1", heading))) == []


def test_a_numbered_match_may_list_its_winners_in_any_order():
    heading = "date;game;player;place;points;match\n"
    parsed = parse_csv(file("3 L A 1 _ 1, 3 L B 2 _ 1, 3 L C 1 _ 1", heading))

    assert match_results(parsed)[0][2] == {"Ana": (1, None), "Bruno": (3, None), "Chus": (1, None)}


def test_a_player_listed_twice_in_a_numbered_match_is_rejected():
    parsed = parse_csv(file("3 L A 1 1, 3 L B 2 1, 3 L A 3 1", "date;game;player;points;match\n"))

    assert rejected_lines(parsed) == {
        2: ONE.format(4),
        3: ONE.format(4),
        4: "Ana is in this match twice.",
    }


SAME = (
    "This match is the same as the one on line {}. If both were played, add a column with match"
    " numbers."
)


def test_identical_matches_without_numbers_are_read_once():
    rows = "3 L A 1 4, 3 L B 2 5, 3 L A 2 5, 3 L B 1 4, 3 L B 2 5, 3 L A 1 4"
    parsed = parse_csv(file(rows))

    assert match_lines(parsed) == [(2, 3), (4, 5)]
    assert rejected_lines(parsed) == {6: SAME.format(2), 7: SAME.format(2)}


def test_identical_matches_with_different_numbers_are_all_read():
    rows = "3 L A 1 1, 3 L B 2 1, 3 L A 1 2, 3 L B 2 2"

    assert match_lines(parse_csv(file(rows, "date;game;player;place;match\n"))) == [(2, 3), (4, 5)]
