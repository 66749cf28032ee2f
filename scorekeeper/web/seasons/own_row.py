"""The row of the phone's player in a long table, for pages that do not show that row.

The pages are cached for all phones, so these rows are added to the cached page.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from urllib.parse import urlencode

from flask import render_template, request

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.people import Person
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import now
from scorekeeper.web.seasons import game_tables, season_table
from scorekeeper.web.seasons.folded_rows import fold_rows
from scorekeeper.web.seasons.game_tables import requested_page_size
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine
from scorekeeper.web.seasons.season_urls import find_season, season_url
from scorekeeper.web.seasons.table_order import SEASON_ORDERS, requested_order, sort_lines
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.table_pages import first_row_of_page, requested_first_row
from scorekeeper.web.unfolding import UNFOLDED, is_unfolded

NO_QUERY: Mapping[str, str] = MappingProxyType({})


def in_current_season(me: str) -> Mapping[str, str]:
    """Return the player's row in the table for the current season, as {"season": row}.

    If there is no current season, the row is from the all-time table.
    """
    league_state = snapshot_for_page().league_state
    return in_table(me, league_state.current_season(now()))


def in_season(me: str, season_key: str) -> Mapping[str, str]:
    """Return the player's row in the table for this season, as {"season": row}.

    The mapping is empty if all screens show the row, or if the player has no row.
    """
    return in_table(me, find_season(season_key))


def in_table(me: str, season: Season | None) -> Mapping[str, str]:
    snapshot = snapshot_for_page()
    table = season_table.build_season_table(snapshot, season)
    first, order = requested_first_row(request.args), requested_order(request.args, SEASON_ORDERS)
    lines = sort_lines(table.lines, order, snapshot.league_state.people)
    number = next((n for n, line in enumerate(lines, start=1) if line.row.player == me), None)
    if number is None:
        return {}
    rows, screens = requested_page_size(table, request.args), ""
    if first <= number < first + rows:
        shown = lines[first - 1 : first - 1 + rows]
        screens = fold_rows(shown, unfolded=is_unfolded(request.args)).screens_without(me)
        if not screens:
            return {}
    address = address_in_season(season, table, lines, number, order.query)
    return {"season": render_line(snapshot, table, lines[number - 1], address, screens)}


def top_lines(table: SeasonTable) -> Sequence[TableLine]:
    """Return the lines on the home page: the first three ranked, or any if nobody is ranked.

    Up to two more players who share the third place follow.
    """
    lines = table.ranked_lines or table.lines
    place = lines[2].row.place if len(lines) > 2 else None
    level = [line for line in lines[3:5] if place is not None and line.row.place == place]
    return [*lines[:3], *level]


def below_leaders(me: str) -> Mapping[str, str]:
    """Return the player's row in the current season, as {"season": row}, for the home page.

    The mapping is empty if the player is one of the first three there or has no row, or if there is
    no current season.
    """
    snapshot = snapshot_for_page()
    season = snapshot.league_state.current_season(now())
    if season is None:
        return {}
    table = season_table.build_season_table(snapshot, season)
    number = row_number(snapshot, ("season", season.id), table, me)
    if number is None or me in {line.row.player for line in top_lines(table)}:
        return {}
    address = address_in_season(season, table, table.lines, number)
    return {"season": render_line(snapshot, table, table.lines[number - 1], address)}


def address_in_season(
    season: Season | None,
    table: SeasonTable,
    lines: Sequence[TableLine],
    number: int,
    order: Mapping[str, str] = NO_QUERY,
) -> str:
    """Return the address of row `number` on its page of the season's table.

    `lines` are the rows of the whole table in the order of the page, and `order` is its query.
    """
    me, start = lines[number - 1].row.player, first_row_of_page(number, table.page_size)
    its_page = fold_rows(lines[start - 1 : start - 1 + table.page_size], unfolded=False)
    query = urlencode(
        {
            **order,
            **({"from": start} if table.is_paged else {}),
            **(UNFOLDED if its_page.screens_without(me) else {}),
        }
    )
    page = season_url("seasons.show", season)
    return f"{page}?{query}#standing-{me}" if query else f"{page}#standing-{me}"


def rows_by_game(me: str, season_key: str) -> Mapping[str, str]:
    """Return the player's rows that the tables by game do not show, by game slug."""
    snapshot, season = snapshot_for_page(), find_season(season_key)
    tables = game_tables.tables_by_game(snapshot, season)
    one_table = game_tables.table_of_game(tables, request.args)
    first, rows = 1, game_tables.rows_per_game(tables)
    if one_table:
        tables, first = [one_table], requested_first_row(request.args)
        rows = requested_page_size(one_table[1], request.args)
    own_rows = {}
    for slug, table in tables:
        number = row_number(snapshot, (slug, season.id if season else None), table, me)
        if number is not None and not first <= number < first + rows:
            address = address_in_game(season, slug, table, number)
            line = table.lines[number - 1]
            own_rows[slug] = render_line(snapshot, table, line, f"{address}#standing-{slug}-{me}")
    return own_rows


def address_in_game(season: Season | None, slug: str, table: SeasonTable, number: int) -> str:
    """Return the address of the page that shows row `number` of a game's table."""
    page = season_url("seasons.by_game", season)
    if table.is_paged:
        return f"{page}?game={slug}&from={first_row_of_page(number, table.page_size)}"
    return f"{page}?open={slug}"


def row_number(
    snapshot: StatsSnapshot, key: tuple[str, int | None], table: SeasonTable, me: str
) -> int | None:
    """Return the number of the player's row, counted from 1, or None if they have no row.

    `key` identifies the table in the snapshot's cache.
    """

    def make() -> dict[str, int]:
        return {line.row.player: number for number, line in enumerate(table.lines, start=1)}

    return snapshot.cached(("row numbers", *key), make).get(me)


def render_line(
    snapshot: StatsSnapshot,
    table: SeasonTable,
    line: TableLine,
    row_url: str,
    screen_class: str = "",
) -> str:
    person, place = (
        snapshot.league_state.people[line.row.player],
        place_text(line.row.place, len(table.ranked_lines), is_shared=line.row.is_shared),
    )
    return render_row(person, place, line.figure, row_url, screen_class)


def render_row(
    person: Person, place: Message, figure: str, row_url: str, screen_class: str = ""
) -> str:
    """Return the row as HTML: a link to `row_url` with the player's place and figure.

    `screen_class` is the class that limits the row to some screens, or "".
    """
    return render_template(
        "seasons/_own_row.html",
        person=person,
        place_text=place,
        figure=figure,
        row_url=row_url,
        screen_class=screen_class,
    )


def place_text(place: int | None, ranked: int, *, is_shared: bool) -> Message:
    """Return the place among the ranked players, such as "57th of 310" or "5th of 9, shared"."""
    if place is None:
        return say("Not ranked yet")
    if is_shared:
        return say("{place} of {n}, shared", place=ordinal(place), n=ranked)
    return say("{place} of {n}", place=ordinal(place), n=ranked)


def ordinal(n: int) -> Message:
    ending = 0 if n % 100 in (11, 12, 13) else n % 10
    sentences = {1: say("{n}st", n=n), 2: say("{n}nd", n=n), 3: say("{n}rd", n=n)}
    return sentences.get(ending, say("{n}th", n=n))
