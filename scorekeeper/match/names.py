"""What people may be called: 1 to 40 characters of any script, and when two names are the same."""

import unicodedata
from collections.abc import Sequence

from scorekeeper.match.commands import Refused
from scorekeeper.messages import Say, say
from scorekeeper.rules.kernel import Problem

LONGEST = 40  # characters
SHORT = 10  # characters, where there is no room for more
# They turn the rest of a line round, or hide where a name ends.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
NAMELESS = say("Every player needs a name.")
ADDED = ("Mn", "Me", "Mc", "Sk")
JOINER = "\u200d"
UNSEEN = ("C", "M", "Z")  # first letters of categories that leave no mark of their own


def tidy(name: str, missing: Say = NAMELESS) -> str:
    """The name as it is kept: composed, without spaces around it.

    Raises Refused with the code `bad_name`; `missing` is the sentence for no name at all.
    """
    name = unicodedata.normalize("NFC", name).strip()
    if not any(unicodedata.category(sign)[0] not in UNSEEN for sign in name):
        raise refused(missing)
    if any(sign in TURNING or unicodedata.category(sign) in UNPRINTABLE for sign in name):
        raise refused(say("A name is on one line: letters, digits, signs and spaces."))
    if len(name) > LONGEST:
        raise refused(
            say("A name has at most {most} characters, not {n}.", most=LONGEST, n=len(name))
        )
    return name


def refused(reason: Say, code: str = "bad_name") -> Refused:
    return Refused([Problem(code, reason, "name")])


def folded(name: str) -> str:
    """The same for names that people would read as the same."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
    folded = unicodedata.normalize("NFKC", seen).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def short(names: Sequence[str]) -> list[str]:
    """Names as short as tells them apart, for what no style sheet can cut."""
    for most in range(SHORT, LONGEST):
        found = [beginning(name, most) for name in names]
        if len(set(found)) == len(set(names)):
            return found
    return list(names)


def beginning(name: str, most: int) -> str:
    """The name, or as many of its letters as there is room for before an ellipsis."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (is_added(name[end]) or name[end - 1] == JOINER):
        end -= 1
    return f"{name[:end].rstrip()}…"


def is_added(sign: str) -> bool:
    """Whether a sign is drawn with the one before it: an accent, a colour of skin."""
    return sign == JOINER or unicodedata.category(sign) in ADDED
