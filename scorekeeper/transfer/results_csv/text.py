"""Compare typed text by its letters, ignoring accents and case, or by its approximate sound."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from scorekeeper.match.accents import without_accents

MAX_QUOTED_CHARS = 40  # characters of a cell that a sentence quotes
MAX_COMPARED_CHARS = 400  # characters of a cell; decomposing thousands of accents takes seconds
# Spellings of the same sound, so that Txus matches Chus and Karlos matches Carlos.
SOUND_SPELLINGS = (
    ("tx", "ch"),
    ("ph", "f"),
    ("qu", "k"),
    ("ck", "k"),
    ("c", "k"),
    ("y", "i"),
    ("v", "b"),
)


def shorten(text: str, longest: int = MAX_QUOTED_CHARS) -> str:
    """Return the text on one line, cut to at most `longest` characters."""
    line = " ".join(text[: 2 * longest].split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


@lru_cache(maxsize=1000)  # a file repeats the same names
def text_key(text: str) -> str:
    """Return letters and digits in lower case, without accents, with one space between words.

    Only the first MAX_COMPARED_CHARS characters are read. No name or number is that long.
    """
    compared = text[:MAX_COMPARED_CHARS].casefold()
    plain = without_accents(unicodedata.normalize("NFKD", compared))
    return " ".join(re.findall(r"[^\W_]+", plain))


@lru_cache(maxsize=1000)
def phonetic_key(text: str) -> str:
    """Return an approximation of the text's pronunciation, as letters without spaces."""
    sound = text_key(text).replace(" ", "")
    for written, heard in SOUND_SPELLINGS:
        sound = sound.replace(written, heard)
    return sound


def closest_name(text: str, names: Mapping[str, str]) -> str | None:
    """Return the key of the name in `names` that was probably meant, or None if that is unclear.

    `names` maps keys to names. The comparison uses phonetic keys, which must begin with the same
    letter. Keys of four or more letters may differ by one edit, and keys of seven or more letters
    by two. If two names are equally close, the result is None.
    """
    sound_of_text = phonetic_key(text)
    allowed = (len(sound_of_text) >= 4) + (len(sound_of_text) >= 7)
    by_distance: dict[int, list[str]] = {}
    for key, name in names.items():
        sound = phonetic_key(name)
        if sound[:1] == sound_of_text[:1] and abs(len(sound) - len(sound_of_text)) <= allowed:
            by_distance.setdefault(edit_distance(sound_of_text, sound), []).append(key)
    nearest = min(by_distance, default=allowed + 1)
    if not sound_of_text or nearest > allowed or len(by_distance[nearest]) > 1:
        return None
    return by_distance[nearest][0]


def edit_distance(one: str, other: str) -> int:
    """Return the Levenshtein distance: the number of letters to insert, delete or replace."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        above, row[0] = row[0], i
        for j, another in enumerate(other, start=1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (letter != another))
    return row[-1]
