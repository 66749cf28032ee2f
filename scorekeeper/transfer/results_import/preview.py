"""A file of old results held against the league: who is known, and what is here already."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorekeeper.db.engines import autocommit_engine, db
from scorekeeper.db.evenings import evening_date, evening_timestamp
from scorekeeper.db.models import Match, Player
from scorekeeper.league.state import current_keys
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.transfer.results_csv import (
    BadLine,
    CsvFile,
    CsvMatch,
    CsvSeat,
    ImportChoices,
    KnownNames,
    ParsedResults,
    parse_results,
    read_file,
)
from scorekeeper.web.current_league import current_league_id

# What people call these games in their spreadsheets, besides their names here.
GAME_ALIASES = {
    "jabberwocky": ("Oh Hell", "Oh Pshaw", "Pocha", "La pocha", "Podrida"),
    "gin": ("Gin Rummy", "Gin rami"),
    "jaguar": ("Briscola chiamata", "Briscola a cinque"),
    "loba": ("Loba de menos",),
}
EVENING_MARGIN_S = (
    18 * 60 * 60
)  # seconds before and after eight in the evening, and more than an evening
MAX_QUERY_GAP_S = 4 * 24 * 60 * 60  # seconds between evenings that are asked for together
RESULTS_QUERY = (
    select(Match.game, Match.ended_at, Match.result)
    .where(
        Match.league_id == bindparam("league"),
        Match.ended_at >= bindparam("first"),
        Match.ended_at <= bindparam("last"),
        Match.result.is_not(None),
    )
    .order_by(Match.ended_at)
)
MatchKey = tuple[str, str, frozenset[str]]  # evening, game, people
SeatScores = dict[str, tuple[int, int | None]]  # place and points of each


@dataclass(frozen=True)
class ImportPreview:
    """A file as understood here. `matches` would be written, `bad` lines are left out; of these
    `already` are matches that are here.
    """

    file: CsvFile
    known: KnownNames
    seen: ParsedResults
    matches: tuple[CsvMatch, ...] = ()
    bad: tuple[BadLine, ...] = ()
    already: int = 0

    @property
    def lines(self) -> int:
        """Lines that would be taken over."""
        return sum(len(match.lines) for match in self.matches)

    @property
    def is_ready(self) -> bool:
        return bool(self.matches) and not self.seen.open and not self.seen.problems


def build_preview(
    data: bytes, choices: ImportChoices, today: str, *, again: bool = False
) -> ImportPreview:
    """The file with these choices. `again` takes also what is here already. Raises Unreadable."""
    league = current_league_id()
    file = read_file(data)
    with autocommit_engine(db.engine).connect() as connection:
        rows = connection.execute(
            select(Player.id, Player.name, Player.merged_into)
            .where(Player.league_id == league)
            .order_by(Player.id)
        ).all()
        known, now = known_names(rows, today), current_keys(rows)
        seen = parse_results(file, known, choices)
        matches = [with_merged_keys(match, now) for match in seen.matches]
        reasons = player_count_problems(matches)
        already = {} if again else existing_matches(connection, matches, now, league)
    reasons = {**already, **reasons}
    texts = {line.number: line.text for line in file.lines} if reasons else {}
    bad = [
        BadLine(number, reason, texts[number])
        for index, reason in reasons.items()
        for number in matches[index].lines
    ]
    return ImportPreview(
        file,
        known,
        seen,
        tuple(match for index, match in enumerate(matches) if index not in reasons),
        tuple(sorted([*seen.bad, *bad], key=lambda line: line.number)),
        len(already),
    )


def known_names(rows: Sequence[Any], today: str) -> KnownNames:
    """Everybody who ever was in the league, and all games."""
    return KnownNames(
        today,
        {str(row.id): row.name for row in rows},
        {slug: (game.name, *GAME_ALIASES.get(slug, ())) for slug, game in GAMES.items()},
        {slug: game.low_wins for slug, game in GAMES.items()},
    )


def with_merged_keys(match: CsvMatch, now: Mapping[str, str]) -> CsvMatch:
    """Under the keys that count today: players that were merged."""
    if not any(seat.key in now for seat in match.seats):
        return match
    seats = (seat._replace(key=now.get(seat.key, seat.key)) for seat in match.seats)
    return match._replace(seats=tuple(seats))


def player_count_problems(matches: Sequence[CsvMatch]) -> dict[int, Message]:
    """Matches, by their index, that this game could not have had."""
    found: dict[int, Message] = {}
    for index, match in enumerate(matches):
        game, seats = GAMES[match.game], len(match.seats)
        if seats not in game.seats:
            found[index] = player_count_reason(game.name, game.seats, seats)
        elif len({seat_identity(seat) for seat in match.seats}) < seats:
            found[index] = say("Two names in this match are the same person.")
    return found


def player_count_reason(game: str, seats: Sequence[int], n: int) -> Message:
    if len(seats) == 1:
        return say("{game} is for {most} players, and here are {n}.", game=game, most=seats[0], n=n)
    return say(
        "{game} is for {least} to {most} players, and here are {n}.",
        game=game,
        least=seats[0],
        most=seats[-1],
        n=n,
    )


def seat_identity(seat: CsvSeat) -> tuple[str, str]:
    return (seat.key, "") if seat.key else ("", seat.name)


# ---------------------------------------------------------------- what is here already


def existing_matches(
    connection: Connection, matches: Sequence[CsvMatch], now: Mapping[str, str], league: int
) -> dict[int, Message]:
    """Matches, by their index, that were played here or brought in before."""
    asked = {match.night for match in matches if all(seat.key for seat in match.seats)}
    there = results_on(connection, asked, now, league)
    found: dict[int, Message] = {}
    for index, match in enumerate(matches):
        together = (match.night, match.game, frozenset(seat.key for seat in match.seats))
        mine = {seat.key: (seat.place, seat.points) for seat in match.seats}
        same = next((ends for ends in there.get(together, ()) if is_same_result(mine, ends)), None)
        if same is not None:
            there[together].remove(same)  # each stands for one match of the file
            found[index] = say("This match is here already.")
    return found


def results_on(
    connection: Connection, nights: Set[str], now: Mapping[str, str], league: int
) -> dict[MatchKey, list[SeatScores]]:
    """What counts of these evenings."""
    found: dict[MatchKey, list[SeatScores]] = defaultdict(list)
    for first, last in time_ranges(sorted(map(evening_timestamp, nights))):
        around = {
            "league": league,
            "first": first - EVENING_MARGIN_S,
            "last": last + EVENING_MARGIN_S,
        }
        for row in connection.execute(RESULTS_QUERY, around):
            night = evening_date(row.ended_at)
            if night in nights:
                ends = {now.get(seat[0], seat[0]): (seat[2], seat[6]) for seat in row.result}
                found[night, row.game, frozenset(ends)].append(ends)
    return found


def time_ranges(moments: Sequence[int]) -> Iterator[tuple[int, int]]:
    """From when to when there are evenings close to each other: a question for each."""
    first = last = None
    for at in moments:
        if first is None or last is None:
            first = at
        elif at - last > MAX_QUERY_GAP_S:
            yield first, last
            first = at
        last = at
    if first is not None and last is not None:
        yield first, last


def is_same_result(one: SeatScores, other: SeatScores) -> bool:
    """Whether it is the same result: by the points, or by the places where those are not known."""
    pairs = [(one[key], other[key]) for key in one]
    points = [(mine[1], theirs[1]) for mine, theirs in pairs]
    if all(mine is not None and theirs is not None for mine, theirs in points):
        return all(mine == theirs for mine, theirs in points)
    return all(mine[0] == theirs[0] for mine, theirs in pairs) and all(
        mine == theirs for mine, theirs in points if mine is not None and theirs is not None
    )
