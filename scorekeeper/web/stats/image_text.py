"""Text on pictures, in a typeface with most European, Hebrew and Arabic letters (fonts/)."""

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont, features

TYPEFACE = Path(__file__).parent / "fonts" / "DejaVuSans-2.37.ttf"
MISSING_GLYPH = "\uffff"  # in no typeface: drawn as the box for missing glyphs
RIGHT_TO_LEFT = {"R", "AL"}  # bidirectional classes of letters


@cache
def load_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(TYPEFACE, size)


@cache
def can_shape() -> bool:
    """Whether Pillow can order and join right-to-left letters: it needs FriBiDi on the machine."""
    return bool(features.check("raqm") and features.check("fribidi"))


def is_drawable(text: str) -> bool:
    """Whether the text is not empty and all its letters can be drawn."""
    return bool(text) and all(has_glyph(letter) for letter in normalised(text))


def text_width(text: str, size: int) -> float:
    return load_font(size).getlength(normalised(text))


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
    """Draw one line of text with its baseline at `at`.

    With anchor "l" the text starts there; with "m" it is centred, with "r" it ends there. A
    sentence runs from left to right, even if it begins with a right-to-left name.
    """
    direction = "ltr" if can_shape() else None
    pen.text(
        at, normalised(text), colour, load_font(size), anchor=f"{anchor}s", direction=direction
    )


def normalised(text: str) -> str:
    """The text with each letter and its accent as one character, if there is such a character."""
    return unicodedata.normalize("NFC", text)


@lru_cache(4096)
def has_glyph(letter: str) -> bool:
    if unicodedata.bidirectional(letter) in RIGHT_TO_LEFT and not can_shape():
        return False
    return letter == " " or glyph_bitmap(letter) != glyph_bitmap(MISSING_GLYPH)


def glyph_bitmap(letter: str) -> Sequence[int]:
    mask = load_font(32).getmask(letter)
    return (*mask.size, *bytes(mask))
