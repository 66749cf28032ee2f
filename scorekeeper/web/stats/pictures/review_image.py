"""The share picture for a review: the title and up to six highlights, in portrait format."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.web.stats.pictures.image_text import draw_text, fit_lines, truncate_to_width
from scorekeeper.web.stats.pictures.share_image import (
    BRASS,
    CREAM,
    FELT_DARK,
    GOLD,
    SOFT,
    PlayerChip,
    draw_chip,
    new_picture,
    to_png,
)

SIZE = (1080, 1350)  # the portrait format of photo feeds
MAX_HIGHLIGHTS = 6
CACHE_SIZE = 16  # pictures in memory; one is about 60 kB
MARGIN = 64
TITLE_SIZES = ((84, 1), (68, 2), (56, 2), (48, 2))  # font size in pixels, lines
HIGHLIGHT_SIZES = ((42, 1), (38, 2), (34, 2), (30, 2), (26, 3), (22, 3))
HIGHLIGHTS_TOP, HIGHLIGHTS_END = 300, SIZE[1] - 40  # pixels
CHIP_SIZE = 72  # pixels


class HighlightBlock(NamedTuple):
    """A highlight: its label, its sentence in parts, its date, and chips.

    Every second part of the sentence is a name, which may be cut.
    """

    label: str
    sentence_parts: tuple[str, ...]
    date: str
    chips: tuple[PlayerChip, ...]


class ReviewPicture(NamedTuple):
    """The content of a picture to share. It is the cache key of the drawn picture."""

    league: str
    title: tuple[str, ...]  # every second part is a name, which may be cut
    highlights: tuple[HighlightBlock, ...]


@lru_cache(CACHE_SIZE)
def render_png(picture: ReviewPicture) -> bytes:
    """Return the picture as PNG bytes."""
    image, pen = new_picture(SIZE)
    pen.rectangle((0, 0, SIZE[0], HIGHLIGHTS_TOP - 28), fill=FELT_DARK)
    pen.rectangle((0, HIGHLIGHTS_TOP - 32, SIZE[0], HIGHLIGHTS_TOP - 28), fill=BRASS)
    room = SIZE[0] - 2 * MARGIN
    draw_text(pen, (MARGIN, 84), truncate_to_width(picture.league, 34, room), 34, SOFT)
    size, lines = title_lines(picture)
    for number, line in enumerate(lines):
        top = 196 if len(lines) == 1 else 160
        draw_text(pen, (MARGIN, top + 1.15 * size * number), line, size, CREAM)
    step = (HIGHLIGHTS_END - HIGHLIGHTS_TOP) / MAX_HIGHLIGHTS
    for number, block in enumerate(picture.highlights):
        draw_block(image, pen, round(HIGHLIGHTS_TOP + step * number), block)
    return to_png(image, 192)


def title_lines(picture: ReviewPicture) -> tuple[int, list[str]]:
    """Return the font size and the lines of the title."""
    return fit_lines(picture.title, TITLE_SIZES, SIZE[0] - 2 * MARGIN)


def block_lines(block: HighlightBlock) -> tuple[int, list[str]]:
    """Return the font size and the lines of a highlight's sentence."""
    return fit_lines(block.sentence_parts, HIGHLIGHT_SIZES, SIZE[0] - MARGIN - text_left(block))


def text_left(block: HighlightBlock) -> int:
    """Return the x coordinate, in pixels, at which a highlight's text starts, after its chips."""
    chips = len(block.chips)
    return MARGIN + (CHIP_SIZE + (CHIP_SIZE * 2 // 3) * (chips - 1) + 28 if chips else 0)


def draw_block(
    image: Image.Image, pen: ImageDraw.ImageDraw, top: int, block: HighlightBlock
) -> None:
    """Draw one highlight: its chips, its label with the date, and its sentence."""
    for number, chip in reversed(list(enumerate(block.chips))):
        top_left = (MARGIN + number * CHIP_SIZE * 2 // 3, top + 20)
        draw_chip(image, pen, top_left, CHIP_SIZE, chip)
    left = text_left(block)
    draw_text(pen, (left, top + 40), block.label, 30, GOLD)
    draw_text(pen, (SIZE[0] - MARGIN, top + 40), block.date, 26, SOFT, anchor="r")
    size, lines = block_lines(block)
    for number, line in enumerate(lines):
        draw_text(pen, (left, top + 52 + size + 1.2 * size * number), line, size, CREAM)
