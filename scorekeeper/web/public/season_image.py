"""The picture in the link preview of a season: the season's name and the top of the table."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    is_drawable,
    text_width,
    truncate_to_width,
)
from scorekeeper.web.stats.pictures.share_image import (
    BRASS,
    CREAM,
    GOLD,
    SIZE,
    SOFT,
    PlayerChip,
    draw_chip,
    draw_player,
    new_picture,
    to_png,
)

MAX_ROWS = 5  # players
CACHE_SIZE = 32  # pictures in memory; one is about 30 kB
MARGIN = 72
TABLE_TOP, ROW_HEIGHT = 232, 72  # pixels
BAND = "#235b44"  # the background of every second row
# Font sizes in pixels. The first size that fits is used. If none fits, the last one is used, and
# the title is truncated.
TITLE_SIZES = (76, 64, 52, 44)


class PictureRow(NamedTuple):
    """A player in the table."""

    place: str  # such as "3", or "3=" if it is shared
    chip: PlayerChip
    figure: str


class SeasonPicture(NamedTuple):
    """The content of a picture to share. It is the cache key of the drawn picture."""

    league: str
    title: str
    subtitle: str
    rows: tuple[PictureRow, ...]
    note: str  # shown if there are no rows


@lru_cache(CACHE_SIZE)
def render_png(picture: SeasonPicture) -> bytes:
    """Return the picture as PNG bytes."""
    image, pen = new_picture()
    draw_headings(pen, picture)
    for number, row in enumerate(picture.rows):
        draw_row(image, pen, number, row)
    if picture.note:
        draw_text(pen, (MARGIN, TABLE_TOP + 60), picture.note, 44, SOFT)
    return to_png(image, 128)


def draw_headings(pen: ImageDraw.ImageDraw, picture: SeasonPicture) -> None:
    room = SIZE[0] - 2 * MARGIN
    if is_drawable(picture.league):
        draw_text(pen, (MARGIN, 70), truncate_to_width(picture.league, 32, room), 32, BRASS)
    if is_drawable(picture.title):
        fits = (size for size in TITLE_SIZES if text_width(picture.title, size) <= room)
        size = next(fits, TITLE_SIZES[-1])
        draw_text(pen, (MARGIN, 150), truncate_to_width(picture.title, size, room), size, CREAM)
    draw_text(pen, (MARGIN, 202), truncate_to_width(picture.subtitle, 30, room), 30, SOFT)


def draw_row(image: Image.Image, pen: ImageDraw.ImageDraw, number: int, row: PictureRow) -> None:
    """Draw a player's place, chip, name and figure. First place is drawn larger."""
    is_first = row.place in ("1", "1=")
    top = TABLE_TOP + ROW_HEIGHT * number
    letters, chip = (42, 56) if is_first else (36, 48)
    middle = top + ROW_HEIGHT // 2
    base = middle + letters * 0.35
    if number % 2 == 0:
        band = (MARGIN - 20, top + 2, SIZE[0] - MARGIN + 20, top + ROW_HEIGHT - 2)
        pen.rounded_rectangle(band, 12, fill=BAND)
    draw_text(pen, (MARGIN + 34, base), row.place, letters, GOLD, anchor="m")
    room = SIZE[0] - MARGIN - text_width(row.figure, letters) - 30
    top_left = (MARGIN + 84, middle - chip // 2)
    if is_drawable(row.chip.name):
        draw_player(image, pen, top_left, chip, row.chip, letters, room, ROW_HEIGHT - 4)
    else:
        draw_chip(image, pen, top_left, chip, row.chip)
    draw_text(
        pen,
        (SIZE[0] - MARGIN, base),
        row.figure,
        letters,
        GOLD if is_first else CREAM,
        anchor="r",
    )
