"""Text on pictures, in the one typeface that comes with Pillow.

It has the letters of English and a few signs. Accents are drawn separately, for names such as
Chinchón and Iñaki. `is_drawable` is false for a text with any other letter.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import ImageDraw, ImageFont

MISSING_GLYPH = "\uffff"  # in no typeface: drawn as the box for missing glyphs
# By combining character: the sign that is drawn as the accent, and its scale.
ACCENTS = {
    "\u0300": ("`", 1.0),
    "\u0301": ("\u00b4", 1.0),
    "\u0302": ("^", 0.5),
    "\u0303": ("~", 0.7),
    "\u0308": ("..", 0.9),
    "\u030a": ("°", 0.6),
    "\u0327": (",", 0.8),
}
CEDILLA = "\u0327"


@lru_cache
def load_font(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "Pillow without FreeType"
    return found


def is_drawable(text: str) -> bool:
    """Whether the text is not empty and the typeface has all its letters."""
    return bool(text) and all(letter in ACCENTS or has_glyph(letter) for letter in decompose(text))


def text_width(text: str, size: int) -> float:
    return load_font(size).getlength(without_accents(text))


def truncate_to_width(text: str, size: int, most: float) -> str:
    """The text, cut with an ellipsis if it is wider than `most` pixels; "" if nothing fits."""
    if text_width(text, size) <= most:
        return text
    while text and text_width(f"{text}…", size) > most:
        text = text[:-1]
    return f"{text.rstrip()}…" if text else ""


def draw_text(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    anchor: str = "l",
) -> None:
    """Draw one line with its baseline at `at`. Anchor: "l" starts, "m" centres, "r" ends there."""
    letters = without_accents(text)
    left = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * text_width(text, size)
    pen.text((left, at[1]), letters, colour, load_font(size), anchor="ls")
    for number, accent in accent_positions(text):
        draw_accent(pen, (left, at[1]), letters, number, accent, size, colour)


def draw_accent(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    letters: str,
    number: int,
    accent: str,
    size: int,
    colour: str,
) -> None:
    """Draw an accent on the letter with index `number`."""
    sign, scale = ACCENTS[accent]
    face, letter = load_font(size), letters[number : number + 1]
    middle = at[0] + face.getlength(letters[:number]) + face.getlength(letter) / 2
    small = load_font(max(round(size * scale), 6))
    left, top, right, bottom = glyph_box(sign, small)
    gap = size / 14
    height = -top if accent == CEDILLA else glyph_box(letter, face)[1] - gap - bottom
    pen.text((middle - (left + right) / 2, at[1] + height), sign, colour, small, anchor="ls")


def glyph_box(letter: str, face: ImageFont.FreeTypeFont) -> tuple[float, float, float, float]:
    """The ink of a letter: left, top, right, bottom, relative to its point on the baseline."""
    at = face.getbbox(letter, anchor="ls")
    seen = face.getmask(letter).getbbox() or (0, 0, 0, 0)
    return at[0] + seen[0], at[1] + seen[1], at[0] + seen[2], at[1] + seen[3]


def accent_positions(text: str) -> Iterator[tuple[int, str]]:
    """Each accent with the index of its letter."""
    number = -1
    for letter in decompose(text):
        if letter in ACCENTS:
            yield max(number, 0), letter
        else:
            number += 1


def without_accents(text: str) -> str:
    """The letters without accents."""
    return "".join(letter for letter in decompose(text) if letter not in ACCENTS)


def decompose(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@lru_cache(4096)
def has_glyph(letter: str) -> bool:
    return letter == " " or glyph_bitmap(letter) != glyph_bitmap(MISSING_GLYPH)


def glyph_bitmap(letter: str) -> Sequence[int]:
    mask = load_font(32).getmask(letter)
    return (*mask.size, *bytes(mask))
