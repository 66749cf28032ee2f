"""Group parsed lines into matches, and leave out lines that do not form a match.

If each line is one player, the lines of a match are consecutive and have the same evening and game.
Lines that also have the same match number may be anywhere. Without match numbers, a new match
begins when a player appears again, or when a line has its own date and the line before it has none.

A match is imported completely or not at all. If one of its lines is left out, all its lines are. A
match that seems incomplete (a single line, or no place 1) is left out together with the matches
that its lines may belong to. These are the matches of the same evening and game. The match directly
before it and the match directly after it are left out too if they have its match number, and its
evening or its game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from scorekeeper.messages import AndList, Message, say
from scorekeeper.transfer.results_csv.rows import MAX_PLAYERS, MIN_PLAYERS, ParsedLine, ParsedSeat


class CsvSeat(NamedTuple):
    """A player of an old match. `key` is empty for a new player, who has only a name.

    Places begin at 1. Tied players share a place, and the next place is skipped: 1, 2, 2, 4.
    """

    key: str
    name: str
    place: int
    points: int | None


class CsvMatch(NamedTuple):
    """A match to import, and the numbers of its lines in the file."""

    lines: tuple[int, ...]
    evening: str
    game: str
    seats: tuple[CsvSeat, ...]


class BadLine(NamedTuple):
    """A line that is left out, and the reason."""

    number: int
    reason: Message
    text: str


@dataclass(slots=True)
class MatchCandidate:
    """Lines that may form a match. `match` is set if no line has a reason to be left out.

    `reasons` maps line numbers to reasons.
    """

    entries: list[ParsedLine]
    run: int  # candidates of one run have the same evening, game and match number
    is_partial: bool  # seems incomplete: its lines may belong to another match
    reasons: dict[int, Message]
    match: CsvMatch | None = None

    @property
    def first(self) -> int:
        return self.entries[0].line.number

    @property
    def key(self) -> tuple[str, str, str]:
        return self.entries[0].key

    def leave_out(self, reason: Message) -> None:
        """Leave out all lines. A line that already has a reason keeps that reason."""
        for entry in self.entries:
            self.reasons.setdefault(entry.line.number, reason)
        self.match = None


def build_matches(
    entries: Sequence[ParsedLine], *, by_line: bool, numbered: bool, low_wins: Mapping[str, bool]
) -> Iterator[CsvMatch | BadLine]:
    """Yield the matches and the bad lines.

    If `by_line` is true, each line is a match. Otherwise, each line is one player. `numbered`
    means that a column has match numbers. `low_wins` maps each game to whether the fewest
    points win.
    """
    pieces = []
    for run, lines in enumerate(group_lines(entries, by_line=by_line, numbered=numbered)):
        for part in [lines] if by_line or numbered else split_run(lines):
            piece = MatchCandidate(part, run, not by_line and is_partial(part), {})
            pieces.append(check_candidate(piece, low_wins, numbered=numbered))
    reject_partial(pieces)
    reject_duplicates(pieces)
    for piece in pieces:
        if piece.match:
            yield piece.match
        for entry in piece.entries if piece.reasons else ():
            number = entry.line.number
            yield BadLine(number, piece.reasons[number], entry.line.text)


def group_lines(
    entries: Iterable[ParsedLine], *, by_line: bool, numbered: bool
) -> Iterable[list[ParsedLine]]:
    """Group lines that have the same evening, game and match number.

    If `numbered` is true, such lines may be anywhere. Otherwise, they must be consecutive. If
    `by_line` is true, each line is its own group.
    """
    if by_line:
        return ([entry] for entry in entries)
    if not numbered:
        return (list(same) for _, same in groupby(entries, key=lambda entry: entry.key))
    groups: dict[tuple[str, str, str], list[ParsedLine]] = {}
    for entry in entries:
        groups.setdefault(entry.key, []).append(entry)
    return groups.values()


def split_run(run: list[ParsedLine]) -> Iterator[list[ParsedLine]]:
    """Split consecutive lines into matches.

    If a player is not identified, the lines are kept together.
    """
    if not all(entry.is_complete for entry in run):
        yield run
        return
    part = [run[0]]
    people = {person_of(run[0])}
    for before, entry in pairwise(run):
        if person_of(entry) in people or (entry.has_date and not before.has_date):
            yield part
            part, people = [], set()
        part.append(entry)
        people.add(person_of(entry))
    yield part


def person_of(entry: ParsedLine) -> object:
    return entry.seats[0].person


def is_partial(part: list[ParsedLine]) -> bool:
    """Return whether a match with one line per player has only one line or no place 1."""
    places = [entry.seats[0].place if entry.is_complete else None for entry in part]
    return len(part) < MIN_PLAYERS or (None not in places and 1 not in places)


def check_candidate(
    piece: MatchCandidate, low_wins: Mapping[str, bool], *, numbered: bool
) -> MatchCandidate:
    """Set the candidate's match or the reasons to leave out its lines, and return the candidate."""
    piece.reasons |= {entry.line.number: entry.reason for entry in piece.entries if entry.reason}
    if not piece.reasons:
        evening, game, _ = piece.key
        seats = [(entry, seat) for entry in piece.entries for seat in entry.seats]
        checked = (
            players_problem(seats)
            or (None if numbered else winner_problem(seats))
            or final_places(seats, low_wins.get(game, False))
        )
        if isinstance(checked, list):
            lines = tuple(entry.line.number for entry in piece.entries)
            taken = tuple(
                CsvSeat(seat.person.key, seat.person.name, place, seat.points)
                for (_, seat), place in zip(seats, checked, strict=True)
            )
            piece.match = CsvMatch(lines, evening, game, taken)
            return piece
        entry, reason = checked
        piece.reasons[entry.line.number] = reason
    line = next(iter(piece.reasons))
    piece.leave_out(say("Left out because it belongs to the same match as line {line}.", line=line))
    return piece


LineSeats = Sequence[tuple[ParsedLine, ParsedSeat]]
LineProblem = tuple[ParsedLine, Message]


def players_problem(seats: LineSeats) -> LineProblem | None:
    """Return a problem if there are too few or too many players, or if a player appears twice."""
    first_seat = seats[0][0]
    if len(seats) < MIN_PLAYERS:
        return first_seat, say(
            "This match has only one player, {name}, but needs at least {fewest}. If each "
            "player has a line, keep the lines of a match together.",
            name=seats[0][1].person.name,
            fewest=MIN_PLAYERS,
        )
    if len(seats) > MAX_PLAYERS:
        return first_seat, say(
            "A match can have at most {most} players, but this one has more.", most=MAX_PLAYERS
        )
    people = set()
    for entry, seat in seats:
        if seat.person in people:
            return entry, say("{name} is in this match twice.", name=seat.person.name)
        people.add(seat.person)
    return None


def winner_problem(seats: LineSeats) -> LineProblem | None:
    """Return a problem if the places seem to belong to several matches.

    This is the case if the places rise after the first 1 and later start again at 1.
    """
    given = [seat.place for _, seat in seats if seat.place is not None]
    since_first = given[given.index(1) :] if 1 in given else []
    if any(before > after == 1 for before, after in pairwise(since_first)):
        return seats[0][0], say(
            "The places are {places}. If they belong to several matches, add a column with match "
            "numbers.",
            places=AndList(given),
        )
    return None


def final_places(seats: LineSeats, low_wins: bool) -> list[int] | LineProblem:
    """Return each player's place, as given or computed from points, or a problem with a place."""
    given = [seat.place for _, seat in seats if seat.place is not None]
    if not given:
        sign = 1 if low_wins else -1
        return competition_ranks([sign * (seat.points or 0) for _, seat in seats])
    for entry, seat in seats:
        if seat.place is None:
            return entry, say("This line has no place, but other lines of this match have one.")
    ranks = competition_ranks(given)
    first_seat = seats[0][0]
    if min(given) > 1:
        return first_seat, say("Nobody won: the best place is {place}.", place=min(given))
    if given != ranks and set(given) != set(range(1, len(set(given)) + 1)):
        missing = next(place for place in range(1, len(given) + 2) if place not in given)
        return first_seat, say(
            "The places are {places}, but {missing} is missing.",
            places=AndList(sorted(given)),
            missing=missing,
        )
    return ranks


def competition_ranks(values: Sequence[int]) -> list[int]:
    """Return the place of each value, the lowest first.

    Equal values share a place, and the next place is skipped: 1, 2, 2, 4.
    """
    ordered = sorted(values)
    place_of_value = {value: ordered.index(value) + 1 for value in set(values)}
    return [place_of_value[value] for value in values]


def reject_partial(pieces: Sequence[MatchCandidate]) -> None:
    """Leave out incomplete matches, and the matches that their lines may belong to."""
    by_run: dict[int, list[MatchCandidate]] = {}
    for piece in pieces:
        by_run.setdefault(piece.run, []).append(piece)
    for run in by_run.values():
        for piece in [piece for piece in run if piece.is_partial][:1]:
            for other in run:
                other.leave_out(partial_match_reason(piece))
    both_ways = [each for pair in pairwise(pieces) for each in (pair, pair[::-1])]
    for piece, other in both_ways:
        if piece.is_partial and may_be_same_match(piece, other):
            other.leave_out(partial_match_reason(piece))


def partial_match_reason(piece: MatchCandidate) -> Message:
    return say(
        "Left out because line {line} was left out and may belong to this match.", line=piece.first
    )


def may_be_same_match(one: MatchCandidate, other: MatchCandidate) -> bool:
    """Return whether two matches may really be a single match.

    One of its lines then has the wrong date or game.
    """
    equal_parts = [
        own_part == other_part for own_part, other_part in zip(one.key, other.key, strict=True)
    ]
    return equal_parts[2] and (equal_parts[0] or equal_parts[1])


def reject_duplicates(pieces: Sequence[MatchCandidate]) -> None:
    """Leave out each match that repeats an earlier match of the file."""
    first_line: dict[object, int] = {}
    for piece in pieces:
        if piece.match:
            piece_key = (piece.key, frozenset(piece.match.seats))
            if piece_key in first_line:
                piece.leave_out(
                    say(
                        "This match is the same as the one on line {line}. If both were played, "
                        "add a column with match numbers.",
                        line=first_line[piece_key],
                    )
                )
            first_line.setdefault(piece_key, piece.first)
