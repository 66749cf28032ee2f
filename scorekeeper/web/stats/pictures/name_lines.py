"""Names on pictures to share. Long names become smaller or take several lines."""

from collections.abc import Sequence

from PIL import ImageDraw

from scorekeeper.web.stats.pictures.image_text import draw_text, fit_lines

BETWEEN_PARTNERS = " + "
LINE_HEIGHT, BASELINE = 1.15, 0.925  # of a line of text, relative to its font size
# Font sizes in pixels.
MIN_ONE_LINE_SIZE, MAX_SEVERAL_LINES_SIZE, MIN_NAME_SIZE = 18, 30, 12


def fit_names(
    names: tuple[str, ...], letters: int, width: float, height: float
) -> tuple[int, list[str]]:
    """Return the font size, at most `letters`, and the lines of a side's names.

    Long names become smaller, then continue on further lines, and are cut only if no size fits
    into this width and height.
    """
    parts = [part for name in names for part in (BETWEEN_PARTNERS, name)]
    height -= 2  # a gap between the rows
    one_line = [
        (size, 1)
        for size in range(letters, MIN_ONE_LINE_SIZE - 1, -1)
        if size * LINE_HEIGHT <= height
    ]
    several_lines = [
        (size, max(int(height / (size * LINE_HEIGHT)), 1))
        for size in range(min(letters, MAX_SEVERAL_LINES_SIZE), MIN_NAME_SIZE - 1, -1)
    ]
    return fit_lines(("", *parts[1:], ""), [*one_line, *several_lines], width)


def draw_lines(
    pen: ImageDraw.ImageDraw,
    middle_left: tuple[float, float],
    lines: Sequence[str],
    size: int,
    colour: str,
    height_below: float = 0,
) -> float:
    """Draw lines of text and return the y coordinate at which they end.

    The lines, together with a space of `height_below` pixels below them, are centred vertically on
    `middle_left`.
    """
    x, middle = middle_left
    top = middle - (LINE_HEIGHT * size * len(lines) + height_below) / 2
    for line in lines:
        draw_text(pen, (x, top + BASELINE * size), line, size, colour)
        top += LINE_HEIGHT * size
    return top
