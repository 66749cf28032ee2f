"""What all share pictures have in common: size, colours, players' chips and the HTTP response.

If a name cannot be drawn (typefaces.py), only the chip is shown. If the initials cannot be drawn
either, the chip has only its colour.
"""

import io
from typing import NamedTuple

import werkzeug
from flask import Response, request
from PIL import Image, ImageDraw

from scorekeeper.match.people import Person
from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    is_drawable,
    text_width,
    to_drawable_text,
)
from scorekeeper.web.stats.pictures.name_lines import draw_lines, fit_names

SIZE = (1200, 630)  # pixels, the format of link previews
FELT, FELT_DARK, RAIL = "#1c4c39", "#153a2c", "#5b3c24"
BRASS, CREAM, SOFT, GOLD = "#d9b45a", "#f8f1de", "#cfdfcf", "#e5b03a"
CHIP_COLOURS = (  # background and text, as in base.css
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
SUPERSAMPLING = 2  # chips and lines are drawn larger and scaled down, for smooth edges


def new_picture(
    size: tuple[int, int] = SIZE, footer_top: int | None = None
) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return a picture of green felt with a table edge at the bottom, and an object to draw on it.

    `size` and `footer_top` are in pixels. The footer has a darker background.
    """
    width, height = size
    image = Image.new("RGB", size, FELT)
    pen = ImageDraw.Draw(image)
    if footer_top is not None:
        pen.rectangle((0, footer_top, width, height), fill=FELT_DARK)
    pen.rectangle((0, height - 14, width, height), fill=RAIL)
    pen.rectangle((0, height - 18, width, height - 14), fill=BRASS)
    return image, pen


def to_png(image: Image.Image, colours: int) -> bytes:
    """Return the picture as PNG bytes. Fewer colours make a smaller file."""
    file = io.BytesIO()
    image.quantize(colours).save(file, "png", optimize=True)
    return file.getvalue()


class PlayerChip(NamedTuple):
    """A player's colour (counted from 1), initials and name."""

    colour: int
    initials: str
    name: str


def to_chip(person: Person) -> PlayerChip:
    return PlayerChip(person.colour, to_drawable_text(person.initials), person.name)


def draw_player(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    top_left: tuple[float, float],
    size: int,
    chip: PlayerChip,
    letters: int,
    room: float,
    height: float,
) -> float:
    """Draw the chip and name up to x = `room`, and return the x coordinate of their end, in pixels.

    A long name is drawn in a smaller size or on several lines, which are at most `height` pixels
    high. It is cut only if that is not enough.
    """
    draw_chip(image, pen, (round(top_left[0]), round(top_left[1])), size, chip)
    end = top_left[0] + size
    if not is_drawable(chip.name):
        return end
    letters, lines = fit_names((chip.name,), letters, room - end - 12, height)
    draw_lines(pen, (end + 12, top_left[1] + size / 2), lines, letters, CREAM)
    return end + 12 + max(text_width(line, letters) for line in lines)


def draw_chip(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    top_left: tuple[int, int],
    size: int,
    chip: PlayerChip,
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
    image.paste(small, top_left, small)
    if is_drawable(chip.initials):
        height = round(size * (0.5 if len(chip.initials) == 1 else 0.42))
        base = top_left[1] + size / 2 + height * 0.35
        draw_text(pen, (top_left[0] + size / 2, base), chip.initials, height, ink, anchor="m")


def png_response(picture: bytes) -> werkzeug.Response:
    """Return a picture (PNG) with an ETag of its content. The status is 304 if it is unchanged."""
    response = Response(picture, mimetype="image/png")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)
