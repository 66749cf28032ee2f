"""The charts on a player's page: all-time strength, or the value in one season."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.match.people import Person
from scorekeeper.stats import schemes
from scorekeeper.stats.career import Career, StrengthChange
from scorekeeper.stats.league_stats import SeasonStats
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.strength import displayed_strength
from scorekeeper.stats.tally import Tally
from scorekeeper.web.line_chart import Plot
from scorekeeper.web.seasons import evening_chart

EMPTY_TALLY = Tally()


class StrengthStep(NamedTuple):
    """A match, the strength after it, and the change."""

    after: StrengthChange
    strength: int
    change: int


def strength_plot(career: Career, key: str, people: dict[str, Person]) -> Plot | None:
    history = career.strength_history
    values = [displayed_strength(mean) for mean in history.values]
    return evening_chart.build_plot(
        history.evenings, {key: values}, people, lambda value: str(round(value))
    )


def season_plot(
    season_stats: SeasonStats, scheme: Scheme, key: str, people: dict[str, Person]
) -> Plot | None:
    low = schemes.is_negated(scheme, season_stats.aggregate.totals.tallies.get(key, EMPTY_TALLY))
    series = evening_chart.SeasonValueSeries(season_stats.aggregate, key)
    return evening_chart.build_plot(
        season_stats.aggregate.evenings,
        {key: series},
        people,
        evening_chart.season_value_formatter(scheme, [series], low=low),
        low=low,
    )


def strength_steps(career: Career) -> Iterator[StrengthStep]:
    """Yield the last rated matches with the strength after each, newest first."""
    for after in reversed(career.recent):
        strength, strength_before = (
            displayed_strength(after.mean),
            displayed_strength(after.mean_before),
        )
        yield StrengthStep(after, strength, strength - strength_before)
