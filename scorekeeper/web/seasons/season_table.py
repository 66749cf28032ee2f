"""A season as its page shows it: rows of the table, what moved, what would be if."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.db.evenings import night_of
from scorekeeper.league import match_lists
from scorekeeper.league.match_lists import Played
from scorekeeper.league.seasons import Season, if_it_ended
from scorekeeper.league.stats_cache import Books
from scorekeeper.match.log import Missing
from scorekeeper.match.outcome import as_it_stands
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Say
from scorekeeper.rules import GAMES
from scorekeeper.stats import ranking
from scorekeeper.stats.aggregate import Scope
from scorekeeper.stats.ranking import Row
from scorekeeper.stats.results import Result
from scorekeeper.stats.scheme_text import title, written
from scorekeeper.stats.schemes import ALL_TIME, ALL_TIME_GAME, Scheme, for_one_game, is_low, unsure
from scorekeeper.stats.tally import pairs_of
from scorekeeper.web.match.context import now, the_log
from scorekeeper.web.shared.page_cache import rows_of

A_PAGE = 50  # rows


@dataclass(frozen=True)
class Line:
    """A row of the table with its figure as people read it; `moved` places since last evening."""

    row: Row
    figure: str
    under: str  # the sum behind an average, or how sure a strength is
    moved: int | None


@dataclass(frozen=True)
class Table:
    """A scope by a scheme. `low` says that figures are of games in which the lower wins: they are
    kept negative. `since` is the evening before the last one, if there was one.
    """

    scheme: Scheme
    scope: Scope
    lines: tuple[Line, ...]
    low: bool
    since: str | None

    @property
    def title(self) -> Say:
        return title(self.scheme)

    @property
    def ranked(self) -> list[Line]:
        return [line for line in self.lines if line.row.place]

    @property
    def waiting(self) -> list[Line]:
        return [line for line in self.lines if not line.row.place]


@dataclass(frozen=True)
class Then:
    """A row if the running match ended now."""

    row: Row
    figure: str
    more: str
    moved: int | None


@dataclass(frozen=True)
class IfNow:
    """What would be if a running match ended as it stands."""

    match: Played
    sheet: Scoresheet
    rows: tuple[Then, ...]


def table_of(books: Books, season: Season | None) -> Table:
    """The table of a season, or of all time."""
    scheme = season.scheme if season else ALL_TIME

    def make() -> Table:
        scope = books.book(season).scope
        rows = rows_of(books, season) if season and scope.matches else None
        return table(scheme, scope, books.facts.hidden, rows)

    return books.once(("season table", season and season.id), make)


def games_of(books: Books, season: Season | None) -> list[tuple[str, Table]]:
    """A table for each game that was played, without a minimum."""

    def make() -> list[tuple[str, Table]]:
        games = books.book(season).games
        scheme = for_one_game(season.scheme) if season else ALL_TIME_GAME
        return [
            (slug, table(scheme, games[slug], books.facts.hidden))
            for slug in GAMES
            if slug in games
        ]

    return books.once(("games", season and season.id), make)


def table(
    scheme: Scheme, scope: Scope, hidden: frozenset[str], rows: Sequence[Row] | None = None
) -> Table:
    """`rows` are those of the scope, if they are known."""
    rows = ranking.table(scheme, scope, hidden) if rows is None else rows
    moved = ranking.moved(scheme, scope, rows, hidden)
    low = counts_low(scheme, rows)
    lines = tuple(
        Line(
            row, written(scheme, row.value, low=low), under(scheme, row, low), moved.get(row.player)
        )
        for row in rows
    )
    return Table(scheme, scope, lines, low, scope.nights[-2] if len(scope.nights) > 1 else None)


def counts_low(scheme: Scheme, rows: Sequence[Row]) -> bool:
    """Whether figures are the game's own and the lower ones win: then they are kept negative."""
    return any(is_low(scheme, row.tally) for row in rows)


def under(scheme: Scheme, row: Row, low: bool) -> str:
    if scheme.rates:
        _, deviation = row.tally.strength or (0.0, 0.0)
        return f"±{unsure(deviation)}"
    if not scheme.a_match or scheme.which != "all" or scheme.bonus:
        return ""
    whole = Scheme(scheme.measure, False, scheme.table, scheme.shared)
    return written(whole, row.value * row.tally.matches, low=low)


# ---------------------------------------------------------------- if it ended now


def if_now(books: Books, season: Season | None) -> IfNow | None:
    """What would be if the match touched last, of those that belong here, ended as it stands."""
    if season is None or season.closed_at is not None:
        return None
    for match in match_lists.running(limit=3):
        try:
            sheet = the_log().sheet(match.id)
        except Missing:
            continue
        result = result_now(books, match, sheet)
        if result and if_it_ended(match.id, result.night, books.facts.calendar) == season.id:
            key = ("if now", season.id, match.id, sheet.version)
            rows = books.once(key, lambda result=result: rows_then(books, season, result))  # type: ignore[misc]
            return IfNow(match, sheet, rows)
    return None


def result_now(books: Books, match: Played, sheet: Scoresheet) -> Result | None:
    if not sheet.rounds:
        return None
    now_called = books.facts.now
    seats = tuple(
        seat._replace(player=now_called.get(seat.player, seat.player))
        for seat in as_it_stands(sheet)
    )
    at = now()
    return Result(match.id, match.game, at, night_of(at), sheet.game.low_wins, seats)


def rows_then(books: Books, season: Season, result: Result) -> tuple[Then, ...]:
    """The rows of those who play, as they would be."""
    scope, scheme, hidden = books.book(season).scope, season.scheme, books.facts.hidden
    sums = scope.sums.plus([(result, pairs_of(result))])
    before = {row.player: row for row in ranking.table(scheme, scope, hidden)}
    rows = ranking.ranked(scheme, sums.tallies, sums.meetings, hidden)
    low = counts_low(scheme, rows)
    return tuple(
        Then(
            row,
            written(scheme, row.value, low=low),
            gained(scheme, row, was, low),
            was.place - row.place if was and was.place and row.place else None,
        )
        for row in rows
        if row.player in result.players
        for was in (before.get(row.player),)
    )


def gained(scheme: Scheme, row: Row, was: Row | None, low: bool) -> str:
    """What the figure would gain or lose, with its sign."""
    if was is None:
        return ""
    more = (row.value - was.value) * (-1 if low else 1)
    text = written(scheme, more)
    return f"+{text}" if more > 0 and text.strip("0.") else text
