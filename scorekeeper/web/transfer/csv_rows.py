"""Rows for spreadsheets: all results, and every deal of every match, one match at a time."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, select

from scorekeeper.db import match_rows
from scorekeeper.db.evenings import night_of
from scorekeeper.db.models import Match, MatchEvent, MatchPlayer, Player, Terms
from scorekeeper.db.unreadable import folded
from scorekeeper.league.seasons import BELONGING, TERMS
from scorekeeper.league.state import Facts, facts_of
from scorekeeper.match.log import Unreadable
from scorekeeper.match.outcome import State
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules import GAMES
from scorekeeper.runtime.csv_writer import plain
from scorekeeper.web.match.sheets import NOTHING, reached

AT_ONCE = 200  # rows
WITH_DEALS = (State.RUNNING, State.OVER, State.CLOSED, State.UNFINISHED)
RESULTS = (
    select(
        Match.id,
        Match.game,
        Match.ended_at,
        MatchPlayer.player_id,
        MatchPlayer.place,
        MatchPlayer.points,
        MatchPlayer.won,
        *BELONGING,
    )
    .join(
        MatchPlayer, (MatchPlayer.league_id == Match.league_id) & (MatchPlayer.match_id == Match.id)
    )
    .outerjoin(Terms, TERMS)
    .where(Match.league_id == bindparam("league"), Match.ended_at.is_not(None))
    .order_by(Match.id, MatchPlayer.seat)
)
DEALS = (
    select(MatchEvent.match_id, *match_rows.ENTRY)
    .join(Match, (Match.league_id == MatchEvent.league_id) & (Match.id == MatchEvent.match_id))
    .where(MatchEvent.league_id == bindparam("league"), Match.state.in_(WITH_DEALS))
    .order_by(MatchEvent.match_id, MatchEvent.version)
)


def results(connection: Connection, league: int) -> Iterator[list[object]]:
    """For each player of each match that has ended: match, evening, game, season, player, place,
    points, won. Of unfinished ones the last three are empty.
    """
    facts = facts_of(connection, league)
    names = names_of(connection, league, facts)
    seasons = {season.id: season.name for season in facts.seasons}
    for row in asked(connection, league, RESULTS):
        night = night_of(row.ended_at)
        season = seasons.get(facts.calendar.season_of(row, night) or 0, "")
        won = None if row.won is None else int(row.won)
        yield [
            row.id,
            night,
            GAMES[row.game].name,
            plain(season),
            names[str(row.player_id)],
            row.place,
            row.points,
            won,
        ]


def deals(connection: Connection, league: int) -> Iterator[list[object]]:
    """For each side of each deal: match, game, deal, side, points (empty: it took no part), total.

    Matches that run are in it, those that were thrown away or cannot be read are not.
    """
    names = names_of(connection, league, facts_of(connection, league))
    for match, rows in groupby(asked(connection, league, DEALS), lambda row: int(row.match_id)):
        with suppress(Unreadable):
            yield from deals_of(match, folded(match, list(rows)), names)


def deals_of(match: int, sheet: Scoresheet, names: Mapping[str, str]) -> Iterator[list[object]]:
    sides = {
        side: " + ".join(names[seat] for seat in seats)
        for side, seats in sheet.game.sides(sheet.setup).items()
    }
    for number, played in enumerate(sheet.rounds, start=1):
        cells = sheet.game.cells(played)
        for side in played.after.totals:
            total = reached(played, side, cells.get(side, NOTHING))
            yield [match, sheet.game.name, number, sides[side], played.points.get(side), total]


def asked(connection: Connection, league: int, ask: Executable) -> Iterator[Any]:
    yield from connection.execute(ask, {"league": league}, execution_options={"yield_per": AT_ONCE})


def names_of(connection: Connection, league: int, facts: Facts) -> dict[str, str]:
    """What everybody is called today, by all keys he ever had."""
    ask = select(Player.id, Player.name).where(Player.league_id == league)
    names = {str(row.id): plain(row.name) for row in connection.execute(ask)}
    return {key: names[facts.now.get(key, key)] for key in names}
