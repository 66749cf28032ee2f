"""Players as chips: colour, initials and name."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.league.roster import Player
from scorekeeper.match.people import Person, initials


def chips_by_key(players: Sequence[Player]) -> dict[str, Person]:
    """Return these players' chips by player key, with initials that are unique among them."""
    letters = cached_initials(tuple((player.key, player.name) for player in players))
    return {
        player.key: Person(player.key, player.name, player.colour, letters[player.key])
        for player in players
    }


def with_common_initials(
    people: Mapping[str, Person], current_keys: Mapping[str, str]
) -> dict[str, Person]:
    """Return the people of one page, by the same keys, with initials that are unique on it.

    After a merge, a player can be on the page under several keys, all with the same initials.
    `current_keys` maps these keys to the player's current key. Of the people with the same current
    key, the last one determines the colour.
    """
    shown = {current_keys.get(key, key): person for key, person in people.items()}
    letters = initials({key: person.name for key, person in shown.items()})
    return {
        key: person._replace(initials=letters[current], colour=shown[current].colour)
        for key, person in people.items()
        for current in [current_keys.get(key, key)]
    }


@lru_cache(16)  # lists of players, each of which is the same on many pages
def cached_initials(names: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return the initials of the players with these keys and names."""
    return initials(dict(names))
