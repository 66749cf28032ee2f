"""The public page of a season: standings, champions, the last evening, records and the chart."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.access.public_links import PublicLink
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.errors import NotFound
from scorekeeper.league.seasons import SEASON_NOT_FOUND, Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, say
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.scheme_text import column_heading, scheme_sentences, scheme_title
from scorekeeper.web.dates import now
from scorekeeper.web.i18n import isolate_bidi, names_with_and, translate_sentence
from scorekeeper.web.public.season_image import MAX_ROWS, PictureRow, SeasonPicture
from scorekeeper.web.seasons import season_table
from scorekeeper.web.seasons.folded_rows import FOLDED_HEIGHT, fold_rows
from scorekeeper.web.seasons.lead_chart import lead_chart
from scorekeeper.web.seasons.podium import build_podium, marked_place
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine
from scorekeeper.web.seasons.table_order import (
    SEASON_ORDERS,
    TableOrder,
    requested_order,
    sort_lines,
)
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.stats.evening_view import EveningMatchView, build_evening_view
from scorekeeper.web.stats.pictures.share_image import to_chip
from scorekeeper.web.stats.records_view import RecordRow, cached_records_page
from scorekeeper.web.unfolding import is_unfolded

MAX_RECORDS_OF_GAME = 3  # records of each game on the page
MAX_UNFOLDED = 2  # if more games have records, the records of all games are collapsed
MAX_CHAMPIONS = 12  # closed seasons on the page, latest first
MAX_EMBED_ROWS = 10  # rows of the table in a frame


class ShownRows(NamedTuple):
    """A page of the table: the order of the rows, and the number of the first one.

    `is_unfolded` means that phones show all rows of the page.
    """

    order: TableOrder
    first: int
    is_unfolded: bool = False


FIRST_ROWS = ShownRows(TableOrder.PLACE, 1)


class ChampionRow(NamedTuple):
    """A closed season and the players in first place."""

    season: Season
    champions: tuple[TableLine, ...]


class LastEvening(NamedTuple):
    """The latest evening of the season, and its matches that count towards the season."""

    date: str
    matches: tuple[EveningMatchView, ...]


def season_of(link: PublicLink) -> Season | None:
    """Return the season that the link shows, or None if it shows all time.

    A link to the current season shows all time if there is no current season. Raises NotFound if
    the season of any other link does not exist.
    """
    league_state = snapshot_for_page().league_state
    if link.kind is PublicLinkKind.CURRENT_SEASON:
        return league_state.current_season(now())
    season = league_state.season(link.season_id)
    if season is None:
        raise NotFound(SEASON_NOT_FOUND)
    return season


def requested_rows(season: Season | None, query: Mapping[str, str]) -> ShownRows:
    """Return the rows that `?sort=`, `?from=` and `?rows=` request, as a page of the table.

    Invalid values also select a page in one of the table's orders. Otherwise, any number of pages
    could be cached.
    """
    table = season_table.build_season_table(snapshot_for_page(), season)
    order = requested_order(query, SEASON_ORDERS)
    row = min(parse_small_int(query.get("from", "")) or 1, max(len(table.lines), 1))
    return ShownRows(order, row - (row - 1) % table.page_size, is_unfolded(query))


def season_context(link: PublicLink, rows: ShownRows) -> dict[str, Any]:
    """Return the template variables of the page with these rows of the table."""
    snapshot, season = snapshot_for_page(), season_of(link)
    table = season_table.build_season_table(snapshot, season)
    scheme, size = table.scheme, table.page_size
    people = snapshot.league_state.people
    first = rows.first
    lines = sort_lines(table.lines, rows.order, people)[first - 1 : first - 1 + size]
    records = list(season_records(snapshot, season))
    return {
        "snapshot": snapshot,
        "league_state": snapshot.league_state,
        "people": people,
        "season": season,
        "table": table,
        "folded_rows": fold_rows(lines, unfolded=rows.is_unfolded, max_height=FOLDED_HEIGHT),
        "first_row": first,
        "order": rows.order,
        "page_size": size,
        "prints_all": False,
        "embed_rows": MAX_EMBED_ROWS,
        "scheme_title": scheme_title(scheme),
        "column_heading": column_heading(scheme),
        "scoring_sentences": scheme_sentences(scheme),
        "podium": build_podium(table, people),
        "chart": lead_chart(snapshot, season, table),
        "last_evening": last_evening(snapshot, season, table),
        "records": records,
        "unfolded_game_count": len(records) if len(records) <= MAX_UNFOLDED else 0,
        "champions": list(islice(earlier_champions(snapshot, link, season), MAX_CHAMPIONS)),
    }


def last_evening(
    snapshot: StatsSnapshot, season: Season | None, table: SeasonTable
) -> LastEvening | None:
    if not table.aggregate.evenings:
        return None
    date = table.aggregate.evenings[-1]
    evening = build_evening_view(snapshot, date)
    matches = evening.matches if evening else ()
    counted = (each for each in matches if each.seats and season in (None, each.season))
    return LastEvening(date, tuple(counted))


def season_records(
    snapshot: StatsSnapshot, season: Season | None
) -> Iterator[tuple[Message, tuple[RecordRow, ...]]]:
    """Yield the first records of each game that was played, with the game's name."""
    for game, rows in cached_records_page(snapshot, season).games:
        yield game, rows[:MAX_RECORDS_OF_GAME]


def earlier_champions(
    snapshot: StatsSnapshot, link: PublicLink, shown: Season | None
) -> Iterator[ChampionRow]:
    """Yield the champions of closed seasons, latest first.

    A link to one particular season shows only that season, so it has no earlier champions.
    """
    if link.kind is not PublicLinkKind.CURRENT_SEASON:
        return
    closed = [each for each in snapshot.league_state.seasons if each.closed_at and each != shown]
    for season in sorted(closed, key=lambda each: each.closed_at or 0, reverse=True):
        table = season_table.build_season_table(snapshot, season)
        if table.leaders:
            yield ChampionRow(season, table.leaders)


# ---------------------------------------------------------------- previews


def season_title(season: Season | None) -> Message:
    return say("{season}", season=season.name) if season else say("All time")


def season_description(snapshot: StatsSnapshot, table: SeasonTable) -> str:
    """Return the first places as one line of text, for previews of the link."""
    names = {key: isolate_bidi(person.name) for key, person in snapshot.league_state.people.items()}
    leader_lines = [
        say(
            "{n}. {count} players {figure}", n=step.place, count=len(step.lines), figure=step.figure
        )
        if step.is_crowded
        else say(
            "{n}. {who} {figure}",
            n=step.place,
            who=names_with_and(step.players),
            figure=step.figure,
        )
        for step in build_podium(table, snapshot.league_state.people).steps
    ]
    if not leader_lines:
        return translate_sentence(say("No standings yet"), names)
    return translate_sentence(say("{table}", table=leader_lines), names)


def season_picture(link: PublicLink) -> SeasonPicture:
    """Return the preview picture's content."""
    snapshot, season = snapshot_for_page(), season_of(link)
    table = season_table.build_season_table(snapshot, season)
    people = snapshot.league_state.people
    scheme = table.scheme

    def text(sentence: Message) -> str:
        return translate_sentence(sentence, {})

    lines = table.ranked_lines[:MAX_ROWS]
    return SeasonPicture(
        snapshot.league_state.name,
        text(season_title(season)),
        text(card_line(table, text(scheme_title(scheme)))),
        tuple(
            PictureRow(marked_place(line.row), to_chip(people[line.row.player]), line.figure)
            for line in lines
        ),
        text(say("No standings yet")) if not lines else "",
    )


def card_line(table: SeasonTable, title: str) -> Message:
    """Return the line below the title, which names the figures and the number of evenings."""
    evenings = len(table.aggregate.evenings)
    if not evenings:
        return say("{title}", title=title)
    if evenings == 1:
        return say("{title}, after one evening", title=title)
    return say("{title}, after {n} evenings", title=title, n=evenings)
