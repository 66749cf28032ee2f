"""Names of players, phones, links, seasons and leagues: validation, comparison and sorting.

A name has 1 to 40 characters of any script.
"""

import unicodedata
from functools import lru_cache

from scorekeeper.errors import Refused
from scorekeeper.match.accents import without_accents
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import PLAYER_NAME_REQUIRED

MAX_NAME_LENGTH = 40  # characters
MAX_DECOMPOSED_LENGTH = 4  # characters that NFC can compose into one
# These characters can reverse the rest of a line or hide the end of a name.
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNPRINTABLE_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
# The first letters of the Unicode categories without a visible glyph.
INVISIBLE_CATEGORIES = ("C", "M", "Z")
# Letters that Unicode does not decompose sort as their base letters.
BASE_LETTERS = dict(zip("ðđħıłŋøŧ", "ddhilnot", strict=True)) | {"æ": "ae", "œ": "oe"}
ENYE_AFTER_N = str.maketrans({"ñ": "n\U0010ffff"})
SORTED_AS = str.maketrans(BASE_LETTERS)


def validate_name(name: str, missing: Message = PLAYER_NAME_REQUIRED) -> str:
    """Return the name as stored: NFC-normalised, without surrounding spaces.

    `missing` is the message for an empty name, by default for that of a player. Raises Refused
    with the code `bad_name` if the name is not valid.
    """
    name = name.strip()
    # Normalising thousands of accents in a row would take minutes and would block all other
    # threads.
    if len(name) <= MAX_DECOMPOSED_LENGTH * MAX_NAME_LENGTH:
        name = unicodedata.normalize("NFC", name).strip()
    if not any(
        unicodedata.category(character)[0] not in INVISIBLE_CATEGORIES for character in name
    ):
        raise name_error(missing)
    if any(
        character in BIDI_CONTROLS or unicodedata.category(character) in UNPRINTABLE_CATEGORIES
        for character in name
    ):
        raise name_error(say("A name must be on one line and contain no control characters."))
    if len(name) > MAX_NAME_LENGTH:
        raise name_error(
            say(
                "A name can have at most {most} characters, not {n}.",
                most=MAX_NAME_LENGTH,
                n=len(name),
            )
        )
    return name


def name_error(reason: Message, code: str = "bad_name") -> Refused:
    """Return the exception for a refused name."""
    return Refused([Problem(code, reason, "name")])


def name_key(name: str) -> str:
    """Return a key for comparing names. Names that look the same to a reader have equal keys.

    The key ignores case, compatibility variants, format characters and extra spaces.
    """
    seen = "".join(character for character in name if unicodedata.category(character) != "Cf")
    folded = unicodedata.normalize("NFKC", seen).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


@lru_cache(4096)  # enough for the names of a dozen large leagues
def name_sort_key(name: str) -> tuple[str, str]:
    """Return a key for sorting names.

    Accents count only between names that are otherwise equal, and case never counts. Ñ is a
    separate letter after N. Names with equal sort keys also have equal `name_key`s, so they should
    be sorted by id.
    """
    key = name_key(name)
    plain = without_accents(key.translate(ENYE_AFTER_N))
    return plain.translate(SORTED_AS), key
