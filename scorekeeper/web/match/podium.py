"""The podium of a match: its final places, each with the players who share it."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.match import outcome
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules.display import Place

PODIUM_STEPS = 3
MAX_NAMES = 4  # players on a step of the podium, and winners in a title
MAX_WORD = 10  # letters; a longer word does not fit on a step of the podium on a narrow phone
MAX_WORD_IN_LARGE_LETTERS = 7  # letters that fit on a step on a narrow phone with large text
MAX_WORD_ON_TABLET = 16  # letters that fit on a step in landscape and on a tablet


class PodiumStep(NamedTuple):
    """A final place with the players who share it, grouped by side."""

    place: Place
    sides: tuple[tuple[Person, ...], ...]

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(person for side in self.sides for person in side)

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(person.key for person in self.people)

    @property
    def is_shared(self) -> bool:
        """Whether several players have the place."""
        return len(self.people) > 1

    @property
    def is_crowded(self) -> bool:
        """Whether the place has too many names to be shown on its step."""
        return len(self.people) > MAX_NAMES


def podium_steps(sheet: Scoresheet, people: Mapping[str, Person]) -> list[PodiumStep]:
    """Return a step for each final place, best first."""
    seats_by_side = outcome.seats_by_side(sheet)
    return [
        PodiumStep(
            place,
            tuple(tuple(people[seat] for seat in seats_by_side[side]) for side in place.seats),
        )
        for place in outcome.current_places(sheet)
    ]


def names_on(steps: Iterable[PodiumStep]) -> dict[str, Person]:
    """Return the players who are named on these steps, by key."""
    return {each.key: each for step in steps if not step.is_crowded for each in step.people}


def has_long_names(people: Mapping[str, Person], max_word: int = MAX_WORD) -> bool:
    """Return whether a name has a word that would break on a step of the podium."""
    names = ("".join(filter(is_base, person.name)) for person in people.values())
    return any(len(word) > max_word for name in names for word in re.split(r"[\s-]", name))


def is_base(letter: str) -> bool:
    """Return whether a character takes up space of its own, unlike a combining mark."""
    return not unicodedata.combining(letter)
