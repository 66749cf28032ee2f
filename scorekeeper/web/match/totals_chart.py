"""The chart of a match: one line per side, with its total after each deal."""

from collections.abc import Mapping

from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say
from scorekeeper.web import chart_axes, line_chart
from scorekeeper.web.line_chart import Frame, Label, Plot

MAX_POINTS = 120  # points on a line; a longer match is sampled at even intervals
OVERLAP_GAP = 1.5  # percent between lines with the same total


def build_chart(sheet: Scoresheet, people: Mapping[str, Person]) -> Plot | None:
    """Return a match's chart, or None before its second deal is complete."""
    if len(sheet.played_deals) < 2:
        return None
    totals = [
        sheet.played_deals[0].before.totals,
        *(each.after.totals for each in sheet.played_deals),
    ]
    chosen = line_chart.sample_indexes(len(totals), MAX_POINTS)
    shown = {
        side: [totals[n][side] if n <= last_deal(sheet, side) else None for n in chosen]
        for side in sheet.game.sides(sheet.setup)
    }
    low, high = line_chart.value_range(shown)
    scale = chart_axes.scale_values(min(low, 0), high, smallest=1)
    figures = {side: chart_axes.format_tick(total) for side, total in totals[-1].items()}
    right = 66 - line_chart.room_for_figures(tuple(figures.values()))
    frame = Frame(chart_axes.room_for_scale(scale), right, 5, 91, 7)
    xs = frame.positions(len(chosen))
    labels = [
        Label(xs[n], say("{n}", n=chosen[n]))
        for n in chart_axes.labelled_indexes(xs, range(1, len(xs) - 1))
        if n
    ]
    return line_chart.plot_lines(
        frame, scale, shown, people_by_side(sheet, people), figures, labels, apart=OVERLAP_GAP
    )


def last_deal(sheet: Scoresheet, side: str) -> int:
    """Return the number of the last deal on a side's line.

    For an eliminated side, this is the last deal that it played.
    """
    if side not in sheet.position.eliminated:
        return len(sheet.played_deals)
    return max(n for n, each in enumerate(sheet.played_deals, 1) if side in each.points)


def people_by_side(sheet: Scoresheet, people: Mapping[str, Person]) -> dict[str, Person]:
    """Return a person for each side. Partners get the first partner's colour and both initials."""
    return {
        side: people[seats[0]]
        if len(seats) == 1
        else people[seats[0]]._replace(
            key=side, name="+".join(people[seat].initials for seat in seats)
        )
        for side, seats in sheet.game.sides(sheet.setup).items()
    }
