"""The names of two players in one line of a list of choices."""

import pytest

from scorekeeper.match.people import people_of_match
from scorekeeper.web.match.context import MatchView


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Maximilian", "Maximiliane"), ("Maximilian", "Maximiliane")),
        (("Bo", "Maximiliana Nowak"), ("Bo", "Maximiliana Nowak")),
        (("Maximiliana Nowak", "Maximiliana Novak"), ("Maximi…wak", "Maximi…vak")),
    ],
    ids=["two that begin alike", "a short one and a long one", "two long ones that begin alike"],
)
def test_two_names_are_whole_if_they_fit_and_distinct_if_they_do_not(names, shown):
    people = people_of_match((("1", names[0], 1), ("2", names[1], 2)))

    assert MatchView(1, None, people, ()).names_of_pair("1", "2") == shown
