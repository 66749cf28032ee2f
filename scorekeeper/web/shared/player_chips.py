"""Players as chips: colour, initials and name."""

from collections.abc import Sequence

from scorekeeper.league.roster import Player
from scorekeeper.match.log import Person, initials


def chips_by_key(players: Sequence[Player]) -> dict[str, Person]:
    """Return these players' chips by player key, with initials that are unique among them."""
    letters = initials({player.key: player.name for player in players})
    return {
        player.key: Person(player.key, player.name, player.colour, letters[player.key])
        for player in players
    }
