"""Files with one match per line: columns for the players, and rejected lines."""

import pytest

from scorekeeper.transfer.results_csv import Role
from tests.transfer.results_csv.example_league import (
    ALONE,
    match_lines,
    match_results,
    parse_csv,
    rejected_lines,
)


@pytest.mark.parametrize(
    ("players", "found"),
    [
        ("Ana, Bruno, Chus", {"Ana": (1, None), "Bruno": (2, None), "Chus": (3, None)}),
        ("Ana / Bruno", {"Ana": (1, None), "Bruno": (2, None)}),
        (
            "Ana > Bruno = Chus > Dina",
            {"Ana": (1, None), "Bruno": (2, None), "Chus": (2, None), "Dina": (4, None)},
        ),
        ("Ana, Bruno,", {"Ana": (1, None), "Bruno": (2, None)}),
    ],
)
def test_a_column_can_list_all_players_in_order_of_place(players, found):
    assert match_results(parse_csv(f"date|game|players\n3/9/23|Loba|{players}\n||Edu, Fina\n")) == [
        ("2023-09-03", "loba", found),
        ("2023-09-03", "loba", {"Edu": (1, None), "Fina": (2, None)}),
    ]


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        ("Ana,,Chus", "There is no player on this line."),
        ("Ana = , Chus", "There is no player on this line."),
        ("Ana, Ana", "Ana is in this match twice."),
        ("Ana", ALONE.format("Ana")),
        ("-", "There are no players on this line."),
        (
            "A,B,C,D,E,F,G,H,I,J,K,L,M",
            "A match can have at most 10 players, but this one has more.",
        ),
    ],
)
def test_a_line_with_an_invalid_list_of_players_is_rejected(players, reason):
    parsed = parse_csv(f"date|game|players\n3/9/23|Loba|{players}\n3/9/23|Loba|Edu, Fina\n")

    assert (rejected_lines(parsed), match_lines(parsed)) == ({2: reason}, [(3,)])


def test_a_file_can_have_a_column_for_each_place():
    parsed = parse_csv(
        "date;game;1º;2º;3º\n3/9/23;Loba;Ana;Edu;\n3/9/23;Loba;Ana;;Edu\n3/9/23;Loba;Edu;Ana;Dina\n"
    )

    assert match_lines(parsed) == [(2,), (4,)]
    assert rejected_lines(parsed) == {3: "There is no player on this line."}


def test_a_file_can_have_a_column_of_points_for_each_player():
    parsed = parse_csv(
        "date,game,Ana,Bruno,Gema,total\n3/9/23,Loba,40,101,-,141\n,,,3,−2,1\n"
        "4/9/23,Oh Hell,9,7,9,25\n5/9/23,Loba,,,,\n6/9/23,Loba,1,,,1\n"
        '7/9/23,Loba,1,"2,5",,3\n',
        roles={4: Role.POINTS_OF},
    )

    assert match_results(parsed) == [
        ("2023-09-03", "loba", {"Ana": (1, 40), "Bruno": (2, 101)}),
        ("2023-09-03", "loba", {"Bruno": (2, 3), "Gema": (1, -2)}),
        ("2023-09-04", "jabberwocky", {"Ana": (1, 9), "Bruno": (3, 7), "Gema": (1, 9)}),
    ]
    assert rejected_lines(parsed) == {
        5: "There are no players on this line.",
        6: ALONE.format("Ana"),
        7: "Points must be whole numbers, not “2,5”.",
    }


def test_a_rejected_one_line_match_does_not_affect_other_lines():
    parsed = parse_csv("date;game;Ana;Edu\n3/9/23;Loba;1;2\n3/9/23;Loba;1;\n3/9/23;Loba;2;1\n")

    assert match_lines(parsed) == [(2,), (4,)]
