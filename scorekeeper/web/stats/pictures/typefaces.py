"""The typefaces of pictures: the included one (fonts/), and others from the server's settings.

The included typeface has most European, Hebrew and Arabic letters. A typeface with Chinese,
Japanese and Korean letters would take several megabytes, so operators add one if necessary
(SCOREKEEPER_FONTS).
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from flask import Flask, current_app
from PIL import ImageFont, features

from scorekeeper.errors import ConfigError
from scorekeeper.messages import say

INCLUDED = Path(__file__).parent / "fonts" / "DejaVuSans-2.37.ttf"
MISSING_GLYPH = "\uffff"  # no typeface contains it, so it is drawn as the box for missing glyphs
RIGHT_TO_LEFT = {"R", "AL"}  # bidirectional classes of letters


def init_app(app: Flask) -> None:
    """Raise ConfigError if a file in the setting FONTS is missing or is not a typeface."""
    for file in app.config["FONTS"]:
        try:
            load_font(32, file)
        except OSError:
            raise ConfigError(
                say(
                    "SCOREKEEPER_FONTS must be TrueType or OpenType files, separated by commas. "
                    "{file} is missing or is not such a file.",
                    file=str(file),
                )
            ) from None


def typefaces() -> tuple[Path, ...]:
    """Return the typeface files, the preferred one first."""
    return (INCLUDED, *(current_app.config["FONTS"] if current_app else ()))


@cache
def load_font(size: int, file: Path = INCLUDED) -> ImageFont.FreeTypeFont:
    """Return a typeface at this size in pixels. Raises OSError if the file cannot be read."""
    return ImageFont.truetype(file, size)


@cache
def can_shape() -> bool:
    """Return whether Pillow can order and join letters. It needs Raqm and FriBiDi for this."""
    return bool(features.check("raqm") and features.check("fribidi"))


def has_glyph(letter: str) -> bool:
    """Return whether a typeface can draw this character."""
    return any(contains(file, letter) for file in typefaces())


@lru_cache(4096)
def contains(file: Path, letter: str) -> bool:
    """Return whether this typeface can draw this character.

    If Pillow cannot shape text, this is false for right-to-left letters and for the vowel signs of
    added typefaces, because they would be drawn in the wrong order.
    """
    is_added_mark = file != INCLUDED and unicodedata.category(letter).startswith("M")
    needs_shaping = is_added_mark or unicodedata.bidirectional(letter) in RIGHT_TO_LEFT
    if needs_shaping and not can_shape():
        return False
    return glyph_bitmap(file, letter) != glyph_bitmap(file, MISSING_GLYPH)


def glyph_bitmap(file: Path, character: str) -> Sequence[int]:
    """Return the width, height and pixels of a single character.

    The character is not shaped, because shaping adds a dotted circle to a vowel sign that stands
    alone.
    """
    mask = ImageFont.truetype(file, 32, layout_engine=ImageFont.Layout.BASIC).getmask(character)
    return (*mask.size, *bytes(mask))


def split_by_typeface(text: str) -> Iterator[tuple[Path, str]]:
    """Yield the text in parts, each with the typeface that has all its characters.

    Text that one typeface can draw is one part, so that shaping can order its letters. A
    character that no typeface has is drawn as the included typeface's box for missing glyphs.
    """
    files = typefaces()
    complete_file = next(
        (file for file in files if all(contains(file, each) for each in text)), None
    )
    if complete_file is not None or len(files) == 1:
        yield complete_file or INCLUDED, text
        return
    current, part = INCLUDED, ""
    for letter in text:
        file = choose_typeface(files, current, letter)
        if file != current and part:
            yield current, part
            part = ""
        current, part = file, part + letter
    yield current, part


def choose_typeface(files: Sequence[Path], current: Path, letter: str) -> Path:
    """Return the typeface for the next letter.

    Signs and accents keep the current typeface if it contains them.
    """
    if not letter.isalnum() and contains(current, letter):
        return current
    return next((file for file in files if contains(file, letter)), INCLUDED)
