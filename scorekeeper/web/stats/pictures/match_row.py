"""A row of the share picture for a match: a side's place, chips, names and result."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    shrink_to_width,
    text_width,
)
from scorekeeper.web.stats.pictures.match_content import MatchPicture, SideRow
from scorekeeper.web.stats.pictures.match_panel import (
    MARGIN,
    PANEL_BOTTOM,
    PANEL_LEFTS,
    PANEL_TOP,
)
from scorekeeper.web.stats.pictures.name_lines import (
    BASELINE,
    LINE_HEIGHT,
    draw_lines,
    fit_names,
)
from scorekeeper.web.stats.pictures.share_image import CREAM, GOLD, SOFT, draw_chip

GAP = 28  # pixels between the rows and the panel
MIN_HEIGHT_BELOW = 80  # pixels; in rows at least this high, the result is always below the names
MAX_PART_BESIDE = 0.6  # the share of the width that a result beside the names may use
# Font sizes in pixels. The panel is narrower if names would otherwise be smaller than EASY_SIZE.
EASY_SIZE, MIN_RESULT_SIZE = 22, 12


class RowText(NamedTuple):
    """The lines of a side's names and the text of its result, each with a font size."""

    size: int
    lines: list[str]
    result_size: int
    result: str
    is_below: bool  # the result is below the names, not beside them


def panel_left(picture: MatchPicture) -> int:
    """Return the x coordinate, in pixels, at which the panel starts."""
    return next(
        (left for left in PANEL_LEFTS if smallest_size(picture, left) >= EASY_SIZE),
        max(PANEL_LEFTS, key=lambda left: smallest_size(picture, left)),
    )


def smallest_size(picture: MatchPicture, left: int) -> int:
    """Return the smallest font size of names if the panel starts at this x coordinate."""
    return min(lay_out_row(row, row_height(picture), left).size for row in picture.rows)


def draw_row(
    image: Image.Image, pen: ImageDraw.ImageDraw, picture: MatchPicture, number: int, left: int
) -> None:
    """Draw one side's place, chips, names and result beside the panel, which starts at x = `left`.

    The rows share the panel's height.
    """
    row, step = picture.rows[number], row_height(picture)
    middle = PANEL_TOP + step * (number + 0.5)
    letters, chip = letter_size(step), chip_size(step)
    draw_text(pen, (MARGIN, middle + letters * 0.35), row.place, letters, GOLD)
    x = place_end(row, letters)
    for each in row.chips:
        draw_chip(image, pen, (round(x), round(middle - chip / 2)), chip, each)
        x += chip + 4
    text = lay_out_row(row, step, left)
    below = LINE_HEIGHT * text.result_size if text.is_below else 0
    end = draw_lines(pen, (text_left(row, step), middle), text.lines, text.size, CREAM, below)
    if text.is_below:
        base = end + BASELINE * text.result_size
        draw_text(pen, (text_left(row, step), base), text.result, text.result_size, SOFT)
    else:
        base = middle + letters * 0.35
        draw_text(pen, (left - GAP, base), text.result, text.result_size, SOFT, anchor="r")


# ---------------------------------------------------------------- sizes, in pixels


def row_height(picture: MatchPicture) -> float:
    return (PANEL_BOTTOM - PANEL_TOP) / len(picture.rows)


def letter_size(step: float) -> int:
    """Return the font size of places and short names in rows of this height."""
    return round(min(step * 0.6, 40))


def chip_size(step: float) -> int:
    return round(min(step * 0.78, 64))


def place_end(row: SideRow, letters: int) -> float:
    """Return the x coordinate at which a row's chips start."""
    return MARGIN + max(text_width("10", letters), text_width(row.place, letters)) + 14


def text_left(row: SideRow, step: float) -> float:
    """Return the x coordinate at which a row's names start."""
    return place_end(row, letter_size(step)) + (chip_size(step) + 4) * len(row.chips) + 10


# ---------------------------------------------------------------- names and result


@lru_cache(256)
def lay_out_row(row: SideRow, step: float, left: int) -> RowText:
    """Return the text of a row of this height, beside a panel that starts at x = `left`.

    In a row with little height, the result is beside the names, or below them if the text is larger
    that way.
    """
    width = left - GAP - text_left(row, step)
    below = lay_out_below(row, step, width)
    beside = lay_out_beside(row, step, width) if step < MIN_HEIGHT_BELOW else None
    if beside and min(beside.size, beside.result_size) >= min(below.size, below.result_size):
        return beside
    return below


def lay_out_beside(row: SideRow, step: float, width: float) -> RowText | None:
    """Return the text of a row with the result beside the names, or None if it does not fit."""
    most = width * MAX_PART_BESIDE
    size, result = shrink_to_width(row.description, result_size(step), MIN_RESULT_SIZE, most)
    if result != row.description:
        return None
    room = width - text_width(result, size) - 20
    return RowText(*fit_names(row.names, letter_size(step), room, step), size, result, False)


def lay_out_below(row: SideRow, step: float, width: float) -> RowText:
    """Return the text of a row with the result below the names."""
    largest = max(min(result_size(step), round(step * 0.28)), MIN_RESULT_SIZE)
    size, result = shrink_to_width(row.description, largest, MIN_RESULT_SIZE, width)
    height = step - LINE_HEIGHT * size
    return RowText(*fit_names(row.names, letter_size(step), width, height), size, result, True)


def result_size(step: float) -> int:
    return round(min(letter_size(step) * 0.8, 28))
