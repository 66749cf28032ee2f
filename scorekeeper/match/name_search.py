"""The search for players by the first letters of their names.

While someone types, `static/js/search.js` searches in the same way. The page passes LETTERS and
TWO_LETTERS to that script.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from scorekeeper.match.names import BASE_LETTERS

# Letters that Unicode does not decompose, and what people type for them on other keyboards.
LETTERS = BASE_LETTERS | {"ß": "ss", "þ": "th", "\u03c2": "\u03c3"}
# Letters that some people type without an accent, and others as two letters.
TWO_LETTERS = {"ä": "ae", "å": "aa", "đ": "dj", "ö": "oe", "ø": "oe", "ü": "ue"}
# Accents of Latin, Greek and Cyrillic letters, and the signs for vowels in Hebrew and Arabic.
ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]")
APOSTROPHES = re.compile("['`\u00b7\u02bb\u02bc\u2018\u2019]")
HYPHENS = re.compile("[-\u2010\u2013]")
WORD_BREAKS = re.compile(r"[\s.]+")


def name_matches(name: str, query: str) -> bool:
    """Return whether each word of the query is the beginning of a word of the name.

    Hyphens and apostrophes do not have to be typed.
    """
    starts = [start for spelling in spellings(name) for start in word_starts(spelling)]
    query_spellings = zip(*map(query_words, spellings(query)), strict=True)
    return all(any(start.startswith(word) for start in starts) for word in query_spellings)


def has_letters(query: str) -> bool:
    """Return whether the query contains anything to search for."""
    return bool(query_words(spellings(query)[0]))


def spellings(text: str) -> tuple[str, str]:
    """Return two spellings of the text, both in lower case and without accents.

    In the first spelling, the letters in TWO_LETTERS lose their accents. In the second spelling,
    each of them is written as two letters.
    """
    seen = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    lower = unicodedata.normalize("NFKC", seen).lower()
    return typed_letters(lower), typed_letters(replace_letters(lower, TWO_LETTERS))


def typed_letters(text: str) -> str:
    """Return the text as people type it on a keyboard that lacks its letters."""
    return replace_letters(ACCENTS.sub("", unicodedata.normalize("NFD", text)), LETTERS)


def replace_letters(text: str, letters: Mapping[str, str]) -> str:
    return "".join(letters.get(letter, letter) for letter in text)


def query_words(spelling: str) -> list[str]:
    return words_of(HYPHENS.sub(" ", APOSTROPHES.sub("", spelling)))


def word_starts(spelling: str) -> Iterator[str]:
    """Yield each word of a name, and the rest of the word after each apostrophe or hyphen.

    For example, O’Neill yields "oneill" and "neill".
    """
    for word in words_of(HYPHENS.sub("'", spelling)):
        parts = APOSTROPHES.split(word)
        yield from ("".join(parts[start:]) for start in range(len(parts)))


def words_of(text: str) -> list[str]:
    return [word for word in WORD_BREAKS.split(text) if word]
