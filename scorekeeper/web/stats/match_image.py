"""The share picture for a finished match: title, all places, and the chart.

It shows the same places, story and chart as the podium. An emoji that the typeface lacks
(image_text.py) becomes its name, and a name in another script becomes "Player 3". The chip keeps
its colour.
"""

import io
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from scorekeeper.match.log import Person
from scorekeeper.web.line_chart import Plot, spread_labels
from scorekeeper.web.stats.image_text import (
    draw_text,
    fit_lines,
    text_width,
    to_drawable_text,
    truncate_to_width,
)
from scorekeeper.web.stats.share_image import (
    BRASS,
    CREAM,
    FELT,
    FELT_DARK,
    GOLD,
    RAIL,
    SIZE,
    SOFT,
    Chip,
    draw_chip,
)

CACHE_SIZE = 32  # pictures in memory; one is about 40 kB
MARGIN = 56
BODY_TOP, FOOTER_TOP = 176, 536  # pixels: top of rows and panel, top of the story
PANEL_BOX = (600, BODY_TOP, SIZE[0] - MARGIN, FOOTER_TOP - 24)  # left, top, right, bottom
PAPER, INK, RULE = "#fdf8ea", "#64543f", "#ded0b4"
LINE_COLOURS = (  # by player colour, for lines on paper; from the light theme of base.css
    "#17458a",
    "#c87708",
    "#118064",
    "#cf5f93",
    "#2484c4",
    "#8f7a00",
    "#4a2c12",
    "#6b4fc0",
    "#2b2a2e",
    "#8b8170",
)
TITLE_SIZES = ((62, 1), (54, 1), (42, 2), (38, 2), (34, 2))  # font size in pixels, lines
STORY_SIZES = ((26, 1), (24, 1), (22, 1), (20, 1), (18, 1))
MIN_FONT_SIZE = 16  # pixels: names shrink to this size before they are truncated
MIN_SIZE_FOR_TWO_LINES = 25  # pixels: the usual size of names in rows with room for two lines
BETWEEN_PARTNERS = " + "
TWO_LINE_ROW_HEIGHT = 80  # pixels: rows at least this high show name and result on two lines
SUPERSAMPLING = 2  # lines are drawn larger and scaled down, for smooth edges
DASH = (22, 12)  # pixels drawn, pixels skipped


class SideRow(NamedTuple):
    """A side's final place, chips, names and total, and its result as text (`what`)."""

    place: str
    chips: tuple[Chip, ...]
    names: tuple[str, ...]
    what: str
    total: int


class MatchCard(NamedTuple):
    """The content of a picture. Equal cards have equal pictures, so the card is the cache key."""

    title: tuple[str, ...]  # every second part is a name, which may be cut
    under: str
    rows: tuple[SideRow, ...]
    chart: Plot | None  # None for a match of one deal: totals are drawn as bars
    story: tuple[tuple[str, ...], ...]  # sentences in parts, like the title


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
    draw_text(pen, (MARGIN, base + 46), truncate_to_width(card.under, 30, room), 30, BRASS)
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
    """Draw place, chips, name and result of one side.

    Rows share the height of the panel.
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
    if step >= TWO_LINE_ROW_HEIGHT:  # the result below the name
        write_names(pen, (left, middle - 2), row.names, letters, right - left)
        draw_text(pen, (left, middle + small), row.what, small, SOFT)
    else:
        draw_text(pen, (right, base), row.what, small, SOFT, anchor="r")
        room = right - text_width(row.what, small) - 20 - left
        write_names(pen, (left, base), row.names, letters, room)


def write_names(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    names: tuple[str, ...],
    letters: int,
    room: float,
) -> None:
    """Draw the names of a side, in a smaller size or on two lines if they are long."""
    left, base = at
    size, lines = name_lines(names, letters, room)
    for number, line in enumerate(reversed(lines)):
        raised = base - letters * 0.35 + size * 0.95 if len(lines) > 1 else base
        draw_text(pen, (left, raised - 1.2 * size * number), line, size, CREAM)


def name_lines(names: tuple[str, ...], letters: int, room: float) -> tuple[int, list[str]]:
    """Return the font size and the lines of the names of a side.

    The names are truncated only if two lines at MIN_FONT_SIZE are not enough. Rows of many sides
    are too low for two lines.
    """
    parts = [part for name in names for part in (BETWEEN_PARTNERS, name)]
    one = [(size, 1) for size in range(letters, MIN_FONT_SIZE - 1, -1)]
    two = [(MIN_FONT_SIZE, 2)] if letters >= MIN_SIZE_FOR_TWO_LINES else []
    return fit_lines(("", *parts[1:], ""), [*one, *two], room)


def draw_panel(image: Image.Image, card: MatchCard) -> None:
    """Draw the panel on the right, with the chart or the bars."""
    left, top, right, bottom = PANEL_BOX
    size = (right - left, bottom - top)
    large = Image.new("RGB", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), FELT)
    brush = ImageDraw.Draw(large)
    corner = 14 * SUPERSAMPLING
    brush.rounded_rectangle((0, 0, large.width - 1, large.height - 1), corner, fill=PAPER)
    if card.chart:
        draw_lines(brush, card.chart, size)
    else:
        draw_bars(brush, card, size)
    image.paste(large.resize(size, Image.Resampling.LANCZOS), (left, top))
    pen = ImageDraw.Draw(image)
    if card.chart:
        label_lines(image, pen, card.chart, size)
    else:
        label_bars(image, pen, card, size)


# ---------------------------------------------------------------- the chart


def to_panel_point(
    chart: Plot, point: tuple[float, float], size: tuple[int, int]
) -> tuple[float, float]:
    """Convert chart coordinates to pixels of the panel, with margins for numbers and chips."""
    x, y = point
    left, right, top, bottom, _ = chart.frame
    across, down = (x - left) / (right - left), (y - top) / (bottom - top)
    return 64 + across * (size[0] - 64 - 62), 28 + down * (size[1] - 56)


def draw_lines(brush: ImageDraw.ImageDraw, chart: Plot, size: tuple[int, int]) -> None:
    for _, y in chart.scale:
        ends = [to_panel_point(chart, (x, y), size) for x in (chart.frame.left, chart.frame.right)]
        brush.line(
            [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in ends],
            fill=RULE,
            width=2 * SUPERSAMPLING,
        )
    for line in chart.lines:
        points = [to_panel_point(chart, point, size) for point in line.dots]
        colour = LINE_COLOURS[(line.person.colour - 1) % len(LINE_COLOURS)]
        for stretch in dash_segments(points) if line.dash else [points]:
            spots = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in stretch]
            brush.line(spots, fill=colour, width=5 * SUPERSAMPLING, joint="curve")
        x, y = (each * SUPERSAMPLING for each in points[-1])
        dot = 7 * SUPERSAMPLING
        brush.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour)


def dash_segments(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Return the visible segments of a dashed line."""
    found: list[list[tuple[float, float]]] = [[points[0]]]
    on, left = True, float(DASH[0])
    for (ax, ay), (bx, by) in pairwise(points):
        length, done = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 0.0
        while length - done > left:
            done += left
            at = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if on:
                found[-1].append(at)
            else:
                found.append([at])
            on, left = not on, float(DASH[1] if on else DASH[0])
        left -= length - done
        if on:
            found[-1].append((bx, by))
    return [stretch for stretch in found if len(stretch) > 1]


def label_lines(
    image: Image.Image, pen: ImageDraw.ImageDraw, chart: Plot, size: tuple[int, int]
) -> None:
    """Draw the scale on the left of the chart and the chips on its right."""
    left, top = PANEL_BOX[:2]
    for word, y in chart.scale:
        height = to_panel_point(chart, (0, y), size)[1]
        draw_text(pen, (left + 54, top + height + 8), word, 22, INK, anchor="r")
    heights = {
        str(n): to_panel_point(chart, (0, line.label_y), size)[1]
        for n, line in enumerate(chart.lines)
    }
    chip = min(34, (size[1] - 16) // len(chart.lines))
    placed = spread_labels(heights, chip, (chip / 2 + 6, size[1] - chip / 2 - 6))
    for n, line in enumerate(chart.lines):
        middle = round(top + placed[str(n)] - chip / 2)
        draw_chip(image, pen, (left + size[0] - 46, middle), chip, to_chip(line.person))


# ---------------------------------------------------------------- one deal: bars


def bar_box(
    card: MatchCard, number: int, size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """Return the bar of a row: left, top, right, bottom in pixels of the panel."""
    step = (size[1] - 40) / len(card.rows)
    totals = [row.total for row in card.rows]
    low, high = min(0, *totals), max(0, *totals)
    span = (size[0] - 64 - 90) / max(high - low, 1)
    zero = 64 - low * span
    end = zero + card.rows[number].total * span
    middle = 20 + step * (number + 0.5)
    thick = min(step * 0.6, 40)
    return min(zero, end), middle - thick / 2, max(zero, end) + 3, middle + thick / 2


def draw_bars(brush: ImageDraw.ImageDraw, card: MatchCard, size: tuple[int, int]) -> None:
    for number, row in enumerate(card.rows):
        colour = LINE_COLOURS[(row.chips[0].colour - 1) % len(LINE_COLOURS)]
        box = tuple(round(each * SUPERSAMPLING) for each in bar_box(card, number, size))
        brush.rounded_rectangle(box, 4 * SUPERSAMPLING, fill=colour)


def label_bars(
    image: Image.Image, pen: ImageDraw.ImageDraw, card: MatchCard, size: tuple[int, int]
) -> None:
    """Draw the chip on the left of each bar and the total on its right."""
    for number, row in enumerate(card.rows):
        _, top, right, bottom = bar_box(card, number, size)
        chip = round(min(34, bottom - top + 8))
        middle = (top + bottom) / 2
        at = (PANEL_BOX[0] + 16, round(PANEL_BOX[1] + middle - chip / 2))
        draw_chip(image, pen, at, chip, row.chips[0])
        base = PANEL_BOX[1] + middle + 9
        draw_text(pen, (PANEL_BOX[0] + right + 12, base), str(row.total), 26, INK)


def to_chip(person: Person) -> Chip:
    return Chip(person.colour, to_drawable_text(person.initials), person.name)
