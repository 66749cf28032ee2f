"""Names as a public link shows them: in full, as a first name and an initial, or as initials.

All functions are pure. Names that become equal are numbered, so that players remain distinct.
"""

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.match.names import is_combining, name_key
from scorekeeper.match.people import in_numerical_order

SEPARATORS = re.compile(r"[\s,;./@_]+")
# Names in these scripts have no spaces. The first character is the family name or its beginning.
WITHOUT_SPACES = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")


class ShownNames(StrEnum):
    """How players' names are shown on the pages of a public link."""

    FULL = "full"
    FIRST = "first"  # "Ana M."
    INITIALS = "initials"  # "AM"


def shown_names(names: Mapping[str, str], style: ShownNames, unnamed: str) -> dict[str, str]:
    """Return the names to show, by player key.

    `names` are the full names by key. The style FULL does not change them. If shortened names are
    equal, the player who joined first keeps the plain form, and the others get a number. So a new
    player never changes how another player's name is shown. `unnamed` replaces names without any
    letter or digit.
    """
    if style is ShownNames.FULL:
        return dict(names)
    shown: dict[str, str] = {}
    taken: set[str] = set()
    for key in in_numerical_order(names):
        short = short_name(names[key], style) or unnamed
        label, number = short, 2
        while name_key(label) in taken:
            label = f"{short} {number}"
            number += 1
        taken.add(name_key(label))
        shown[key] = label
    return shown


def short_name(name: str, style: ShownNames) -> str:
    """Return a name in this style, or an empty string if it has no letter or digit."""
    words = name_words(name)
    if not words:
        return ""
    initials = [initial(words[0])] + [initial(word) for word in words[1:][-1:]]
    if style is ShownNames.INITIALS:
        return "".join(initials)
    first_word = f"{initials[0]}." if is_whole_name(words[0]) else words[0]
    return " ".join([first_word, *(f"{each}." for each in initials[1:])])


def name_words(name: str) -> list[str]:
    """Return the words of a name, beginning with the first name.

    A name such as "Moreno, Ana" is reordered.
    """
    family, comma, given = name.partition(",")
    if comma:
        name = f"{given} {family}"
    words = SEPARATORS.split(unicodedata.normalize("NFC", name))
    return [word for word in words if any(sign.isalnum() for sign in word)]


def initial(word: str) -> str:
    """Return the first letter or digit of a word, in upper case and with its accents."""
    start = next(index for index, sign in enumerate(word) if sign.isalnum())
    end = start + 1
    while end < len(word) and is_combining(word[end]) and unicodedata.combining(word[end]):
        end += 1
    return word[start:end].upper()


def is_whole_name(word: str) -> bool:
    """Return whether a word may be a whole name: family and given name, written without a space."""
    letters = [sign for sign in word if sign.isalnum()]
    return len(letters) > 1 and unicodedata.name(letters[0], "").startswith(WITHOUT_SPACES)
