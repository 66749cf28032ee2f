"""The records of the league or of one season: holders, dates and matches.

The page shows every kind of record that a game declares (`RECORD_KINDS` of its `statistics.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import quote

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.people import Person
from scorekeeper.messages import Message, say, times_text
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
from scorekeeper.web.shared.page_cache import season_ranking
from scorekeeper.web.stats.player_pages import tally_value_text

MAX_CHIPS = 3
WINS_IN_A_ROW = (ACROSS_GAMES, "wins in a row")  # the key of this record
LEAGUE_RECORD_LABELS = {"wins in a row": say("Wins in a row"), "strength": say("Highest strength")}


class RecordRow(NamedTuple):
    """A record as shown on the page, with its key in `Records`.

    `people` are the record's holders, each once. `game` is the title of its game and variant, or
    None for a record across all games.
    """

    key: tuple[str, str]
    label: Message
    record: BestValue
    people: tuple[Person, ...]
    game: Message | None = None

    @property
    def placeholder(self) -> str:
        """The name of the placeholder for the personal best of the phone's player."""
        return quote(" ".join(self.key), safe="")

    @property
    def recent_people(self) -> tuple[Person, ...]:
        """The holders in `people` who reached the record last, at most MAX_CHIPS."""
        latest_first = dict.fromkeys(holder.player for holder in reversed(self.record.holders))
        recent = list(latest_first)[:MAX_CHIPS]
        return tuple(person for person in self.people if person.key in recent)

    @property
    def latest(self) -> RecordHolder:
        return self.record.holders[-1]

    @property
    def times(self) -> Message | None:
        """Return in how many matches the value was reached, or None if in one only."""
        count = self.record.times_reached
        return times_text(count) if count > 1 else None

    @property
    def set_by(self) -> RecordHolder | None:
        """The first holder, or None if the record was reached too often to store all holders."""
        holders = self.record.holders
        return holders[0] if len(holders) == self.record.holder_count else None

    @property
    def setters(self) -> list[str]:
        """The keys of the players who first reached the value, all in the same match."""
        first = self.record.holders[0].match
        return [holder.player for holder in self.record.holders if holder.match == first]


class SeasonHolder(NamedTuple):
    """A player, and the season in which they reached a best figure."""

    person: Person
    season: Season


class BestSeason(NamedTuple):
    """The best season of one kind: the figure, and each player who reached it, with the season.

    `placeholder` is the name of the placeholder for the personal best of the phone's player.
    """

    placeholder: str
    label: Message
    holders: tuple[SeasonHolder, ...]  # the earliest season first
    figure: str


@dataclass(frozen=True)
class RecordsPage:
    """The data of the page for one season or for all time.

    `games` are pairs of a game's name and its records. The name includes the variant unless it is
    the standard game.
    """

    matches: int
    since: str | None
    newest: RecordRow | None
    league: tuple[RecordRow, ...]
    seasons: tuple[BestSeason, ...]
    games: tuple[tuple[Message, tuple[RecordRow, ...]], ...]


def cached_records_page(snapshot: StatsSnapshot, season: Season | None) -> RecordsPage:
    return snapshot.cached(("records", season), lambda: build_records_page(snapshot, season))


def build_records_page(snapshot: StatsSnapshot, season: Season | None) -> RecordsPage:
    season_stats = snapshot.season_stats(season)
    best, people = season_stats.records.best, snapshot.league_state.people
    games = tuple(
        each for game in GAMES.values() for each in records_by_variant(best, game, people)
    )
    league = tuple(record_rows(best, ACROSS_GAMES, LEAGUE_RECORD_LABELS, people))
    # The highest strength is left out. Its holder could break it with almost every match.
    streaks = [row for row in league if row.key == WINS_IN_A_ROW]
    rows = [*(row for _, rows in games for row in rows), *streaks]
    return RecordsPage(
        season_stats.aggregate.matches,
        season_stats.aggregate.evenings[0] if season_stats.aggregate.evenings else None,
        newest_record(best, rows),
        league,
        () if season else tuple(best_seasons(snapshot, people)),
        games,
    )


def records_by_variant(
    best: Mapping[tuple[str, str], BestValue], game: Game, people: Mapping[str, Person]
) -> Iterator[tuple[Message, tuple[RecordRow, ...]]]:
    """Yield the title and records of each variant that was played, the standard game first."""
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
    """Return the game's name, and the options of the variant that change its points."""
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
            yield RecordRow(
                (slug, name), label, record, tuple(people[key] for key in holders), game
            )


def newest_record(
    best: Mapping[tuple[str, str], BestValue], rows: Iterable[RecordRow]
) -> RecordRow | None:
    """Return the record that was broken most recently, or None if no record was broken.

    `best` has the records in the order in which they were broken. If a match broke several records,
    the first of its `rows` is returned.
    """
    order = {key: number for number, key in enumerate(best)}
    broken = [row for row in rows if row.record.before is not None and row.set_by]
    newest = max(broken, key=lambda row: order[row.key], default=None)
    if newest is None:
        return None
    match = newest.record.holders[0].match
    return next(row for row in broken if row.record.holders[0].match == match)


# ---------------------------------------------------------------- seasons


def best_seasons(
    snapshot: StatsSnapshot, people: dict[str, Person], player: str | None = None
) -> Iterator[BestSeason]:
    """Yield the best season of each group of comparable seasons, and the one with the most wins.

    With `player`, only that player's seasons are compared.
    """
    ranked: dict[tuple[object, ...], list[tuple[StandingsRow, Season]]] = {}
    winners: list[tuple[StandingsRow, Season]] = []
    for season in reversed(snapshot.league_state.seasons):
        rows = season_ranking(snapshot, season)
        if player is not None:
            rows = [row for row in rows if row.player == player]
        winners += [(row, season) for row in rows if row.tally.wins]
        if any(row.place for row in rows):
            ranked.setdefault(comparison_key(season), []).extend(
                (row, season) for row in rows if row.place
            )
    titles = [scheme_text.scheme_title(rows[0][1].scheme) for rows in ranked.values()]
    kinds = list(dict.fromkeys(map(comparison_key, snapshot.league_state.seasons)))
    for comparison, rows_of_kind in ranked.items():
        best = highest(rows_of_kind, lambda row: row.value)
        row, season = best[0]
        label = best_season_label(
            season, alone=titles.count(scheme_text.scheme_title(season.scheme)) == 1
        )
        placeholder = f"season-{kinds.index(comparison)}"
        figure = tally_value_text(season.scheme, row.tally)
        yield BestSeason(placeholder, label, season_holders(best, people), figure)
    if winners:
        most = highest(winners, lambda row: row.tally.wins)
        wins = str(most[0][0].tally.wins)
        label = say("Most wins in a season")
        yield BestSeason("season-wins", label, season_holders(most, people), wins)


def highest(
    rows: Sequence[tuple[StandingsRow, Season]], value: Callable[[StandingsRow], Fraction | int]
) -> list[tuple[StandingsRow, Season]]:
    """Return the rows with the highest value. `rows` must not be empty."""
    most = max(value(row) for row, _ in rows)
    return [each for each in rows if value(each[0]) == most]


def season_holders(
    rows: Iterable[tuple[StandingsRow, Season]], people: Mapping[str, Person]
) -> tuple[SeasonHolder, ...]:
    return tuple(SeasonHolder(people[row.player], season) for row, season in rows)


def best_season_label(season: Season, *, alone: bool) -> Message:
    """Return the label for a best season.

    `alone` is false if seasons that are not comparable have the same title. The label then names
    the games if the measure is the games' own points.
    """
    title = scheme_text.scheme_title(season.scheme)
    if alone or season.scheme.measure != schemes.POINTS.name:
        return say("Best season, {what}", what=title)
    names = [game.name for slug, game in GAMES.items() if slug in season.counted_games]
    return say("Best season, {what} in {games}", what=title, games=names)


def comparison_key(season: Season) -> tuple[object, ...]:
    """Return a key that is equal for comparable seasons.

    If the measure is the games' own points, seasons with different games are not comparable.
    """
    scheme = season.scheme
    games = season.counted_games if scheme.measure == schemes.POINTS.name else ()
    by_place, counts_all = scheme.measure == schemes.PLACES.name, scheme.counted_matches == "all"
    places = (scheme.place_points, scheme.shared_places) if by_place else ()
    counted = scheme.counted_matches, 0 if counts_all else scheme.best_or_drop_count
    return scheme.measure, games, scheme.per_match, places, counted, scheme.bonus_hundredths
