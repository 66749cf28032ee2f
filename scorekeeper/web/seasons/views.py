"""Seasons: the table, game by game, and all time."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league import match_lists
from scorekeeper.league.seasons import NoSeason, Season
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.stats.scheme_text import heading, sentences, title
from scorekeeper.stats.schemes import ALL_TIME, Scheme
from scorekeeper.stats.tiebreaks import TIES
from scorekeeper.web.seasons import season_table
from scorekeeper.web.seasons.lead_chart import lead_chart
from scorekeeper.web.seasons.season_table import A_PAGE
from scorekeeper.web.shared.page_cache import kept, open_books

bp = Blueprint("seasons", __name__)
EVER = "all"  # in addresses: all time


def address(endpoint: str, season: Season | None) -> str:
    """A page of a season, or of all time."""
    return url_for(endpoint, which=season.id if season else EVER)


@bp.app_template_global("season_address")
def season_address(endpoint: str, season: Season | None) -> str:
    """The same for templates."""
    return address(endpoint, season)


@bp.get("/season")
@kept(match_lists.being_played)
def current() -> ResponseReturnValue:
    """The current season; in a league without one, all time. `?season=` is what was picked."""
    facts = open_books().facts
    picked = request.args.get("season", "")
    if picked:
        number = small_number(picked)
        return redirect(url_for(".show", which=EVER if number is None else number))
    return page(facts.season(facts.current))


@bp.get("/season/<which>")
@kept(match_lists.being_played)
def show(which: str) -> ResponseReturnValue:
    """The table of a season, or of all time."""
    return page(found(which))


def found(which: str) -> Season | None:
    """The season of an address, None for all time. Raises NoSeason."""
    if which == EVER:
        return None
    number = small_number(which)
    season = open_books().facts.season(number)
    if season is None:
        raise NoSeason
    return season


def page(season: Season | None, problems: Sequence[Problem] = ()) -> str:
    books = open_books()
    table = season_table.table_of(books, season)
    scheme = season.scheme if season else ALL_TIME
    first, here = small_number(request.args.get("from", "")) or 1, address("seasons.show", season)
    return render_template(
        "seasons/closed.html" if season and season.closed_at else "seasons/show.html",
        books=books,
        facts=books.facts,
        people=books.facts.people,
        season=season,
        table=table,
        lines=table.lines[first - 1 : first - 1 + A_PAGE],
        first=first,
        a_page=A_PAGE,
        if_now=season_table.if_now(books, season),
        games=GAMES,
        title_of=title(scheme),
        heading=heading(scheme),
        how=sentences(scheme),
        if_level=if_level(scheme),
        here=here,
        again=f"{here}?from={first}" if first > 1 else here,
        problems=problems,
        champions=[line for line in table.ranked if line.row.place == 1],
        chart=lead_chart(books, season, table),
        by_game=season_table.games_of(books, season) if season and season.closed_at else (),
    )


def if_level(scheme: Scheme) -> Say | None:
    """What separates who is level, in a sentence."""
    names = [TIES[name].word for name in scheme.ties]
    if not names:
        return say("Who is level shares the place.")
    return say("If level: {ways}; then the place is shared.", ways=names)


@bp.get("/season/<which>/games")
@kept()
def by_game(which: str) -> ResponseReturnValue:
    """A table for each game."""
    season, books = found(which), open_books()
    return render_template(
        "seasons/by_game.html",
        books=books,
        facts=books.facts,
        people=books.facts.people,
        season=season,
        games=GAMES,
        tables=season_table.games_of(books, season),
        here=address(".by_game", season),
    )
