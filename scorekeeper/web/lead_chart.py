"""How the lead of a season went: what the first of the table were worth after every evening."""

from fractions import Fraction

from scorekeeper.books import Books
from scorekeeper.counting.schemes import written
from scorekeeper.counting.scope import Scope
from scorekeeper.seasons import Season
from scorekeeper.web import plots
from scorekeeper.web.plots import Plot
from scorekeeper.web.season_view import Table, counts_low

DRAWN = 6  # players, the first of the table


def lead_chart(books: Books, season: Season | None, table: Table) -> Plot | None:
    """None for all time, and before there are two evenings."""
    if season is None:
        return None
    return books.once(("lead", season.id), lambda: drawn(books, table))


def drawn(books: Books, table: Table) -> Plot | None:
    scope, scheme = table.scope, table.scheme
    low = counts_low(scheme, [line.row for line in table.lines])
    chosen = plots.evenly(len(scope.nights))
    players = [line.row.player for line in table.lines[:DRAWN]]
    values: dict[str, list[float | None]] = {}
    for player in players:
        values[player] = [None] * len(scope.nights)
        for night in chosen:
            worth = scope.worth(player, night)
            values[player][night] = -worth if low and worth is not None else worth
    return plots.lines(
        scope.nights, values, books.facts.people,
        lambda value: written(scheme, Fraction(value).limit_denominator(10_000)),
        leaders=leaders(scope, chosen, [line.row.player for line in table.ranked]),
    )  # fmt: skip


def leaders(scope: Scope, nights: list[int], ranked: list[str]) -> list[str | None]:
    """Who was ahead after each of these evenings, of those who are ranked today."""
    found: list[str | None] = [None] * len(scope.nights)
    for night in nights:
        worths = {
            player: worth for player in ranked
            if (worth := scope.worth(player, night)) is not None
        }  # fmt: skip
        if worths:
            found[night] = max(worths, key=lambda player: worths[player])
    return found
