"""The initials of a match's players."""

from scorekeeper.match.people import initials


def test_players_of_a_match_have_distinct_initials(chinchon):
    people = chinchon.table_state(1).people

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
