"""Player names shortened for narrow spaces."""

import pytest

from scorekeeper.match.names import shorten_names


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
