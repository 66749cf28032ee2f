"""PURE. How words are compared that people typed: without accents and case, and nearly alike."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

MAX_QUOTED_CHARS = 40  # characters of a cell that are said again in a sentence
# Spellings of one sound, so that Txus is like Chus, and Karlos like Carlos.
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
    """Text on one line, cut off where it gets too long to be read."""
    line = " ".join(text[: 2 * longest].split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


@lru_cache(maxsize=1000)  # a file says the same names over and over
def text_key(text: str) -> str:
    """Words and numbers alone: no accents, no capitals, one space between."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join(re.findall(r"[^\W_]+", plain))


@lru_cache(maxsize=1000)
def phonetic_key(text: str) -> str:
    """How a word sounds, roughly."""
    sound = text_key(text).replace(" ", "")
    for written, heard in SOUND_SPELLINGS:
        sound = sound.replace(written, heard)
    return sound


def closest_name(text: str, known: Mapping[str, str]) -> str | None:
    """The key of the one name in `known` (key -> name) that was probably meant, if there is one.

    The nearest that begins alike: a letter more, less or other from four letters on, two from
    seven. Where two are equally near, neither.
    """
    wanted = phonetic_key(text)
    allowed = (len(wanted) >= 4) + (len(wanted) >= 7)
    found: dict[int, list[str]] = {}
    for key, name in known.items():
        sound = phonetic_key(name)
        if sound[:1] == wanted[:1] and abs(len(sound) - len(wanted)) <= allowed:
            found.setdefault(edit_distance(wanted, sound), []).append(key)
    nearest = min(found, default=allowed + 1)
    if not wanted or nearest > allowed or len(found[nearest]) > 1:
        return None
    return found[nearest][0]


def edit_distance(one: str, other: str) -> int:
    """How many letters must be put in, taken out or changed to make one word the other."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        above, row[0] = row[0], i
        for j, another in enumerate(other, start=1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (letter != another))
    return row[-1]
