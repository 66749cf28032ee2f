"""Parse places and points that people write in various ways.

The result is an integer, or a sentence about the mistake. Places may be 1, 1., 1º, 1st, 1er, 2= or
=2. Points may begin with a plus, a hyphen, a minus or an en dash, and have a space or apostrophe
between thousands. A dot or comma between digits is refused, because some people read 1.234 as more
than a thousand and others as little more than one. Only one or two zeros may follow a dot or comma,
as in 62.0. A cell with only a dash counts as empty. A formula is text, not a number.
"""

import re

from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.text import shorten

MAX_POINTS = 1_000_000_000
EMPTY_MARKS = {"", "-", "–", "—", "−", "--"}
ZERO_DECIMALS = r"(?:[.,]0{1,2})?"
PLACE_PATTERN = re.compile(
    r"=?\s?([0-9]{1,9})(?:[.,]0{1,2}|\s?(?:\.|º|ª|°|o|a|st|nd|rd|th|er|re|e|ère|eme|ème)\.?)?\s?=?",
    re.IGNORECASE,
)
POINTS_PATTERN = re.compile(
    r"([+\-−–]?)\s?([0-9]+|[0-9]{1,3}(?:[ \u00a0\u2009\u202f'’][0-9]{3})+)" + ZERO_DECIMALS
)
THOUSANDS_PATTERN = re.compile(r"[+\-−–]?\s?[0-9]{1,3}(?:[.,][0-9]{3})+")


def is_empty_cell(text: str) -> bool:
    """Return whether a cell is empty or holds only a dash."""
    return text in EMPTY_MARKS


def parse_place(text: str) -> int | Message:
    """Return the place, which is 1 or more, or a sentence that explains what is wrong."""
    match = PLACE_PATTERN.fullmatch(text)
    if not match:
        return say("A place must be a whole number, not “{text}”.", text=shorten(text))
    return int(match[1]) or say("Places start at 1.")


def parse_points(text: str) -> int | Message:
    """Return the points, which may be negative, or a sentence that explains what is wrong."""
    match = POINTS_PATTERN.fullmatch(text)
    if not match:
        if THOUSANDS_PATTERN.fullmatch(text):
            return say(
                "Write points without a thousands separator: {n}, not “{text}”.",
                n=re.sub(r"[.,\s]", "", shorten(text)),
                text=shorten(text),
            )
        return say("Points must be whole numbers, not “{text}”.", text=shorten(text))
    digits = re.sub(r"[^0-9]", "", match[2]).lstrip("0") or "0"
    if len(digits) > 10 or int(digits) > MAX_POINTS:
        return say("Points must be between −{most} and {most}.", most=MAX_POINTS)
    return -int(digits) if match[1] in ("-", "−", "–") else int(digits)
