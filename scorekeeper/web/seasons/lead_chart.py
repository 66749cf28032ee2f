"""How the lead of a season went: what the first of the table were worth after every evening."""

from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import Books
from scorekeeper.stats.aggregate import Scope
from scorekeeper.stats.scheme_text import written
from scorekeeper.web.seasons import chart
from scorekeeper.web.seasons.chart import Plot
from scorekeeper.web.seasons.chart_axes import plain
from scorekeeper.web.seasons.season_table import Table

DRAWN = 6  # players, the first of the table


def lead_chart(books: Books, season: Season | None, table: Table) -> Plot | None:
    """None for all time, and before there are two evenings."""
    if season is None:
        return None
    return books.once(("lead", season.id), lambda: drawn(books, table))


@dataclass(frozen=True)
class Leaders:
    """Who was ahead after an evening, of those who are ranked today; None before the first."""

    scope: Scope
    ranked: tuple[str, ...]

    def __getitem__(self, night: int, /) -> str | None:
        worths = {
            player: worth
            for player in self.ranked
            if (worth := self.scope.worth(player, night)) is not None
        }
        return max(worths, key=lambda player: worths[player]) if worths else None


def drawn(books: Books, table: Table) -> Plot | None:
    scope, scheme = table.scope, table.scheme
    low = table.low

    def in_words(value: float) -> str:
        return written(scheme, Fraction(value).limit_denominator(1000), low=low)

    def mark(value: float) -> str:
        return plain(-value if low else value)

    courses = {
        line.row.player: chart.Course(scope, line.row.player) for line in table.lines[:DRAWN]
    }
    ranked = tuple(line.row.player for line in table.ranked)
    return chart.lines(
        scope.nights,
        courses,
        books.facts.people,
        in_words,
        leaders=Leaders(scope, ranked),
        mark=mark,
    )
