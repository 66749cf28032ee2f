"""Line charts: a line for each player or side, a scale, spaced labels, and a description.

This module computes coordinates, and macros/charts.html draws them. Coordinates are percentages of
the drawing, so text keeps its size at any width.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.match.people import Person
from scorekeeper.messages import Message
from scorekeeper.web.chart_axes import ScaleValue
from scorekeeper.web.chart_names import LabelName, label_names

ValuesByKey = Mapping[str, Sequence[float | None]]
MAX_DOTS = 12  # dots on a line; a chart with a longer line has none
MAX_SHORT_FIGURE_LENGTH = 4  # characters; longer figures need more room
DASH_PATTERNS = ("", "12 4", "", "4 4", "12 4 3 4")  # by player colour


class Frame(NamedTuple):
    """The plot area in percent.

    `gap` is the minimum distance between two line labels.
    """

    left: float
    right: float
    top: float
    bottom: float
    gap: float

    @property
    def label_x(self) -> float:
        return self.right + 4

    def height(self, value: float, scale: Sequence[ScaleValue]) -> float:
        """Return the y coordinate of a value on this scale."""
        low, high = scale[0].value, scale[-1].value
        return round(self.bottom - (value - low) * (self.bottom - self.top) / (high - low), 1)

    def positions(self, how_many: int) -> list[float]:
        """Return evenly spaced x coordinates from left to right."""
        step = (self.right - self.left) / (how_many - 1)
        return [round(self.left + n * step, 1) for n in range(how_many)]


class Tick(NamedTuple):
    """A value of the scale as text, and its y coordinate."""

    text: str
    y: float


class Label(NamedTuple):
    """A label below the chart, on one or two lines."""

    x: float
    head: Message
    below: Message | None = None


class Line(NamedTuple):
    """One line through `dots`, labelled with the person and the last value (`figure`).

    `names` are the person's name, or its beginning, for charts of different widths.
    """

    person: Person
    dash: str
    dots: tuple[tuple[float, float], ...]
    figure: str
    label_y: float
    names: tuple[LabelName, ...]

    @property
    def points(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


class LeadSpan(NamedTuple):
    """The leader between the x coordinates `x` and `until`.

    The leader's chip is at `chip_x`, which is None if the chip does not fit.
    """

    person: Person
    x: float
    until: float
    chip_x: float | None


class ChartRow(NamedTuple):
    """A row of the chart's data table: an evening, each line's figure, and the leader.

    A figure is None before the player's first evening. `label` includes the year if the chart spans
    several years.
    """

    evening: str
    label: Message
    figures: tuple[str | None, ...]
    leader: str | None


class Plot(NamedTuple):
    """A chart, with its description in words (`story`) and its data as a table (`rows`).

    `left_out` is the number of positions that are not drawn.
    """

    frame: Frame
    lines: tuple[Line, ...]
    scale: tuple[Tick, ...]
    labels: tuple[Label, ...]
    story: tuple[Message, ...] = ()
    rows: tuple[ChartRow, ...] = ()
    leads: tuple[LeadSpan, ...] = ()
    left_out: int = 0

    @property
    def is_dotted(self) -> bool:
        return max(len(line.dots) for line in self.lines) <= MAX_DOTS

    @property
    def is_single(self) -> bool:
        """Whether there is only one line, which needs no name."""
        return len(self.lines) == 1


# ---------------------------------------------------------------- values


def sample_indexes(n: int, most: int) -> list[int]:
    """Return the indexes of the positions to draw.

    These are all `n` positions, or `most` of them, evenly spaced.
    """
    if n <= most:
        return list(range(n))
    return [round(step * (n - 1) / (most - 1)) for step in range(most)]


def known_values(row: Sequence[float | None]) -> list[float]:
    return [value for value in row if value is not None]


def value_range(shown: ValuesByKey) -> tuple[float, float]:
    every = [value for row in shown.values() for value in known_values(row)]
    return min(every), max(every)


# ---------------------------------------------------------------- lines


def room_for_figures(figures: Sequence[str]) -> float:
    """Return the additional room, in percent, that long figures at the ends of lines need."""
    return 4 if max(map(len, figures), default=0) > MAX_SHORT_FIGURE_LENGTH else 0


def plot_lines(
    frame: Frame,
    scale: Sequence[ScaleValue],
    shown: ValuesByKey,
    people: Mapping[str, Person],
    figures: Mapping[str, str],
    labels: Sequence[Label],
    *,
    apart: float = 0,
) -> Plot:
    """Return the chart of `shown`.

    `figures` holds the last value of each line as text. Lines with the same value at the same
    position are drawn `apart` percent apart.
    """

    def height(key: str, n: int, value: float) -> float:
        shift = apart and apart * overlap_offset(shown, key, n)
        return round(frame.height(value, scale) + shift, 1)

    dots = {
        key: tuple(
            (x, height(key, n, value))
            for n, (x, value) in enumerate(zip(frame.positions(len(row)), row, strict=True))
            if value is not None
        )
        for key, row in shown.items()
    }
    heights = spread_labels(
        {key: each[-1][1] for key, each in dots.items()}, frame.gap, (frame.top, frame.bottom)
    )
    dashes = dash_patterns({key: people[key].colour for key in shown})
    lines = []
    for key in shown:
        others = [people[other].name for other in shown if other != key]
        names = label_names(people[key].name, others)
        lines.append(Line(people[key], dashes[key], dots[key], figures[key], heights[key], names))
    ticks = tuple(Tick(each.text, frame.height(each.value, scale)) for each in scale)
    return Plot(frame, tuple(lines), ticks, tuple(labels))


def dash_patterns(colours: Mapping[str, int]) -> dict[str, str]:
    """Return a dash pattern for each line, from the colours of the lines.

    Lines of the same colour have different patterns.
    """
    patterns: dict[str, str] = {}
    used: list[int] = []
    for key, colour in colours.items():
        patterns[key] = DASH_PATTERNS[(colour - 1 + used.count(colour)) % len(DASH_PATTERNS)]
        used.append(colour)
    return patterns


def overlap_offset(shown: ValuesByKey, key: str, n: int) -> float:
    """Return the number of steps by which line `key` is moved at position `n`, to stay visible.

    Lines with the same value at a position are spread out evenly. At position 0, the offset is 0,
    because all lines begin at one point.
    """
    level = [each for each, row in shown.items() if n and row[n] == shown[key][n]]
    return level.index(key) - (len(level) - 1) / 2 if level else 0


def spread_labels(
    heights: Mapping[str, float], least: float, between: tuple[float, float]
) -> dict[str, float]:
    """Return the y coordinates of labels by key, at least `least` apart and within `between`."""
    order = sorted(heights, key=lambda key: heights[key])
    ys: dict[str, float] = {}
    floor_y, ceiling = between
    for key in order:
        ys[key] = max(heights[key], floor_y)
        floor_y = ys[key] + least
    for key in reversed(order):
        ys[key] = round(min(ys[key], ceiling), 1)
        ceiling = ys[key] - least
    return ys
