"""The picture of an evening, as others see it with the link: felt, who won, who stands where.

A name with letters that cannot be written (image_text.py) is left to the player's chip, and what
stands on the chip to its colour.
"""

import io
import re
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.messages import MINUS
from scorekeeper.web.stats.image_text import fitting, is_drawable, width, write

SIZE = (1200, 630)
LINES, TOP = 4, 3  # matches, and players of the season's table
KEPT = 32  # pictures in memory; one is about 30 kB
EDGE = 72
FELT, FELT_DARK, RAIL = "#1c4c39", "#153a2c", "#5b3c24"
BRASS, CREAM, SOFT, GOLD = "#d9b45a", "#f8f1de", "#cfdfcf", "#e5b03a"
CHIPS = (  # as in base.css: the chip and the letters on it
    ("#17458a", "#ffffff"),
    ("#e08a14", "#221603"),
    ("#118064", "#ffffff"),
    ("#efa3c8", "#2b0a1c"),
    ("#58b4ee", "#071d2e"),
    ("#f2dc4b", "#2a2300"),
    ("#4a2c12", "#ffffff"),
    ("#6b4fc0", "#ffffff"),
    ("#2b2a2e", "#ffffff"),
    ("#f7f2e6", "#2a2017"),
)
DRAWN_LARGE = 2  # chips are drawn larger and made smaller, for smooth rims
FOOT = SIZE[1] - 168  # where the season begins


class Chip(NamedTuple):
    """A player: colour from 1, initials, name."""

    colour: int
    initials: str
    name: str


class Line(NamedTuple):
    """A match and who won it."""

    game: str
    winners: tuple[Chip, ...]


class Postcard(NamedTuple):
    """All that is on a picture; the same postcard is the same picture."""

    league: str
    evening: str
    lines: tuple[Line, ...]
    top: tuple[tuple[str, Chip, str], ...]  # place, player, figure
    title: str
    season: str


@lru_cache(KEPT)
def drawn(card: Postcard) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", SIZE, FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, FOOT, SIZE[0], SIZE[1]), fill=FELT_DARK)
    pen.rectangle((0, SIZE[1] - 14, SIZE[0], SIZE[1]), fill=RAIL)
    pen.rectangle((0, SIZE[1] - 18, SIZE[0], SIZE[1] - 14), fill=BRASS)
    headings = (
        (84, card.league, 34, SOFT),
        (134, card.evening, 34, BRASS),
        (204, card.title, 52, CREAM),
    )
    for base, text, size, colour in headings:
        if is_drawable(text):
            write(pen, (EDGE, base), fitting(text, size, SIZE[0] - 2 * EDGE), size, colour)
    for number, line in enumerate(card.lines):
        draw_line(image, pen, 238 + 54 * number, line)
    draw_top(image, pen, card)
    file = io.BytesIO()
    image.quantize(128).save(file, "png", optimize=True)
    return file.getvalue()


def draw_line(image: Image.Image, pen: ImageDraw.ImageDraw, top: int, line: Line) -> None:
    """Chips of the winners, their names as far as there is room, and the game."""
    game = fitting(line.game, 34, 330)
    write(pen, (SIZE[0] - EDGE, top + 34), game, 34, SOFT, anchor="r")
    room = SIZE[0] - EDGE - width(game, 34) - 30
    at: float = EDGE
    for chip in line.winners:
        if at + 44 > room:
            break
        at = draw_player(image, pen, (at, top), 44, chip, 38, room) + 24


def draw_top(image: Image.Image, pen: ImageDraw.ImageDraw, card: Postcard) -> None:
    """Who stands where in the season, at the foot."""
    if card.top and is_drawable(card.season):
        write(pen, (EDGE, FOOT + 46), fitting(card.season, 28, SIZE[0] - 2 * EDGE), 28, SOFT)
    share = (SIZE[0] - 2 * EDGE) // TOP
    for number, (place, chip, said) in enumerate(card.top):
        figure = drawable(said)
        at: float = EDGE + share * number
        room = at + share - width(figure, 34) - 34
        write(pen, (at, FOOT + 112), place, 46, GOLD)
        at += width(place, 46) + 16
        at = draw_player(image, pen, (at, FOOT + 72), 48, chip, 34, room) + 14
        write(pen, (at, FOOT + 108), figure, 34, SOFT)


def drawable(figure: str) -> str:
    """A figure in signs of the typeface, which has no ½ and no minus: −2½ is -2.5."""
    return re.sub(r"(?<![0-9])½", "0½", figure).replace("½", ".5").replace(MINUS, "-")


def draw_player(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    size: int,
    chip: Chip,
    letters: int,
    room: float,
) -> float:
    """Chip and name, until `room` at the most; where they end."""
    draw_chip(image, pen, (round(at[0]), round(at[1])), size, chip)
    end = at[0] + size
    name = fitting(chip.name, letters, room - end - 12) if is_drawable(chip.name) else ""
    if not name:
        return end
    write(pen, (end + 12, at[1] + size / 2 + letters * 0.35), name, letters, CREAM)
    return end + 12 + width(name, letters)


def draw_chip(
    image: Image.Image, pen: ImageDraw.ImageDraw, at: tuple[int, int], size: int, chip: Chip
) -> None:
    """A player's chip: his colour with a light rim, his initials if they can be written."""
    face, ink = CHIPS[(chip.colour - 1) % len(CHIPS)]
    large = size * DRAWN_LARGE
    rim = large // 12
    disc = Image.new("RGBA", (large, large))
    brush = ImageDraw.Draw(disc)
    brush.ellipse((0, 0, large - 1, large - 1), fill="#fffaf0")
    brush.ellipse((rim, rim, large - 1 - rim, large - 1 - rim), fill=face)
    small = disc.resize((size, size), Image.Resampling.LANCZOS)
    image.paste(small, at, small)
    if is_drawable(chip.initials):
        height = round(size * (0.5 if len(chip.initials) == 1 else 0.42))
        base = at[1] + size / 2 + height * 0.35
        write(pen, (at[0] + size / 2, base), chip.initials, height, ink, anchor="m")
