"""Guess the role of each CSV column from its heading and its cells, and list what is missing.

Guesses never conflict: if two columns fit a role that only one can have, the first one gets it and
the other stays OPEN. The user's choice overrides any guess.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.match.names import name_key
from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.csv_file import CsvLine
from scorekeeper.transfer.results_csv.dates import (
    leading_numbers,
    looks_like_date,
    starts_with_year,
)
from scorekeeper.transfer.results_csv.headings import DATE_ROLES, Role, is_total, role_of
from scorekeeper.transfer.results_csv.numbers import can_be_points, is_empty_cell
from scorekeeper.transfer.results_csv.text import shorten, text_key
from scorekeeper.transfer.results_csv.unknown_names import KnownNames, slugs_by_name

SAMPLE_CELLS = 200  # cells that are not empty
MAX_EXAMPLES = 3
MAX_GUESSED_PLACE = 10  # numbers up to here may be places
NAME_SEPARATORS = re.compile(r"[,;/>\n]")
REPEATABLE_ROLES = {Role.OPEN, Role.NOT_USED, Role.PLAYERS, Role.POINTS_OF}  # any number of columns


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, some cells, the role that was guessed and the one that is used."""

    index: int
    title: str
    examples: tuple[str, ...]
    guess: Role
    role: Role

    @property
    def called(self) -> Message:
        """How a sentence refers to this column."""
        if self.title:
            return say("“{title}”", title=shorten(self.title))
        return say("column {number}", number=self.index + 1)


@dataclass(frozen=True, slots=True)
class ColumnSample:
    """What a guess is based on: the heading and the first 200 cells that are not empty."""

    title: str
    cells: tuple[str, ...]

    def mostly(self, test: Callable[[str], bool], share: int = 80) -> bool:
        """Whether at least `share` percent of the cells pass the test."""
        return 100 * sum(map(test, self.cells)) >= share * max(1, len(self.cells))


def build_columns(
    heading: CsvLine | None,
    lines: Sequence[CsvLine],
    width: int,
    known: KnownNames,
    chosen: dict[int, Role],
) -> tuple[Column, ...]:
    """All columns of these lines; `heading` is the line with their names, if there is one."""
    looked_at = [
        ColumnSample(heading.cell(index) if heading else "", sample_cells(lines, index))
        for index in range(width)
    ]
    guesses = guess_roles(looked_at, lines, known)
    return tuple(
        Column(
            index,
            one.title,
            tuple(dict.fromkeys(one.cells))[:MAX_EXAMPLES],
            guesses[index],
            chosen.get(index, guesses[index]),
        )
        for index, one in enumerate(looked_at)
    )


def sample_cells(lines: Sequence[CsvLine], index: int) -> tuple[str, ...]:
    found = []
    for line in lines:
        if not is_empty_cell(line.cell(index)):
            found.append(line.cell(index))
            if len(found) == SAMPLE_CELLS:
                break
    return tuple(found)


def guess_roles(
    columns: list[ColumnSample], lines: Sequence[CsvLine], known: KnownNames
) -> list[Role]:
    """The role of each column: by heading, then points columns of players, then by cells."""
    found: dict[int, Role] = {}

    def take(index: int, role: Role | None) -> None:
        """Give a column a role unless it is taken; any date role counts as the same role."""
        if role is None or index in found:
            return
        if role in DATE_ROLES:
            role = guess_date_order(lines, index)
        taken = DATE_ROLES if role in DATE_ROLES else (role,)
        if role in REPEATABLE_ROLES or not set(taken) & set(found.values()):
            found[index] = role

    for index, column in enumerate(columns):
        take(index, Role.NOT_USED if not column.cells else role_by_heading(column, known))
    for index in player_columns(columns, found):
        take(index, Role.POINTS_OF)
    for index, column in enumerate(columns):
        take(index, role_by_cells(column, known, found))
    return [found.get(index, Role.OPEN) for index in range(len(columns))]


def role_by_heading(column: ColumnSample, known: KnownNames) -> Role | None:
    """The role that the heading names, adjusted if the cells contradict it."""
    role = role_of(column.title)
    whole = column.mostly(can_be_points)
    if role is Role.GAME and whole:  # "Game 1, 2, 3"
        return Role.MATCH
    if role is Role.MATCH and column.mostly(game_predicate(known)):  # "Partida: Chinchón"
        return Role.GAME
    if role is Role.PLAYER and column.mostly(has_several_names):
        return Role.PLAYERS
    if role is Role.PLAYERS and not column.title[:1].isdigit():
        if whole:  # a number of players
            return None
        return Role.PLAYERS if column.mostly(has_several_names, share=20) else Role.PLAYER
    return role


def player_columns(columns: list[ColumnSample], found: dict[int, Role]) -> list[int]:
    """Indexes of the points columns in a table with one column per player, at least two."""
    if not {Role.PLAYER, Role.PLAYERS, Role.PLACE}.isdisjoint(found.values()):
        return []
    numbers = [
        index
        for index, column in enumerate(columns)
        if index not in found
        and column.title
        and not is_total(column.title)
        and column.mostly(can_be_points, share=60)
    ]
    return numbers if len(numbers) > 1 else []


def role_by_cells(column: ColumnSample, known: KnownNames, found: dict[int, Role]) -> Role | None:
    """The role that the cells suggest, or None."""
    tests: dict[Role, Callable[[str], bool]] = {
        Role.DAY_FIRST: looks_like_date,
        Role.GAME: game_predicate(known),
        Role.PLAYER: player_predicate(known),
        Role.PLAYERS: has_several_names,
    }
    for role, test in tests.items():
        if column.mostly(test, share=50):
            return role
    one_each = Role.POINTS_OF not in found.values() and Role.PLAYERS not in found.values()
    if not one_each or column.title or not column.mostly(can_be_points):
        return None
    places = {str(place) for place in range(1, MAX_GUESSED_PLACE + 1)}
    if set(column.cells) <= places and "1" in column.cells:
        return Role.PLACE
    return Role.POINTS


def game_predicate(known: KnownNames) -> Callable[[str], bool]:
    games = slugs_by_name(known)
    return lambda cell: text_key(cell) in games


def player_predicate(known: KnownNames) -> Callable[[str], bool]:
    names = {name_key(name) for name in known.names.values()}
    return lambda cell: name_key(cell) in names


def split_names(cell: str) -> list[str]:
    """The names in a cell with several; an empty one if nothing is between two separators."""
    return [piece.strip() for piece in NAME_SEPARATORS.split(cell)]


def has_several_names(cell: str) -> bool:
    """Whether the cell holds several names, as in "Ana, Bruno, Chus"."""
    pieces = [piece for piece in split_names(cell) if piece]
    return len(pieces) > 1 and all(piece[:1].isalpha() and len(piece) <= 40 for piece in pieces)


def guess_date_order(lines: Sequence[CsvLine], index: int) -> Role:
    """The order of day and month in these dates, by those with a number above 12.

    Dates with the year first are understood in any column, so the result is YEAR_FIRST only if all
    dates have it first. If nothing decides, it is DAY_FIRST.
    """
    votes: Counter[Role] = Counter()
    years = others = False
    for line in lines:
        leading = leading_numbers(line.cell(index))
        if leading is None:
            years = years or starts_with_year(line.cell(index))
            continue
        others = True
        if max(leading) > 12:
            votes[Role.DAY_FIRST if leading[0] > 12 else Role.MONTH_FIRST] += 1
    if years and not others:
        return Role.YEAR_FIRST
    more = votes[Role.MONTH_FIRST] > votes[Role.DAY_FIRST]
    return Role.MONTH_FIRST if more else Role.DAY_FIRST


def column_problems(columns: Sequence[Column], game: str) -> tuple[list[Message], list[Message]]:
    """Problems that keep matches from being read, and columns whose role is not chosen yet."""
    open_ones = [column for column in columns if column.role is Role.OPEN]
    return [
        *duplicate_role_problems(columns),
        *missing_role_problems(columns, game),
        *untitled_column_problems(columns),
    ], [
        say("Choose what {column} contains, or “Not used” to leave it out.", column=column.called)
        for column in open_ones
    ]


def duplicate_role_problems(columns: Sequence[Column]) -> Iterator[Message]:
    """Problems: two columns with a role that only one can have."""
    first: dict[Role, Column] = {}
    for column in columns:
        role = Role.DAY_FIRST if column.role in DATE_ROLES else column.role
        if role in REPEATABLE_ROLES:
            continue
        if role in first:
            yield say(
                "{one} and {other} cannot both be the same: choose “Not used” for one of them.",
                one=first[role].called,
                other=column.called,
            )
        first.setdefault(role, column)


def missing_role_problems(columns: Sequence[Column], game: str) -> Iterator[Message]:
    """Problems: required roles that are missing, and roles that exclude each other."""
    roles = {column.role for column in columns}
    if roles.isdisjoint(DATE_ROLES):
        yield say("Choose the column with the date.")
    if Role.GAME not in roles and not game:
        yield say("Choose the column with the game, or one game for all lines.")
    ways = [role for role in (Role.PLAYER, Role.PLAYERS, Role.POINTS_OF) if role in roles]
    if not ways:
        yield say(
            "Choose the column with the player, or with all players in order of place,"
            " or a column of points for each player."
        )
    elif len(ways) > 1 or (ways != [Role.PLAYER] and roles & {Role.PLACE, Role.POINTS}):
        yield say(
            "Choose one way to say who played: a player in each line with place or points,"
            " or all players in order of place, or a column of points for each"
            " player."
        )
    elif ways == [Role.PLAYER] and not roles & {Role.PLACE, Role.POINTS}:
        yield say("Choose the column with the place, or with the points.")
    if sum(column.role is Role.POINTS_OF for column in columns) == 1:
        yield say("A match has at least two players: choose a second column of points.")


def untitled_column_problems(columns: Sequence[Column]) -> Iterator[Message]:
    for column in columns:
        if column.role is Role.POINTS_OF and not column.title:
            yield say("There is no player’s name above {column}.", column=column.called)
