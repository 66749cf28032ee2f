"""PURE. A line of cells -> when, which game, who sat there with which place and points.

An empty date, game or match number means the one above, as does a mark for it (〃, idem): people
write them once and leave them out below.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from scorekeeper.messages import Say, say
from scorekeeper.transfer.results_csv import numbers
from scorekeeper.transfer.results_csv.columns import Column, names_in
from scorekeeper.transfer.results_csv.csv_file import Line
from scorekeeper.transfer.results_csv.dates import Order, day
from scorekeeper.transfer.results_csv.headings import DATES, Role
from scorekeeper.transfer.results_csv.numbers import is_nothing
from scorekeeper.transfer.results_csv.text import letters, shortened
from scorekeeper.transfer.results_csv.unknown_names import Person, Seen, named

FEWEST, MOST = 2, 10  # players of a match
AS_ABOVE = {"", '"', "''", ",,", "〃", "“", "”", "idem", "id.", "ditto"}


class Written(NamedTuple):
    """One at the table, as it stands in the cells."""

    name: str
    place: str
    points: str


class Cut(NamedTuple):
    """A line, cut by what its columns are for; nothing is judged yet."""

    line: Line
    date: str
    game: str
    match: str
    dated: bool  # the date stands in this line, and is not the one above
    seats: tuple[Written, ...]


class Seat(NamedTuple):
    """One at the table, understood."""

    person: Person
    place: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line, understood, or the reason why not.

    Lines of one match agree in `key`: night, game and match number; what could not be understood
    of them stands there as it was written. `seats` has those of whom it could be told who they
    are, and `complete` says whether that is everybody.
    """

    line: Line
    key: tuple[str, str, str]
    dated: bool
    seats: tuple[Seat, ...]
    complete: bool
    reason: Say | None


def cut_up(lines: Sequence[Line], columns: Sequence[Column]) -> Iterator[Cut]:
    """Each line by what its columns are for."""
    first = {column.role: column.index for column in reversed(columns)}
    date = next(first[role] for role in DATES if role in first)
    shared = [date, first.get(Role.GAME, -1), first.get(Role.MATCH, -1)]
    above = ["", "", ""]
    for line in lines:
        for number, index in enumerate(shared):
            cell = line.cell(index) if index >= 0 else ""
            if cell.casefold() not in AS_ABOVE:
                above[number] = cell
        # One too many is enough to refuse the line; a long line has thousands.
        seats = tuple(islice(seats_in(line, columns), MOST + 1))
        dated = line.cell(date).casefold() not in AS_ABOVE
        yield Cut(line, above[0], above[1], above[2], dated, seats)


def seats_in(line: Line, columns: Sequence[Column]) -> Iterator[Written]:
    """Everybody in this line."""
    cells = dict.fromkeys((Role.PLAYER, Role.PLACE, Role.POINTS), "")
    in_order: list[str] = []
    for column in columns:
        cell = line.cell(column.index)
        if column.role in cells:
            cells[column.role] = cell
        elif column.role is Role.PLAYERS:
            in_order += [""] if is_nothing(cell) else names_in(cell)
        elif column.role is Role.POINTS_OF and not is_nothing(cell):
            yield Written(column.title, "", cell)
    if any(column.role is Role.PLAYER for column in columns):
        yield Written(*cells.values())
    yield from in_order_of_place(in_order)


def in_order_of_place(names: list[str]) -> Iterator[Written]:
    """First place first; those with = between them share one. Nothing is left free but the end."""
    while names and not names[-1]:
        names.pop()
    better = 0
    for level in names:
        together = level.split("=")
        yield from (Written(name.strip(), str(better + 1), "") for name in together)
        better += len(together)


def seen_in(cuts: Sequence[Cut]) -> tuple[Seen, Seen]:
    """The different names of players, and of games."""
    players, games = Seen(), Seen()
    for cut in cuts:
        found: dict[str, str] = {}
        for seat in cut.seats:
            name = named(seat.name)
            if not isinstance(name, Say):
                found.setdefault(*name)
        players.add(found)
        if cut.game:
            games.add({letters(cut.game): shortened(cut.game)})
    return players, games


@dataclass(frozen=True, slots=True)
class Reader:
    """What cells mean in this file."""

    order: Order
    today: str
    people: Mapping[str, Person | Say]  # by the name, folded
    games: Mapping[str, str | Say]  # by the name, in letters alone
    only_game: str  # slug, where no column says the game

    def entry(self, cut: Cut) -> Entry:
        """The line understood; its reason is the first that is found from left to right."""
        night, game = self.night(cut), self.game(cut)
        found = [self.seat(written) for written in cut.seats]
        seats = tuple(seat for seat, _ in found if seat)
        reasons = [reason for reason in (night, game) if isinstance(reason, Say)]
        reasons += [reason for _, reason in found if reason]
        if not found:
            reasons.append(say("Nobody played in this line."))
        return Entry(
            cut.line,
            (
                night if isinstance(night, str) else cut.date,
                game if isinstance(game, str) else letters(cut.game),
                cut.match,
            ),
            cut.dated,
            seats,
            len(seats) == len(found),
            reasons[0] if reasons else None,
        )

    def night(self, cut: Cut) -> str | Say:
        if not cut.date:
            return say("No date in this line, nor in one above it.")
        return day(cut.date, self.order, self.today)

    def game(self, cut: Cut) -> str | Say:
        if self.only_game:
            return self.only_game
        if not cut.game:
            return say("No game in this line, nor in one above it.")
        return self.games[letters(cut.game)]

    def person(self, written: Written) -> Person | Say:
        if not written.name:
            return say("No player in this line.")
        name = named(written.name)
        return name if isinstance(name, Say) else self.people[name[0]]

    def seat(self, written: Written) -> tuple[Seat | None, Say | None]:
        """One at the table, if it can be told who; and what is wrong, if anything is."""
        person = self.person(written)
        if isinstance(person, Say):
            return None, person
        place = None if is_nothing(written.place) else numbers.place(written.place)
        points = None if is_nothing(written.points) else numbers.points(written.points)
        if isinstance(place, Say):
            return Seat(person, None, None), place
        if isinstance(points, Say):
            return Seat(person, place, None), points
        if place is None and points is None:
            reason = say("No place and no points in this line: one of them is needed.")
            return Seat(person, None, None), reason
        return Seat(person, place, points), None
