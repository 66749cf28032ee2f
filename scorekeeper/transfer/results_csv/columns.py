"""The role of each CSV column, from its heading or the user's choice, and the missing roles.

A column whose heading names no role is OPEN, unless all of its cells are empty.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from scorekeeper.match.names import name_key
from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.csv_file import CsvLine
from scorekeeper.transfer.results_csv.date_parsing import has_month_first
from scorekeeper.transfer.results_csv.headings import ANY_DATE, DATE_ROLES, Role, role_of
from scorekeeper.transfer.results_csv.numbers import is_empty_cell
from scorekeeper.transfer.results_csv.text import shorten
from scorekeeper.transfer.results_csv.unknown_names import KnownNames

SAMPLE_CELLS = 200  # the number of cells to read, not counting empty cells
MAX_EXAMPLES = 3
NAME_SEPARATORS = re.compile(r"[,;/>\n]")
# If a column has one of these roles, a heading with a player's name does not mean that player's
# points.
PLAYERS_IN_LINES = {Role.PLAYER, Role.PLAYERS, Role.PLACE}
REPEATABLE_ROLES = {Role.OPEN, Role.NOT_USED, Role.PLAYERS, Role.POINTS_OF}  # any number of columns


@dataclass(frozen=True, slots=True)
class Column:
    """The heading, some of the cells and the role of a column."""

    index: int
    title: str
    examples: tuple[str, ...]
    role: Role

    @property
    def description(self) -> Message:
        """The column's name, for use in sentences."""
        if self.title:
            return say("“{title}”", title=shorten(self.title))
        return say("column {number}", number=self.index + 1)


def build_columns(
    heading: CsvLine | None,
    lines: Sequence[CsvLine],
    width: int,
    known: KnownNames,
    chosen: Mapping[int, Role],
) -> tuple[Column, ...]:
    """Return all columns of these lines.

    `heading` is the line with the column names, or None if there is none.
    """
    titles = [heading.cell(index) if heading else "" for index in range(width)]
    cells = [sample_cells(lines, index) for index in range(width)]
    roles = [role_of(title) or Role.OPEN for title in titles]
    if PLAYERS_IN_LINES.isdisjoint(roles):
        people = {name_key(name) for name in known.names.values()}
        roles = [
            Role.POINTS_OF if name_key(title) in people else role
            for title, role in zip(titles, roles, strict=True)
        ]
    roles = [role if some else Role.NOT_USED for role, some in zip(roles, cells, strict=True)]
    return tuple(
        Column(index, titles[index], cells[index], chosen.get(index, roles[index]))
        for index in range(width)
    )


def sample_cells(lines: Sequence[CsvLine], index: int) -> tuple[str, ...]:
    """Return up to three different cells, taken from the first 200 cells that are not empty."""
    filled = (line.cell(index) for line in lines if not is_empty_cell(line.cell(index)))
    return tuple(dict.fromkeys(islice(filled, SAMPLE_CELLS)))[:MAX_EXAMPLES]


def split_names(cell: str) -> list[str]:
    """Split a cell that lists several names. Two separators in a row give an empty name."""
    return [piece.strip() for piece in NAME_SEPARATORS.split(cell)]


def column_problems(columns: Sequence[Column], game: str) -> tuple[list[Message], list[Message]]:
    """Return problems that prevent reading matches, and prompts for open columns."""
    return [
        *duplicate_role_problems(columns),
        *missing_role_problems(columns, game),
        *untitled_column_problems(columns),
    ], open_column_questions([column for column in columns if column.role is Role.OPEN])


def date_order_problems(
    columns: Sequence[Column], lines: Sequence[CsvLine], chosen: Mapping[int, Role]
) -> Iterator[Message]:
    """Yield a problem for each day-first column that has a date with the month first.

    The user then chooses the order for that column.
    """
    for column in columns:
        if column.role is not Role.DAY_FIRST or column.index in chosen:
            continue
        dates = (line.cell(column.index) for line in lines)
        if example := next(filter(has_month_first, dates), None):
            yield say(
                "“{date}” has the month first. Choose whether the day or the month comes first "
                "in {column}.",
                date=shorten(example),
                column=column.description,
            )


def open_column_questions(columns: Sequence[Column]) -> list[Message]:
    """Return a list with one sentence that asks for the roles of these columns.

    The list is empty if `columns` is empty.
    """
    if len(columns) > 1:
        return [
            say(
                "Choose what the {n} marked columns contain, or “Not used” to leave them out.",
                n=len(columns),
            )
        ]
    return [
        say(
            "Choose what {column} contains, or “Not used” to leave it out.",
            column=column.description,
        )
        for column in columns
    ]


def duplicate_role_problems(columns: Sequence[Column]) -> Iterator[Message]:
    """Yield a problem for each column that repeats a role that only one column can have."""
    first_columns: dict[Role, Column] = {}
    for column in columns:
        role = ANY_DATE if column.role in DATE_ROLES else column.role
        if role in REPEATABLE_ROLES:
            continue
        if role in first_columns:
            yield say(
                "{one} and {other} cannot have the same content. Choose “Not used” for one of "
                "them.",
                one=first_columns[role].description,
                other=column.description,
            )
        first_columns.setdefault(role, column)


def missing_role_problems(columns: Sequence[Column], game: str) -> Iterator[Message]:
    """Yield problems with required roles that are missing and roles that exclude each other."""
    roles = {column.role for column in columns}
    if roles.isdisjoint(DATE_ROLES):
        yield say("Choose the column with the date.")
    if Role.GAME not in roles and not game:
        yield say("Choose the column with the game, or choose one game for all lines.")
    ways = [role for role in (Role.PLAYER, Role.PLAYERS, Role.POINTS_OF) if role in roles]
    if not ways:
        yield say(
            "Choose a column with the player, a column with all players in order of place, "
            "or a column of points for each player."
        )
    elif len(ways) > 1 or (ways != [Role.PLAYER] and roles & {Role.PLACE, Role.POINTS}):
        yield say(
            "Choose only one way to list the players: one player per line with a place or "
            "points, all players in order of place, or a column of points for each player."
        )
    elif ways == [Role.PLAYER] and not roles & {Role.PLACE, Role.POINTS}:
        yield say("Choose the column with the place or the points.")
    if sum(column.role is Role.POINTS_OF for column in columns) == 1:
        yield say("A match has at least two players. Choose a second column of points.")


def untitled_column_problems(columns: Sequence[Column]) -> Iterator[Message]:
    for column in columns:
        if column.role is Role.POINTS_OF and not column.title:
            yield say(
                "There is no player’s name above {column}. Check the number of header lines.",
                column=column.description,
            )
