"""Results of a league out of the database, with the season each belongs to and its stakes."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from scorekeeper.db.evenings import LONG_AGO, night_of
from scorekeeper.db.models import KeptResult, Match, Terms
from scorekeeper.league.seasons import BELONGING, TERMS, Season
from scorekeeper.league.state import Facts
from scorekeeper.match.outcome import State
from scorekeeper.rules import GAMES
from scorekeeper.stats.ledger import Played
from scorekeeper.stats.results import Result, unpacked
from scorekeeper.stats.stakes import NO_STAKES, Stakes

Order = tuple[int, int]  # ended_at and id: results are added up in this order
BEGINNING: Order = (LONG_AGO, 0)
RESULTS = select(
    Match.id,
    Match.game,
    Match.ended_at,
    Match.state,
    Match.result,
    Match.counted,
    Terms.stake,
    *BELONGING,
).outerjoin(Terms, TERMS)


class Changed(NamedTuple):
    """A match whose result or season became another; `played` is None if it does not count."""

    match: int
    played: Played | None


def changes_since(
    connection: Connection, seen: int, facts: Facts, league: int
) -> Iterator[Changed]:
    """Every match whose result or season became another after that change, up to `facts`."""
    ask = RESULTS.where(
        Match.league_id == league, Match.counted > seen, Match.counted <= facts.change
    )
    for row in connection.execute(ask.order_by(Match.counted)):
        yield Changed(row.id, played_of(row, facts) if row.result is not None else None)


def results_after(
    connection: Connection, order: Order, facts: Facts, league: int
) -> Iterator[Played]:
    """All results that come after `order`, as of `facts`."""
    ask = RESULTS.where(
        Match.league_id == league,
        Match.ended_at >= order[0],
        Match.result.is_not(None),
        Match.counted <= facts.change,
    ).order_by(Match.ended_at, Match.id)
    # Not as an option of the question: PostgreSQL would open a cursor, which needs a transaction.
    for row in connection.execute(ask).yield_per(1000):
        if (row.ended_at, row.id) > order:
            yield out_of_closed(facts, played_of(row, facts))


def how_many_after(connection: Connection, order: Order, league: int, at_most: int) -> int:
    """How many results come after `order`, about; counted no further than `at_most`."""
    some = (
        select(Match.id)
        .where(Match.league_id == league, Match.ended_at >= order[0], Match.result.is_not(None))
        .limit(at_most)
        .subquery()
    )
    return connection.execute(select(func.count()).select_from(some)).scalar_one()


def last_ended(connection: Connection, league: int) -> int:
    """When the latest result came to be; 0 before the first."""
    ask = select(func.max(Match.ended_at)).where(Match.league_id == league)
    return connection.execute(ask).scalar_one() or 0


def kept_by(connection: Connection, season: Season, facts: Facts, league: int) -> Iterator[Played]:
    """Results of a closed season as they were then, in order, with what they were played for."""
    ask = (
        select(
            KeptResult.match_id,
            KeptResult.game,
            KeptResult.ended_at,
            KeptResult.result,
            KeptResult.stake,
        )
        .where(KeptResult.league_id == league, KeptResult.season_id == season.id)
        .order_by(KeptResult.ended_at, KeptResult.match_id)
    )
    for row in connection.execute(ask):
        result = result_of(row.match_id, row.game, row.ended_at, row.result, facts)
        own = None if row.stake is None else Stakes.from_json(row.stake)
        yield Played(result, season.id, season.stakes if own is None else own)


def result_of(match: int, game: str, at: int, packed: Any, facts: Facts) -> Result:
    return Result(match, game, at, night_of(at), GAMES[game].low_wins, unpacked(packed, facts.now))


def played_of(row: Any, facts: Facts) -> Played:
    """A result with the season it belongs to and what it was played for."""
    result = result_of(row.id, row.game, row.ended_at, row.result, facts)
    season = facts.calendar.season_of(row, result.night)
    return Played(result, season, stakes_of(row, facts.season(season)))


def stakes_of(row: Any, season: Season | None) -> Stakes:
    """What a match is played for: as was agreed for it, else as its season says; old results were
    played for nothing.
    """
    if row.state == State.NOTED:
        return NO_STAKES
    if row.stake is not None:
        return Stakes.from_json(row.stake)
    return season.stakes if season else NO_STAKES


def is_closed(facts: Facts, played: Played) -> bool:
    season = facts.season(played.season)
    return season is not None and season.closed_at is not None


def out_of_closed(facts: Facts, played: Played) -> Played:
    """A closed season shows what it kept: results of today count for it no more."""
    return played._replace(season=None) if is_closed(facts, played) else played
