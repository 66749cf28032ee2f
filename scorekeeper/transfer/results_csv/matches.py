"""PURE. Lines that were understood -> matches, and the lines that are left out.

Where a line is one player, the lines of a match stand below each other and agree in night and
game; or they agree in a match number as well, and may stand anywhere. Without such a number a new
match begins when a player comes again; when a 1 comes after a 1 and something higher; and with
each date, where dates are written once and left empty below.

A match is taken over whole or not at all. If a line is left out, all others of its match are; and
if a match is only a piece (one line, or nobody first), then so are the matches it may have been
cut from: those of the same night and game, and the ones above and below that share one of these.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.rows import MAX_PLAYERS, MIN_PLAYERS, ParsedLine, ParsedSeat


class CsvSeat(NamedTuple):
    """A player of an old match: the key, or none and the name of somebody new.

    Places begin at 1; who is level shares one, and the next ones stay free: 1, 2, 2, 4.
    """

    key: str
    name: str
    place: int
    points: int | None


class CsvMatch(NamedTuple):
    """A match to be written: in which lines of the file it stands, and what they say."""

    lines: tuple[int, ...]
    night: str
    game: str
    seats: tuple[CsvSeat, ...]


class BadLine(NamedTuple):
    """A line that is left out, and why."""

    number: int
    reason: Message
    text: str


@dataclass(slots=True)
class MatchCandidate:
    """Lines that seem to be a match; `reasons` by line number, `match` once there are none."""

    entries: list[ParsedLine]
    run: int  # pieces of one run agree in night, game and match number
    torn: bool  # it may be a piece of another match
    reasons: dict[int, Message]
    match: CsvMatch | None = None

    @property
    def first(self) -> int:
        return self.entries[0].line.number

    @property
    def key(self) -> tuple[str, str, str]:
        return self.entries[0].key

    def leave_out(self, reason: Message) -> None:
        """All lines for this reason, but those that have one of their own."""
        for entry in self.entries:
            self.reasons.setdefault(entry.line.number, reason)
        self.match = None


def build_matches(
    entries: Sequence[ParsedLine], *, by_line: bool, numbered: bool, low_wins: Mapping[str, bool]
) -> Iterator[CsvMatch | BadLine]:
    """Matches and bad lines. `by_line`: each line is a match; else each is one player, and
    `numbered` says that a column tells the matches apart.
    """
    pieces = []
    for run, lines in enumerate(group_lines(entries, by_line=by_line, numbered=numbered)):
        for part in [lines] if by_line or numbered else split_run(lines):
            torn = not by_line and is_partial(part)
            pieces.append(check_candidate(MatchCandidate(part, run, torn, {}), low_wins))
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
    """The lines that agree in what matches agree in: in a row, or wherever they are numbered."""
    if by_line:
        return ([entry] for entry in entries)
    if not numbered:
        return (list(same) for _, same in groupby(entries, key=lambda entry: entry.key))
    found: dict[tuple[str, str, str], list[ParsedLine]] = {}
    for entry in entries:
        found.setdefault(entry.key, []).append(entry)
    return found.values()


def split_run(run: list[ParsedLine]) -> Iterator[list[ParsedLine]]:
    """The matches of one night and game; together if it cannot be told who played."""
    if not all(entry.complete for entry in run):
        yield run
        return
    once = not any(before.dated and entry.dated for before, entry in pairwise(run))
    part = [run[0]]
    people, won = {person_of(run[0])}, place_of(run[0]) == 1
    for before, entry in pairwise(run):
        again = place_of(entry) == 1 and won and place_of(before) not in (1, None)
        if person_of(entry) in people or again or (once and entry.dated):
            yield part
            part, people, won = [], set(), False
        part.append(entry)
        people.add(person_of(entry))
        won = won or place_of(entry) == 1
    yield part


def person_of(entry: ParsedLine) -> object:
    return entry.seats[0].person


def place_of(entry: ParsedLine) -> int | None:
    return entry.seats[0].place


def is_partial(part: list[ParsedLine]) -> bool:
    """Whether lines of one player each are a piece of a match: one alone, or without a first."""
    places = [entry.seats[0].place if entry.complete else None for entry in part]
    return len(part) < MIN_PLAYERS or (None not in places and 1 not in places)


def check_candidate(piece: MatchCandidate, low_wins: Mapping[str, bool]) -> MatchCandidate:
    """The piece with its match, or with the reasons why there is none."""
    piece.reasons |= {entry.line.number: entry.reason for entry in piece.entries if entry.reason}
    if not piece.reasons:
        night, game, _ = piece.key
        seats = [(entry, seat) for entry in piece.entries for seat in entry.seats]
        found = players_problem(seats) or final_places(seats, low_wins.get(game, False))
        if isinstance(found, list):
            lines = tuple(entry.line.number for entry in piece.entries)
            taken = tuple(
                CsvSeat(seat.person.key, seat.person.name, place, seat.points)
                for (_, seat), place in zip(seats, found, strict=True)
            )
            piece.match = CsvMatch(lines, night, game, taken)
            return piece
        entry, reason = found
        piece.reasons[entry.line.number] = reason
    line = next(iter(piece.reasons))
    piece.leave_out(say("One match with line {line}, which is left out.", line=line))
    return piece


LineSeats = Sequence[tuple[ParsedLine, ParsedSeat]]
LineProblem = tuple[ParsedLine, Message]


def players_problem(seats: LineSeats) -> LineProblem | None:
    """Too few, too many, or somebody twice."""
    first = seats[0][0]
    if len(seats) < MIN_PLAYERS:
        return first, say(
            "Only {name} stands here. A match has {fewest} players at least; with a line for each,"
            " they stand below each other.",
            name=seats[0][1].person.name,
            fewest=MIN_PLAYERS,
        )
    if len(seats) > MAX_PLAYERS:
        return first, say(
            "A match has at most {most} players, and more stand here.", most=MAX_PLAYERS
        )
    people = set()
    for entry, seat in seats:
        if seat.person in people:
            return entry, say("{name} is in this match twice.", name=seat.person.name)
        people.add(seat.person)
    return None


def final_places(seats: LineSeats, low_wins: bool) -> list[int] | LineProblem:
    """The place of each: as given, else by the points."""
    given = [seat.place for _, seat in seats if seat.place is not None]
    if not given:
        sign = 1 if low_wins else -1
        return competition_ranks([sign * (seat.points or 0) for _, seat in seats])
    for entry, seat in seats:
        if seat.place is None:
            return entry, say("No place in this line, though others of this match have one.")
    mended = competition_ranks(given)
    first = seats[0][0]
    if min(given) > 1:
        return first, say("Nobody won: the best place is {place}.", place=min(given))
    if given != mended and set(given) != set(range(1, len(set(given)) + 1)):
        missing = next(place for place in range(1, len(given) + 2) if place not in given)
        return first, say(
            "The places are {places}: {missing} is missing.", places=sorted(given), missing=missing
        )
    return mended


def competition_ranks(values: Sequence[int]) -> list[int]:
    """The place of each, the least first; who is level shares one: 1, 2, 2, 4."""
    ordered = sorted(values)
    first = {value: ordered.index(value) + 1 for value in set(values)}
    return [first[value] for value in values]


def reject_partial(pieces: Sequence[MatchCandidate]) -> None:
    """What a torn piece may have been torn from."""
    by_run: dict[int, list[MatchCandidate]] = {}
    for piece in pieces:
        by_run.setdefault(piece.run, []).append(piece)
    for same in by_run.values():
        for piece in [piece for piece in same if piece.torn][:1]:
            for other in same:
                other.leave_out(partial_match_reason(piece))
    torn = [(piece, other) for pair in pairwise(pieces) for piece, other in (pair, pair[::-1])]
    for piece, other in torn:
        if piece.torn and may_be_same_match(piece, other):
            other.leave_out(partial_match_reason(piece))


def partial_match_reason(piece: MatchCandidate) -> Message:
    return say("Left out with line {line}, which may belong to this match.", line=piece.first)


def may_be_same_match(one: MatchCandidate, other: MatchCandidate) -> bool:
    """Whether two matches may be one with a mistake in it: in the date or in the game."""
    same = [mine == theirs for mine, theirs in zip(one.key, other.key, strict=True)]
    return same[2] and (same[0] or same[1])


def reject_duplicates(pieces: Sequence[MatchCandidate]) -> None:
    """What stands in the file twice."""
    first: dict[object, int] = {}
    for piece in pieces:
        if piece.match:
            whole = (piece.key, frozenset(piece.match.seats))
            if whole in first:
                piece.leave_out(
                    say(
                        "The same as line {line}. Matches that were played twice need a column"
                        " that numbers them.",
                        line=first[whole],
                    )
                )
            first.setdefault(whole, piece.first)
