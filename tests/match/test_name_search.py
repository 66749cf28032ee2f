"""The search for players by the first letters of their names."""

from random import Random

import pytest

from scorekeeper.match.name_search import has_letters, name_matches
from tests.random_names import random_names

FOUND = [
    ("Álvaro Núñez", "al"),
    ("Álvaro Núñez", "NUN"),
    ("Álvaro Núñez", "núñ álv"),
    ("Mª-José O’Brien", "jose"),
    ("Mª-José O’Brien", "o'b"),
    ("Łukasz Øyvind", "luk oy"),
    ("Cæsar Strauß", "cae strauss"),
    ("Cæsar Strauß", "STRAUSS"),
    ("İpek Işık", "ipek isik"),
    ("İpek Işık", "ışık"),
    ("Анна Каренина", "кар"),
    ("Ana", " "),
]
HYPHENS_AND_APOSTROPHES = [
    ("Seán O’Neill", "oneill"),
    ("Seán O’Neill", "o neill"),
    ("Seán ONeill", "o’neill"),
    ("Nicolò D'Angelo-Rossi", "dangelo rossi"),
    ("Nicolò D'Angelo-Rossi", "angelo-rossi"),
    ("José-María Ruiz", "jose maria"),
    ("José-María Ruiz", "josemaria ru"),
    ("Ka\u02bbiulani", "kaiu"),
    ("Martí Gal·la", "galla"),
    ("J.R. Smith", "j r smith"),
]
OTHER_LETTERS = [
    ("Þór Guðmundsson", "thor gud"),
    ("Müller", "muller"),
    ("Müller", "mueller"),
    ("Mueller", "müll"),
    ("Jørgensen", "jorg"),
    ("Jørgensen", "joerg"),
    ("Håkon", "haakon"),
    ("Łukasz", "lukasz"),
    ("Novak Đoković", "dok"),
    ("Novak Đoković", "djok"),
    ("Ægir", "aegir"),
    ("Œdipe", "oed"),
    ("Ǿsten", "osten"),
    ("Σοφία Ρήγας", "ΡΗΓΑΣ"),
    ("أحمد", "احمد"),
]
NOT_FOUND = [
    ("Ana", "na"),
    ("Ana Ruiz", "ana b"),
    ("Josefa", "josé-f"),
    ("José Fernández", "josef"),
    ("Muller", "mueller"),
    ("Noël", "nol"),
    ("O’Neill", "eill"),
]


@pytest.mark.parametrize(("name", "query"), FOUND)
def test_a_name_is_found_by_the_first_letters_of_its_words(name, query):
    assert name_matches(name, query)


@pytest.mark.parametrize(("name", "query"), HYPHENS_AND_APOSTROPHES)
def test_hyphens_and_apostrophes_do_not_have_to_be_typed(name, query):
    assert name_matches(name, query)


@pytest.mark.parametrize(("name", "query"), OTHER_LETTERS)
def test_letters_that_a_keyboard_lacks_do_not_have_to_be_typed(name, query):
    assert name_matches(name, query)


@pytest.mark.parametrize(("name", "query"), NOT_FOUND)
def test_a_name_is_not_found_by_other_letters(name, query):
    assert not name_matches(name, query)


def test_every_name_is_found_by_itself_in_capitals_and_in_small_letters():
    names = random_names(Random(1), 500)

    missing = [
        (name, query)
        for name in names
        for query in (name, name.upper(), name.lower())
        if not name_matches(name, query)
    ]

    assert missing == []


@pytest.mark.parametrize("query", ["", " ", "’", "-", "\u200d", "\u0301"])
def test_a_query_without_letters_searches_for_nothing(query):
    assert not has_letters(query)
