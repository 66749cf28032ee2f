"""The podium of a season: its first places, each with all players who share it."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.match.people import Person
from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.web.match.podium import (
    MAX_NAMES,
    MAX_WORD_IN_LARGE_LETTERS,
    PODIUM_STEPS,
    has_long_names,
)
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine


class SeasonStep(NamedTuple):
    """A place and the lines of the players who share it."""

    place: int
    lines: tuple[TableLine, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The keys of the players."""
        return tuple(line.row.player for line in self.lines)

    @property
    def figure(self) -> str:
        """The figure of each of the players."""
        return self.lines[0].figure

    @property
    def is_shared(self) -> bool:
        return len(self.lines) > 1

    @property
    def is_crowded(self) -> bool:
        """Whether the place has too many names to be shown on its step."""
        return len(self.lines) > MAX_NAMES


class Podium(NamedTuple):
    """The steps, best first. A step is missing if the players above it share its place.

    `has_long_names` says whether a name would break on its step on a narrow phone, and
    `has_wide_names` whether it would break there with large text.
    """

    steps: tuple[SeasonStep, ...]
    has_long_names: bool
    has_wide_names: bool

    @property
    def first(self) -> SeasonStep | None:
        """The step of the leaders, or None if nobody is ranked."""
        return self.steps[0] if self.steps else None


def marked_place(row: StandingsRow) -> str:
    """Return a place as text, such as "3", or "3=" if players share it."""
    return f"{row.place}=" if row.is_shared else str(row.place)


def build_podium(table: SeasonTable, people: Mapping[str, Person]) -> Podium:
    lines_by_place = groupby(table.ranked_lines, lambda line: line.row.place)
    steps = tuple(
        SeasonStep(place, tuple(lines))
        for place, lines in lines_by_place
        if place is not None and place <= PODIUM_STEPS
    )
    named = {key: people[key] for step in steps if not step.is_crowded for key in step.players}
    has_wide_names = has_long_names(named, MAX_WORD_IN_LARGE_LETTERS)
    return Podium(steps, has_long_names(named), has_wide_names)
