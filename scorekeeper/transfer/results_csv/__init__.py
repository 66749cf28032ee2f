"""Parse old results from the bytes of a CSV file into matches, without a database.

    file = read_file(data)                                # raises UnreadableCsv
    parsed = parse_results(file, known, ImportChoices())  # again with the user's choices
    parsed.columns, parsed.prompts                        # columns, and roles to choose
    parsed.names, parsed.games                            # unknown names, each with a suggestion
    parsed.matches, parsed.bad_lines                      # matches to write, lines left out

A line is one player of a match (with a place, points or both), a match with all players in order
of place, or a match with a column of points for each player. Every line that is not blank belongs
to the heading or to one match, or is a bad line with a reason. The package is pure: the date and
the names in the league are arguments.
"""

from dataclasses import dataclass, replace

from scorekeeper.messages import Message
from scorekeeper.transfer.results_csv import unknown_names
from scorekeeper.transfer.results_csv.columns import (
    Column,
    build_columns,
    column_problems,
    date_order_problems,
)
from scorekeeper.transfer.results_csv.csv_file import (
    SEPARATORS,
    CsvFile,
    CsvLine,
    UnreadableCsv,
    read_file,
)
from scorekeeper.transfer.results_csv.date_parsing import DateOrder
from scorekeeper.transfer.results_csv.headings import DATE_ROLES, Role, count_heading_lines
from scorekeeper.transfer.results_csv.matches import BadLine, CsvMatch, CsvSeat, build_matches
from scorekeeper.transfer.results_csv.rows import (
    LineParser,
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


@dataclass(frozen=True, slots=True)
class ParsedResults:
    """A parsed file. If there are `problems`, it has no names, matches or bad lines yet."""

    heading: tuple[CsvLine, ...]
    columns: tuple[Column, ...]
    problems: tuple[Message, ...]  # problems with the columns, which must be solved first
    prompts: tuple[Message, ...]  # prompts for missing roles; columns without a role are not used
    names: tuple[UnknownName, ...] = ()
    games: tuple[UnknownName, ...] = ()
    matches: tuple[CsvMatch, ...] = ()
    bad_lines: tuple[BadLine, ...] = ()


def parse_results(file: CsvFile, known: KnownNames, choices: ImportChoices) -> ParsedResults:
    """Parse the file with these choices."""
    top = count_heading_lines(file.lines, choices.heading_lines)
    heading, lines = file.lines[:top], file.lines[top:]
    columns = build_columns(
        heading[-1] if heading else None, lines, file.width, known, choices.roles
    )
    roles = {column.role for column in columns}
    game = choices.game if choices.game in known.games and Role.GAME not in roles else ""
    problems, still_open = column_problems(columns, game)
    problems += date_order_problems(columns, lines, choices.roles)
    parsed = ParsedResults(heading, columns, tuple(problems), tuple(still_open))
    return parsed if problems else parse_matches(parsed, lines, known, replace(choices, game=game))


def parse_matches(
    parsed: ParsedResults,
    lines: tuple[CsvLine, ...],
    known: KnownNames,
    choices: ImportChoices,
) -> ParsedResults:
    """Return `parsed` with names, matches and bad lines. Its columns must have no problems."""
    roles = {column.role for column in parsed.columns}
    raw = list(raw_lines(lines, parsed.columns))
    players, played = collect_names(raw)
    names = unknown_names.unknown_players(players, known, choices.names)
    games = unknown_names.unknown_games(played, known, choices.games)
    parser = LineParser(
        DateOrder(next(role for role in DATE_ROLES if role in roles)),
        known.today,
        unknown_names.people_by_name(known, names),
        unknown_names.games_by_name(known, games),
        choices.game,
    )
    results = list(
        build_matches(
            [parser.parse(line) for line in raw],
            by_line=Role.PLAYER not in roles,
            numbered=Role.MATCH in roles,
            low_wins=known.low_wins,
        )
    )
    matches = tuple(result for result in results if isinstance(result, CsvMatch))
    bad = tuple(sorted(result for result in results if isinstance(result, BadLine)))
    return replace(parsed, names=tuple(names), games=tuple(games), matches=matches, bad_lines=bad)
