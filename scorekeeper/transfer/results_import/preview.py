"""A file of old results held against the league: who is known, and what is here already."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorekeeper.db.engines import db, reader
from scorekeeper.db.evenings import moment_of, night_of
from scorekeeper.db.models import Match, Player
from scorekeeper.league.state import merged
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.transfer.results_csv import (
    BadLine,
    Choices,
    Known,
    LookedThrough,
    OldFile,
    OldMatch,
    OldSeat,
    look_through,
    read_file,
)
from scorekeeper.web.current_league import here

# What people call these games in their spreadsheets, besides their names here.
ALSO_CALLED = {
    "jabberwocky": ("Oh Hell", "Oh Pshaw", "Pocha", "La pocha", "Podrida"),
    "gin": ("Gin Rummy", "Gin rami"),
    "jaguar": ("Briscola chiamata", "Briscola a cinque"),
    "loba": ("Loba de menos",),
}
AROUND = 18 * 60 * 60  # seconds before and after eight in the evening, and more than an evening
CLOSE = 4 * 24 * 60 * 60  # seconds between evenings that are asked for together
AT_NIGHT = (
    select(Match.game, Match.ended_at, Match.result)
    .where(
        Match.league_id == bindparam("league"),
        Match.ended_at >= bindparam("first"),
        Match.ended_at <= bindparam("last"),
        Match.result.is_not(None),
    )
    .order_by(Match.ended_at)
)
Together = tuple[str, str, frozenset[str]]  # evening, game, people
Ends = dict[str, tuple[int, int | None]]  # place and points of each


@dataclass(frozen=True)
class Looked:
    """A file as understood here. `matches` would be written, `bad` lines are left out; of these
    `already` are matches that are here.
    """

    file: OldFile
    known: Known
    seen: LookedThrough
    matches: tuple[OldMatch, ...] = ()
    bad: tuple[BadLine, ...] = ()
    already: int = 0

    @property
    def lines(self) -> int:
        """Lines that would be taken over."""
        return sum(len(match.lines) for match in self.matches)

    @property
    def is_ready(self) -> bool:
        return bool(self.matches) and not self.seen.open and not self.seen.problems


def look(data: bytes, choices: Choices, today: str, *, again: bool = False) -> Looked:
    """The file with these choices. `again` takes also what is here already. Raises Unreadable."""
    league = here()
    file = read_file(data)
    with reader(db.engine).connect() as connection:
        rows = connection.execute(
            select(Player.id, Player.name, Player.merged_into)
            .where(Player.league_id == league)
            .order_by(Player.id)
        ).all()
        known, now = known_to(rows, today), merged(rows)
        seen = look_through(file, known, choices)
        matches = [called_now(match, now) for match in seen.matches]
        reasons = wrong_tables(matches)
        already = {} if again else here_already(connection, matches, now, league)
    reasons = {**already, **reasons}
    texts = {line.number: line.text for line in file.lines} if reasons else {}
    bad = [
        BadLine(number, reason, texts[number])
        for index, reason in reasons.items()
        for number in matches[index].lines
    ]
    return Looked(
        file,
        known,
        seen,
        tuple(match for index, match in enumerate(matches) if index not in reasons),
        tuple(sorted([*seen.bad, *bad], key=lambda line: line.number)),
        len(already),
    )


def known_to(rows: Sequence[Any], today: str) -> Known:
    """Everybody who ever was in the league, and all games."""
    return Known(
        today,
        {str(row.id): row.name for row in rows},
        {slug: (game.name, *ALSO_CALLED.get(slug, ())) for slug, game in GAMES.items()},
        {slug: game.low_wins for slug, game in GAMES.items()},
    )


def called_now(match: OldMatch, now: Mapping[str, str]) -> OldMatch:
    """Under the keys that count today: players that were merged."""
    if not any(seat.key in now for seat in match.seats):
        return match
    seats = (seat._replace(key=now.get(seat.key, seat.key)) for seat in match.seats)
    return match._replace(seats=tuple(seats))


def wrong_tables(matches: Sequence[OldMatch]) -> dict[int, Say]:
    """Matches, by their index, that this game could not have had."""
    found: dict[int, Say] = {}
    for index, match in enumerate(matches):
        game, seats = GAMES[match.game], len(match.seats)
        if seats not in game.seats:
            found[index] = too_few_or_many(game.name, game.seats, seats)
        elif len({who(seat) for seat in match.seats}) < seats:
            found[index] = say("Two names in this match are the same person.")
    return found


def too_few_or_many(game: str, seats: Sequence[int], n: int) -> Say:
    if len(seats) == 1:
        return say("{game} is for {most} players, and here are {n}.", game=game, most=seats[0], n=n)
    return say(
        "{game} is for {least} to {most} players, and here are {n}.",
        game=game,
        least=seats[0],
        most=seats[-1],
        n=n,
    )


def who(seat: OldSeat) -> tuple[str, str]:
    return (seat.key, "") if seat.key else ("", seat.name)


# ---------------------------------------------------------------- what is here already


def here_already(
    connection: Connection, matches: Sequence[OldMatch], now: Mapping[str, str], league: int
) -> dict[int, Say]:
    """Matches, by their index, that were played here or brought in before."""
    asked = {match.night for match in matches if all(seat.key for seat in match.seats)}
    there = played_on(connection, asked, now, league)
    found: dict[int, Say] = {}
    for index, match in enumerate(matches):
        together = (match.night, match.game, frozenset(seat.key for seat in match.seats))
        mine = {seat.key: (seat.place, seat.points) for seat in match.seats}
        same = next((ends for ends in there.get(together, ()) if are_alike(mine, ends)), None)
        if same is not None:
            there[together].remove(same)  # each stands for one match of the file
            found[index] = say("This match is here already.")
    return found


def played_on(
    connection: Connection, nights: Set[str], now: Mapping[str, str], league: int
) -> dict[Together, list[Ends]]:
    """What counts of these evenings."""
    found: dict[Together, list[Ends]] = defaultdict(list)
    for first, last in spans(sorted(map(moment_of, nights))):
        around = {"league": league, "first": first - AROUND, "last": last + AROUND}
        for row in connection.execute(AT_NIGHT, around):
            night = night_of(row.ended_at)
            if night in nights:
                ends = {now.get(seat[0], seat[0]): (seat[2], seat[6]) for seat in row.result}
                found[night, row.game, frozenset(ends)].append(ends)
    return found


def spans(moments: Sequence[int]) -> Iterator[tuple[int, int]]:
    """From when to when there are evenings close to each other: a question for each."""
    first = last = None
    for at in moments:
        if first is None or last is None:
            first = at
        elif at - last > CLOSE:
            yield first, last
            first = at
        last = at
    if first is not None and last is not None:
        yield first, last


def are_alike(one: Ends, other: Ends) -> bool:
    """Whether it is the same result: by the points, or by the places where those are not known."""
    pairs = [(one[key], other[key]) for key in one]
    points = [(mine[1], theirs[1]) for mine, theirs in pairs]
    if all(mine is not None and theirs is not None for mine, theirs in points):
        return all(mine == theirs for mine, theirs in points)
    return all(mine[0] == theirs[0] for mine, theirs in pairs) and all(
        mine == theirs for mine, theirs in points if mine is not None and theirs is not None
    )
