"""The preview page's data: columns, unknown names, rejected lines, and the first rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.match.names import name_sort_key
from scorekeeper.messages import Message, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.transfer.results_csv import SEPARATORS, BadLine, Column, Role, UnknownName
from scorekeeper.transfer.results_csv.headings import MAX_HEADING_LINES
from scorekeeper.transfer.results_import.jobs import ImportJob
from scorekeeper.transfer.results_import.preview import ImportPreview

MAX_BAD_LINES = 100  # rejected lines that the page shows
FIRST_ROWS, FIRST_BAD_LINES = 6, 2  # rows in the table of the first lines
ROLE_TITLES = {
    Role.DAY_FIRST: say("Date, day first"),
    Role.MONTH_FIRST: say("Date, month first"),
    Role.YEAR_FIRST: say("Date, year first"),
    Role.GAME: say("Game"),
    Role.MATCH: say("Match number"),
    Role.PLAYER: say("Player"),
    Role.PLACE: say("Place"),
    Role.POINTS: say("Game points"),
    Role.PLAYERS: say("All players, winner first"),
    Role.POINTS_OF: say("Points of the player named in the heading"),
    Role.NOT_USED: say("Not used"),
}
# Prefixes of the form's field names.
COLUMN_PREFIX, NAME_PREFIX, GAME_PREFIX = "column-", "name-", "game-"


class PreviewRow(NamedTuple):
    """One player of one match in the preview."""

    line: int
    evening: str
    game: str
    name: str
    place: int
    points: int | None


@dataclass(frozen=True)
class PreviewView:
    """The data of the preview page."""

    row: ImportJob
    preview: ImportPreview
    again: bool

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.preview.parsed.columns

    @property
    def first_undecided_column(self) -> int | None:
        """The index of the first column without a role, or None if every column has one."""
        return next((c.index for c in self.columns if c.role is Role.OPEN), None)

    @property
    def format_description(self) -> tuple[Message, ...]:
        """The format of the file as read, with its separator, encoding and heading lines."""
        file = self.preview.file
        heading = len(self.preview.parsed.heading)
        head = say_n(
            "the first line is the header",
            "the first {n} lines are the header",
            heading,
        )
        return (
            SEPARATORS[file.separator],
            say("{encoding}", encoding=file.encoding),
            head if heading else say("no header line"),
        )

    @property
    def lines(self) -> int:
        return len(self.preview.file.lines) - len(self.preview.parsed.heading)

    @property
    def names(self) -> list[UnknownName]:
        return [name for name in self.preview.parsed.names if name.is_asked]

    @property
    def games(self) -> list[UnknownName]:
        return [name for name in self.preview.parsed.games if name.is_asked]

    @property
    def more_names(self) -> int:
        """The number of names that the user is not asked about. They all become new players."""
        return len(self.preview.parsed.names) - len(self.names)

    @property
    def more_games(self) -> int:
        """The number of games that the user is not asked about. They are all left out."""
        return len(self.preview.parsed.games) - len(self.games)

    @cached_property
    def people(self) -> list[tuple[str, str]]:
        """The players that a name can be matched to, as (key, name), sorted by name."""
        return sorted(
            self.preview.known_names.names.items(),
            key=lambda pair: (name_sort_key(pair[1]), int(pair[0])),
        )

    @property
    def asks_game(self) -> bool:
        return all(column.role is not Role.GAME for column in self.columns)

    @property
    def has_nothing_new(self) -> bool:
        """Whether all matches of the file are already in the league."""
        preview = self.preview
        return bool(preview.already_stored and not preview.matches and not preview.other_bad)

    @property
    def bad_lines(self) -> tuple[BadLine, ...]:
        return self.preview.bad_lines[:MAX_BAD_LINES]

    @property
    def first_rows(self) -> list[PreviewRow]:
        rows = (row for match in self.preview.matches for row in preview_rows(match, self))
        return list(islice(rows, FIRST_ROWS))

    @property
    def first_bad_lines(self) -> tuple[BadLine, ...]:
        return self.preview.bad_lines[:FIRST_BAD_LINES]


def preview_rows(match: Any, view: PreviewView) -> list[PreviewRow]:
    """Return a row for each player, with its line number in the file.

    If the file has one line for each match, all players of the match have the same line number.
    """
    seats = match.seats
    lines = match.lines if len(match.lines) == len(seats) else match.lines[:1] * len(seats)
    player_names = view.preview.known_names.names
    return [
        PreviewRow(
            line,
            match.evening,
            GAMES[match.game].name,
            player_names.get(seat.key, seat.name),
            seat.place,
            seat.points,
        )
        for line, seat in zip(lines, seats, strict=True)
    ]


# ---------------------------------------------------------------- choices


def choices_from_form(form: Mapping[str, str], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices, updated from the form. Invalid columns, roles and numbers are ignored."""
    roles, names, games = ({**before.get(name, {})} for name in ("roles", "names", "games"))
    for field, value in form.items():
        if field.startswith(COLUMN_PREFIX):
            index = parse_small_int(field.removeprefix(COLUMN_PREFIX))
            if index is not None and value in set(ROLE_TITLES):
                roles[str(index)] = value
        elif field.startswith(NAME_PREFIX):
            names[field.removeprefix(NAME_PREFIX)] = value
        elif field.startswith(GAME_PREFIX):
            games[field.removeprefix(GAME_PREFIX)] = value
    headed = parse_small_int(form.get("headed", ""))
    return {
        "roles": roles,
        "names": names,
        "games": games,
        "game": form.get("game", before.get("game", "")),
        "headed": before.get("headed") if headed is None else min(headed, MAX_HEADING_LINES),
        "again": "again" in form,
    }
