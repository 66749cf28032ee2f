"""A season's table as shown on pages, and as it would be if the running match ended now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from scorekeeper.league import match_lists
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.league.seasons import Season, season_id_if_ended_on
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.log import MatchNotFound
from scorekeeper.match.outcome import provisional_result
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message
from scorekeeper.stats import ranking
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.stats.results import MatchResult
from scorekeeper.stats.scheme_text import format_value, needs_decimals, scheme_title
from scorekeeper.stats.schemes import ALL_TIME_SCHEME, WINS, Scheme, is_negated
from scorekeeper.stats.strength import displayed_deviation
from scorekeeper.stats.tally import meeting_increments
from scorekeeper.web.dates import now
from scorekeeper.web.match.context import current_log
from scorekeeper.web.shared.page_cache import season_ranking
from scorekeeper.web.shared.session import current_store

MAX_ROWS_ON_ONE_PAGE = 50  # rows; a longer table is split into pages
PAGE_SIZE = 8  # rows on a page, which then takes fewer than five phone screens
MAX_ROWS_ABOVE_SCORING = 4  # with more rows, the scoring is collapsed to fit on five screens


@dataclass(frozen=True)
class TableLine:
    """A row with its formatted figure.

    `second_figure` is the sum from which an average is computed, if the two differ, or the
    uncertainty of a strength. `places_gained` is the number of places gained on the last evening.
    """

    row: StandingsRow
    figure: str
    second_figure: str
    places_gained: int | None


@dataclass(frozen=True)
class SeasonTable:
    """An aggregate ranked by a scheme.

    `is_low_better` means that the figures are points of games in which the lower total wins. These
    points are stored negated. `previous_evening` is the second-to-last evening, if there is one.
    Each line's `places_gained` is the change since then.
    """

    scheme: Scheme
    aggregate: Aggregate
    lines: tuple[TableLine, ...]
    is_low_better: bool
    previous_evening: str | None

    @property
    def title(self) -> Message:
        return scheme_title(self.scheme)

    @property
    def shows_wins(self) -> bool:
        """Whether the wins need their own column, because the figures show something else."""
        return not self.scheme.counts_wins

    @property
    def column_count(self) -> int:
        """The number of columns of the full standings."""
        return 5 + self.shows_wins  # place, player, matches, form and value, as in _standings.html

    @property
    def page_size(self) -> int:
        """The number of rows of one page."""
        return MAX_ROWS_ON_ONE_PAGE if len(self.lines) <= MAX_ROWS_ON_ONE_PAGE else PAGE_SIZE

    @property
    def is_paged(self) -> bool:
        """Whether the table has more rows than one page."""
        return len(self.lines) > self.page_size

    @property
    def is_long(self) -> bool:
        """Whether other parts of the page are collapsed or left out on phones.

        The page then fits on five screens.
        """
        return len(self.lines) > PAGE_SIZE

    @property
    def unfolds_scoring(self) -> bool:
        """Whether the scoring explanation is expanded."""
        return len(self.lines) <= MAX_ROWS_ABOVE_SCORING

    @property
    def ranked_lines(self) -> list[TableLine]:
        return [line for line in self.lines if line.row.place]

    @property
    def leaders(self) -> tuple[TableLine, ...]:
        """The lines of the players in first place. The tuple is empty if nobody is ranked."""
        return tuple(line for line in self.lines if line.row.place == 1)


@dataclass(frozen=True)
class ProjectedRow:
    """A row of the table as it would be if the running match ended now.

    `change` is the change in the figure, as text. `places_gained` is negative for places lost. It
    is None unless the player has a place both before and after the match.
    """

    row: StandingsRow
    figure: str
    change: str
    places_gained: int | None


@dataclass(frozen=True)
class Projection:
    """The rows that the players of a running match would have if the match ended now."""

    match: ListedMatch
    sheet: Scoresheet
    rows: tuple[ProjectedRow, ...]


def build_season_table(snapshot: StatsSnapshot, season: Season | None) -> SeasonTable:
    """Return the cached table for a season, or the all-time table if `season` is None."""
    scheme = season.scheme if season else all_time_scheme(snapshot)

    def make() -> SeasonTable:
        aggregate = snapshot.season_stats(season).aggregate
        rows = season_ranking(snapshot, season) if season and aggregate.matches else None
        return build_table(scheme, aggregate, snapshot.league_state.hidden_in(season), rows)

    return snapshot.cached(("season table", season and season.id), make)


def all_time_scheme(snapshot: StatsSnapshot) -> Scheme:
    """Return the all-time scheme with the league's or an automatic minimum of matches."""
    minimum = snapshot.league_state.settings.all_time_minimum
    if minimum is None:
        tallies = snapshot.season_stats(None).aggregate.totals.tallies
        minimum = ranking.automatic_minimum(tallies)
    return replace(ALL_TIME_SCHEME, min_matches=minimum)


def build_table(
    scheme: Scheme,
    aggregate: Aggregate,
    hidden: frozenset[str],
    rows: Sequence[StandingsRow] | None = None,
) -> SeasonTable:
    """Return the table for an aggregate.

    `rows` are its standings, or None if they have to be computed.
    """
    rows = ranking.build_standings(scheme, aggregate, hidden) if rows is None else rows
    places_gained_by_player = ranking.places_gained(scheme, aggregate, rows, hidden)
    low = is_lower_better(scheme, rows)
    decimals = needs_decimals(scheme, (row.value for row in rows))
    lines = tuple(
        TableLine(
            row,
            format_value(scheme, row.value, low=low, decimals=decimals),
            second_figure,
            places_gained_by_player.get(row.player),
        )
        for row, second_figure in zip(rows, secondary_figures(scheme, rows, low), strict=True)
    )
    return SeasonTable(
        scheme,
        aggregate,
        lines,
        low,
        aggregate.evenings[-2] if len(aggregate.evenings) > 1 else None,
    )


def is_lower_better(scheme: Scheme, rows: Sequence[StandingsRow]) -> bool:
    """Return whether the lower total wins. The figures are then stored as negated points."""
    return any(is_negated(scheme, row.tally) for row in rows)


def secondary_figures(scheme: Scheme, rows: Sequence[StandingsRow], low: bool) -> Iterator[str]:
    """Yield the text below the figure of each row (`TableLine.second_figure`)."""
    if scheme.uses_rating:
        for row in rows:
            _, deviation = row.tally.strength or (0.0, 0.0)
            yield f"±{displayed_deviation(deviation)}"
        return
    totals = [sum_behind_average(scheme, row) for row in rows]
    totals_scheme = Scheme(scheme.measure, False, scheme.place_points, scheme.shared_places)
    decimals = needs_decimals(totals_scheme, (total for total in totals if total is not None))
    for total in totals:
        yield (
            "" if total is None else format_value(totals_scheme, total, low=low, decimals=decimals)
        )


def sum_behind_average(scheme: Scheme, row: StandingsRow) -> Fraction | None:
    """Return the sum from which a row's average is computed.

    Returns None if the value is not a plain average of all matches, or the row shows the sum.
    """
    if not scheme.per_match or scheme.counted_matches != "all" or scheme.bonus_hundredths:
        return None
    total = row.value * row.tally.matches
    if total == row.value or scheme.measure == WINS.name:  # wins have their own column
        return None
    return total


# ---------------------------------------------------------------- if it ended now


def project_running_match(snapshot: StatsSnapshot, season: Season | None) -> Projection | None:
    """Return the projection for the running match of this season that was changed last.

    Only the last three running matches are considered. Returns None if none of them counts towards
    the season. For all time and for a closed season, the result is always None.
    """
    store = current_store()
    if season is None or season.closed_at is not None:
        return None
    for match in match_lists.running_matches(store, limit=3):
        try:
            sheet = current_log().sheet(match.id)
        except MatchNotFound:
            continue
        result = result_if_ended_now(snapshot, match, sheet)
        if result and season.id == season_id_if_ended_on(
            store, match.id, result.evening, snapshot.league_state.calendar
        ):
            key = ("if now", season.id, match.id, sheet.version)
            rows = snapshot.cached(key, partial(projected_rows, snapshot, season, result))
            return Projection(match, sheet, rows)
    return None


def result_if_ended_now(
    snapshot: StatsSnapshot, match: ListedMatch, sheet: Scoresheet
) -> MatchResult | None:
    if not sheet.played_deals:
        return None
    current_keys = snapshot.league_state.current_keys
    seats = tuple(
        seat._replace(player=current_keys.get(seat.player, seat.player))
        for seat in provisional_result(sheet)
    )
    at = now()
    evening = sheet.evening or snapshot.league_state.clock.evening(at)
    return MatchResult(match.id, match.game, at, evening, sheet.game.low_wins, seats)


def projected_rows(
    snapshot: StatsSnapshot, season: Season, result: MatchResult
) -> tuple[ProjectedRow, ...]:
    """Return the rows for this match's players after adding this result."""
    aggregate, scheme, hidden = (
        snapshot.season_stats(season).aggregate,
        season.scheme,
        snapshot.league_state.hidden_in(season),
    )
    totals = aggregate.totals.plus([(result, meeting_increments(result))])
    before = {row.player: row for row in ranking.build_standings(scheme, aggregate, hidden)}
    rows = ranking.rank_players(scheme, totals.tallies, totals.meetings, hidden)
    low = is_lower_better(scheme, rows)
    decimals = needs_decimals(scheme, [each.value for each in (*before.values(), *rows)])
    return tuple(
        ProjectedRow(
            row,
            format_value(scheme, row.value, low=low, decimals=decimals),
            figure_change(scheme, row, row_before, low, decimals),
            row_before.place - row.place if row_before and row_before.place and row.place else None,
        )
        for row in rows
        if row.player in result.players
        for row_before in (before.get(row.player),)
    )


def figure_change(
    scheme: Scheme, row: StandingsRow, row_before: StandingsRow | None, low: bool, decimals: bool
) -> str:
    """Return the change in the figure with its sign, or "" for a player new to the table."""
    if row_before is None:
        return ""
    more = (row.value - row_before.value) * (-1 if low else 1)
    text = format_value(scheme, more, decimals=decimals)
    return f"+{text}" if more > 0 and text.strip("0.") else text
