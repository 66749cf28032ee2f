"""The share picture for a finished match: title, all places, and the chart.

It shows the same places and chart as the podium, and up to two sentences of the story. An emoji
that the typefaces lack (typefaces.py) is replaced by its name, and a name that cannot be drawn by
"Player 3", for example. The chip keeps its colour.
"""

from functools import lru_cache

from PIL import ImageDraw

from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    fit_lines,
    has_room,
    truncate_to_width,
    wrap,
)
from scorekeeper.web.stats.pictures.match_content import MatchPicture
from scorekeeper.web.stats.pictures.match_panel import FOOTER_TOP, MARGIN, draw_panel
from scorekeeper.web.stats.pictures.match_row import draw_row, panel_left
from scorekeeper.web.stats.pictures.name_lines import BASELINE, LINE_HEIGHT
from scorekeeper.web.stats.pictures.share_image import (
    BRASS,
    CREAM,
    SIZE,
    SOFT,
    new_picture,
    to_png,
)

CACHE_SIZE = 32  # pictures in memory; one is about 40 kB
# Pairs of a font size in pixels and the number of lines that fit.
TITLE_SIZES = (
    *((62, 1), (54, 1), (42, 2), (38, 2), (34, 2), (30, 2)),
    *((26, 3), (23, 3), (20, 4), (18, 4), (16, 5), (13, 6)),
)
STORY_HEIGHT = SIZE[1] - 18 - FOOTER_TOP  # pixels
STORY_SIZES = ((26, 2), (24, 2), (22, 2), (20, 2), (18, 3), (16, 4))


@lru_cache(CACHE_SIZE)
def render_png(picture: MatchPicture) -> bytes:
    """Return the picture as PNG bytes."""
    image, pen = new_picture(footer_top=FOOTER_TOP)
    room = SIZE[0] - 2 * MARGIN
    size, lines = title_lines(picture)
    base = 90 if len(lines) == 1 else 106
    for number, line in enumerate(reversed(lines)):
        draw_text(pen, (MARGIN, base - 1.2 * size * number), line, size, CREAM)
    draw_text(pen, (MARGIN, base + 46), truncate_to_width(picture.subtitle, 30, room), 30, BRASS)
    left = panel_left(picture)
    for number in range(len(picture.rows)):
        draw_row(image, pen, picture, number, left)
    draw_panel(image, picture, left)
    draw_story(pen, picture)
    return to_png(image, 192)


def title_lines(picture: MatchPicture) -> tuple[int, list[str]]:
    """Return the font size and the lines of the title, which names all winners."""
    return fit_lines(picture.title, TITLE_SIZES, SIZE[0] - 2 * MARGIN)


def story_lines(picture: MatchPicture) -> tuple[int, list[str]]:
    """Return the font size and the lines of the story.

    If the sentences do not all fit with unshortened names, only the first one that fits is shown.
    There are no lines if none fits. In any case, the rows of the picture name all players.
    """
    room = SIZE[0] - 2 * MARGIN
    sentences = ["".join(parts) for parts in picture.story]
    for chosen in (sentences, *([each] for each in sentences)):
        for size, allowed in STORY_SIZES:
            lines = [line for each in chosen for line in wrap(each, size, room)]
            if len(lines) <= allowed and has_room(lines, size, room):
                return size, lines
    return 0, []


def draw_story(pen: ImageDraw.ImageDraw, picture: MatchPicture) -> None:
    """Draw the story at the bottom of the picture."""
    size, lines = story_lines(picture)
    line_height, top = 32.0, FOOTER_TOP + 34.0
    if len(lines) > 2:
        line_height = LINE_HEIGHT * size
        top = FOOTER_TOP + (STORY_HEIGHT - line_height * len(lines)) / 2 + BASELINE * size
    for number, line in enumerate(lines):
        draw_text(pen, (MARGIN, top + line_height * number), line, size, SOFT)
