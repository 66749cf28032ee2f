"""The link preview of an evening: the winners of each match, and the season's first three places.

A name that cannot be drawn (typefaces.py) is left out, so that only the chip is shown. If the
initials cannot be drawn either, the chip has only its colour.
"""

import io
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.match.log import Person
from scorekeeper.web.stats.image_text import (
    draw_text,
    is_drawable,
    shrink_to_width,
    text_width,
    to_drawable_text,
    truncate_names,
    truncate_to_width,
)

SIZE = (1200, 630)
MAX_MATCHES, MAX_STANDINGS = 4, 3  # lines of matches; players of the season's table
CACHE_SIZE = 32  # pictures in memory; one is about 30 kB
MARGIN = 72
FELT, FELT_DARK, RAIL = "#1c4c39", "#153a2c", "#5b3c24"
BRASS, CREAM, SOFT, GOLD = "#d9b45a", "#f8f1de", "#cfdfcf", "#e5b03a"
CHIP_COLOURS = (  # as in base.css: background, text
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
MIN_FONT_SIZE = 18  # pixels: names shrink to this size before they are truncated
SUPERSAMPLING = 2  # chips are drawn larger and scaled down, for smooth edges
FOOTER_TOP = SIZE[1] - 168  # pixels: top of the season's panel


class Chip(NamedTuple):
    """A player: colour (counted from 1), initials, name."""

    colour: int
    initials: str
    name: str


def to_chip(person: Person) -> Chip:
    return Chip(person.colour, to_drawable_text(person.initials), person.name)


class MatchLine(NamedTuple):
    """A match and its winners."""

    game: str
    winners: tuple[Chip, ...]


class EveningCard(NamedTuple):
    """The content of a picture. Equal cards have equal pictures, so the card is the cache key."""

    league: str
    evening: str
    lines: tuple[MatchLine, ...]
    top: tuple[tuple[str, Chip, str], ...]  # place, player, figure
    title: str
    season: str


@lru_cache(CACHE_SIZE)
def render_png(card: EveningCard) -> bytes:
    """Return the picture as PNG bytes."""
    image = Image.new("RGB", SIZE, FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, FOOTER_TOP, SIZE[0], SIZE[1]), fill=FELT_DARK)
    pen.rectangle((0, SIZE[1] - 14, SIZE[0], SIZE[1]), fill=RAIL)
    pen.rectangle((0, SIZE[1] - 18, SIZE[0], SIZE[1] - 14), fill=BRASS)
    headings = (
        (84, card.league, 34, SOFT),
        (134, card.evening, 34, BRASS),
        (204, card.title, 52, CREAM),
    )
    for base, text, size, colour in headings:
        if is_drawable(text):
            draw_text(
                pen,
                (MARGIN, base),
                truncate_to_width(text, size, SIZE[0] - 2 * MARGIN),
                size,
                colour,
            )
    for number, line in enumerate(card.lines):
        draw_match(image, pen, 238 + 54 * number, line)
    draw_standings(image, pen, card)
    file = io.BytesIO()
    image.quantize(128).save(file, "png", optimize=True)
    return file.getvalue()


def draw_match(image: Image.Image, pen: ImageDraw.ImageDraw, top: int, line: MatchLine) -> None:
    """Draw the winners' chips and names, and the game.

    Long names are drawn smaller, and then cut, to leave room for the others.
    """
    game = truncate_to_width(line.game, 34, 330)
    draw_text(pen, (SIZE[0] - MARGIN, top + 34), game, 34, SOFT, anchor="r")
    room = SIZE[0] - MARGIN - text_width(game, 34) - 30
    at: float = MARGIN
    names = [chip.name if is_drawable(chip.name) else "" for chip in line.winners]
    free = room - at + 24 - 80 * len(names)  # pixels without chips and gaps
    sizes = range(38, MIN_FONT_SIZE, -2)
    whole = (size for size in sizes if sum(text_width(n, size) for n in names) <= free)
    letters = next(whole, MIN_FONT_SIZE)
    for chip, name in zip(line.winners, truncate_names(names, letters, free), strict=True):
        if at + 44 > room:
            break
        short = chip._replace(name=name)
        at = draw_player(image, pen, (at, top), 44, short, letters, room) + 24


def draw_standings(image: Image.Image, pen: ImageDraw.ImageDraw, card: EveningCard) -> None:
    """Draw the first places of the season at the bottom."""
    if card.top and is_drawable(card.season):
        draw_text(
            pen,
            (MARGIN, FOOTER_TOP + 46),
            truncate_to_width(card.season, 28, SIZE[0] - 2 * MARGIN),
            28,
            SOFT,
        )
    share = (SIZE[0] - 2 * MARGIN) // MAX_STANDINGS
    for number, (place, chip, figure) in enumerate(card.top):
        at: float = MARGIN + share * number
        room = at + share - text_width(figure, 34) - 34
        draw_text(pen, (at, FOOTER_TOP + 112), place, 46, GOLD)
        at += text_width(place, 46) + 16
        at = draw_player(image, pen, (at, FOOTER_TOP + 72), 48, chip, 34, room) + 14
        draw_text(pen, (at, FOOTER_TOP + 108), figure, 34, SOFT)


def draw_player(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    size: int,
    chip: Chip,
    letters: int,
    room: float,
) -> float:
    """Draw the chip and name up to x = `room`, and return the x where they end, in pixels.

    A long name is drawn in a smaller size. It is truncated only if that is not enough.
    """
    draw_chip(image, pen, (round(at[0]), round(at[1])), size, chip)
    end = at[0] + size
    name = chip.name if is_drawable(chip.name) else ""
    letters, name = shrink_to_width(name, letters, MIN_FONT_SIZE, room - end - 12)
    if not name:
        return end
    draw_text(pen, (end + 12, at[1] + size / 2 + letters * 0.35), name, letters, CREAM)
    return end + 12 + text_width(name, letters)


def draw_chip(
    image: Image.Image, pen: ImageDraw.ImageDraw, at: tuple[int, int], size: int, chip: Chip
) -> None:
    """Draw a chip: the player's colour with a light rim, and the initials if possible."""
    face, ink = CHIP_COLOURS[(chip.colour - 1) % len(CHIP_COLOURS)]
    large = size * SUPERSAMPLING
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
        draw_text(pen, (at[0] + size / 2, base), chip.initials, height, ink, anchor="m")
