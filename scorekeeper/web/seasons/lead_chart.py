"""The lead chart of a season: the values of the table's first players after each evening."""

from collections.abc import Sequence

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.web.line_chart import Plot
from scorekeeper.web.seasons import evening_chart
from scorekeeper.web.seasons.season_table import SeasonTable

MAX_PLAYERS = 6


def lead_chart(snapshot: StatsSnapshot, season: Season | None, table: SeasonTable) -> Plot | None:
    """Return a season's lead chart.

    Returns None for all time, and if none of the players in the chart has values on two evenings.
    """
    if season is None:
        return None
    return snapshot.cached(("lead", season.id), lambda: build_lead_chart(snapshot, table))


def build_lead_chart(snapshot: StatsSnapshot, table: SeasonTable) -> Plot | None:
    aggregate, scheme = table.aggregate, table.scheme
    low = table.is_low_better
    series = {
        line.row.player: evening_chart.SeasonValueSeries(aggregate, line.row.player)
        for line in table.lines[:MAX_PLAYERS]
    }
    format_figure = evening_chart.season_value_formatter(scheme, series.values(), low=low)
    ranked = [line.row.player for line in table.ranked_lines]
    return evening_chart.build_plot(
        aggregate.evenings,
        series,
        snapshot.league_state.people,
        format_figure,
        leaders=leaders_by_evening(aggregate, ranked),
        low=low,
    )


def leaders_by_evening(aggregate: Aggregate, ranked: Sequence[str]) -> list[str | None]:
    """Return the leader after each evening, or None while no ranked player has played.

    `ranked` are the players ranked now, best first. If two players have the same value, the player
    who is ahead now leads. The cost grows with the number of changed values, not with players times
    evenings.
    """
    changes: dict[int, dict[int, float]] = {}  # new values by evening and place in `ranked`
    for place, player in enumerate(ranked):
        for evening, value in aggregate.values_of(player):
            changes.setdefault(evening, {})[place] = value
    figures: dict[int, float] = {}
    leaders: list[str | None] = []
    leader: int | None = None
    for evening in range(len(aggregate.evenings)):
        new = changes.get(evening, {})
        figures |= new
        compared = figures if leader is None or leader in new else (leader, *new)
        leader = max(compared, key=lambda place: (figures[place], -place), default=None)
        leaders.append(None if leader is None else ranked[leader])
    return leaders
