"""A player's page: figures, strength, head to head, streaks, best and worst, last matches."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import NotFound
from scorekeeper.league.roster import PLAYER_NOT_FOUND
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.people import Person
from scorekeeper.messages import Message, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats import scheme_text, scheme_values, schemes
from scorekeeper.stats.career import Career
from scorekeeper.stats.league_stats import SeasonStats
from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.stats.schemes import ALL_TIME_SCHEME, Scheme
from scorekeeper.stats.strength import (
    ROUGH_UNTIL_MATCHES,
    STRENGTH_START,
    displayed_deviation,
    displayed_strength,
)
from scorekeeper.stats.tally import Tally
from scorekeeper.web.dates import now
from scorekeeper.web.line_chart import Plot
from scorekeeper.web.shared.page_cache import cache_page, season_ranking, snapshot_for_page
from scorekeeper.web.stats import player_sections
from scorekeeper.web.stats.opponents import first_opponents, opponents_page
from scorekeeper.web.stats.player_charts import (
    StrengthStep,
    season_plot,
    strength_plot,
    strength_steps,
)
from scorekeeper.web.stats.player_sections import BestAndWorst, Opponent, PlayerStreak

bp = Blueprint("player_pages", __name__)
EMPTY_CAREER, EMPTY_TALLY = Career(), Tally()


class LabelledFigure(NamedTuple):
    """A figure with its label. `margin` is the uncertainty of a strength, shown after ±."""

    label: Message
    text: str
    margin: int | None = None


class GameRow(NamedTuple):
    """A player's line for one game: the player's value, and the game's own statistics (`notes`)."""

    game: Game
    tally: Tally
    value: str
    notes: tuple[Message, ...]


@dataclass(frozen=True)
class Profile:
    """A player's statistics for one season or all time.

    `value_title` names the scheme's figure ("points per match"), and `game_value_title` names the
    figure in the table by game.
    """

    person: Person
    tally: Tally
    place: Message | None
    value_title: Message
    game_value_title: Message
    figures: tuple[LabelledFigure, ...]
    games: tuple[GameRow, ...]
    plot: Plot | None
    steps: tuple[StrengthStep, ...]
    opponents: tuple[Opponent, ...]
    streaks: tuple[PlayerStreak, ...]
    best: tuple[BestAndWorst, ...]


@bp.get("/players/<int:player_id>")
@cache_page()
def show(player_id: int) -> ResponseReturnValue:
    """Show a player's page, for all time or for season `?season=`.

    `?rivals=all` shows only the opponents, from row `?from=`. A merged entry redirects to the
    player that it was merged into.
    """
    snapshot, key = snapshot_for_page(), str(player_id)
    if key in snapshot.league_state.current_keys:
        current = int(snapshot.league_state.current_keys[key])
        address = url_for(".show", player_id=current, season=request.args.get("season"))
        return redirect(address, code=303)
    if key not in snapshot.league_state.players:
        raise NotFound(PLAYER_NOT_FOUND)
    season = snapshot.league_state.season(parse_small_int(request.args.get("season", "")))
    profile = snapshot.cached(("career", key, season), lambda: build_profile(snapshot, key, season))
    season_id = season.id if season else None
    context = {
        "snapshot": snapshot,
        "season": season,
        "profile": profile,
        "player_url": url_for(".show", player_id=player_id, season=season_id),
    }
    if request.args.get("rivals") == "all":
        return render_template(
            "stats/player_opponents.html",
            **context,
            **opponents_page(profile.opponents, request.args),
            page_url=url_for(".show", player_id=player_id, season=season_id, rivals="all"),
        )
    return render_template(
        "stats/player.html",
        **context,
        games=GAMES,
        opponents=first_opponents(profile.opponents),
        reviewed_season=reviewed_season(snapshot, key, season),
        recent_matches=() if season else player_sections.last_matches(snapshot, key),
        rough_until_matches=ROUGH_UNTIL_MATCHES,
        initial_strength=STRENGTH_START,
        page_url=context["player_url"],
    )


def reviewed_season(snapshot: StatsSnapshot, key: str, season: Season | None) -> Season | None:
    """Return the season whose review the page links to, by default the current one.

    Returns None if there is no such season, or if the player has no match in it.
    """
    season = season or snapshot.league_state.current_season(now())
    if season is None or key not in snapshot.season_stats(season).aggregate.totals.tallies:
        return None
    return season


def build_profile(snapshot: StatsSnapshot, key: str, season: Season | None) -> Profile:
    league_stats = snapshot.league_stats
    season_stats = snapshot.season_stats(season)
    scheme = season.scheme if season else ALL_TIME_SCHEME
    totals = season_stats.aggregate.totals
    career = league_stats.careers.get(key, EMPTY_CAREER)
    tally = totals.tallies.get(key, EMPTY_TALLY)
    people = snapshot.league_state.people
    return Profile(
        people[key],
        tally,
        season_place(snapshot, key, season),
        scheme_text.scheme_title(scheme),
        scheme_text.scheme_title(schemes.single_game_scheme(scheme)),
        tuple(season_figures(scheme, tally) if season else all_time_figures(snapshot, key, tally)),
        tuple(game_rows(season_stats, scheme, key, EMPTY_CAREER if season else career)),
        season_plot(season_stats, scheme, key, people)
        if season
        else strength_plot(career, key, people),
        () if season else tuple(strength_steps(career)),
        player_sections.list_opponents(totals, key, people),
        () if season else player_sections.streaks(career),
        () if season else player_sections.best_and_worst(career),
    )


# ---------------------------------------------------------------- place and figures


def season_place(snapshot: StatsSnapshot, key: str, season: Season | None) -> Message | None:
    """Return a sentence about the player's place in `season`, by default the current one.

    Returns None if there is no such season, or if the player is not in its standings.
    """
    season = season or snapshot.league_state.current_season(now())
    if season is None:
        return None
    row = next((row for row in season_ranking(snapshot, season) if row.player == key), None)
    return None if row is None else place_sentence(row, season.name)


def place_sentence(row: StandingsRow, season: str) -> Message:
    if row.place is None:
        return say_n(
            "Ranked in {season} after one more match",
            "Ranked in {season} after {n} more matches",
            row.matches_needed,
            season=season,
        )
    if row.is_shared:
        return say("Place {n}, shared, in {season}", n=row.place, season=season)
    return say("Place {n} in {season}", n=row.place, season=season)


def all_time_figures(snapshot: StatsSnapshot, key: str, tally: Tally) -> Iterator[LabelledFigure]:
    yield from (
        LabelledFigure(say("matches"), str(tally.matches)),
        LabelledFigure(say("won"), str(tally.wins)),
    )
    yield LabelledFigure(say("average place"), average_place(tally))
    yield LabelledFigure(
        say("of opponents beaten"), percent_text(scheme_values.tally_value(ALL_TIME_SCHEME, tally))
    )
    if rated := snapshot.league_stats.strengths.get(key):
        mean, deviation = rated
        yield LabelledFigure(
            say("strength"),
            str(displayed_strength(mean)),
            displayed_deviation(deviation),
        )


def season_figures(scheme: Scheme, tally: Tally) -> Iterator[LabelledFigure]:
    yield from (
        LabelledFigure(say("matches"), str(tally.matches)),
        LabelledFigure(say("won"), str(tally.wins)),
    )
    if not scheme.counts_wins:
        yield LabelledFigure(scheme_text.scheme_title(scheme), tally_value_text(scheme, tally))
    yield LabelledFigure(say("average place"), average_place(tally))


def average_place(tally: Tally) -> str:
    """Return the average place to one decimal, or "–" if there are no matches.

    A shared second place counts as 2.
    """
    if not tally.matches:
        return "–"
    return f"{sum(each.place * n for each, n in tally.finishes.items()) / tally.matches:.1f}"


def percent_text(share: Fraction) -> str:
    return f"{round(share * 100)}%"


def tally_value_text(scheme: Scheme, tally: Tally, *, decimals: bool = False) -> str:
    """Return a tally's formatted value, or "–" if there are no matches.

    If the lower total wins, points are shown as they were scored, not negated. `decimals` is the
    result of `needs_decimals` for the whole column.
    """
    if not tally.matches:
        return "–"
    low = schemes.is_negated(scheme, tally)
    return scheme_text.format_value(
        scheme, scheme_values.tally_value(scheme, tally), low=low, decimals=decimals
    )


# ---------------------------------------------------------------- by game


def game_rows(
    season_stats: SeasonStats, scheme: Scheme, key: str, career: Career
) -> Iterator[GameRow]:
    in_percent = scheme is ALL_TIME_SCHEME or scheme.uses_rating
    scheme = schemes.single_game_scheme(scheme)
    tallies = {
        slug: tally
        for slug, aggregate in season_stats.games.items()
        if (tally := aggregate.totals.tallies.get(key))
    }
    values = {slug: scheme_values.tally_value(scheme, tally) for slug, tally in tallies.items()}
    decimals = scheme_text.needs_decimals(scheme, values.values())
    for slug, game in GAMES.items():
        if slug in tallies:
            shown = (
                percent_text(values[slug])
                if in_percent
                else tally_value_text(scheme, tallies[slug], decimals=decimals)
            )
            yield GameRow(game, tallies[slug], shown, tuple(game_notes(game, career)))


def game_notes(game: Game, career: Career) -> Iterator[Message]:
    """Yield the game's own statistics, such as "bids made: 21 of 26, 81%"."""
    counted = career.statistics.get(game.slug, {})
    for statistic in game.statistics:
        n, *out_of = counted.get(statistic.name, [0])
        if out_of and out_of[0]:
            yield say(
                "{what}: {n}\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}{all}, {share}",
                what=statistic.label,
                n=n,
                all=out_of[0],
                share=percent_text(Fraction(n, out_of[0])),
            )
        elif n:
            yield say("{what}:\N{NO-BREAK SPACE}{n}", what=statistic.label, n=n)
