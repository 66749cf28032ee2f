"""The search for players in long lists."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.league.roster import Player
from scorekeeper.match.name_search import LETTERS, TWO_LETTERS, has_letters, name_matches
from scorekeeper.match.names import MAX_NAME_LENGTH, name_key
from scorekeeper.match.people import Person
from scorekeeper.web.shared.player_chips import chips_by_key

LONG_LIST = 16  # entries; longer lists have a search
MAX_RESULTS = 36  # entries shown for one query


@dataclass(frozen=True)
class PlayerSearch:
    """A query and the players that it finds, by key.

    Without a query, nobody is found and the list is shown as usual. `shown_keys` contains at most
    MAX_RESULTS players. `is_new` means that no player has this name.
    """

    query: str = ""
    keys: tuple[str, ...] = ()
    is_new: bool = False

    @cached_property
    def is_active(self) -> bool:
        """Whether the query has letters to search for."""
        return has_letters(self.query)

    @property
    def letters(self) -> str:
        """The letters that many keyboards lack, in the form that `search.js` reads."""
        return letters_for_script(LETTERS)

    @property
    def two_letters(self) -> str:
        """The letters that can be typed as two letters, in the form that `search.js` reads."""
        return letters_for_script(TWO_LETTERS)

    @cached_property
    def shown_keys(self) -> frozenset[str]:
        return frozenset(self.keys[:MAX_RESULTS])

    def hides(self, key: str, later: bool = False) -> bool:
        """Return whether a list hides this player. Most lists show chosen players anyway.

        If `later` is true, the player is hidden until a query finds them.
        """
        return key not in self.shown_keys if self.is_active else later

    def entries(
        self, people: Iterable[Person], excluded: Collection[str] = ()
    ) -> list[tuple[Person, bool]]:
        """Return (player, whether a list hides the player), without the excluded players."""
        return [(each, self.hides(each.key)) for each in people if each.key not in excluded]

    def finds_any(self, people: Iterable[Person]) -> bool:
        """Return whether the query shows one of these players."""
        return any(each.key in self.shown_keys for each in people)


def letters_for_script(letters: Mapping[str, str]) -> str:
    return " ".join(f"{letter}{typed}" for letter, typed in letters.items())


def search_players(people: Mapping[str, Person], query: str) -> PlayerSearch:
    """Search for players by the first letters of any word of their names."""
    query = query.strip()[: 2 * MAX_NAME_LENGTH]
    if not has_letters(query):
        return PlayerSearch(query)
    keys = tuple(key for key, person in people.items() if name_matches(person.name, query))
    name_keys = {name_key(person.name) for person in people.values()}
    return PlayerSearch(query, keys, is_new=name_key(query) not in name_keys)


def player_picker(
    players: Sequence[Player], query: str, offered: Collection[str] = ()
) -> dict[str, Any]:
    """Return the template variables for choosing a player.

    They are `people`, `search`, `is_long` and `offered_keys`. `offered_keys` are the keys of the
    players in `offered`, who come first in `people`.
    """
    people = chips_by_key(sorted(players, key=lambda each: each.key not in offered))
    is_long = len(people) > LONG_LIST
    search = search_players(people, query) if is_long else PlayerSearch()
    offered_keys = [key for key in people if key in offered]
    return {"people": people, "search": search, "is_long": is_long, "offered_keys": offered_keys}
