"""The records page of the league or of one season: holders, dates and matches."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.log import Person
from scorekeeper.match.names import name_sort_key
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants import (
    parse_variant,
    record_name,
    split_record_name,
    variant_phrases,
)
from scorekeeper.stats import scheme_text, schemes
from scorekeeper.stats.league_stats import ACROSS_GAMES
from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.stats.records import BestValue, RecordHolder
from scorekeeper.stats.schemes import ROUGH_UNTIL_MATCHES
from scorekeeper.web.seasons.addresses import find_season
from scorekeeper.web.seasons.season_table import ALL_TIME_KEY
from scorekeeper.web.shared import page_cache
from scorekeeper.web.shared.page_cache import season_ranking, snapshot_for_page
from scorekeeper.web.stats.player import tally_value_text

bp = Blueprint("records", __name__)
MAX_CHIPS = 3
LEAGUE_RECORD_LABELS = {"wins in a row": say("Wins in a row"), "strength": say("Highest strength")}


DEFAULT_ORDER = "record"  # as the game lists its records
RECORD_ORDERS = (DEFAULT_ORDER, "holder", "evening")  # as in the address


class RecordRow(NamedTuple):
    """A record as the page shows it. `people` are its holders, each once; `game` names its game."""

    label: Message
    record: BestValue
    people: tuple[Person, ...]
    game: Message | None = None

    @property
    def latest(self) -> RecordHolder:
        return self.record.holders[-1]

    @property
    def set_by(self) -> RecordHolder | None:
        """The first holder; None if the record was reached too often to store all holders."""
        holders = self.record.holders
        return holders[0] if len(holders) == self.record.reached else None


class BestSeason(NamedTuple):
    """The best result of a player in any season, for one kind of season."""

    label: Message
    person: Person
    season: Season
    figure: str


@dataclass(frozen=True)
class RecordsPage:
    """The data of the page, of one season or of all time.

    `games` are pairs of a game's name, with the variant if it is not the standard, and its records.
    """

    matches: int
    since: str | None
    newest: RecordRow | None
    league: tuple[RecordRow, ...]
    seasons: tuple[BestSeason, ...]
    games: tuple[tuple[Message, tuple[RecordRow, ...]], ...]


@bp.get("/records")
@page_cache.cache_page()
def show() -> ResponseReturnValue:
    """All time, or one season with `?season=`; 404 if there is no such season.

    `?sort=` orders the records of each game.
    """
    snapshot, season = snapshot_for_page(), find_season(request.args.get("season") or ALL_TIME_KEY)
    order = request.args.get("sort") if request.args.get("sort") in RECORD_ORDERS else DEFAULT_ORDER
    records_page = snapshot.cached(
        ("records", season), lambda: build_records_page(snapshot, season)
    )
    return render_template(
        "stats/records.html",
        snapshot=snapshot,
        season=season,
        records_page=replace(
            records_page,
            games=tuple((title, sort_records(rows, order)) for title, rows in records_page.games),
        ),
        order=order,
        chips=MAX_CHIPS,
        rough=ROUGH_UNTIL_MATCHES,
    )


def build_records_page(snapshot: StatsSnapshot, season: Season | None) -> RecordsPage:
    season_stats = snapshot.season_stats(season)
    best, people = season_stats.records.best, snapshot.league_state.people
    games = tuple(
        each for game in GAMES.values() for each in records_by_variant(best, game, people)
    )
    return RecordsPage(
        season_stats.aggregate.matches,
        season_stats.aggregate.evenings[0] if season_stats.aggregate.evenings else None,
        newest_record(row for _, rows in games for row in rows),
        tuple(record_rows(best, ACROSS_GAMES, LEAGUE_RECORD_LABELS, people)),
        () if season else tuple(best_seasons(snapshot, people)),
        games,
    )


def sort_records(rows: tuple[RecordRow, ...], order: str | None) -> tuple[RecordRow, ...]:
    """The rows in one of RECORD_ORDERS: by the first holder's name, or the latest evening first."""
    if order == "holder":
        return tuple(sorted(rows, key=lambda row: name_sort_key(row.people[0].name)))
    if order == "evening":
        return tuple(sorted(rows, key=lambda row: row.latest.evening, reverse=True))
    return rows


def records_by_variant(
    best: Mapping[tuple[str, str], BestValue], game: Game, people: Mapping[str, Person]
) -> Iterator[tuple[Message, tuple[RecordRow, ...]]]:
    """The records of a game: the standard game first, then each variant that was played."""
    texts = {split_record_name(name)[1] for slug, name in best if slug == game.slug}
    for text in sorted(texts):
        variant = parse_variant(game, text)
        if variant is None:
            continue
        title = variant_title(game, variant)
        labels = {record_name(kind.name, variant): kind.label for kind in game.record_kinds}
        rows = tuple(record_rows(best, game.slug, labels, people, title))
        if rows:
            yield title, rows


def variant_title(game: Game, variant: Mapping[str, Any]) -> Message:
    """The game's name, and the options of the variant that change its points."""
    phrases = list(variant_phrases(game, variant))
    if not phrases:
        return say("{game}", game=game.name)
    return say("{game} ({rules})", game=game.name, rules=phrases)


def record_rows(
    best: Mapping[tuple[str, str], BestValue],
    slug: str,
    labels: Mapping[str, Message],
    people: Mapping[str, Person],
    game: Message | None = None,
) -> Iterator[RecordRow]:
    for name, label in labels.items():
        if record := best.get((slug, name)):
            holders = dict.fromkeys(holder.player for holder in record.holders)
            yield RecordRow(label, record, tuple(people[key] for key in holders), game)


def newest_record(rows: Iterable[RecordRow]) -> RecordRow | None:
    """The record that was broken most recently, or None."""
    broken = [row for row in rows if row.record.before is not None and row.set_by]
    return max(
        broken,
        key=lambda row: (row.record.holders[0].evening, row.record.holders[0].match),
        default=None,
    )


# ---------------------------------------------------------------- seasons


def best_seasons(snapshot: StatsSnapshot, people: dict[str, Person]) -> Iterator[BestSeason]:
    """The best first place among comparable seasons, and the most wins in any season."""
    leaders: dict[tuple[object, ...], tuple[StandingsRow, Season]] = {}
    winners: list[tuple[StandingsRow, Season]] = []
    for season in reversed(snapshot.league_state.seasons):
        rows = season_ranking(snapshot, season)
        winners += [(row, season) for row in rows if row.tally.wins]
        alike = comparison_key(season)
        first = rows[0] if rows and rows[0].place else None
        if first and (alike not in leaders or first.value > leaders[alike][0].value):
            leaders[alike] = first, season
    titles = [scheme_text.scheme_title(season.scheme) for _, season in leaders.values()]
    for row, season in leaders.values():
        label = best_season_label(
            season, alone=titles.count(scheme_text.scheme_title(season.scheme)) == 1
        )
        yield BestSeason(
            label, people[row.player], season, tally_value_text(season.scheme, row.tally)
        )
    if winners:
        row, season = max(winners, key=lambda each: each[0].tally.wins)
        wins = str(row.tally.wins)
        yield BestSeason(say("Most wins in a season"), people[row.player], season, wins)


def best_season_label(season: Season, *, alone: bool) -> Message:
    """The label of a best season.

    It names the games if the measure is the games' own points and another kind of season has the
    same title (not `alone`).
    """
    what = scheme_text.scheme_title(season.scheme)
    if alone or season.scheme.measure != schemes.POINTS.name:
        return say("Best season, {what}", what=what)
    names = [game.name for slug, game in GAMES.items() if slug in season.counted_games]
    return say("Best season, {what} in {games}", what=what, games=names)


def comparison_key(season: Season) -> tuple[object, ...]:
    """A key that is equal for comparable seasons.

    If the measure is the games' own points, seasons with different games are not comparable.
    """
    scheme = season.scheme
    games = season.counted_games if scheme.measure == schemes.POINTS.name else ()
    places = (scheme.table, scheme.shared) if scheme.measure == schemes.PLACES.name else ()
    count = 0 if scheme.which == "all" else scheme.count
    return scheme.measure, games, scheme.a_match, places, scheme.which, count, scheme.bonus
