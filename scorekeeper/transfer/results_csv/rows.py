"""Parse the cells of a line: evening, game, match number, and players with places and points.

An empty cell for a date, game or match number has the value of the cell above, because people often
write the value once and leave the cells below empty. The same applies to a ditto mark (〃, idem).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv import numbers
from scorekeeper.transfer.results_csv.columns import Column, split_names
from scorekeeper.transfer.results_csv.csv_file import CsvLine
from scorekeeper.transfer.results_csv.date_parsing import DateOrder, parse_date
from scorekeeper.transfer.results_csv.headings import DATE_ROLES, Role
from scorekeeper.transfer.results_csv.numbers import is_empty_cell
from scorekeeper.transfer.results_csv.text import shorten, text_key
from scorekeeper.transfer.results_csv.unknown_names import PlayerRef, SpellingCounts, parse_name

MIN_PLAYERS, MAX_PLAYERS = 2, 10  # players of a match
DITTO_MARKS = {"", '"', "''", ",,", "〃", "“", "”", "idem", "id.", "ditto"}


class RawSeat(NamedTuple):
    """A player on a line, as written in the cells."""

    name: str
    place: str
    points: str


class RawLine(NamedTuple):
    """The cells of a line by role, before anything is parsed."""

    line: CsvLine
    date: str
    game: str
    match: str
    has_date: bool  # the line has its own date
    seats: tuple[RawSeat, ...]


class ParsedSeat(NamedTuple):
    """A player of a parsed line."""

    person: PlayerRef
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A parsed line. If it is left out, `reason` explains why.

    `key` consists of evening, game and match number, and is the same for all lines of a match. For
    a date or game that cannot be parsed, `key` contains its text. `seats` contains the players who
    could be identified. `is_complete` is true if these are all the players.
    """

    line: CsvLine
    key: tuple[str, str, str]
    has_date: bool
    seats: tuple[ParsedSeat, ...]
    is_complete: bool
    reason: Message | None


def raw_lines(lines: Sequence[CsvLine], columns: Sequence[Column]) -> Iterator[RawLine]:
    """Yield the cells of each line by role.

    Repeated dates, games and match numbers are filled in.
    """
    index_by_role = {column.role: column.index for column in reversed(columns)}
    date = next(index_by_role[role] for role in DATE_ROLES if role in index_by_role)
    shared = [date, index_by_role.get(Role.GAME, -1), index_by_role.get(Role.MATCH, -1)]
    above = ["", "", ""]
    for line in lines:
        for number, index in enumerate(shared):
            cell = line.cell(index) if index >= 0 else ""
            if cell.casefold() not in DITTO_MARKS:
                above[number] = cell
        # One player too many is enough to refuse the line, and a long line may have thousands of
        # players.
        seats = tuple(islice(raw_seats(line, columns), MAX_PLAYERS + 1))
        dated = line.cell(date).casefold() not in DITTO_MARKS
        yield RawLine(line, above[0], above[1], above[2], dated, seats)


def raw_seats(line: CsvLine, columns: Sequence[Column]) -> Iterator[RawSeat]:
    """Yield the players of this line."""
    cells = dict.fromkeys((Role.PLAYER, Role.PLACE, Role.POINTS), "")
    in_order: list[str] = []
    for column in columns:
        cell = line.cell(column.index)
        if column.role in cells:
            cells[column.role] = cell
        elif column.role is Role.PLAYERS:
            in_order += [""] if is_empty_cell(cell) else split_names(cell)
        elif column.role is Role.POINTS_OF and not is_empty_cell(cell):
            yield RawSeat(column.title, "", cell)
    if any(column.role is Role.PLAYER for column in columns):
        yield RawSeat(*cells.values())
    yield from seats_in_order(in_order)


def seats_in_order(names: list[str]) -> Iterator[RawSeat]:
    """Yield players in order of place, without empty names at the end.

    Names joined by = share a place.
    """
    while names and not names[-1]:
        names.pop()
    better = 0
    for level in names:
        together = level.split("=")
        yield from (RawSeat(name.strip(), str(better + 1), "") for name in together)
        better += len(together)


def collect_names(lines: Sequence[RawLine]) -> tuple[SpellingCounts, SpellingCounts]:
    """Return the names of the players and games in these lines, each with its number of lines."""
    players, games = SpellingCounts(), SpellingCounts()
    for raw in lines:
        spellings: dict[str, str] = {}
        for seat in raw.seats:
            name = parse_name(seat.name)
            if not isinstance(name, Message):
                spellings.setdefault(*name)
        players.add(spellings)
        if raw.game:
            games.add({text_key(raw.game): shorten(raw.game)})
    return players, games


@dataclass(frozen=True, slots=True)
class LineParser:
    """Parser for the lines of one file."""

    order: DateOrder
    today: str
    people: Mapping[str, PlayerRef | Message]  # by name_key of the name
    games: Mapping[str, str | Message]  # by text_key of the name
    only_game: str  # slug, or "" if a column has the game

    def parse(self, raw: RawLine) -> ParsedLine:
        """Return the parsed line.

        Its `reason` is the first problem with the evening, the game or a player.
        """
        evening, game = self.evening(raw), self.game(raw)
        parsed = [self.seat(written) for written in raw.seats]
        seats = tuple(seat for seat, _ in parsed if seat)
        reasons = [reason for reason in (evening, game) if isinstance(reason, Message)]
        reasons += [reason for _, reason in parsed if reason]
        if not parsed:
            reasons.append(say("There are no players on this line."))
        return ParsedLine(
            raw.line,
            (
                evening if isinstance(evening, str) else raw.date,
                game if isinstance(game, str) else text_key(raw.game),
                raw.match,
            ),
            raw.has_date,
            seats,
            len(seats) == len(parsed),
            reasons[0] if reasons else None,
        )

    def evening(self, raw: RawLine) -> str | Message:
        if not raw.date:
            return say("There is no date on this line or on any line above it.")
        return parse_date(raw.date, self.order, self.today)

    def game(self, raw: RawLine) -> str | Message:
        if self.only_game:
            return self.only_game
        if not raw.game:
            return say("There is no game on this line or on any line above it.")
        return self.games[text_key(raw.game)]

    def person(self, written: RawSeat) -> PlayerRef | Message:
        if not written.name:
            return say("There is no player on this line.")
        name = parse_name(written.name)
        return name if isinstance(name, Message) else self.people[name[0]]

    def seat(self, written: RawSeat) -> tuple[ParsedSeat | None, Message | None]:
        """Return a pair of the player and the problem with the player.

        The player is None if they cannot be identified. The problem is None if no problem was
        found.
        """
        person = self.person(written)
        if isinstance(person, Message):
            return None, person
        place = None if is_empty_cell(written.place) else numbers.parse_place(written.place)
        points = None if is_empty_cell(written.points) else numbers.parse_points(written.points)
        if isinstance(place, Message):
            return ParsedSeat(person, None, None), place
        if isinstance(points, Message):
            return ParsedSeat(person, place, None), points
        if place is None and points is None:
            reason = say("This line has neither points nor a place. Add one of them.")
            return ParsedSeat(person, None, None), reason
        return ParsedSeat(person, place, points), None
