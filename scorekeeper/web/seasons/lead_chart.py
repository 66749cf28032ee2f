"""The lead chart of a season: the values of the table's first players after each evening."""

from dataclasses import dataclass

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.web.line_chart import Plot, format_tick
from scorekeeper.web.seasons import chart
from scorekeeper.web.seasons.season_table import SeasonTable

MAX_PLAYERS = 6


def lead_chart(snapshot: StatsSnapshot, season: Season | None, table: SeasonTable) -> Plot | None:
    """The chart of a season; None for all time, or before anyone has played two evenings."""
    if season is None:
        return None
    return snapshot.cached(("lead", season.id), lambda: build_lead_chart(snapshot, table))


@dataclass(frozen=True)
class SeasonLeaderSeries:
    """The leader after each evening among the players who are ranked now.

    None as long as none of them has played.
    """

    aggregate: Aggregate
    ranked: tuple[str, ...]

    def __getitem__(self, evening: int, /) -> str | None:
        values = {
            player: value
            for player in self.ranked
            if (value := self.aggregate.value_after(player, evening)) is not None
        }
        return max(values, key=lambda player: values[player]) if values else None


def build_lead_chart(snapshot: StatsSnapshot, table: SeasonTable) -> Plot | None:
    aggregate, scheme = table.aggregate, table.scheme
    low = table.low

    def mark(value: float) -> str:
        return format_tick(-value if low else value)

    courses = {
        line.row.player: chart.SeasonValueSeries(aggregate, line.row.player)
        for line in table.lines[:MAX_PLAYERS]
    }
    in_words = chart.season_value_formatter(scheme, courses.values(), low=low)
    ranked = tuple(line.row.player for line in table.ranked)
    return chart.build_plot(
        aggregate.evenings,
        courses,
        snapshot.league_state.people,
        in_words,
        leaders=SeasonLeaderSeries(aggregate, ranked),
        mark=mark,
    )
