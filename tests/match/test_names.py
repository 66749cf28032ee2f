"""Player names: their order, and short forms for narrow spaces."""

import pytest

from scorekeeper.match.names import name_sort_key, shorten_names


@pytest.mark.parametrize(
    ("names", "as_short"),
    [
        (("Ana", "Bernardina"), ["Ana", "Bernardina"]),
        (("Ana", "Maximiliana Nowak"), ["Ana", "Maximilia…"]),
        (("Maria dos Anjos", "Bo"), ["Maria dos…", "Bo"]),
        (("Maximiliana", "Maximilianus"), ["Maximiliana", "Maximilian…"]),
        (("Ana-Maria1\u0301\u0301\u0301", "Bo"), ["Ana-Maria…", "Bo"]),
        (("Ana-Mari1\u0301\u0301\u0301", "Bo"), ["Ana-Mari…", "Bo"]),
        (("👩\u200d👩\u200d👧\u200d👦🃏🃏🃏🃏🃏", "Bo"), ["👩\u200d👩\u200d👧\u200d👦🃏🃏…", "Bo"]),
    ],
    ids=["they fit", "a long one", "no space before", "told apart", "an accent", "a few", "joined"],
)
def test_names_are_cut_between_grapheme_clusters_and_stay_distinct(names, as_short):
    assert shorten_names(names) == as_short


@pytest.mark.parametrize(
    "in_order",
    [
        pytest.param(("Álvaro", "Zoë"), id="an accent at the beginning"),
        pytest.param(("ana", "Bruno", "carla"), id="capitals"),
        pytest.param(("Ana", "Aña"), id="ñ after n"),
        pytest.param(("Nuria", "Nz", "Ñandú", "Oto"), id="Ñ before o"),
        pytest.param(("Nin\u0303a", "Nío"), id="a combining tilde"),
        pytest.param(("Jose", "José", "Josefa"), id="the same without the accent"),
        pytest.param(("Irene", "ırmak", "Işık", "Ivo"), id="i with and without a dot"),
        pytest.param(("Łukasz", "Mia", "Øyvind", "Paul"), id="letters with a stroke"),
        pytest.param(("Otto", "Ǿystein", "Paul"), id="a letter with a stroke and an accent"),
        pytest.param(("Dina", "Ðóra", "Edda"), id="letters of Iceland"),
        pytest.param(("Σοφία", "Τάσος", "Анна", "דנה"), id="other scripts"),
    ],
)
def test_names_sort_as_in_a_list_of_people(in_order):
    assert tuple(sorted(set(in_order), key=name_sort_key)) == in_order
