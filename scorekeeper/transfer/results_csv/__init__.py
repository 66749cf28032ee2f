"""PURE. Old results from a spreadsheet: the bytes of a CSV file -> matches to be written.

    file = read_file(data)                         # raises Unreadable, a sentence
    seen = look_through(file, known, Choices())    # again with what the person chose
    seen.columns, seen.open                        # what each column was taken for
    seen.names, seen.games                         # strangers, each with a suggestion
    seen.matches, seen.bad                         # what would be written, what is left out

A line is a player (with a place, points or both), or a match with everybody in order of place, or
a match with a column of points for each player. Every line that is not blank is in the heading, in
one match, or a bad line with its reason. Nothing here knows the day or the league: both come in.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from scorekeeper.messages import Say
from scorekeeper.transfer.results_csv import unknown_names
from scorekeeper.transfer.results_csv.columns import Column, columns_of, problems_of
from scorekeeper.transfer.results_csv.csv_file import (
    SEPARATORS,
    Line,
    OldFile,
    Unreadable,
    read_file,
)
from scorekeeper.transfer.results_csv.dates import Order
from scorekeeper.transfer.results_csv.headings import DATES, Role, headed
from scorekeeper.transfer.results_csv.matches import BadLine, OldMatch, OldSeat, sorted_out
from scorekeeper.transfer.results_csv.rows import Cut, Entry, Reader, cut_up, seen_in
from scorekeeper.transfer.results_csv.unknown_names import LEAVE_OUT, NEW, Choices, Known, Stranger

__all__ = [
    "LEAVE_OUT",
    "NEW",
    "SEPARATORS",
    "BadLine",
    "Choices",
    "Column",
    "Known",
    "LookedThrough",
    "OldFile",
    "OldMatch",
    "OldSeat",
    "Role",
    "Stranger",
    "Unreadable",
    "look_through",
    "read_file",
]

A_WHILE = 1000  # lines between two words of how far it is


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """A file as it was understood. With `problems` there are no matches and no bad lines yet."""

    heading: tuple[Line, ...]
    columns: tuple[Column, ...]
    problems: tuple[Say, ...]  # of the columns: no match can be read before they are mended
    open: tuple[Say, ...]  # columns still to be chosen; until then they are not used
    names: tuple[Stranger, ...] = ()
    games: tuple[Stranger, ...] = ()
    matches: tuple[OldMatch, ...] = ()
    bad: tuple[BadLine, ...] = ()


def nobody_asks(lines: int) -> None:
    """How far it is goes nowhere."""


def look_through(
    file: OldFile, known: Known, choices: Choices, progress: Callable[[int], None] = nobody_asks
) -> LookedThrough:
    """The file as understood with these choices; `progress` hears of every thousand lines read."""
    top = headed(file.lines, choices.headed)
    heading, lines = file.lines[:top], file.lines[top:]
    columns = columns_of(
        heading[-1] if heading else None, lines, file.width, known, dict(choices.roles)
    )
    roles = {column.role for column in columns}
    game = choices.game if choices.game in known.games and Role.GAME not in roles else ""
    problems, still_open = problems_of(columns, game)
    seen = LookedThrough(heading, columns, tuple(problems), tuple(still_open))
    return (
        seen if problems else understood(seen, lines, known, replace(choices, game=game), progress)
    )


def understood(
    seen: LookedThrough,
    lines: tuple[Line, ...],
    known: Known,
    choices: Choices,
    progress: Callable[[int], None],
) -> LookedThrough:
    """The same with names, matches and bad lines, once the columns say enough."""
    roles = {column.role for column in seen.columns}
    cuts = list(cut_up(lines, seen.columns))
    players, played = seen_in(cuts)
    names = unknown_names.strange_names(players, known, choices.names)
    games = unknown_names.strange_games(played, known, choices.games)
    reader = Reader(
        Order(next(role for role in DATES if role in roles)),
        known.today,
        unknown_names.people(players, known, names),
        unknown_names.games(known, games),
        choices.game,
    )
    found = list(
        sorted_out(
            entries_of(cuts, reader, progress),
            by_line=Role.PLAYER not in roles,
            numbered=Role.MATCH in roles,
            low_wins=known.low_wins,
        )
    )
    matches = tuple(one for one in found if isinstance(one, OldMatch))
    bad = tuple(sorted(one for one in found if isinstance(one, BadLine)))
    return replace(seen, names=tuple(names), games=tuple(games), matches=matches, bad=bad)


def entries_of(cuts: list[Cut], reader: Reader, progress: Callable[[int], None]) -> list[Entry]:
    """Each line understood, or why not."""
    found: list[Entry] = []
    for number, cut in enumerate(cuts, start=1):
        found.append(reader.entry(cut))
        if number % A_WHILE == 0:
            progress(number)
    return found
