"""Functions that measure, wrap, shorten and draw text on pictures."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain

from PIL import ImageDraw

from scorekeeper.web.stats.pictures.typefaces import (
    can_shape,
    has_glyph,
    load_font,
    split_by_typeface,
)

MAX_SYMBOL_NAMES = 2
MIN_UNBROKEN_SIZE = 18  # pixels; a long word is broken rather than drawn in a smaller size
AFTER_HYPHENS = re.compile(r"(?<=-)(?=[^-])")


def is_drawable(text: str) -> bool:
    """Return whether the text is not empty and all its letters can be drawn."""
    return bool(text) and all(has_glyph(letter) for letter in normalise(text))


def to_drawable_text(text: str) -> str:
    """Return the text without the emoji and other signs that cannot be drawn.

    Returns "" if a letter cannot be drawn, or if no letter and no symbol is left.
    """
    drawable = "".join(each for each in text if each.isalnum() or is_sign(each))
    drawable = " ".join(drawable.split())
    has_content = any(each.isalnum() or is_symbol(each) for each in drawable)
    return drawable if has_content and is_drawable(drawable) else ""


def to_symbol_names(text: str) -> str:
    """Return the Unicode names of the first two symbols, such as "Fox face" for a fox emoji.

    Returns "" if the text has letters, because a part of a name could be another player's name.
    """
    if any(each.isalnum() for each in text):
        return ""
    names = [unicodedata.name(each, "").lower() for each in text if is_symbol(each)]
    return ", ".join(filter(None, names[:MAX_SYMBOL_NAMES])).capitalize()


def is_symbol(character: str) -> bool:
    """Return whether a character is an emoji or a similar symbol."""
    return unicodedata.category(character) == "So"


def is_sign(character: str) -> bool:
    """Return whether a character other than a letter is visible and can be drawn."""
    return unicodedata.category(character) != "Cf" and is_drawable(character)


def text_width(text: str, size: int) -> float:
    parts = split_by_typeface(normalise(text))
    return sum(load_font(size, file).getlength(part) for file, part in parts)


def truncate_to_width(text: str, size: int, most: float) -> str:
    """Return the text, cut with an ellipsis if it is wider than `most` pixels.

    Returns "" if not even one letter fits.
    """
    if text_width(text, size) <= most:
        return text
    while text and text_width(f"{text}…", size) > most:
        text = text[:-1]
    return f"{text.rstrip()}…" if text else ""


def shrink_to_width(text: str, size: int, least: int, most: float) -> tuple[int, str]:
    """Return the largest font size from `least` to `size` at which the text fits, and the text.

    If the text does not fit even at `least`, it is truncated.
    """
    fits = (each for each in range(size, least, -1) if text_width(text, each) <= most)
    fitting = next(fits, least)
    return fitting, truncate_to_width(text, fitting, most)


def truncate_names(names: Sequence[str], size: int, most: float) -> list[str]:
    """Return the names, which together are at most `most` pixels wide.

    Long names are cut to equal widths.
    """
    share = largest_width([text_width(name, size) for name in names], most)
    return [truncate_to_width(name, size, share) for name in names]


def largest_width(widths: Sequence[float], most: float) -> float:
    """Return the width to which wider texts are cut, so that all texts together fit into `most`."""
    room_left, share = most, most
    for cut, width in enumerate(sorted(widths)):
        share = room_left / (len(widths) - cut)
        if width > share:
            break
        room_left, share = room_left - width, most
    return share


def fit_lines(
    parts: Sequence[str], sizes: Sequence[tuple[int, int]], most: float
) -> tuple[int, list[str]]:
    """Return the font size and the lines of a sentence, none of them wider than `most` pixels.

    Every second part is a name. `sizes` are pairs of a font size and a number of lines. The first
    pair that fits is used. Words are broken only if the text would otherwise be smaller than
    MIN_UNBROKEN_SIZE. If no pair fits, the names are shortened until the text fits the last pair.
    """
    smallest, count = sizes[-1]
    full_text = "".join(parts)
    tries = chain(
        ((pair, full_text, False) for pair in sizes if pair[0] >= MIN_UNBROKEN_SIZE),
        ((pair, full_text, True) for pair in sizes),
        ((sizes[-1], text, True) for text in shortened_versions(parts, smallest, count * most)),
    )
    return next(
        (size, lines)
        for (size, allowed), text, break_words in tries
        # This quick check avoids wrapping text that cannot fit.
        if not text or text_width(text.replace(" ", ""), size) <= allowed * most
        for lines in [wrap(text, size, most, break_words=break_words)]
        if not text or (len(lines) <= allowed and has_room(lines, size, most))
    )


def has_room(lines: Sequence[str], size: int, most: float) -> bool:
    """Return whether no line is wider than `most` pixels."""
    return all(text_width(line, size) <= most for line in lines)


def shortened_versions(parts: Sequence[str], size: int, most: float) -> Iterator[str]:
    """Yield versions of the sentence with shorter and shorter names, and finally "".

    Each is at most `most` pixels wide.
    """
    words, names = parts[::2], parts[1::2]
    room = most - sum(text_width(word, size) for word in words)
    while room > 0:
        short = truncate_names(names, size, room)
        yield "".join(word + name for word, name in zip(words, (*short, ""), strict=True))
        room -= size / 2
    yield ""


def wrap(text: str, size: int, most: float, *, break_words: bool = False) -> list[str]:
    """Return the text in lines of at most `most` pixels.

    A single word may be wider, unless `break_words` is true.
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= most:
            lines[-1] = longer
        else:
            lines += break_word(word, size, most) if break_words else [word]
    return lines


def break_word(word: str, size: int, most: float) -> list[str]:
    """Return the word in pieces of at most `most` pixels, divided after hyphens if possible.

    Accents stay with their letters. A single letter may be wider.
    """
    pieces = [""]
    for chunk in AFTER_HYPHENS.split(word):
        for letter in [chunk] if text_width(chunk, size) <= most else letters_with_marks(chunk):
            if text_width(pieces[-1] + letter, size) <= most:
                pieces[-1] += letter
            else:
                pieces.append(letter)
    return pieces if pieces[0] or len(pieces) == 1 else pieces[1:]


def letters_with_marks(word: str) -> list[str]:
    """Return the letters of a word, each with the accents and vowel signs that follow it."""
    letters: list[str] = []
    for each in normalise(word):
        if letters and unicodedata.category(each).startswith("M"):
            letters[-1] += each
        else:
            letters.append(each)
    return letters


def draw_text(
    pen: ImageDraw.ImageDraw,
    point: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    anchor: str = "l",
) -> None:
    """Draw one line of text with its baseline at `point`.

    With anchor "l" the text starts at `point`, with "m" it is centred there, and with "r" it ends
    there. A sentence runs from left to right, even if it begins with a right-to-left name.
    """
    direction = "ltr" if can_shape() else None
    parts = [(load_font(size, file), part) for file, part in split_by_typeface(normalise(text))]
    x, y = point
    if len(parts) > 1:
        x -= {"l": 0, "m": 0.5, "r": 1}[anchor] * text_width(text, size)
        anchor = "l"
    for font, part in parts:
        pen.text((x, y), part, colour, font, anchor=f"{anchor}s", direction=direction)
        x += font.getlength(part)


def normalise(text: str) -> str:
    """Return the text with each letter and its accent as one character, if one exists."""
    return unicodedata.normalize("NFC", text)
