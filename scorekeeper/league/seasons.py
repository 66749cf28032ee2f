"""The seasons of a league, and which of them a match belongs to.

A match belongs to an open season by its evening and its game, unless somebody said otherwise. Of
two seasons that would take it the one that began later does, and of those the younger. What a
season had when it was closed stays there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from scorekeeper.db.engines import db, reader
from scorekeeper.db.evenings import night_of
from scorekeeper.db.models import KeptResult, Match, Terms
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.db.models import Season as SeasonRow
from scorekeeper.rules import GAMES
from scorekeeper.stats.schemes import USUAL, Scheme
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from scorekeeper.web.current_league import here


@dataclass(frozen=True, slots=True)
class Season:
    """`starts` and `ends` are evenings, "2026-10-01", both included, or None: open. `games` are
    names in the log, None for all. `closed_at` is seconds since 1970, None while it is open.
    """

    id: int
    name: str
    starts: str | None = None
    ends: str | None = None
    games: tuple[str, ...] | None = None
    scheme: Scheme = USUAL
    stakes: Stakes = NO_STAKES
    closed_at: int | None = None

    @property
    def its_games(self) -> frozenset[str]:
        """Names in the log of the games that count."""
        return frozenset(GAMES if self.games is None else self.games)

    def takes(self, game: str, night: str) -> bool:
        """Whether a match of this game on this evening belongs here by itself."""
        last = self.last
        return (
            (self.games is None or game in self.games)
            and (self.starts is None or self.starts <= night)
            and (last is None or night <= last)
        )

    @property
    def last(self) -> str | None:
        """The last evening; of a closed season that of the closing, if it had not ended yet."""
        if self.closed_at is None:
            return self.ends
        closing = night_of(self.closed_at)
        return closing if self.ends is None else min(self.ends, closing)


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What was agreed for one match: if `chosen` its season (None: friendly), and its stakes."""

    chosen: bool = False
    season: int | None = None
    stake: Stakes | None = None


NO_TERMS = MatchTerms()


class NoSeason(Exception):
    """There is no such season in the league."""


class Calendar:
    """The seasons of a league, to be asked which of them a match belongs to."""

    def __init__(self, seasons: Iterable[Season]) -> None:
        self.seasons = sorted(seasons, key=began, reverse=True)
        self.by_id = {season.id: season for season in self.seasons}

    def season_for(self, game: str, night: str, kept_in: int | None = None) -> int | None:
        """The season that takes such a match by itself, if any does.

        `kept_in` is the one that kept it when it was closed. There it stays; if that was opened
        again, as long as its evenings and games take it.
        """
        kept = self.by_id.get(kept_in or 0)
        if kept is not None and (kept.closed_at is not None or kept.takes(game, night)):
            return kept.id
        for season in self.seasons:
            if season.closed_at is None and season.takes(game, night):
                return season.id
        return None

    def season_of(self, row: Any, night: str) -> int | None:
        """The season of a match by a row with its game and `BELONGING`."""
        kept = self.by_id.get(row.kept_in or 0)
        if row.chosen and (kept is None or kept.closed_at is None):
            season: int | None = row.season_id
            return season
        return self.season_for(row.game, night, row.kept_in)


def began(season: Season) -> tuple[str, int]:
    """The later and, of two that began together, the younger one has the greater."""
    return season.starts or "", season.id


# What Calendar.season_of needs of a match besides its game, with the join that goes with it.
TERMS = (Terms.league_id == Match.league_id) & (Terms.match_id == Match.id)
KEPT_IN = (
    select(func.min(KeptResult.season_id))
    .where(KeptResult.league_id == Match.league_id, KeptResult.match_id == Match.id)
    .correlate(Match)
    .scalar_subquery()
    .label("kept_in")
)
BELONGING = (Terms.chosen, Terms.season_id, KEPT_IN)


# ---------------------------------------------------------------- reading


def seasons() -> list[Season]:
    """All seasons, the one that began last first."""
    league = here()
    with reader(db.engine).connect() as connection:
        return all_seasons(connection, league)


def all_seasons(connection: Connection, league: int) -> list[Season]:
    ask = select(SeasonRow.__table__).where(SeasonRow.league_id == league)
    found = [
        Season(
            row.id,
            row.name,
            row.starts,
            row.ends,
            None if row.games is None else tuple(row.games),
            scheme_from(row.scheme),
            Stakes.from_json(row.stakes),
            row.closed_at,
        )
        for row in connection.execute(ask)
    ]
    return sorted(found, key=began, reverse=True)


def scheme_from(body: Mapping[str, Any]) -> Scheme:
    """A scheme from its JSON; what an older version did not know is as usual."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in body.items()
    }
    return Scheme(**values)


def current() -> int | None:
    """The season that is shown first, if any."""
    league = here()
    ask = select(LeagueRow.current_season).where(LeagueRow.id == league)
    with reader(db.engine).connect() as connection:
        return connection.scalar(ask)


def agreed(match: int) -> MatchTerms:
    """What was agreed for one match alone."""
    league = here()
    ask = select(Terms.chosen, Terms.season_id, Terms.stake).where(
        Terms.league_id == league, Terms.match_id == match
    )
    with reader(db.engine).connect() as connection:
        row = connection.execute(ask).first()
    return NO_TERMS if row is None else terms_from(row.chosen, row.season_id, row.stake)


def if_it_ended(match: int, night: str, calendar: Calendar) -> int | None:
    """The season of a running match, if it ended on this evening."""
    league = here()
    ask = (
        select(Match.game, *BELONGING)
        .outerjoin(Terms, TERMS)
        .where(Match.league_id == league, Match.id == match)
    )
    with reader(db.engine).connect() as connection:
        row = connection.execute(ask).first()
    return None if row is None else calendar.season_of(row, night)


@dataclass(frozen=True, slots=True)
class Counting:
    """What a match counts for. `by_itself` is the season that evening and game put it in, `season`
    the one it belongs to, `fixed` whether that is closed and keeps it; `kept_by` are closed
    seasons that keep another result than it has today.
    """

    game: str
    night: str
    has_result: bool
    terms: MatchTerms
    by_itself: Season | None
    season: Season | None
    fixed: bool
    kept_by: tuple[Season, ...]
    seasons: tuple[Season, ...]


def counting(match: int) -> Counting | None:
    """What a match counts for, or None if there is no such match."""
    league = here()
    ask = (
        select(Match.game, Match.changed_at, Match.ended_at, Match.result, Terms.stake, *BELONGING)
        .outerjoin(Terms, TERMS)
        .where(Match.league_id == league, Match.id == match)
    )
    with reader(db.engine).connect() as connection:
        row = connection.execute(ask).first()
        if row is None:
            return None
        calendar = Calendar(all_seasons(connection, league))
        kept = corrected(connection, {match: row.result}, calendar.seasons, league)
    known, night = calendar.by_id, night_of(row.ended_at or row.changed_at)
    itself = known.get(calendar.season_for(row.game, night, row.kept_in) or 0)
    keeper = known.get(row.kept_in or 0)
    return Counting(
        row.game,
        night,
        row.result is not None,
        NO_TERMS if row.chosen is None else terms_from(row.chosen, row.season_id, row.stake),
        by_itself=itself,
        season=known.get(calendar.season_of(row, night) or 0),
        fixed=keeper is not None and keeper.closed_at is not None,
        kept_by=tuple(known[each] for each in kept.get(match, ())),
        seasons=tuple(calendar.seasons),
    )


SHOWN = 8  # first values of a packed seat: who, side, place and points; not what is counted


def corrected(
    connection: Connection, results: Mapping[int, Any], known: Iterable[Season], league: int
) -> dict[int, tuple[int, ...]]:
    """By match: the closed seasons that keep another result than it has today."""
    closed = [season.id for season in known if season.closed_at is not None]
    if not closed or not results:
        return {}
    ask = select(KeptResult.season_id, KeptResult.match_id, KeptResult.result).where(
        KeptResult.league_id == league,
        KeptResult.season_id.in_(closed),
        KeptResult.match_id.in_(results),
    )
    found: dict[int, tuple[int, ...]] = {}
    for row in connection.execute(ask.order_by(KeptResult.season_id)):
        if shown(row.result) != shown(results[row.match_id]):
            found[row.match_id] = (*found.get(row.match_id, ()), row.season_id)
    return found


def shown(result: Any) -> list[Any]:
    """What tables show of a packed result."""
    return [seat[:SHOWN] for seat in result or ()]


def terms_from(chosen: bool, season: int | None, stake: Mapping[str, Any] | None) -> MatchTerms:
    return MatchTerms(chosen, season, None if stake is None else Stakes.from_json(stake))
