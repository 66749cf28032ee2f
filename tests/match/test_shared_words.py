"""The first words that names have in common."""

import pytest

from scorekeeper.match.shared_words import shared_words


@pytest.mark.parametrize(
    ("names", "shared"),
    [
        (("Carmen García", "Carmen Íñiguez", "Bruno"), ("Carmen ", "Carmen ", "")),
        (("Ana María López", "Ana María Ruiz", "Ana Gil"), ("Ana María ", "Ana María ", "Ana ")),
        (("Ana", "Ana Gil"), ("", "Ana ")),
        (("Anabel Gil", "Ana Gil"), ("", "")),
        (("Carmen", "Carmela"), ("", "")),
        (("Ana  Gil", "Ana  Ruiz"), ("Ana  ", "Ana  ")),
    ],
)
def test_words_that_another_name_begins_with_are_shared(names, shared):
    found = shared_words(dict(enumerate(names)))

    assert tuple(found.values()) == shared
    assert all(name != start for name, start in zip(names, shared, strict=True))
