"""The records of the league, or of one season: who, when, and the match behind each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import Books
from scorekeeper.match.log import Person
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.statistics import Feat
from scorekeeper.stats import scheme_text, schemes
from scorekeeper.stats.ledger import LEAGUE
from scorekeeper.stats.ranking import Row
from scorekeeper.stats.records import Holder, Record
from scorekeeper.stats.schemes import ROUGH
from scorekeeper.web.seasons.views import EVER, found
from scorekeeper.web.shared import page_cache
from scorekeeper.web.shared.page_cache import open_books, rows_of
from scorekeeper.web.stats.player import worth

bp = Blueprint("records", __name__)
MOST_CHIPS = 3
OF_THE_LEAGUE = {"wins in a row": say("Wins in a row"), "strength": say("Highest strength")}


class Kept(NamedTuple):
    """A record as the page shows it. `people` hold it, each once; `latest` is the last of them
    to reach it. `by` is who set it, as long as that is known.
    """

    label: Say
    record: Record
    people: tuple[Person, ...]
    game: Game | None = None

    @property
    def latest(self) -> Holder:
        return self.record.holders[-1]

    @property
    def set_by(self) -> Holder | None:
        """Who was first; of a record that was reached too often nobody knows any more."""
        holders = self.record.holders
        return holders[0] if len(holders) == self.record.reached else None


class BestSeason(NamedTuple):
    """The most that a season came to."""

    label: Say
    person: Person
    season: Season
    figure: str


@dataclass(frozen=True)
class Shelf:
    """All that the page shows, of one season or of all time; `games` with their records."""

    matches: int
    since: str | None
    newest: Kept | None
    league: tuple[Kept, ...]
    seasons: tuple[BestSeason, ...]
    games: tuple[tuple[Game, tuple[Kept, ...]], ...]


@bp.get("/records")
@page_cache.kept()
def show() -> ResponseReturnValue:
    """All time, or with `?season=` one season; 404 for one that is not there."""
    books, season = open_books(), found(request.args.get("season") or EVER)
    shelf = books.once(("records", season), lambda: shelf_of(books, season))
    return render_template(
        "records/show.html", books=books, season=season, shelf=shelf, chips=MOST_CHIPS, rough=ROUGH
    )


def shelf_of(books: Books, season: Season | None) -> Shelf:
    book = books.book(season)
    best, people = book.records.best, books.facts.people
    games = tuple(
        (game, rows)
        for slug, game in GAMES.items()
        if (rows := tuple(kept(best, slug, labels(game.feats), people, game)))
    )
    return Shelf(
        book.scope.matches,
        book.scope.nights[0] if book.scope.nights else None,
        newest(row for _, rows in games for row in rows),
        tuple(kept(best, LEAGUE, OF_THE_LEAGUE, people)),
        () if season else tuple(best_seasons(books, people)),
        games,
    )


def labels(feats: Iterable[Feat]) -> dict[str, Say]:
    return {feat.name: feat.label for feat in feats}


def kept(
    best: dict[tuple[str, str], Record],
    slug: str,
    labels: dict[str, Say],
    people: dict[str, Person],
    game: Game | None = None,
) -> Iterator[Kept]:
    for name, label in labels.items():
        if record := best.get((slug, name)):
            holders = dict.fromkeys(holder.player for holder in record.holders)
            yield Kept(label, record, tuple(people[key] for key in holders), game)


def newest(rows: Iterable[Kept]) -> Kept | None:
    """The record that was the last to be broken, if any was."""
    broken = [row for row in rows if row.record.before is not None and row.set_by]
    return max(
        broken,
        key=lambda row: (row.record.holders[0].night, row.record.holders[0].match),
        default=None,
    )


# ---------------------------------------------------------------- seasons


def best_seasons(books: Books, people: dict[str, Person]) -> Iterator[BestSeason]:
    """The best ranked row of all seasons that count alike, and the most wins of any."""
    leaders: dict[tuple[object, ...], tuple[Row, Season]] = {}
    winners: list[tuple[Row, Season]] = []
    for season in reversed(books.facts.seasons):
        rows = rows_of(books, season)
        winners += [(row, season) for row in rows if row.tally.wins]
        alike = likeness(season)
        first = rows[0] if rows and rows[0].place else None
        if first and (alike not in leaders or first.value > leaders[alike][0].value):
            leaders[alike] = first, season
    titles = [scheme_text.title(season.scheme) for _, season in leaders.values()]
    for row, season in leaders.values():
        label = best_label(season, alone=titles.count(scheme_text.title(season.scheme)) == 1)
        yield BestSeason(label, people[row.player], season, worth(season.scheme, row.tally))
    if winners:
        row, season = max(winners, key=lambda each: each[0].tally.wins)
        wins = str(row.tally.wins)
        yield BestSeason(say("Most wins in a season"), people[row.player], season, wins)


def best_label(season: Season, *, alone: bool) -> Say:
    """What the best season of its kind is best in. Points of the game itself are called by their
    games, unless they are `alone` in being called points.
    """
    what = scheme_text.title(season.scheme)
    if alone or season.scheme.measure != schemes.POINTS.name:
        return say("Best season, {what}", what=what)
    names = [game.name for slug, game in GAMES.items() if slug in season.its_games]
    return say("Best season, {what} in {games}", what=what, games=names)


def likeness(season: Season) -> tuple[object, ...]:
    """Seasons with the same are worth comparing: points of the game itself only with those of
    the same games.
    """
    scheme = season.scheme
    games = season.its_games if scheme.measure == schemes.POINTS.name else ()
    table = scheme.table if scheme.measure == schemes.PLACES.name else ()
    count = 0 if scheme.which == "all" else scheme.count
    return scheme.measure, games, scheme.a_match, table, scheme.which, count, scheme.bonus
