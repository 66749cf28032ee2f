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

from scorekeeper.messages import Message
from scorekeeper.transfer.results_csv import unknown_names
from scorekeeper.transfer.results_csv.columns import Column, build_columns, column_problems
from scorekeeper.transfer.results_csv.csv_file import (
    SEPARATORS,
    CsvFile,
    CsvLine,
    UnreadableCsv,
    read_file,
)
from scorekeeper.transfer.results_csv.dates import DateOrder
from scorekeeper.transfer.results_csv.headings import DATE_ROLES, Role, count_heading_lines
from scorekeeper.transfer.results_csv.matches import BadLine, CsvMatch, CsvSeat, build_matches
from scorekeeper.transfer.results_csv.rows import (
    LineParser,
    ParsedLine,
    RawLine,
    collect_names,
    raw_lines,
)
from scorekeeper.transfer.results_csv.unknown_names import (
    LEAVE_OUT,
    NEW,
    ImportChoices,
    KnownNames,
    UnknownName,
)

__all__ = [
    "LEAVE_OUT",
    "NEW",
    "SEPARATORS",
    "BadLine",
    "Column",
    "CsvFile",
    "CsvMatch",
    "CsvSeat",
    "ImportChoices",
    "KnownNames",
    "ParsedResults",
    "Role",
    "UnknownName",
    "UnreadableCsv",
    "parse_results",
    "read_file",
]

PROGRESS_INTERVAL_LINES = 1000  # lines between two words of how far it is


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """A file as it was understood. With `problems` there are no matches and no bad lines yet."""

    heading: tuple[CsvLine, ...]
    columns: tuple[Column, ...]
    problems: tuple[Message, ...]  # of the columns: no match can be read before they are mended
    open: tuple[Message, ...]  # columns still to be chosen; until then they are not used
    names: tuple[UnknownName, ...] = ()
    games: tuple[UnknownName, ...] = ()
    matches: tuple[CsvMatch, ...] = ()
    bad: tuple[BadLine, ...] = ()


def no_progress(lines: int) -> None:
    """How far it is goes nowhere."""


def parse_results(
    file: CsvFile,
    known: KnownNames,
    choices: ImportChoices,
    progress: Callable[[int], None] = no_progress,
) -> ParsedResults:
    """The file as understood with these choices; `progress` hears of every thousand lines read."""
    top = count_heading_lines(file.lines, choices.headed)
    heading, lines = file.lines[:top], file.lines[top:]
    columns = build_columns(
        heading[-1] if heading else None, lines, file.width, known, dict(choices.roles)
    )
    roles = {column.role for column in columns}
    game = choices.game if choices.game in known.games and Role.GAME not in roles else ""
    problems, still_open = column_problems(columns, game)
    seen = ParsedResults(heading, columns, tuple(problems), tuple(still_open))
    return (
        seen
        if problems
        else parse_matches(seen, lines, known, replace(choices, game=game), progress)
    )


def parse_matches(
    seen: ParsedResults,
    lines: tuple[CsvLine, ...],
    known: KnownNames,
    choices: ImportChoices,
    progress: Callable[[int], None],
) -> ParsedResults:
    """The same with names, matches and bad lines, once the columns say enough."""
    roles = {column.role for column in seen.columns}
    cuts = list(raw_lines(lines, seen.columns))
    players, played = collect_names(cuts)
    names = unknown_names.unknown_players(players, known, choices.names)
    games = unknown_names.unknown_games(played, known, choices.games)
    reader = LineParser(
        DateOrder(next(role for role in DATE_ROLES if role in roles)),
        known.today,
        unknown_names.people_by_name(players, known, names),
        unknown_names.games_by_name(known, games),
        choices.game,
    )
    found = list(
        build_matches(
            parse_lines(cuts, reader, progress),
            by_line=Role.PLAYER not in roles,
            numbered=Role.MATCH in roles,
            low_wins=known.low_wins,
        )
    )
    matches = tuple(one for one in found if isinstance(one, CsvMatch))
    bad = tuple(sorted(one for one in found if isinstance(one, BadLine)))
    return replace(seen, names=tuple(names), games=tuple(games), matches=matches, bad=bad)


def parse_lines(
    cuts: list[RawLine], reader: LineParser, progress: Callable[[int], None]
) -> list[ParsedLine]:
    """Each line understood, or why not."""
    found: list[ParsedLine] = []
    for number, cut in enumerate(cuts, start=1):
        found.append(reader.entry(cut))
        if number % PROGRESS_INTERVAL_LINES == 0:
            progress(number)
    return found
