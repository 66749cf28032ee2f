"""Short forms of names. Different players always have different short forms."""

import unicodedata
from collections.abc import Mapping
from itertools import takewhile

from scorekeeper.match.accents import without_accents

MAX_SHORT_NAME = 10  # characters in a list of choices, which CSS cannot shorten in the middle
MAX_PAIR = 21  # characters of two names in one line of such a list
SHOWN_LETTERS = 4  # letters at the beginning of a name that are always shown
SHORTEST_ENDING = 2  # letters at the end of a name
COMBINING_CATEGORIES = ("Mn", "Me", "Mc", "Sk")
ZERO_WIDTH_JOINER = "\u200d"


def endings(names: Mapping[str, str], shared_words: Mapping[str, str]) -> dict[str, str]:
    """Return the last letters of each name, by key, if another name begins with the same letters.

    No other name with the same beginning has the same last letters, so "Maxim…an" is never
    "Maximiliane". The result is "" for a name that differs from all others in the letters that are
    always shown. `shared_words` are left out before the comparison, because a narrow page hides
    them.
    """
    own_words = {key: name.removeprefix(shared_words[key]) for key, name in names.items()}
    return {key: ending(key, names, own_words) for key in names}


def ending(key: str, names: Mapping[str, str], own_words: Mapping[str, str]) -> str:
    others = [each for each in names if each != key]
    if not any(begin_alike(own_words[key], own_words[other]) for other in others):
        return ""
    rivals = [plain(names[other]) for other in others if begin_alike(names[key], names[other])]
    name = names[key]
    for length in range(SHORTEST_ENDING, len(name)):
        letters = plain(name[-length:])
        is_whole = not is_combining(name[-length]) and name[-length - 1] != ZERO_WIDTH_JOINER
        if is_whole and not any(rival.endswith(letters) for rival in rivals):
            return name[-length:]
    return ""


def begin_alike(one: str, other: str) -> bool:
    """Return whether two names have the same first letters, apart from accents and case."""
    pairs = zip(plain(one), plain(other), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return same >= SHOWN_LETTERS


def plain(text: str) -> str:
    return without_accents(text).casefold()


def shorten_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names by key, cut to the shortest length at which they remain distinct.

    The length is at least 10 characters. If the part that is left of a name is also the beginning
    of another name, the last letters are kept too. Use this only where CSS cannot truncate names.
    """
    for most in range(MAX_SHORT_NAME, max(map(len, names.values()))):
        shortened = {key: shorten_name(key, names, most) for key in names}
        if len(set(shortened.values())) == len(set(names.values())):
            return shortened
    return dict(names)


def shorten_name(key: str, names: Mapping[str, str], most: int) -> str:
    name, short = names[key], truncate_name(names[key], most)
    start = plain(short.removesuffix("…"))
    others = [plain(names[each]) for each in names if each != key]
    if short == name or not any(other.startswith(start) for other in others):
        return short
    end = ending(key, names, names)
    start = name.removesuffix(end)
    return truncate_name(start, min(len(start) - 1, max(SHOWN_LETTERS, most - len(end)))) + end


def truncate_name(name: str, most: int) -> str:
    """Return the name, cut to at most `most` characters including an ellipsis.

    Combining characters are never separated from their base character.
    """
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (is_combining(name[end]) or name[end - 1] == ZERO_WIDTH_JOINER):
        end -= 1
    return f"{name[:end].rstrip()}…"


def is_combining(character: str) -> bool:
    """Return whether a character, such as an accent, combines with the one before it."""
    return character == ZERO_WIDTH_JOINER or unicodedata.category(character) in COMBINING_CATEGORIES
