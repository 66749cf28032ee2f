"""The share picture for a finished match: title, all places, and the chart.

It shows the same places and chart as the podium, and up to two sentences of the story. An emoji
that the typefaces lack (typefaces.py) becomes its name, and a name in another script becomes
"Player 3". The chip keeps its colour.
"""

import io
from functools import lru_cache

from PIL import Image, ImageDraw

from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    fit_lines,
    text_width,
    truncate_to_width,
)
from scorekeeper.web.stats.pictures.match_card import MatchCard, SideRow
from scorekeeper.web.stats.pictures.match_panel import FOOTER_TOP, MARGIN, PANEL_BOX, draw_panel
from scorekeeper.web.stats.pictures.share_image import (
    BRASS,
    CREAM,
    FELT,
    FELT_DARK,
    GOLD,
    RAIL,
    SIZE,
    SOFT,
    draw_chip,
)

CACHE_SIZE = 32  # pictures in memory; one is about 40 kB
TITLE_SIZES = ((62, 1), (54, 1), (42, 2), (38, 2), (34, 2))  # font size in pixels, lines
STORY_SIZES = ((26, 1), (24, 1), (22, 1), (20, 1), (18, 1))
MIN_FONT_SIZE = 16  # pixels; names shrink to this size before they are truncated
MIN_SIZE_FOR_TWO_LINES = 25  # pixels; rows with smaller names are too low for two lines
BETWEEN_PARTNERS = " + "
TWO_LINE_ROW_HEIGHT = 80  # pixels; rows at least this high show name and result on two lines


@lru_cache(CACHE_SIZE)
def render_png(card: MatchCard) -> bytes:
    """Return the picture as PNG bytes."""
    image = Image.new("RGB", SIZE, FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, FOOTER_TOP, SIZE[0], SIZE[1]), fill=FELT_DARK)
    pen.rectangle((0, SIZE[1] - 14, SIZE[0], SIZE[1]), fill=RAIL)
    pen.rectangle((0, SIZE[1] - 18, SIZE[0], SIZE[1] - 14), fill=BRASS)
    room = SIZE[0] - 2 * MARGIN
    size, lines = title_lines(card)
    base = 90 if len(lines) == 1 else 106
    for number, line in enumerate(reversed(lines)):
        draw_text(pen, (MARGIN, base - 1.2 * size * number), line, size, CREAM)
    draw_text(pen, (MARGIN, base + 46), truncate_to_width(card.subtitle, 30, room), 30, BRASS)
    for number, row in enumerate(card.rows):
        draw_row(image, pen, card, number, row)
    draw_panel(image, card)
    letters, sentences = story_lines(card)
    for number, sentence in enumerate(sentences):
        draw_text(pen, (MARGIN, FOOTER_TOP + 34 + 32 * number), sentence, letters, SOFT)
    file = io.BytesIO()
    image.quantize(192).save(file, "png", optimize=True)
    return file.getvalue()


def title_lines(card: MatchCard) -> tuple[int, list[str]]:
    """Return the font size and the lines of the title, which names all winners."""
    return fit_lines(card.title, TITLE_SIZES, SIZE[0] - 2 * MARGIN)


def story_lines(card: MatchCard) -> tuple[int, list[str]]:
    """Return the font size and the sentences of the story, each on one line."""
    room = SIZE[0] - 2 * MARGIN
    size = min((fit_lines(each, STORY_SIZES, room)[0] for each in card.story), default=0)
    return size, [fit_lines(each, ((size, 1),), room)[1][0] for each in card.story]


def draw_row(
    image: Image.Image, pen: ImageDraw.ImageDraw, card: MatchCard, number: int, row: SideRow
) -> None:
    """Draw one side's place, chips, names and result.

    The rows share the panel's height.
    """
    step = min((PANEL_BOX[3] - PANEL_BOX[1]) / len(card.rows), 104)
    middle = PANEL_BOX[1] + step * (number + 0.5)
    chip = round(min(step * 0.78, 64))
    letters = round(min(step * 0.6, 40))
    base = middle + letters * 0.35
    draw_text(pen, (MARGIN, base), row.place, letters, GOLD)
    left = MARGIN + max(text_width("10", letters), text_width(row.place, letters)) + 14
    for each in row.chips:
        draw_chip(image, pen, (round(left), round(middle - chip / 2)), chip, each)
        left += chip + 4
    left, right, small = left + 10, PANEL_BOX[0] - 28, round(min(letters * 0.8, 28))
    if step >= TWO_LINE_ROW_HEIGHT:  # the result is below the name
        write_names(pen, (left, middle - 2), row.names, letters, right - left)
        draw_text(pen, (left, middle + small), row.description, small, SOFT)
    else:
        draw_text(pen, (right, base), row.description, small, SOFT, anchor="r")
        room = right - text_width(row.description, small) - 20 - left
        write_names(pen, (left, base), row.names, letters, room)


def write_names(
    pen: ImageDraw.ImageDraw,
    bottom_left: tuple[float, float],
    names: tuple[str, ...],
    letters: int,
    room: float,
) -> None:
    """Draw a side's names, in a smaller size or on two lines if they are long."""
    left, base = bottom_left
    size, lines = name_lines(names, letters, room)
    for number, line in enumerate(reversed(lines)):
        raised = base - letters * 0.35 + size * 0.95 if len(lines) > 1 else base
        draw_text(pen, (left, raised - 1.2 * size * number), line, size, CREAM)


def name_lines(names: tuple[str, ...], letters: int, room: float) -> tuple[int, list[str]]:
    """Return the font size and the lines for a side's names.

    The names are truncated only if two lines at MIN_FONT_SIZE are not enough. Rows of many sides
    are too low for two lines.
    """
    parts = [part for name in names for part in (BETWEEN_PARTNERS, name)]
    one_line_sizes = [(size, 1) for size in range(letters, MIN_FONT_SIZE - 1, -1)]
    two_line_sizes = [(MIN_FONT_SIZE, 2)] if letters >= MIN_SIZE_FOR_TWO_LINES else []
    return fit_lines(("", *parts[1:], ""), [*one_line_sizes, *two_line_sizes], room)
