"""Names as a public link shows them: in full, as a first name and an initial, or as initials.

All functions are pure. Names that become equal are numbered, so that players remain distinct.
"""

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.match.names import name_key
from scorekeeper.match.people import in_numerical_order
from scorekeeper.match.short_names import is_combining

SEPARATORS = re.compile(r"[\s,;./@_・]+")
# In these scripts, a name can be one or two characters long. The family name comes first, often
# without a space after it, and can be a single character.
IDEOGRAPHS = ("CJK", "HANGUL", "IDEOGRAPHIC")
FAMILY_FIRST = (*IDEOGRAPHS, "HIRAGANA")


class ShownNames(StrEnum):
    """How players' names are shown on the pages of a public link."""

    FULL = "full"
    FIRST = "first"  # "Ana M."; the given name alone in scripts with the family name first
    INITIALS = "initials"  # "AM"


def shown_names(names: Mapping[str, str], style: ShownNames, unnamed: str) -> dict[str, str]:
    """Return the names to show, by player key.

    `names` are the full names by key. The style FULL does not change them. If shortened names are
    equal, the player who joined first keeps the plain form, and the others get a number. A new
    player therefore never changes how another player's name is shown. `unnamed` replaces names
    without any letter or digit.
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
    if is_in_script(first_letter(words[0]), FAMILY_FIRST):
        return words[-1] if len(words) > 1 else given_name(words[0])
    return " ".join([words[0], *(f"{each}." for each in initials[1:])])


def given_name(word: str) -> str:
    """Return the given name from a family and given name that are written without a space.

    This is the part after the last ideograph, as in 山田さくら, or the last two characters. A name
    of one or two characters is not divided, because it usually is a given name alone.
    """
    letters = [sign for sign in word if sign.isalnum()]
    end = len(letters)
    while end and not is_in_script(letters[end - 1], IDEOGRAPHS):
        end -= 1
    return "".join(letters[end:] or letters[-2:])


def name_words(name: str) -> list[str]:
    """Return the words of a name, beginning with the first name.

    A name such as "Moreno, Ana" is reordered. In scripts in which the family name comes first, the
    words begin with the family name.
    """
    family, comma, given = name.partition(",")
    if comma and not is_in_script(first_letter(family), FAMILY_FIRST):
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


def first_letter(word: str) -> str:
    """Return the first letter or digit of a word, or an empty string."""
    return next((sign for sign in word if sign.isalnum()), "")


def is_in_script(sign: str, scripts: tuple[str, ...]) -> bool:
    """Return whether the Unicode name of this character begins with one of these words."""
    return unicodedata.name(sign, "").startswith(scripts) if sign else False
