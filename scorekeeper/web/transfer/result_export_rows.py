"""Columns and rows of the CSV files of results: all results, and every deal, streamed."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, select

from scorekeeper.db import log_rows
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers, Players, Terms
from scorekeeper.db.unreadable import sheet_from_rows
from scorekeeper.league.seasons import SEASON_COLUMNS, TERMS_JOIN
from scorekeeper.league.state import LeagueState, load_league_state
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules import game_name
from scorekeeper.runtime.csv_writer import escape_formulas
from scorekeeper.web.match.sheet_view import EMPTY_CELL, total_reached

BATCH_SIZE = 200  # rows
STATES_WITH_DEALS = (MatchState.RUNNING, MatchState.OVER, MatchState.CLOSED, MatchState.UNFINISHED)
RESULTS_QUERY = (
    select(
        Matches.id,
        Matches.game,
        Matches.ended_at,
        MatchPlayers.player_id,
        MatchPlayers.place,
        MatchPlayers.points,
        MatchPlayers.won,
        *SEASON_COLUMNS,
    )
    .join(
        MatchPlayers,
        (MatchPlayers.league_id == Matches.league_id) & (MatchPlayers.match_id == Matches.id),
    )
    .outerjoin(Terms, TERMS_JOIN)
    .where(Matches.league_id == bindparam("league"), Matches.ended_at.is_not(None))
    .order_by(Matches.id, MatchPlayers.seat)
)
DEALS_QUERY = (
    select(MatchEvents.match_id, *log_rows.ENTRY_COLUMNS)
    .join(
        Matches, (Matches.league_id == MatchEvents.league_id) & (Matches.id == MatchEvents.match_id)
    )
    .where(MatchEvents.league_id == bindparam("league"), Matches.state.in_(STATES_WITH_DEALS))
    .order_by(MatchEvents.match_id, MatchEvents.version)
)

RESULT_COLUMNS = (
    say("match"),
    say("evening"),
    say("game"),
    say("season"),
    say("player"),
    say("place"),
    say("points"),
    say("won"),  # 1 or 0
)
DEAL_COLUMNS = (say("match"), say("game"), say("deal"), say("side"), say("points"), say("total"))


def result_rows(connection: Connection, league: int) -> Iterator[list[object]]:
    """Yield a row for each player of each match that has ended.

    The last three columns are empty for an unfinished match.
    """
    league_state = load_league_state(connection, league)
    names = escaped_names_by_key(connection, league, league_state)
    seasons = {season.id: season.name for season in league_state.seasons}
    for row in stream_rows(connection, league, RESULTS_QUERY):
        evening = league_state.clock.evening(row.ended_at)
        season = seasons.get(league_state.calendar.effective_season_id(row, evening) or 0, "")
        won = None if row.won is None else int(row.won)
        yield [
            row.id,
            evening,
            game_name(row.game),
            escape_formulas(season),
            names[str(row.player_id)],
            row.place,
            row.points,
            won,
        ]


def deal_rows(connection: Connection, league: int) -> Iterator[list[object]]:
    """Yield a row for each side of each deal, including those of running matches.

    The points are empty if the side took no part. Matches that are deleted or unreadable are left
    out.
    """
    names = escaped_names_by_key(connection, league, load_league_state(connection, league))
    for match, rows in groupby(
        stream_rows(connection, league, DEALS_QUERY), lambda row: int(row.match_id)
    ):
        with suppress(UnreadableMatch):
            yield from deal_rows_of_match(match, sheet_from_rows(match, list(rows)), names)


def deal_rows_of_match(
    match: int, sheet: Scoresheet, names: Mapping[str, str]
) -> Iterator[list[object]]:
    sides = {
        side: " + ".join(names[seat] for seat in seats)
        for side, seats in sheet.game.sides(sheet.setup).items()
    }
    for number, played in enumerate(sheet.played_deals, start=1):
        cells = sheet.game.display.cells(played)
        for side in played.after.totals:
            total = total_reached(played, side, cells.get(side, EMPTY_CELL))
            yield [match, sheet.game.name, number, sides[side], played.points.get(side), total]


def stream_rows(connection: Connection, league: int, query: Executable) -> Iterator[Any]:
    yield from connection.execute(
        query, {"league": league}, execution_options={"yield_per": BATCH_SIZE}
    )


def escaped_names_by_key(
    connection: Connection, league: int, league_state: LeagueState
) -> dict[str, str]:
    """Return the current name for each player key, even after a merge.

    Formulas in names are escaped for spreadsheets.
    """
    query = select(Players.id, Players.name).where(Players.league_id == league)
    names = {str(row.id): escape_formulas(row.name) for row in connection.execute(query)}
    return {key: names[league_state.current_keys.get(key, key)] for key in names}
