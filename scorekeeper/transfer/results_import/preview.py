"""Preview the import of a CSV file: compare its players and matches with those of the league."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, Players
from scorekeeper.league.result_queries import readable_results
from scorekeeper.league.state import current_keys
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import player_counts
from scorekeeper.stats.results import packed_seats
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

# Seconds before and after 20:00 to search, so that the whole evening is included.
EVENING_MARGIN_S = 18 * 60 * 60
# The longest gap in seconds between evenings that are read by one query.
MAX_QUERY_GAP_S = 4 * 24 * 60 * 60
NEARBY_RESULTS_QUERY = (
    select(Matches.game, Matches.ended_at, Matches.result)
    .where(
        Matches.league_id == bindparam("league"),
        Matches.ended_at >= bindparam("first"),
        Matches.ended_at <= bindparam("last"),
        Matches.result.is_not(None),
    )
    .order_by(Matches.ended_at)
)
MatchKey = tuple[str, str, frozenset[str]]  # evening, game, people
SeatScores = dict[str, tuple[int, int | None]]  # place and points, by player key


@dataclass(frozen=True)
class ImportPreview:
    """The expected outcome of importing a file.

    `matches` would be written, and `bad_lines` lines would be left out. `already_stored` is the
    number of matches that would be left out because the league has them, and `other_bad` is the
    number of lines that would be left out for other reasons.
    """

    file: CsvFile
    known_names: KnownNames
    parsed: ParsedResults
    matches: tuple[CsvMatch, ...] = ()
    bad_lines: tuple[BadLine, ...] = ()
    already_stored: int = 0
    other_bad: int = 0

    @property
    def lines(self) -> int:
        """The number of lines that would be imported."""
        return sum(len(match.lines) for match in self.matches)


def build_preview(
    store: Store, data: bytes, choices: ImportChoices, today: str, *, again: bool = False
) -> ImportPreview:
    """Preview the file in `data` with these choices.

    `today` is a date like "2026-10-01". If `again` is true, matches that the league already has
    are imported too. Raises UnreadableCsv if the file cannot be read.
    """
    file = read_file(data)
    with store.read() as connection:
        rows = connection.execute(
            select(Players.id, Players.name, Players.merged_into)
            .where(Players.league_id == store.league_id)
            .order_by(Players.id)
        ).all()
        names, merged_keys = known_names(rows, today), current_keys(rows)
        parsed = parse_results(file, names, choices)
        matches = [with_merged_keys(match, merged_keys) for match in parsed.matches]
        reasons = player_count_problems(matches)
        existing = (
            {} if again else existing_matches(connection, matches, merged_keys, store.league_id)
        )
    reasons = {**existing, **reasons}
    texts = {line.number: line.text for line in file.lines} if reasons else {}
    rejected = [
        BadLine(number, reason, texts[number])
        for index, reason in reasons.items()
        for number in matches[index].lines
    ]
    return ImportPreview(
        file,
        names,
        parsed,
        tuple(match for index, match in enumerate(matches) if index not in reasons),
        tuple(sorted([*parsed.bad_lines, *rejected], key=lambda line: line.number)),
        len(existing),
        other_bad=len(parsed.bad_lines)
        + len(rejected)
        - sum(len(matches[i].lines) for i in existing),
    )


def known_names(rows: Sequence[Any], today: str) -> KnownNames:
    """Return all players of the league, including hidden and merged players, and all games."""
    return KnownNames(
        today,
        {str(row.id): row.name for row in rows},
        {slug: (game.name, *game.aliases) for slug, game in GAMES.items()},
        {slug: game.low_wins for slug, game in GAMES.items()},
    )


def with_merged_keys(match: CsvMatch, merged_keys: Mapping[str, str]) -> CsvMatch:
    """Return the match with the key of each merged player replaced by the player's current key."""
    if not any(seat.key in merged_keys for seat in match.seats):
        return match
    seats = (seat._replace(key=merged_keys.get(seat.key, seat.key)) for seat in match.seats)
    return match._replace(seats=tuple(seats))


def player_count_problems(matches: Sequence[CsvMatch]) -> dict[int, Message]:
    """Return reasons, by match index, to leave out matches with a wrong number of players.

    This includes matches in which two names belong to the same person.
    """
    refused: dict[int, Message] = {}
    for index, match in enumerate(matches):
        game, seats = GAMES[match.game], len(match.seats)
        if seats not in game.seats:
            refused[index] = player_count_reason(game.name, game.seats, seats)
        elif len({seat_identity(seat) for seat in match.seats}) < seats:
            refused[index] = say("Two names in this match belong to the same person.")
    return refused


def player_count_reason(game: str, seats: Sequence[int], n: int) -> Message:
    return say("{game} is for {players}, not {n}.", game=game, players=player_counts(seats), n=n)


def seat_identity(seat: CsvSeat) -> tuple[str, str]:
    return (seat.key, "") if seat.key else ("", seat.name)


# ---------------------------------------------------------------- duplicates


def existing_matches(
    connection: Connection, matches: Sequence[CsvMatch], merged_keys: Mapping[str, str], league: int
) -> dict[int, Message]:
    """Return reasons, by match index, to leave out matches that the league already has."""
    evenings = {match.evening for match in matches if all(seat.key for seat in match.seats)}
    clock = load_clock(connection, league)
    existing = results_on(connection, evenings, merged_keys, league, clock)
    reasons: dict[int, Message] = {}
    for index, match in enumerate(matches):
        match_key = (match.evening, match.game, frozenset(seat.key for seat in match.seats))
        imported = {seat.key: (seat.place, seat.points) for seat in match.seats}
        existing_result = next(
            (ends for ends in existing.get(match_key, ()) if is_same_result(imported, ends)), None
        )
        if existing_result is not None:
            # Each existing match excludes only one match of the file.
            existing[match_key].remove(existing_result)
            reasons[index] = say("This match already exists.")
    return reasons


def results_on(
    connection: Connection,
    evenings: AbstractSet[str],
    merged_keys: Mapping[str, str],
    league: int,
    clock: LeagueClock,
) -> dict[MatchKey, list[SeatScores]]:
    """Return the results that count from these evenings, keyed by evening, game and players."""
    results: dict[MatchKey, list[SeatScores]] = defaultdict(list)
    for start, end in time_ranges(sorted(map(clock.evening_timestamp, evenings))):
        around = {
            "league": league,
            "first": start - EVENING_MARGIN_S,
            "last": end + EVENING_MARGIN_S,
        }
        for row in readable_results(connection.execute(NEARBY_RESULTS_QUERY, around)):
            evening = clock.evening(row.ended_at)
            if evening in evenings:
                ends = {
                    merged_keys.get(seat.player, seat.player): (seat.place, seat.points)
                    for seat in packed_seats(row.result)
                }
                results[evening, row.game, frozenset(ends)].append(ends)
    return results


def time_ranges(moments: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Group sorted times into ranges with gaps of at most four days, for one query each."""
    start = end = None
    for moment in moments:
        if start is None or end is None:
            start = moment
        elif moment - end > MAX_QUERY_GAP_S:
            yield start, end
            start = moment
        end = moment
    if start is not None and end is not None:
        yield start, end


def is_same_result(one: SeatScores, other: SeatScores) -> bool:
    """Return whether two results of the same players are equal.

    If all points are known, only the points are compared. Otherwise, the places must be equal, and
    so must the points that both results have.
    """
    pairs = [(one[key], other[key]) for key in one]
    points = [(one_seat[1], other_seat[1]) for one_seat, other_seat in pairs]
    if all(
        one_points is not None and other_points is not None for one_points, other_points in points
    ):
        return all(one_points == other_points for one_points, other_points in points)
    return all(one_seat[0] == other_seat[0] for one_seat, other_seat in pairs) and all(
        one_points == other_points
        for one_points, other_points in points
        if one_points is not None and other_points is not None
    )
