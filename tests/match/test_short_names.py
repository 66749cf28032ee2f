"""Shortened names of different players are different."""

import pytest

from scorekeeper.match.people import people_of_match
from scorekeeper.match.short_names import shorten_names


@pytest.mark.parametrize(
    ("names", "as_short"),
    [
        (("Ana", "Bernardina"), ["Ana", "Bernardina"]),
        (("Ana", "Maximiliana"), ["Ana", "Maximilia…"]),
        (("Maria d Anjos", "Bo"), ["Maria d A…", "Bo"]),
        (("Maximilian", "Maximiliane"), ["Maximilian", "Maximil…ne"]),
        (("Maximilianus", "Maximilianusz"), ["Maximil…us", "Maximil…sz"]),
        (("Christina Müller", "Christine Müller"), ["Christina…", "Christine…"]),
        (("Carmen García", "Carmen Íñiguez"), ["Carmen Ga…", "Carmen Íñ…"]),
        (("Ana-Marí-L1\u0301\u0301\u0301", "Bo"), ["Ana-Marí-…", "Bo"]),
        (("Ana-Mar1\u0301\u0301\u0301", "Bo"), ["Ana-Mar…", "Bo"]),
        (("👩\u200d👩\u200d👧🃏🃏🃏🃏🃏🃏", "Bo"), ["👩\u200d👩\u200d👧🃏🃏🃏🃏…", "Bo"]),
        (("🃏🃏🃏🃏🃏👩\u200d👩\u200d👧\u200d👦", "Bo"), ["🃏🃏🃏🃏🃏…", "Bo"]),
    ],
)
def test_names_are_cut_between_grapheme_clusters_and_stay_distinct(names, as_short):
    assert list(shorten_names(dict(enumerate(names))).values()) == as_short


@pytest.mark.parametrize(
    ("names", "endings"),
    [
        (("Maximilian", "Maximiliane", "Ana"), ("an", "ne", "")),
        (("Christina Müller", "Christine Müller"), ("a Müller", "e Müller")),
        (("Mariana", "María José Etxeberria"), ("na", "ia")),
        (("Marina", "Marcos"), ("", "")),
        (("Carmen García", "Carmen Íñiguez"), ("", "")),
        (("Carmen Fernández", "Carmen Fernandes"), ("ez", "es")),
        (("Josexa\u0323", "Josexa"), ("", "")),
    ],
)
def test_a_name_keeps_its_last_letters_if_another_name_begins_in_the_same_way(names, endings):
    seats = tuple((str(number), name, 1) for number, name in enumerate(names))
    people = people_of_match(seats).values()

    assert tuple(person.ending for person in people) == endings
    assert all(person.beginning + person.ending == person.name for person in people)
    assert not any(person.shared_words for person in people if person.ending)
