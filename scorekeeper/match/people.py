"""The players of a match as pages show them, with distinct initials and short names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.match.accents import without_accents
from scorekeeper.match.shared_words import shared_words
from scorekeeper.match.short_names import endings

COLOURS = range(1, 11)
CACHE_SIZE = 128  # matches whose people are kept in memory
SHORT_NAME = 9  # letters that fit where sentences truncate names


class Person(NamedTuple):
    """A player as shown on pages. Colours are 1 to 10, and initials are unique in the match.

    `shared_words` are the first words that another name in the match also begins with, such as
    "Carmen ". A narrow page leaves them out. `ending` has the last letters of the name if another
    name begins with the same letters, such as "an" for "Maximilian" beside "Maximiliane". A
    shortened name keeps these letters. Each of these two attributes is "" if there is no such name.
    """

    key: str
    name: str
    colour: int
    initials: str
    shared_words: str = ""
    ending: str = ""

    @property
    def beginning(self) -> str:
        """The name without `ending`."""
        return self.name.removesuffix(self.ending)

    @property
    def own_words(self) -> str:
        """The name without `shared_words`."""
        return self.name.removeprefix(self.shared_words)

    @property
    def is_long(self) -> bool:
        return is_long(self.name)


def is_long(name: str) -> bool:
    """Return whether sentences with little room truncate the name."""
    return len(name) > SHORT_NAME


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """Return unique initials by player key, computed from the names by player key.

    A player's initials are the first letter of the name. If several names share that letter, the
    initials are two letters, or a letter and a number. The initials of any two players differ in
    more than an accent. The player who joined the league first (the lowest key) gets the letters
    without a number. Initials therefore do not depend on the order of play.
    """
    first_letters = {key: name.strip()[:1].upper() or "?" for key, name in names.items()}
    count = Counter(map(without_accents, first_letters.values()))
    short_names: dict[str, str] = {}
    taken: set[str] = set()
    next_number = dict.fromkeys(count, 2)  # by letter; lower numbers are taken
    for key in in_numerical_order(names):
        letter = first_letters[key]
        plain_letter = without_accents(letter)
        short = letter if count[plain_letter] == 1 else names[key].strip()[:2].capitalize()
        while without_accents(short) in taken:
            short = f"{letter}{next_number[plain_letter]}"
            next_number[plain_letter] += 1
        short_names[key] = short
        taken.add(without_accents(short))
    return short_names


def distinct_colours(colours: Mapping[str, int]) -> dict[str, int]:
    """Return each player's colour in a match (1 to 10), by key, from their colours in the league.

    If several players have the same colour, the player who joined the league first (the lowest key)
    keeps it. The others get the least used colours.
    """
    chosen: dict[str, int] = {}
    used = Counter(colours.values())
    for key in in_numerical_order(colours):
        is_taken = colours[key] in chosen.values()
        chosen[key] = least_used_colour(used) if is_taken else colours[key]
        used[chosen[key]] += is_taken
    return chosen


def least_used_colour(used: Counter[int]) -> int:
    """Return the least used colour, given how often each is used."""
    return min(COLOURS, key=lambda colour: (used[colour], colour))


def in_numerical_order(keys: Iterable[str]) -> list[str]:
    """Return players' keys, which are numbers as text, from low to high."""
    return sorted(keys, key=lambda key: (len(key), key))


@lru_cache(CACHE_SIZE)
def people_of_match(seats: tuple[tuple[str, str, int], ...]) -> Mapping[str, Person]:
    """Map player keys to people. `seats` are (key, name, colour) in order of play."""
    names = {key: name for key, name, _ in seats}
    letters, shared = initials(names), shared_words(names)
    ends = endings(names, shared)
    colours = distinct_colours({key: colour for key, _, colour in seats})
    return {
        key: Person(
            key,
            names[key],
            colours[key],
            letters[key],
            shared_words="" if ends[key] else shared[key],
            ending=ends[key],
        )
        for key in names
    }
