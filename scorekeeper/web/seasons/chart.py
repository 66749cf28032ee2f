"""Line charts over evenings: one line for a player, several for a season.

This module computes coordinates; macros/charts.html draws them. They are percentages of the
drawing, so that text keeps its size at any width.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, zip_longest
from typing import NamedTuple, Protocol

from scorekeeper.match.log import Person
from scorekeeper.messages import Message
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.web.dates import medium_date, short_date
from scorekeeper.web.match.charts import spread_labels
from scorekeeper.web.seasons.chart_axes import (
    MAX_LABELLED_EVENINGS,
    EveningLabel,
    Tick,
    ValueFormatter,
    evening_labels,
    format_tick,
    scale_ticks,
)
from scorekeeper.web.seasons.chart_text import ChartRow, ValuesByPlayer, text_description

MAX_EVENINGS, MAX_LINES = 40, 7
MAX_DOTTED_EVENINGS = 12  # with more evenings, lines have no dots
MAX_SHORT_FIGURE_LENGTH = 4  # characters; longer figures need more room
MIN_CHIP_DISTANCE = 7  # percent, between the chips of two leaders
DASH_PATTERNS = ("", "12 4", "", "4 4", "12 4 3 4")  # by colour, from 1


class ValueSeries(Protocol):
    """A player's value after each evening (0 is the first), None before the player's first."""

    def __getitem__(self, night: int, /) -> float | None: ...


class LeaderSeries(Protocol):
    """The leader's key after each evening, None if there is none."""

    def __getitem__(self, night: int, /) -> str | None: ...


@dataclass(frozen=True)
class SeasonValueSeries:
    """A player's values in a season, computed only for the evenings that are drawn."""

    scope: Aggregate
    player: str

    def __getitem__(self, night: int, /) -> float | None:
        return self.scope.worth(self.player, night)


class Frame(NamedTuple):
    """The plot area in percent; `gap` is the minimum distance between two line labels."""

    left: float
    right: float
    top: float
    bottom: float
    gap: float

    @property
    def labels(self) -> float:
        return self.right + 4


class PlayerLine(NamedTuple):
    """One player's line through `dots`, and its label: `figure` is the last value as text."""

    person: Person
    dash: str
    dots: tuple[tuple[float, float], ...]
    figure: str
    label_y: float

    @property
    def points(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


class LeadSpan(NamedTuple):
    """The leader from `x` to `until`; `chip` is the x of their chip, None without room for it."""

    person: Person
    x: float
    until: float
    chip: float | None


class Plot(NamedTuple):
    """A chart, its description in words (`story`), and its data as a table (`rows`).

    `left_out` is the number of evenings that are not drawn.
    """

    frame: Frame
    lines: tuple[PlayerLine, ...]
    scale: tuple[Tick, ...]
    days: tuple[EveningLabel, ...]
    leads: tuple[LeadSpan, ...]
    rows: tuple[ChartRow, ...]
    story: tuple[Message, ...]
    left_out: int = 0

    @property
    def is_dotted(self) -> bool:
        return len(self.rows) <= MAX_DOTTED_EVENINGS

    @property
    def is_single(self) -> bool:
        """Whether there is one line only; it needs no name beside it."""
        return len(self.lines) == 1


def build_plot(
    nights: Sequence[str],
    values: Mapping[str, ValueSeries],
    people: Mapping[str, Person],
    written: ValueFormatter,
    *,
    leaders: LeaderSeries | None = None,
    mark: ValueFormatter | None = None,
) -> Plot | None:
    """The chart of `values` by player key, one value for each of `nights` ("2026-11-19").

    Only the first MAX_LINES players are drawn. `written` formats a value, `mark` a value of the
    scale (default: a plain number). Returns None unless some player has values on two evenings.
    """
    chosen = sample_indexes(len(nights))
    rows_of = {key: [row[n] for n in chosen] for key, row in islice(values.items(), MAX_LINES)}
    shown = {key: row for key, row in rows_of.items() if known_values(row)}
    if not any(len(known_values(row)) > 1 for row in shown.values()):
        return None
    marks = scale_ticks(*value_range(shown), mark or format_tick)
    said = short_date if nights[0][:4] == nights[-1][:4] else medium_date
    rows = tuple(
        ChartRow(nights[n], said(nights[n]), figures, leaders[n] if leaders else None)
        for n, figures in zip(chosen, figures_by_evening(shown, written), strict=True)
    )
    frame = frame_for(marks, rows)
    xs = x_positions(frame, len(chosen))
    drawn = build_lines(frame, marks, xs, shown, people, written)
    return Plot(
        frame,
        drawn,
        tuple(Tick(each.word, y_position(frame, marks, each.y)) for each in marks),
        tuple(evening_labels([row.night for row in rows], xs)),
        tuple(lead_spans(rows, xs, people)),
        rows,
        tuple(text_description(rows, list(shown), shown)),
        len(nights) - len(chosen),
    )


def sample_indexes(n: int) -> list[int]:
    """Which of `n` evenings are drawn: all, or MAX_EVENINGS evenly spaced, with first and last."""
    if n <= MAX_EVENINGS:
        return list(range(n))
    return [round(at * (n - 1) / (MAX_EVENINGS - 1)) for at in range(MAX_EVENINGS)]


def figures_by_evening(
    shown: ValuesByPlayer, written: ValueFormatter
) -> Iterator[tuple[str | None, ...]]:
    """For each evening, the formatted value of each line."""
    for values in zip(*shown.values(), strict=True):
        yield tuple(None if value is None else written(value) for value in values)


def known_values(row: Sequence[float | None]) -> list[float]:
    return [value for value in row if value is not None]


def value_range(shown: ValuesByPlayer) -> tuple[float, float]:
    every = [value for row in shown.values() for value in known_values(row)]
    return min(every), max(every)


# ---------------------------------------------------------------- coordinates


def frame_for(marks: Sequence[Tick], rows: Sequence[ChartRow]) -> Frame:
    """The plot area, with room for the scale's longest word at the left and labels at the right."""
    left = 3 + 2 * min(8, max(len(each.word) for each in marks))
    figures = [figure for figure in rows[-1].figures if figure]
    more = 4 if max(map(len, figures), default=0) > MAX_SHORT_FIGURE_LENGTH else 0
    if len(rows[-1].figures) == 1:
        return Frame(left, 84 - more, 8, 78, 11)
    has_leaders = any(row.leader for row in rows)
    return Frame(left, 68 - more, 5, 72 if has_leaders else 86, 6.5)


def y_position(frame: Frame, marks: Sequence[Tick], value: float) -> float:
    low, high = marks[0].y, marks[-1].y
    return round(frame.bottom - (value - low) * (frame.bottom - frame.top) / (high - low), 1)


def x_positions(frame: Frame, how_many: int) -> list[float]:
    step = (frame.right - frame.left) / (how_many - 1)
    return [round(frame.left + n * step, 1) for n in range(how_many)]


# ---------------------------------------------------------------- lines


def build_lines(
    frame: Frame,
    marks: Sequence[Tick],
    xs: Sequence[float],
    shown: ValuesByPlayer,
    people: Mapping[str, Person],
    written: ValueFormatter,
) -> tuple[PlayerLine, ...]:
    """Every line with its label; labels are moved apart so that they do not overlap."""
    dots = {
        key: tuple(
            (x, y_position(frame, marks, value))
            for x, value in zip(xs, row, strict=True)
            if value is not None
        )
        for key, row in shown.items()
    }
    labels = spread_labels(
        {key: each[-1][1] for key, each in dots.items()}, frame.gap, (frame.top, frame.bottom)
    )
    colours: list[int] = []
    found = []
    for key, row in shown.items():
        colour = people[key].colour
        dash = DASH_PATTERNS[(colour - 1 + colours.count(colour)) % len(DASH_PATTERNS)]
        colours.append(colour)
        found.append(
            PlayerLine(people[key], dash, dots[key], written(known_values(row)[-1]), labels[key])
        )
    return tuple(found)


# ---------------------------------------------------------------- leaders


def lead_spans(
    rows: Sequence[ChartRow], xs: Sequence[float], people: Mapping[str, Person]
) -> Iterator[LeadSpan]:
    """The leader of each evening; with many evenings, one span for each run of the same leader."""
    if len(rows) <= MAX_LABELLED_EVENINGS:
        yield from (
            LeadSpan(people[row.leader], x, x, x)
            for row, x in zip(rows, xs, strict=True)
            if row.leader
        )
        return
    runs = [list(run) for _, run in groupby(range(len(rows)), key=lambda n: rows[n].leader)]
    last_chip = -100.0
    for run, later in zip_longest(runs, runs[1:]):
        leader, x, until = rows[run[0]].leader, xs[run[0]], xs[later[0] if later else -1]
        if leader:
            middle = round((x + until) / 2, 1)
            has_room = middle - last_chip >= MIN_CHIP_DISTANCE
            last_chip = middle if has_room else last_chip
            yield LeadSpan(people[leader], x, until, middle if has_room else None)
