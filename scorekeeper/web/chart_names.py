"""The names in the labels of a chart's lines, in full or cut to the room beside the chart."""

from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from scorekeeper.match.short_names import ZERO_WIDTH_JOINER, is_combining, plain

# How many characters fit beside a narrow, a wide and a very wide chart.
ROOM = (6, 12, 20)
ELLIPSIS = "…"
# The CSS class of a text, by the indexes in ROOM of the first and last widths that show the text.
CLASSES = {
    (0, 2): "plot__who",
    (0, 1): "plot__who plot__who--short",
    (0, 0): "plot__who plot__who--narrow",
    (1, 1): "plot__who plot__who--between",
    (1, 2): "plot__who plot__who--middle",
    (2, 2): "plot__who plot__who--long",
}


class LabelName(NamedTuple):
    """A player's name, or its beginning, with the class that shows it at some chart widths."""

    text: str
    css_class: str


def label_names(name: str, others: Collection[str]) -> tuple[LabelName, ...]:
    """Return the texts of a name for charts of all widths. `others` are the other names.

    There is no text for a width at which another name has the same beginning. At that width, only
    the chip identifies the player.
    """
    texts = enumerate(shortened(name, most, others) for most in ROOM)
    found = []
    for text, group in groupby(texts, key=lambda each: each[1]):
        widths = [n for n, _ in group]
        if text:
            found.append(LabelName(text, CLASSES[widths[0], widths[-1]]))
    return tuple(found)


def shortened(name: str, most: int, others: Collection[str]) -> str:
    """Return the name, or its beginning with an ellipsis if the name has over `most` characters."""
    if len(name) <= most:
        return name
    end = most - len(ELLIPSIS)
    while end and (is_combining(name[end]) or ZERO_WIDTH_JOINER in name[end - 1 : end + 1]):
        end -= 1
    beginning = name[:end].rstrip(" -")
    if any(plain(other).startswith(plain(beginning)) for other in others):
        return ""
    return beginning + ELLIPSIS
