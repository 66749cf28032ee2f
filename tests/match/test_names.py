"""Player names: their order and their validation."""

import pytest

from scorekeeper.errors import Refused
from scorekeeper.match.names import name_sort_key, validate_name
from tests.refusals import reason_of


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


def test_a_name_with_a_million_accents_is_refused_without_normalising_it():
    """Normalising this name would take an hour, in which no other thread could run."""
    with pytest.raises(Refused) as refused:
        validate_name("a" + "\u0301\u0316" * 500_000)

    assert reason_of(refused) == "A name can have at most 40 characters, not 1000001."


def test_a_name_of_40_characters_may_be_written_with_all_accents_apart():
    assert validate_name("\u03b1\u0313\u0300\u0345" * 40) == "\u1f82" * 40
