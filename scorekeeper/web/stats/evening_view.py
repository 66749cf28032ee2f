"""The data shown for an evening: its matches, players and effects on seasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.league.evening import EveningMatch, load_evening
from scorekeeper.league.evening_standings import (
    StandingsChange,
    match_value_by_player,
    standings_changes,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules import game_name
from scorekeeper.stats.league_stats import LeagueResult
from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.stats.results import PlayerResult
from scorekeeper.stats.scheme_text import column_heading, format_value, needs_decimals
from scorekeeper.stats.schemes import POINTS, single_match_scheme
from scorekeeper.web.seasons.season_table import is_lower_better
from scorekeeper.web.shared.session import current_store

MAX_HEADLINE_MATCHES = 3  # matches that the headline names
SHOWN_CHANGES = 5  # changes of a season that are always shown; the others are collapsed
# Players of each season's table in the shared text. If several players share the last place, all of
# them are listed, up to MAX_TEXT_PLAYERS.
TEXT_PLAYERS, MAX_TEXT_PLAYERS = 5, 10


@dataclass(frozen=True)
class EveningMatchView:
    """A match of the evening. `values` maps players to their formatted values in its season."""

    match: EveningMatch
    season: Season | None
    seats: tuple[PlayerResult, ...]
    values: dict[str, str]
    values_title: Message | None

    @property
    def winners(self) -> list[str]:
        return [seat.player for seat in self.seats if seat.finish.won]


@dataclass(frozen=True)
class EveningStandings:
    """A season's table before and after the evening: each row with both figures."""

    season: Season
    table: tuple[tuple[StandingsChange, str, str], ...]

    @property
    def changed_rows(self) -> list[tuple[StandingsChange, str, str]]:
        """The rows that the evening changed."""
        return [row for row in self.table if row[0].is_affected]

    @property
    def folded_rows(self) -> list[tuple[StandingsChange, str, str]]:
        return self.changed_rows[SHOWN_CHANGES:]

    @property
    def ranked_count(self) -> int:
        """The number of players who have a place after the evening."""
        return sum(change.after.place is not None for change, _, _ in self.table)

    @property
    def ties(self) -> list[Message]:
        return [change.after.tie for change, _, _ in self.changed_rows if change.after.tie]

    @property
    def top_sentences(self) -> list[Message]:
        """The first places after the evening, as sentences, best first.

        A last sentence counts the other players who have a place.
        """
        ranked = [(change.after, figure) for change, _, figure in self.table if change.after.place]
        count = whole_places([row.place for row, _ in ranked], TEXT_PLAYERS, MAX_TEXT_PLAYERS)
        sentences = [
            say("{place} {who} {figure}", place=row.place, who=Name(row.player), figure=figure)
            for row, figure in ranked[:count]
        ]
        if ranked and not sentences:
            count = sum(row.place == 1 for row, _ in ranked)
            sentences = [say("{n} players share first place", n=count)]
        others = len(ranked) - count
        return [*sentences, say_n("and one more", "and {n} more", others)] if others else sentences


def whole_places(places: Sequence[int | None], usual: int, most: int) -> int:
    """Return how many of the first places to list, without dividing players who share a place.

    The number is at least `usual`, unless it would be greater than `most`.
    """
    changes = [n for n in range(1, len(places)) if places[n - 1] != places[n]]
    ends = [0, *changes, len(places)]
    count = next((n for n in ends if n >= usual), len(places))
    return count if count <= most else max(n for n in ends if n < usual)


@dataclass(frozen=True)
class EveningView:
    """An evening's data for its page, its text and its picture.

    `hours` are the times when play began and ended (in seconds since 1970), if known. `corrected`
    are the seasons that were closed before a match of the evening was corrected. Their tables and
    payments still use the match as it was before the correction. `settled`, `first_end` and
    `next_end` are the same as in Evening.
    """

    date: str
    matches: tuple[EveningMatchView, ...]  # the first ones; `unlisted_count` counts the others
    unlisted_count: int
    hours: tuple[int, int] | None
    players: tuple[str, ...]
    standings: tuple[EveningStandings, ...]
    corrected: tuple[Season, ...]
    settled: tuple[LeagueResult, ...]
    first_end: int
    next_end: int | None

    @property
    def match_count(self) -> int:
        """The number of all matches, listed or not."""
        return len(self.matches) + self.unlisted_count

    @property
    def matches_without_season(self) -> int:
        """The number of listed results that count towards no season and are not friendlies."""
        return sum(
            each.match.played is not None and each.season is None and not each.match.is_friendly
            for each in self.matches
        )

    @property
    def headline(self) -> list[Message]:
        """The winners of the first matches, such as "Dina won Loba, Edu won Jaguar"."""
        won = [each for each in self.matches if each.winners]
        sentences = [
            say(
                "{who} won {game}",
                who=AndList(Name(key) for key in each.winners),
                game=game_name(each.match.game),
            )
            for each in won[:MAX_HEADLINE_MATCHES]
        ]
        return [*sentences, say("and more")] if won[MAX_HEADLINE_MATCHES:] else sentences


def build_evening_view(snapshot: StatsSnapshot, date: str) -> EveningView | None:
    """Return the data shown for the evening, or None if no match ended on it."""
    evening = load_evening(current_store(), snapshot.league_state, date)
    if not evening.matches:
        return None
    season_of = snapshot.league_state.season
    counted = (*evening.played, *evening.settled.results)
    seasons = dict.fromkeys(season_of(played.season_id) for played in counted)
    return EveningView(
        date,
        tuple(build_match_view(snapshot, match) for match in evening.matches),
        evening.unlisted_count,
        evening.hours,
        evening.players,
        standings=tuple(
            standings
            for season in seasons
            if season
            for standings in [build_evening_standings(snapshot, season, date)]
            if standings.changed_rows
        ),
        corrected=tuple(filter(None, map(season_of, evening.settled.corrected))),
        settled=evening.settled.results,
        first_end=evening.first_end,
        next_end=evening.next_end,
    )


def build_match_view(snapshot: StatsSnapshot, match: EveningMatch) -> EveningMatchView:
    if match.played is None:
        return EveningMatchView(match, None, (), {}, None)
    season = snapshot.league_state.season(match.played.season_id)
    seats = sorted(match.played.result.seats, key=lambda seat: seat.finish.place)
    if season is None:
        return EveningMatchView(match, None, tuple(seats), {}, None)
    scheme, low = single_match_scheme(season.scheme), match.played.result.low_wins
    values = match_value_by_player(season.scheme, match.played)
    low, decimals = low and scheme.measure == POINTS.name, needs_decimals(scheme, values.values())
    written = {
        player: format_value(scheme, value, low=low, decimals=decimals)
        for player, value in values.items()
    }
    return EveningMatchView(match, season, tuple(seats), written, column_heading(scheme))


def build_evening_standings(snapshot: StatsSnapshot, season: Season, date: str) -> EveningStandings:
    rows = standings_changes(current_store(), snapshot, season, date)
    low = is_lower_better(season.scheme, [change.after for change in rows])
    values = [row.value for change in rows for row in (change.before, change.after) if row]
    decimals = needs_decimals(season.scheme, values)

    def figure(row: StandingsRow | None) -> str:
        return format_value(season.scheme, row.value, low=low, decimals=decimals) if row else ""

    return EveningStandings(
        season,
        tuple((change, figure(change.before), figure(change.after)) for change in rows),
    )
