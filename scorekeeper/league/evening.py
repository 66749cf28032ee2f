"""One evening: its matches, what it changed in the seasons, who pays whom for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.db.engines import db, reader
from scorekeeper.db.evenings import LONG_AGO, night_of, span
from scorekeeper.db.models import Match, Terms
from scorekeeper.league.match_lists import seats_of
from scorekeeper.league.ratings import rate
from scorekeeper.league.result_queries import RESULTS, kept_by, played_of
from scorekeeper.league.seasons import Season, corrected
from scorekeeper.league.state import Facts
from scorekeeper.league.stats_cache import BY_NET, Books
from scorekeeper.match.outcome import State
from scorekeeper.stats.aggregate import Keep, Scope
from scorekeeper.stats.ledger import Played
from scorekeeper.stats.ranking import Row, ranked
from scorekeeper.stats.schemes import Scheme, for_one_match, worth
from scorekeeper.stats.settlement import Payment, is_fewest, payments
from scorekeeper.stats.stakes import TABLE, UNITS, paid
from scorekeeper.stats.tally import Tally
from scorekeeper.web.current_league import here

MOST = 100  # matches of one evening that are shown; all of them are counted


@dataclass(frozen=True)
class Sitting:
    """A match of the evening. `players` are who they are today, in seat order; `played` is what
    it came to, if it counts; `corrected` are closed seasons that keep another result.
    """

    id: int
    game: str
    state: State
    started_at: int
    ended_at: int
    deals: int
    players: tuple[str, ...]
    played: Played | None
    corrected: tuple[int, ...]


@dataclass(frozen=True)
class Whole:
    """All of an evening. `sittings` are its first matches, `more` come after them; `played` is what
    counts of all, `players` are all who were here; `hours` from when to when, None where nobody
    noted it.
    """

    sittings: tuple[Sitting, ...]
    more: int
    played: tuple[Played, ...]
    players: tuple[str, ...]
    hours: tuple[int, int] | None


class Change(NamedTuple):
    """A row of a season's table before and after; `moved` places up, None if not ranked then.
    `touched` says that he played, or has another place now.
    """

    before: Row | None
    after: Row
    moved: int | None
    touched: bool


class Open(NamedTuple):
    """Who pays whom in one unit; `left` stays on the table."""

    unit: str
    payments: list[Payment]
    is_fewest: bool
    left: int


def whole(facts: Facts, night: str) -> Whole:
    """What ended that evening, in order."""
    league = here()
    first, end = span(night)
    ask = (
        RESULTS.add_columns(Match.started_at, Match.summary)
        .where(Match.league_id == league, Match.ended_at >= first, Match.ended_at < end)
        .order_by(Match.ended_at, Match.id)
    )
    with reader(db.engine).connect() as connection:
        rows = connection.execute(ask).all()
        played = {row.id: played_of(row, facts) for row in rows if row.result is not None}
        unknown = [row.id for row in rows[MOST:] if row.id not in played]
        seats = seats_of(connection, [*(row.id for row in rows[:MOST]), *unknown], league)
        shown = {row.id: row.result for row in rows[:MOST]}
        fixed = corrected(connection, shown, facts.seasons, league)
    players = {row.id: played[row.id].result.players for row in rows if row.id in played}
    players |= {match: tuple(now(facts, seat["id"]) for seat in seats[match]) for match in seats}
    return Whole(
        tuple(
            Sitting(
                row.id,
                row.game,
                State(row.state),
                row.started_at,
                row.ended_at,
                row.summary.get("deals", 0),
                players[row.id],
                played.get(row.id),
                fixed.get(row.id, ()),
            )
            for row in rows[:MOST]
        ),
        len(rows[MOST:]),
        tuple(played.values()),
        tuple(dict.fromkeys(key for row in rows for key in players[row.id])),
        hours_of(rows),
    )


def hours_of(rows: Iterable[Any]) -> tuple[int, int] | None:
    """From when to when was played; of old results only the day is known."""
    known = [row for row in rows if row.state != State.NOTED]
    if not known:
        return None
    return min(row.started_at for row in known), max(row.ended_at for row in known)


def now(facts: Facts, player: int) -> str:
    return facts.now.get(str(player), str(player))


def neighbours(night: str) -> tuple[str | None, str | None]:
    """The evenings before and after on which a match ended."""
    league = here()
    first, end = span(night)
    ask = (
        select(Match.ended_at).where(Match.league_id == league, Match.ended_at > LONG_AGO).limit(1)
    )
    with reader(db.engine).connect() as connection:
        before = connection.scalar(
            ask.where(Match.ended_at < first).order_by(Match.ended_at.desc())
        )
        after = connection.scalar(ask.where(Match.ended_at >= end).order_by(Match.ended_at))
    return (
        None if before is None else night_of(before),
        None if after is None else night_of(after),
    )


# ---------------------------------------------------------------- what it changed


def changes(books: Books, season: Season, night: str) -> list[Change]:
    """The table of the season after that evening, each row with what it was before."""
    league = here()
    key = ("evening", season.id, night)
    if key in books.kept or is_last(books, season, night):
        return books.once(key, lambda: compared(books, season, books.book(season).scope))
    # The books are not needed for an older one: others may look into them meanwhile.
    scope = added_up(books.facts, season, night, league)
    found = compared(books, season, scope) if ended_with(scope, night) else []
    return books.once(key, lambda: found)


def is_last(books: Books, season: Season, night: str) -> bool:
    return ended_with(books.book(season).scope, night)


def ended_with(scope: Scope, night: str) -> bool:
    return bool(scope.nights) and scope.nights[-1] == night


def compared(books: Books, season: Season, scope: Scope) -> list[Change]:
    """The table of the scope, and what it was before its last evening."""
    before, after, hidden = scope.yesterday, scope.sums, books.facts.hidden
    there = {player for result, _ in scope.tonight for player in result.players}
    was = {
        row.player: row for row in ranked(season.scheme, before.tallies, before.meetings, hidden)
    }
    found = []
    for row in ranked(season.scheme, after.tallies, after.meetings, hidden):
        places = moved(was.get(row.player), row)
        touched = bool(places) or row.player in there
        found.append(Change(was.get(row.player), row, places, touched))
    return found


def moved(before: Row | None, after: Row) -> int | None:
    if before is None or before.place is None or after.place is None:
        return None
    return before.place - after.place


def added_up(facts: Facts, season: Season, night: str, league: int) -> Scope:
    """A season as it stood after that evening."""
    scope = Scope(Keep(rate if season.scheme.rates else None))
    with reader(db.engine).connect() as connection:
        for played in results_until(connection, facts, season, night, league):
            scope.add(played.result)
    return scope


def results_until(
    connection: Connection, facts: Facts, season: Season, night: str, league: int
) -> Iterator[Played]:
    """What counts in a season until the end of that evening, in order."""
    end = span(night)[1]
    if season.closed_at is not None:
        for played in kept_by(connection, season, facts, league):
            if played.result.at < end:
                yield played
        return
    first = span(season.starts)[0] if season.starts else LONG_AGO
    counting = RESULTS.where(Match.league_id == league, Match.result.is_not(None))
    counting = counting.order_by(Match.ended_at, Match.id)
    moved_in = counting.where(
        Terms.season_id == season.id, Match.ended_at < min(first, end), Match.ended_at > LONG_AGO
    )
    by_date = counting.where(Match.ended_at >= first, Match.ended_at < end)
    for ask in (moved_in, by_date):
        for row in connection.execute(ask).yield_per(1000):
            played = played_of(row, facts)
            if played.season == season.id:
                yield played


def worth_alone(scheme: Scheme, played: Played) -> dict[str, Fraction]:
    """What one match is worth to each player by itself; nothing where strength is rated."""
    if scheme.rates:
        return {}
    found = {}
    for seat in played.result.seats:
        tally = Tally()
        tally.add(played.result, seat)
        found[seat.player] = worth(for_one_match(scheme), tally)
    return found


# ---------------------------------------------------------------- who pays whom


def open_after(matches: Iterable[Played]) -> list[Open]:
    """What is to be paid for these matches alone, by unit."""
    found = []
    for unit in UNITS:
        net: dict[str, int] = {}
        for played in matches:
            result, stakes = played.result, played.stakes
            amount = stakes.amounts.get(result.game, 0) if stakes.unit == unit else 0
            if amount:
                by_net = result.game in BY_NET
                for player, change in paid(result.seats, amount, by_net=by_net).items():
                    net[player] = net.get(player, 0) + change
        left = net.pop(TABLE, 0)
        if net:
            found.append(Open(unit, payments(net), is_fewest(net), left))
    return found
