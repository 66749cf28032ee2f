"""Line charts over evenings: one line for a player, several for a season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, islice, zip_longest
from typing import Protocol

from scorekeeper.match.people import Person, distinct_colours
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.scheme_text import format_value, needs_decimals
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web import chart_axes, line_chart
from scorekeeper.web.chart_axes import MAX_LABELS, ScaleValue, ValueFormatter
from scorekeeper.web.dates import medium_date, short_date
from scorekeeper.web.line_chart import ChartRow, Frame, LeadSpan, Plot, ValuesByKey, known_values
from scorekeeper.web.seasons.evening_chart_text import evening_labels, lead_runs, text_description

MAX_EVENINGS, MAX_LINES = 40, 7
MIN_CHIP_DISTANCE = 7  # percent of the width, between the chips of two leaders


class ValueSeries(Protocol):
    """A player's value after each evening (indexed from 0).

    The value is None before the player's first evening.
    """

    def __getitem__(self, evening: int, /) -> float | None: ...


@dataclass(frozen=True)
class SeasonValueSeries:
    """A player's values in a season, by evening.

    Each value is looked up when it is needed.
    """

    aggregate: Aggregate
    player: str

    def __getitem__(self, evening: int, /) -> float | None:
        return self.aggregate.value_after(self.player, evening)

    def every_value(self) -> list[float]:
        return [value for _, value in self.aggregate.values_of(self.player)]


def season_value_formatter(
    scheme: Scheme, series: Iterable[SeasonValueSeries], *, low: bool
) -> ValueFormatter:
    """Return a function that formats the values of these series, all with the same precision.

    If the values are stored negated (`low`), their sign is reversed first.
    """
    decimals = needs_decimals(scheme, (value for each in series for value in each.every_value()))

    def format_figure(value: float) -> str:
        exact = Fraction(value).limit_denominator(1000)
        return format_value(scheme, exact, low=low, decimals=decimals)

    return format_figure


def build_plot(
    evenings: Sequence[str],
    values: Mapping[str, ValueSeries],
    people: Mapping[str, Person],
    format_figure: ValueFormatter,
    *,
    leaders: Sequence[str | None] = (),
    low: bool = False,
) -> Plot | None:
    """Return the chart of `values` (by player key), one value for each of `evenings` (ISO dates).

    Only the first MAX_LINES players are drawn, and at most MAX_EVENINGS evenings, evenly spaced.
    `leaders` are the keys of the leaders after every evening, or None while nobody leads.
    `format_figure` formats a player's value. With `low`, the values are negated, because lower ones
    are better. Returns None unless some player has values on two of the drawn evenings.
    """
    chosen = line_chart.sample_indexes(len(evenings), MAX_EVENINGS)
    rows_of = {key: [row[n] for n in chosen] for key, row in islice(values.items(), MAX_LINES)}
    shown = {key: row for key, row in rows_of.items() if known_values(row)}
    if not any(len(known_values(row)) > 1 for row in shown.values()):
        return None
    format_scale = chart_axes.format_negated_tick if low else chart_axes.format_tick
    scale = chart_axes.scale_values(*line_chart.value_range(shown), format_scale)
    date_format = short_date if evenings[0][:4] == evenings[-1][:4] else medium_date
    rows = tuple(
        ChartRow(evenings[n], date_format(evenings[n]), figures, leaders[n] if leaders else None)
        for n, figures in zip(chosen, figures_by_evening(shown, format_figure), strict=True)
    )
    frame = frame_for(scale, rows)
    xs = frame.positions(len(chosen))
    runs = lead_runs(evenings, leaders, date_format)
    last = {key: format_figure(known_values(row)[-1]) for key, row in shown.items()}
    labels = tuple(evening_labels([row.evening for row in rows], xs))
    people = with_distinct_colours(people, shown)
    return line_chart.plot_lines(frame, scale, shown, people, last, labels)._replace(
        story=tuple(text_description(rows, list(shown), shown, runs)),
        rows=rows,
        leads=tuple(lead_spans(rows, xs, people)),
        left_out=len(evenings) - len(chosen),
    )


def with_distinct_colours(
    people: Mapping[str, Person], shown: Iterable[str]
) -> Mapping[str, Person]:
    """Return the people, with different colours for the players whose lines are drawn.

    In a league of more than ten players, several players have the same colour.
    """
    colours = distinct_colours({key: people[key].colour for key in shown})
    return {
        **people,
        **{key: people[key]._replace(colour=colour) for key, colour in colours.items()},
    }


def figures_by_evening(
    shown: ValuesByKey, format_figure: ValueFormatter
) -> Iterator[tuple[str | None, ...]]:
    """Yield the formatted values of all lines, evening by evening."""
    for values in zip(*shown.values(), strict=True):
        yield tuple(None if value is None else format_figure(value) for value in values)


def frame_for(scale: Sequence[ScaleValue], rows: Sequence[ChartRow]) -> Frame:
    """Return the plot area, with room for the scale on the left and labels on the right."""
    left = chart_axes.room_for_scale(scale)
    more = line_chart.room_for_figures([figure for figure in rows[-1].figures if figure])
    if len(rows[-1].figures) == 1:
        return Frame(left, 84 - more, 8, 78, 11)
    has_leaders = any(row.leader for row in rows)
    return Frame(left, 68 - more, 5, 72 if has_leaders else 86, 6.5)


# ---------------------------------------------------------------- leaders


def lead_spans(
    rows: Sequence[ChartRow], xs: Sequence[float], people: Mapping[str, Person]
) -> Iterator[LeadSpan]:
    """Yield the leader of each evening.

    If there are many evenings, yield one span for each run of evenings with the same leader. The
    last leader always has a chip, if necessary to the right of the last evening, because nothing
    else on the strip shows who took the lead on that evening.
    """
    if len(rows) <= MAX_LABELS:
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
            if not later:
                middle = max(middle, round(last_chip + MIN_CHIP_DISTANCE, 1))
                until = max(until, middle)
            has_room = middle - last_chip >= MIN_CHIP_DISTANCE
            last_chip = middle if has_room else last_chip
            yield LeadSpan(people[leader], x, until, middle if has_room else None)
