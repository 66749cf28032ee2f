"""The numbers that are already saved in the current deal, such as bids while tricks are entered."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message
from scorekeeper.rules.fields import Field, FieldKind, FieldLayout
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.sheet_view import SheetColumn

PER_SEAT_LAYOUTS = (FieldLayout.CHIPS, FieldLayout.TABLE)


class SavedEntries(NamedTuple):
    """The saved numbers of one stage, by column of the sheet.

    The number is None for a side without one.
    """

    title: Message
    numbers: tuple[tuple[SheetColumn, int | None], ...]


def saved_entries(sheet: Scoresheet, people: Mapping[str, Person]) -> list[SavedEntries]:
    """Return the saved numbers of the current deal, field by field."""
    columns = tuple(sheet_view.build_columns(sheet, people))
    return [
        SavedEntries(
            sheet.game.display.title(sheet.position, field.stage),
            tuple((column, side_number(sheet, field, column)) for column in columns),
        )
        for field in earlier_number_fields(sheet)
    ]


def earlier_number_fields(sheet: Scoresheet) -> list[Field]:
    """Return the fields of this deal's earlier stages that have a number for each player."""
    asked_stage = sheet.asked_stage
    if asked_stage is None:
        return []
    return [
        field
        for field in sheet.game.deal.fields(asked_stage.position, asked_stage.deal_answers)
        if field.kind is FieldKind.NUMBERS
        and field.layout in PER_SEAT_LAYOUTS
        and field.stage != asked_stage.stage
        and field.name in asked_stage.deal_answers
    ]


def side_number(sheet: Scoresheet, field: Field, column: SheetColumn) -> int | None:
    """Return the sum of a side's numbers, or None if none of its seats has a number."""
    answers = sheet.current_answers[field.name]
    numbers = [answers[person.key] for person in column.people if person.key in answers]
    return sum(numbers) if numbers else None
