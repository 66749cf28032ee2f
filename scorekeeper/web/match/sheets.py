"""The score sheet as the page shows it: rows of cells, the reason of a number, who stands where."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.match.events import RoundCorrected
from scorekeeper.match.log import Person
from scorekeeper.match.outcome import podium
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say
from scorekeeper.rules.common import next_seat
from scorekeeper.rules.display import Cell
from scorekeeper.rules.kernel import Part, Position, Round

NOTHING = Cell()


class Head(NamedTuple):
    """A column: a side, who is in it, its total, whether it leads and where it came in."""

    side: str
    people: tuple[Person, ...]
    total: int
    leads: bool
    place: int | None


class Box(NamedTuple):
    """What one side did in one deal; `points` None: it took no part."""

    side: str
    points: int | None
    total: int
    cell: Cell


class Same:
    """A key that only this very object fits; it is not looked into."""

    __slots__ = ("it",)

    def __init__(self, it: object) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@dataclass(frozen=True, slots=True)
class Row:
    """One complete deal. What stands in it is worked out when it is drawn."""

    sheet: Scoresheet
    people: Mapping[str, Person]
    index: int

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def played(self) -> Round:
        return self.sheet.rounds[self.index]

    @property
    def dealer(self) -> Person:
        return self.people[self.played.before.dealer]

    @property
    def small(self) -> Say | None:
        return self.sheet.game.row(self.played.before)

    @property
    def corrected(self) -> bool:
        return isinstance(self.sheet.written[self.index].event, RoundCorrected)

    @property
    def boxes(self) -> Iterator[Box]:
        played = self.played
        cells = self.sheet.game.cells(played)
        for side in played.after.totals:
            cell = cells.get(side, NOTHING)
            yield Box(side, played.points.get(side), reached(played, side, cell), cell)


class Ahead(NamedTuple):
    """A deal that is still to come."""

    number: int
    small: Say | None
    sides: tuple[tuple[bool, bool], ...]  # by column: deals, is out


@dataclass(frozen=True)
class Why:
    """The reason of one number: its parts in counting order, and how the total came about."""

    number: int
    side: str
    points: int
    parts: tuple[Part, ...]
    before: int
    after: int
    cell: Cell
    saved_at: int
    corrected: bool


@dataclass(frozen=True)
class Board:
    """A sheet, whole or its last rows."""

    sheet: Scoresheet
    people: Mapping[str, Person]
    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    ahead: tuple[Ahead, ...]
    hidden: int  # earlier rows that are not shown
    why: Why | None = None

    def seen(self, row: Row) -> tuple[Hashable, ...]:
        """All that can be seen of a row: the deal, who plays, which reason is open."""
        is_open = self.why is not None and self.why.number == row.number
        open_at = self.why.side if self.why and is_open else None
        return Same(row.played), row.corrected, tuple(self.people.values()), open_at

    @property
    def boxes(self) -> int:
        """The most entries any side has in a game within the match."""
        game, sheet = self.sheet.game, self.sheet
        columns = game.columns(sheet.rounds, sheet.position) if game.columns else ()
        return max((n for column in columns for n in column.boxes.values()), default=0)


def board(
    sheet: Scoresheet, people: Mapping[str, Person], last: int | None = None, why: str = ""
) -> Board:
    """The sheet, or only its `last` rows; `why` is "deal-side" of the number to explain."""
    first = max(0, len(sheet.rounds) - last) if last else 0
    rows = tuple(Row(sheet, people, i) for i in range(first, len(sheet.rounds)))
    return Board(
        sheet=sheet,
        people=people,
        heads=tuple(heads(sheet, people)),
        rows=rows,
        ahead=tuple(ahead(sheet, 1 if last else None)),
        hidden=first,
        why=reason(sheet, why),
    )


def heads(sheet: Scoresheet, people: Mapping[str, Person]) -> Iterator[Head]:
    """The columns, in order of play."""
    at = {side: place.place for place in podium(sheet) for side in place.seats}
    best = {side for side, place in at.items() if place == 1} if sheet.rounds else set()
    for side, seats in sheet.game.sides(sheet.setup).items():
        yield Head(
            side=side,
            people=tuple(people[seat] for seat in seats),
            total=sheet.position.totals[side],
            leads=side in best,
            place=at.get(side) if sheet.is_over and sheet.ended != "unfinished" else None,
        )


def reached(played: Round, side: str, cell: Cell) -> int:
    """The total that a deal led to; of who came back, the one that put him out."""
    if cell.note and cell.note.tone == "back":
        return played.before.totals[side] + played.points[side]
    return played.after.totals[side]


def ahead(sheet: Scoresheet, most: int | None) -> Iterator[Ahead]:
    """The deal that is asked, and, where their number is fixed, those after it."""
    if sheet.is_over:
        return
    position = sheet.position
    deals = sheet.game.deals(sheet.setup) if sheet.game.deals else None
    count = 1 if deals is None else deals - position.number + 1
    for _ in range(min(count, most or count)):
        yield Ahead(
            position.number,
            sheet.game.row(position),
            tuple(column(position, seats) for seats in sheet.game.sides(sheet.setup).values()),
        )
        dealer = next_seat(position.dealer, position.players, position.players)
        position = position._replace(number=position.number + 1, dealer=dealer)


def column(position: Position, seats: tuple[str, ...]) -> tuple[bool, bool]:
    return position.dealer in seats, all(seat in position.out for seat in seats)


def reason(sheet: Scoresheet, why: str) -> Why | None:
    """The reason of the number of "deal-side", or None if there is no such number."""
    deal, _, side = why.partition("-")
    number = small_number(deal)
    if number is None or not 1 <= number <= len(sheet.rounds):
        return None
    played = sheet.rounds[number - 1]
    if side not in played.points:
        return None
    cell = sheet.game.cells(played).get(side, NOTHING)
    written = sheet.written[number - 1]
    return Why(
        number=number,
        side=side,
        points=played.points[side],
        parts=tuple(
            part for part in sheet.game.parts(played.before, played.record) if part.side == side
        ),
        before=played.before.totals[side],
        after=reached(played, side, cell),
        cell=cell,
        saved_at=written.at,
        corrected=isinstance(written.event, RoundCorrected),
    )


def names_of(sheet: Scoresheet, people: Mapping[str, Person]) -> dict[str, str]:
    """Names by key, of seats and of sides."""
    names = {key: person.name for key, person in people.items()}
    for side, seats in sheet.game.sides(sheet.setup).items():
        names.setdefault(side, " + ".join(people[seat].name for seat in seats))
    return names
