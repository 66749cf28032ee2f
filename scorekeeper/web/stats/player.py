"""A player's page: his figures, his strength, whom he met, his best and worst, his last matches."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league.roster import NobodyThere
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import Books
from scorekeeper.match.log import Person
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.stats import scheme_text, schemes
from scorekeeper.stats.career import After, Career
from scorekeeper.stats.ledger import Book
from scorekeeper.stats.ranking import Row
from scorekeeper.stats.schemes import ALL_TIME, ROUGH, Scheme
from scorekeeper.stats.tally import Tally
from scorekeeper.web.seasons import chart
from scorekeeper.web.seasons.chart import Plot
from scorekeeper.web.seasons.chart_axes import plain
from scorekeeper.web.shared.page_cache import kept, open_books, rows_of
from scorekeeper.web.stats import player_facts
from scorekeeper.web.stats.player_facts import Best, Past, Rival, Streak

bp = Blueprint("careers", __name__)
NOBODYS, NOTHING = Career(), Tally()  # of who has not played
FIRST_RIVALS = 20  # that are shown before one asks for all


class Stat(NamedTuple):
    """A figure in a frame, and what it is; `unsure` is how far off it may be."""

    label: Say
    figure: str
    unsure: int | None = None


class GameRow(NamedTuple):
    """One game's line: what he came to in it, and what the game itself counts."""

    game: Game
    tally: Tally
    worth: str
    notes: tuple[Say, ...]


class Step(NamedTuple):
    """A match and the strength after it, and by how much it changed."""

    after: After
    strength: int
    change: int


@dataclass(frozen=True)
class Profile:
    """What the books say of one player, in one season or of all time. `worth` names the figure
    that matters there, "points a match"; `by_game` the one of single games.
    """

    person: Person
    tally: Tally
    standing: Say | None
    worth: Say
    by_game: Say
    stats: tuple[Stat, ...]
    games: tuple[GameRow, ...]
    plot: Plot | None
    steps: tuple[Step, ...]
    rivals: tuple[Rival, ...]
    streaks: tuple[Streak, ...]
    best: tuple[Best, ...]


@bp.get("/players/<int:player_id>")
@kept()
def show(player_id: int) -> ResponseReturnValue:
    """All time, or with `?season=` one season; `?rivals=all` shows everybody he met."""
    books, key = open_books(), str(player_id)
    if key in books.facts.now:
        now, season_id = int(books.facts.now[key]), request.args.get("season")
        return redirect(url_for(".show", player_id=now, season=season_id), code=303)
    if key not in books.facts.members:
        raise NobodyThere
    season = books.facts.season(small_number(request.args.get("season", "")))
    profile = books.once(("career", key, season), lambda: profile_of(books, key, season))
    every = request.args.get("rivals") == "all"
    return render_template(
        "careers/show.html",
        books=books,
        games=GAMES,
        season=season,
        profile=profile,
        rivals=profile.rivals if every else profile.rivals[:FIRST_RIVALS],
        past=() if season else past(books, key),
        rough=ROUGH,
        start=schemes.START,
        here=url_for(
            ".show",
            player_id=player_id,
            season=season.id if season else None,
            rivals="all" if every else None,
        ),
    )


def past(books: Books, key: str) -> list[Past]:
    career = books.ledger.careers.get(key)
    return player_facts.past(list(career.lately), key, books.facts.now) if career else []


def profile_of(books: Books, key: str, season: Season | None) -> Profile:
    ledger = books.ledger
    book = books.book(season)
    scheme = season.scheme if season else ALL_TIME
    sums = book.scope.sums
    career = ledger.careers.get(key, NOBODYS)
    tally = sums.tallies.get(key, NOTHING)
    people = books.facts.people
    return Profile(
        people[key],
        tally,
        standing(books, key, season),
        scheme_text.title(scheme),
        scheme_text.title(schemes.for_one_game(scheme)),
        tuple(season_stats(scheme, tally) if season else stats(books, key, tally)),
        tuple(by_game(book, scheme, key, NOBODYS if season else career)),
        season_plot(book, scheme, key, people) if season else strength_plot(career, key, people),
        () if season else tuple(steps(career)),
        player_facts.rivals(sums, key, people),
        () if season else player_facts.streaks(career),
        () if season else player_facts.best(career),
    )


# ---------------------------------------------------------------- how he stands


def standing(books: Books, key: str, season: Season | None) -> Say | None:
    """His place in the season shown, or in the current one."""
    season = season or books.facts.season(books.facts.current)
    if season is None:
        return None
    row = next((row for row in rows_of(books, season) if row.player == key), None)
    return None if row is None else placed(row, season.name)


def placed(row: Row, season: str) -> Say:
    if row.place is None:
        return say_n(
            "One more match to be ranked in {season}",
            "{n} more matches to be ranked in {season}",
            row.wants,
            season=season,
        )
    if row.shared:
        return say("Place {n}, shared, in {season}", n=row.place, season=season)
    return say("Place {n} in {season}", n=row.place, season=season)


def stats(books: Books, key: str, tally: Tally) -> Iterator[Stat]:
    yield from (Stat(say("matches"), str(tally.matches)), Stat(say("won"), str(tally.wins)))
    yield Stat(say("place on average"), average_place(tally))
    yield Stat(say("of the table beaten"), percent(schemes.worth(ALL_TIME, tally)))
    if rated := books.ledger.strengths.get(key):
        mean, deviation = rated
        yield Stat(say("strength"), str(schemes.strength(mean)), schemes.unsure(deviation))


def season_stats(scheme: Scheme, tally: Tally) -> Iterator[Stat]:
    yield from (Stat(say("matches"), str(tally.matches)), Stat(say("won"), str(tally.wins)))
    yield Stat(scheme_text.title(scheme), worth(scheme, tally))
    yield Stat(say("place on average"), average_place(tally))


def average_place(tally: Tally) -> str:
    """To one decimal; a shared place is that place."""
    if not tally.matches:
        return "–"
    return f"{sum(each.place * n for each, n in tally.finishes.items()) / tally.matches:.1f}"


def percent(share: Fraction) -> str:
    return f"{round(share * 100)} %"


def worth(scheme: Scheme, tally: Tally) -> str:
    """What a tally is worth as people read it; points that the lower wins as they were."""
    if not tally.matches:
        return "–"
    return scheme_text.written(
        scheme, schemes.worth(scheme, tally), low=schemes.is_low(scheme, tally)
    )


# ---------------------------------------------------------------- by game


def by_game(book: Book, scheme: Scheme, key: str, career: Career) -> Iterator[GameRow]:
    in_percent = scheme is ALL_TIME or scheme.rates
    scheme = schemes.for_one_game(scheme)
    for slug, game in GAMES.items():
        tally = book.games[slug].sums.tallies.get(key) if slug in book.games else None
        if tally:
            share = schemes.worth(scheme, tally)
            shown = percent(share) if in_percent else worth(scheme, tally)
            yield GameRow(game, tally, shown, tuple(notes(game, career)))


def notes(game: Game, career: Career) -> Iterator[Say]:
    """What the game counts besides, where there is something: "bids kept: 21 of 26, 81 %"."""
    counted = career.figures.get(game.slug, {})
    for figure in game.figures:
        n, *out_of = counted.get(figure.name, [0])
        if out_of and out_of[0]:
            yield say(
                "{what}: {n} of {all}, {share}",
                what=figure.label,
                n=n,
                all=out_of[0],
                share=percent(Fraction(n, out_of[0])),
            )
        elif n:
            yield say("{what}: {n}", what=figure.label, n=n)


# ---------------------------------------------------------------- charts


def strength_plot(career: Career, key: str, people: dict[str, Person]) -> Plot | None:
    values = [schemes.strength(mean) for mean in career.line.values]
    return chart.lines(career.line.nights, {key: values}, people, lambda value: str(round(value)))


def season_plot(book: Book, scheme: Scheme, key: str, people: dict[str, Person]) -> Plot | None:
    low = schemes.is_low(scheme, book.scope.sums.tallies.get(key, NOTHING))

    def written(value: float) -> str:
        return scheme_text.written(scheme, Fraction(value).limit_denominator(1000), low=low)

    def mark(value: float) -> str:
        return plain(-value if low else value)

    course = chart.Course(book.scope, key)
    return chart.lines(book.scope.nights, {key: course}, people, written, mark=mark)


def steps(career: Career) -> Iterator[Step]:
    """The last matches with the strength after each, the newest first."""
    for after in reversed(career.lately):
        now, was = schemes.strength(after.mean), schemes.strength(after.was)
        yield Step(after, now, now - was)
