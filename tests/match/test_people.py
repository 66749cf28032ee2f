"""The initials and colours of a match's players."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from scorekeeper.match.people import distinct_colours, initials


def test_players_of_a_match_have_distinct_initials():
    log = MemoryLog({"1": "Ana", "2": "Bruno", "3": "Chus"})
    match = commands.start_match(log, "chinchon", ("1", "2", "3"), {}, CommandMeta("start", 0))
    people = log.table_state(match).people

    assert [(p.name, p.initials, p.colour) for p in people.values()] == [
        ("Ana", "A", 1),
        ("Bruno", "B", 2),
        ("Chus", "C", 3),
    ]
    names = {"1": "Ana", "2": "Amaia", "3": "Bruno", "4": "Ana B", "5": ""}

    assert initials(names) == {"1": "An", "2": "Am", "3": "B", "4": "A2", "5": "?"}


def test_initials_do_not_depend_on_the_order_of_play():
    assert initials({"9": "Anna", "10": "Anne"}) == {"9": "An", "10": "A2"}
    assert initials({"10": "Anne", "9": "Anna"}) == {"9": "An", "10": "A2"}


def test_initials_differ_in_more_than_an_accent():
    names = {"1": "Álvaro", "2": "Alba", "3": "Ñico", "4": "Nuria", "5": "Émile", "6": "Bo"}

    assert initials(names) == {"1": "Ál", "2": "A2", "3": "Ñi", "4": "Nu", "5": "É", "6": "B"}


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        ({"1": 1, "2": 2}, {"1": 1, "2": 2}),
        ({"12": 2, "2": 2, "3": 1}, {"2": 2, "3": 1, "12": 3}),
        ({"4": 5, "14": 5, "24": 5, "1": 1}, {"1": 1, "4": 5, "14": 2, "24": 3}),
        ({str(n): 7 for n in range(1, 11)}, {"1": 7, "2": 1, "7": 6, "8": 8, "10": 10}),
    ],
)
def test_players_of_a_match_have_different_colours(colours, expected):
    chosen = distinct_colours(colours)

    assert {key: chosen[key] for key in expected} == expected
    assert len(set(chosen.values())) == len(colours)
