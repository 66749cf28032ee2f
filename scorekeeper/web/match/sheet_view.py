"""The view model of the score sheet: columns, rows of cells, and the explanation of a number."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.match.events import RoundCorrected
from scorekeeper.match.outcome import current_places
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message
from scorekeeper.rules.common import next_seat
from scorekeeper.rules.display import Cell
from scorekeeper.rules.kernel import PlayedDeal, Position, ScorePart
from scorekeeper.runtime.whole_numbers import parse_small_int

EMPTY_CELL = Cell()


class SheetColumn(NamedTuple):
    """A column: one side with its players and total.

    `place` is None while the match is running, and if it was left unfinished.
    """

    side: str
    people: tuple[Person, ...]
    total: int
    leads: bool
    place: int | None


class SideScore(NamedTuple):
    """One side's points in a deal and its total afterwards.

    `points` is None if the side did not play the deal.
    """

    side: str
    points: int | None
    total: int
    cell: Cell


class IdentityKey:
    """A cache key that compares by identity, without hashing or comparing the object."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One complete deal. Its content is computed when the row is rendered."""

    sheet: Scoresheet
    people: Mapping[str, Person]
    index: int

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def played_deal(self) -> PlayedDeal:
        return self.sheet.played_deals[self.index]

    @property
    def dealer(self) -> Person:
        return self.people[self.played_deal.before.dealer]

    @property
    def deal_label(self) -> Message | None:
        return self.sheet.game.display.deal_label(self.played_deal.before)

    @property
    def deal_note(self) -> Message | None:
        return self.sheet.game.display.deal_note(self.played_deal)

    @property
    def is_corrected(self) -> bool:
        return isinstance(self.sheet.written[self.index].event, RoundCorrected)

    @property
    def side_scores(self) -> Iterator[SideScore]:
        played = self.played_deal
        cells = self.sheet.game.display.cells(played)
        for side in played.after.totals:
            cell = cells.get(side, EMPTY_CELL)
            yield SideScore(side, played.points.get(side), total_reached(played, side, cell), cell)


class UpcomingDeal(NamedTuple):
    """A deal that is not complete yet."""

    number: int
    deal_label: Message | None
    sides: tuple[tuple[bool, bool], ...]  # for each side, whether it deals and whether it is out


@dataclass(frozen=True)
class ScoreExplanation:
    """The explanation of a number: its parts in scoring order, and the total before and after."""

    number: int
    side: str
    points: int
    parts: tuple[ScorePart, ...]
    before: int
    after: int
    cell: Cell
    saved_at: int
    is_corrected: bool


@dataclass(frozen=True)
class Board:
    """A score sheet, either the whole sheet or only its last rows."""

    sheet: Scoresheet
    people: Mapping[str, Person]
    side_columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    upcoming_deals: tuple[UpcomingDeal, ...]
    hidden_rows: int  # earlier rows that are not shown
    why: ScoreExplanation | None = None

    def cache_key(self, row: SheetRow) -> tuple[Hashable, ...]:
        """Return the cache key of a row: all values that the row displays."""
        is_open = self.why is not None and self.why.number == row.number
        open_at = self.why.side if self.why and is_open else None
        return IdentityKey(row.played_deal), row.is_corrected, tuple(self.people.values()), open_at

    @property
    def box_count(self) -> int:
        """The largest number of boxes that a side has in one game of the match."""
        game, sheet = self.sheet.game, self.sheet
        columns = (
            game.display.columns(sheet.played_deals, sheet.position) if game.display.columns else ()
        )
        return max((n for column in columns for n in column.boxes.values()), default=0)


def build_board(
    sheet: Scoresheet, people: Mapping[str, Person], last: int | None = None, why: str = ""
) -> Board:
    """Return the sheet, or only its `last` rows.

    `why` names the number to explain, as "deal-side".
    """
    start = max(0, len(sheet.played_deals) - last) if last else 0
    rows = tuple(SheetRow(sheet, people, i) for i in range(start, len(sheet.played_deals)))
    return Board(
        sheet=sheet,
        people=people,
        side_columns=tuple(build_columns(sheet, people)),
        rows=rows,
        upcoming_deals=tuple(upcoming_deals(sheet, 1 if last else None)),
        hidden_rows=start,
        why=find_explanation(sheet, why),
    )


def build_columns(sheet: Scoresheet, people: Mapping[str, Person]) -> Iterator[SheetColumn]:
    """Yield the columns, in order of play."""
    place_by_side = {side: place.place for place in current_places(sheet) for side in place.seats}
    best = (
        {side for side, place in place_by_side.items() if place == 1}
        if sheet.played_deals
        else set()
    )
    for side, seats in sheet.game.sides(sheet.setup).items():
        yield SheetColumn(
            side=side,
            people=tuple(people[seat] for seat in seats),
            total=sheet.position.totals[side],
            leads=side in best,
            place=place_by_side.get(side)
            if sheet.is_over and sheet.ended != "unfinished"
            else None,
        )


def total_reached(played: PlayedDeal, side: str, cell: Cell) -> int:
    """Return a side's total after a deal.

    For a player who came back in with this deal, return the total with which they went out.
    """
    if cell.note and cell.note.tone == "back":
        return played.before.totals[side] + played.points[side]
    return played.after.totals[side]


def upcoming_deals(sheet: Scoresheet, most: int | None) -> Iterator[UpcomingDeal]:
    """Yield the current deal and, if the number of deals is fixed, the later deals.

    At most `most` deals are yielded, or all of them if `most` is None.
    """
    if sheet.is_over:
        return
    position = sheet.position
    deals = sheet.game.deals(sheet.setup) if sheet.game.deals else None
    count = 1 if deals is None else deals - position.number + 1
    for _ in range(min(count, most or count)):
        yield UpcomingDeal(
            position.number,
            sheet.game.display.deal_label(position),
            tuple(
                upcoming_flags(position, seats) for seats in sheet.game.sides(sheet.setup).values()
            ),
        )
        dealer = next_seat(position.dealer, position.players, position.players)
        position = position._replace(number=position.number + 1, dealer=dealer)


def upcoming_flags(position: Position, seats: tuple[str, ...]) -> tuple[bool, bool]:
    return position.dealer in seats, all(seat in position.eliminated for seat in seats)


def find_explanation(sheet: Scoresheet, why: str) -> ScoreExplanation | None:
    """Return the explanation of one number on the sheet.

    `why` names it as "deal-side". Returns None if the sheet has no such number.
    """
    deal, _, side = why.partition("-")
    number = parse_small_int(deal)
    if number is None or not 1 <= number <= len(sheet.played_deals):
        return None
    played = sheet.played_deals[number - 1]
    if side not in played.points:
        return None
    cell = sheet.game.display.cells(played).get(side, EMPTY_CELL)
    written = sheet.written[number - 1]
    return ScoreExplanation(
        number=number,
        side=side,
        points=played.points[side],
        parts=tuple(
            part
            for part in sheet.game.deal.parts(played.before, played.answers)
            if part.side == side
        ),
        before=played.before.totals[side],
        after=total_reached(played, side, cell),
        cell=cell,
        saved_at=written.at,
        is_corrected=isinstance(written.event, RoundCorrected),
    )


def names_by_key(sheet: Scoresheet, people: Mapping[str, Person]) -> dict[str, str]:
    """Return the names of seats and of sides, by key."""
    names = {key: person.name for key, person in people.items()}
    for side, seats in sheet.game.sides(sheet.setup).items():
        names.setdefault(side, " + ".join(people[seat].name for seat in seats))
    return names
