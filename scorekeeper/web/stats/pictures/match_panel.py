"""The right-hand side of the share picture for a match: the chart, or bars for a single deal."""

from itertools import pairwise

from PIL import Image, ImageDraw

from scorekeeper.web.line_chart import Plot, spread_labels
from scorekeeper.web.stats.pictures.image_text import draw_text
from scorekeeper.web.stats.pictures.match_content import MatchPicture
from scorekeeper.web.stats.pictures.share_image import FELT, SIZE, SUPERSAMPLING, draw_chip, to_chip

MARGIN = 56
BODY_TOP, FOOTER_TOP = 176, 536  # pixels: top of rows and panel, top of the story
PANEL_TOP, PANEL_RIGHT, PANEL_BOTTOM = BODY_TOP, SIZE[0] - MARGIN, FOOTER_TOP - 24
PANEL_LEFTS = (600, 680, 760, 820)  # x coordinates; the panel is narrower beside long names
PAPER, INK, RULE = "#fdf8ea", "#64543f", "#ded0b4"
LINE_COLOURS = (  # colours of lines on paper, by player colour, as in the light theme of base.css
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
DASH = (22, 12)  # pixels drawn, pixels skipped


def draw_panel(image: Image.Image, picture: MatchPicture, left: int) -> None:
    """Draw the panel with the chart or the bars. It begins at the x coordinate `left`."""
    size = (PANEL_RIGHT - left, PANEL_BOTTOM - PANEL_TOP)
    large = Image.new("RGB", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), FELT)
    brush = ImageDraw.Draw(large)
    corner = 14 * SUPERSAMPLING
    brush.rounded_rectangle((0, 0, large.width - 1, large.height - 1), corner, fill=PAPER)
    if picture.chart:
        draw_lines(brush, picture.chart, size)
    else:
        draw_bars(brush, picture, size)
    image.paste(large.resize(size, Image.Resampling.LANCZOS), (left, PANEL_TOP))
    pen = ImageDraw.Draw(image)
    if picture.chart:
        label_lines(image, pen, picture.chart, left)
    else:
        label_bars(image, pen, picture, left)


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
    stretches: list[list[tuple[float, float]]] = [[points[0]]]
    is_drawn, dash_left = True, float(DASH[0])
    for (ax, ay), (bx, by) in pairwise(points):
        length, done = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 0.0
        while length - done > dash_left:
            done += dash_left
            end = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if is_drawn:
                stretches[-1].append(end)
            else:
                stretches.append([end])
            is_drawn, dash_left = not is_drawn, float(DASH[1] if is_drawn else DASH[0])
        dash_left -= length - done
        if is_drawn:
            stretches[-1].append((bx, by))
    return [stretch for stretch in stretches if len(stretch) > 1]


def label_lines(image: Image.Image, pen: ImageDraw.ImageDraw, chart: Plot, left: int) -> None:
    """Draw the scale on the left of the chart and the chips on its right."""
    size = (PANEL_RIGHT - left, PANEL_BOTTOM - PANEL_TOP)
    for text, y in chart.scale:
        height = to_panel_point(chart, (0, y), size)[1]
        draw_text(pen, (left + 54, PANEL_TOP + height + 8), text, 22, INK, anchor="r")
    heights = {
        str(n): to_panel_point(chart, (0, line.label_y), size)[1]
        for n, line in enumerate(chart.lines)
    }
    chip = min(34, (size[1] - 16) // len(chart.lines))
    placed = spread_labels(heights, chip, (chip / 2 + 6, size[1] - chip / 2 - 6))
    for n, line in enumerate(chart.lines):
        middle = round(PANEL_TOP + placed[str(n)] - chip / 2)
        draw_chip(image, pen, (left + size[0] - 46, middle), chip, to_chip(line.person))


# ---------------------------------------------------------------- one deal: bars


def bar_box(
    picture: MatchPicture, number: int, size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """Return the edges of a row's bar: left, top, right, bottom, in pixels of the panel."""
    step = (size[1] - 40) / len(picture.rows)
    totals = [row.total for row in picture.rows]
    low, high = min(0, *totals), max(0, *totals)
    span = (size[0] - 64 - 90) / max(high - low, 1)
    zero = 64 - low * span
    end = zero + picture.rows[number].total * span
    middle = 20 + step * (number + 0.5)
    thick = min(step * 0.6, 40)
    return min(zero, end), middle - thick / 2, max(zero, end) + 3, middle + thick / 2


def draw_bars(brush: ImageDraw.ImageDraw, picture: MatchPicture, size: tuple[int, int]) -> None:
    for number, row in enumerate(picture.rows):
        colour = LINE_COLOURS[(row.chips[0].colour - 1) % len(LINE_COLOURS)]
        box = tuple(round(each * SUPERSAMPLING) for each in bar_box(picture, number, size))
        brush.rounded_rectangle(box, 4 * SUPERSAMPLING, fill=colour)


def label_bars(
    image: Image.Image, pen: ImageDraw.ImageDraw, picture: MatchPicture, left: int
) -> None:
    """Draw the chip on the left of each bar and the total on its right."""
    size = (PANEL_RIGHT - left, PANEL_BOTTOM - PANEL_TOP)
    for number, row in enumerate(picture.rows):
        _, top, right, bottom = bar_box(picture, number, size)
        chip = round(min(34, bottom - top + 8))
        middle = (top + bottom) / 2
        top_left = (left + 16, round(PANEL_TOP + middle - chip / 2))
        draw_chip(image, pen, top_left, chip, row.chips[0])
        base = PANEL_TOP + middle + 9
        draw_text(pen, (left + right + 12, base), str(row.total), 26, INK)
