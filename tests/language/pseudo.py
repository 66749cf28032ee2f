"""A pseudo-language, and functions that find untranslated text on pages.

Its translations are in ⟦brackets⟧. Text outside the brackets must be data: names, numbers, games
and cards.
"""

import re

from scorekeeper.rules import GAMES
from scorekeeper.runtime.time_zones import time_zone_names
from scorekeeper.stats.currencies import CURRENCIES
from tests.catalogue import catalogue
from tests.web.match_phone import start_match

SYMBOLS = {letters for each in CURRENCIES.values() for letters in re.findall("[A-Z]+", each.symbol)}
NAMES = ("Anabel", "Benito", "Cemil", "Dorothea", "Evamaria")
# Charts show the beginning of a long name.
DATA = {
    *NAMES,
    *(name[:5] for name in NAMES if len(name) > 6),
    *" ".join(game.name for game in GAMES.values()).split(),
    "Scorekeeper",
    "Pseudo",
    "½",
}
CARDS = {"A", "K", "Q", "J"}
READ_OUT = (
    "aria-label",
    "placeholder",
    "title",
    "alt",
    "data-error",
    "data-slow",
    "data-kept",
    "data-to-enter",
    "data-forbidden",
    "data-saving",
    "data-says",
    "data-copied",
    "data-none",
    "data-one",
    "data-many",
    "data-more",
    "data-adds",
    "label",
)
UNSEEN = {"script", "style"}


def pseudo(one, many, n):
    """Return the text in brackets. If it is not in the catalogue, it is returned unchanged."""
    template = one if many is None or n == 1 else many
    known = ((one,) if many is None else (one, many)) in catalogue()
    return f"⟦{template}⟧" if known else template


def outside(text):
    """Return the text outside brackets, however deeply they are nested."""
    depth, left = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        left.append(sign if depth == 0 and sign != "⟧" else " ")
    return "".join(left)


def untranslated_words(page):
    """Return the words of a page that are neither translated nor data."""
    texts = [page.text] if not page.text.startswith("<") else list(readable(page.root))
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", outside(text))]
    return [word for word in words if word not in DATA | CARDS | SYMBOLS and not is_initials(word)]


def is_initials(word):
    return any(name.startswith(word) and len(word) < 3 for name in NAMES)


def readable(element):
    """Yield every text that is shown or read out, except the text of rules."""
    if element.tag in UNSEEN or "prose" in element["class"].split():
        return
    if element.tag == "option" and element["value"] in time_zone_names():  # names of places
        return
    yield from (element[name] for name in READ_OUT if name in element)
    if element["class"] == "bar__parts":  # contains the parts of one sentence
        parts = [piece for piece in element.inside if not isinstance(piece, str)]
        yield "".join(text for part in parts for text in readable(part))
        return
    text = ""  # a sentence, including the names within it
    for piece in element.inside:
        if isinstance(piece, str):
            text += piece
        elif (piece.tag == "bdi" or piece["class"] == "no-break") and text:
            text += "".join(readable(piece))
        else:
            yield text
            text = ""
            yield from readable(piece)
    yield text


def check(*pages):
    for page in pages:
        assert untranslated_words(page) == [], page.path


def match_of(app, game, seats, **options):
    return start_match(app, game, tuple(map(str, range(1, seats + 1))), **options)
