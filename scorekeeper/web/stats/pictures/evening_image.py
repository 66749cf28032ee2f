"""The picture of an evening: the winners of its matches, and the season's first three places."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    is_drawable,
    largest_width,
    text_width,
    truncate_to_width,
)
from scorekeeper.web.stats.pictures.name_lines import MAX_SEVERAL_LINES_SIZE, MIN_ONE_LINE_SIZE
from scorekeeper.web.stats.pictures.share_image import (
    BRASS,
    CREAM,
    GOLD,
    SIZE,
    SOFT,
    PlayerChip,
    draw_player,
    new_picture,
    to_png,
)

MAX_MATCHES, MAX_MATCHES_ALONE = 4, 7  # above the season's table, and without it
MAX_STANDINGS = 3  # players of the season's table
CACHE_SIZE = 32  # pictures in memory; one is about 30 kB
MARGIN = 72
ROW_HEIGHT, CHIP_SIZE = 54, 44  # pixels, for each match
FOOTER_TOP = SIZE[1] - 168  # pixels: top of the season's panel
STANDINGS_HEIGHT = 62  # pixels: height of the names in the panel


class MatchLine(NamedTuple):
    """A match and its winners."""

    game: str
    winners: tuple[PlayerChip, ...]


class EveningPicture(NamedTuple):
    """The content of a picture to share. It is the cache key of the drawn picture.

    `note` says how many matches are shown, or is empty if all are shown. `tied` says how many more
    players share the place of the last leader, or is empty if all of them are shown.
    """

    league: str
    evening: str
    lines: tuple[MatchLine, ...]
    leaders: tuple[tuple[str, PlayerChip, str], ...]  # place, player, figure
    title: str
    season: str
    note: str = ""
    tied: str = ""


@lru_cache(CACHE_SIZE)
def render_png(picture: EveningPicture) -> bytes:
    """Return the picture as PNG bytes."""
    image, pen = new_picture(footer_top=FOOTER_TOP if picture.leaders else None)
    headings = (
        (84, picture.league, 34, SOFT),
        (134, picture.evening, 34, BRASS),
        (204, picture.title, 52, CREAM),
    )
    for baseline, text, size, colour in headings:
        if is_drawable(text):
            draw_text(
                pen,
                (MARGIN, baseline),
                truncate_to_width(text, size, SIZE[0] - 2 * MARGIN),
                size,
                colour,
            )
    draw_text(pen, (SIZE[0] - MARGIN, 204), picture.note, 34, SOFT, anchor="r")
    for number, line in enumerate(picture.lines):
        draw_match(image, pen, 238 + ROW_HEIGHT * number, line)
    draw_standings(image, pen, picture)
    return to_png(image, 128)


def draw_match(image: Image.Image, pen: ImageDraw.ImageDraw, top: int, line: MatchLine) -> None:
    """Draw the winners' chips and names, and the game."""
    game = truncate_to_width(line.game, 34, 330)
    draw_text(pen, (SIZE[0] - MARGIN, top + 34), game, 34, SOFT, anchor="r")
    room = SIZE[0] - MARGIN - text_width(game, 34) - 30
    x: float = MARGIN
    size, widths = name_widths(line, room - x)
    for chip, width in zip(line.winners, widths, strict=True):
        if x + CHIP_SIZE > room:
            break
        end = x + CHIP_SIZE + 12 + width
        x = draw_player(image, pen, (x, top), CHIP_SIZE, chip, size, end, ROW_HEIGHT) + 24


def name_widths(line: MatchLine, room: float) -> tuple[int, list[float]]:
    """Return the font size of the winners' names, and the width of each name, in pixels.

    If the names do not fit beside each other, all of them are drawn smaller. If they still do not
    fit, the longest names get equal widths, in which they take several lines.
    """
    names = [chip.name if is_drawable(chip.name) else "" for chip in line.winners]
    free = room + 24 - (CHIP_SIZE + 36) * len(names)  # pixels left for the names
    for size in range(38, MIN_ONE_LINE_SIZE - 1, -2):
        widths = [text_width(name, size) for name in names]
        if sum(widths) <= free:
            return size, widths
    share = largest_width(widths, free)
    return MAX_SEVERAL_LINES_SIZE, [min(width, share) for width in widths]


def draw_standings(image: Image.Image, pen: ImageDraw.ImageDraw, picture: EveningPicture) -> None:
    """Draw the top of the season's standings at the bottom of the picture.

    Each figure is below its name, so a long figure leaves room for the name.
    """
    top = FOOTER_TOP + 38
    draw_text(pen, (SIZE[0] - MARGIN, top), picture.tied, 28, SOFT, anchor="r")
    if picture.leaders and is_drawable(picture.season):
        room = SIZE[0] - 2 * MARGIN - text_width(picture.tied, 28) - 24
        season = truncate_to_width(picture.season, 28, room)
        draw_text(pen, (MARGIN, top), season, 28, SOFT)
    column_width = (SIZE[0] - 2 * MARGIN) // MAX_STANDINGS
    for number, (place, chip, figure) in enumerate(picture.leaders):
        x: float = MARGIN + column_width * number
        room = x + column_width - 24
        draw_text(pen, (x, FOOTER_TOP + 92), place, 46, GOLD)
        x += text_width(place, 46) + 16
        draw_player(image, pen, (x, FOOTER_TOP + 51), 48, chip, 34, room, STANDINGS_HEIGHT)
        draw_text(pen, (x + 60, FOOTER_TOP + 134), figure, 34, SOFT)
