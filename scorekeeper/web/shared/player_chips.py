"""Players as the chips of a page."""

from collections.abc import Sequence

from scorekeeper.league.roster import Player
from scorekeeper.match.log import Person, initials


def chips_by_key(players: Sequence[Player]) -> dict[str, Person]:
    """Chips of players by key, with initials that tell these players apart."""
    letters = initials(tuple(player.name for player in players))
    return {
        player.key: Person(player.key, player.name, player.colour, short)
        for player, short in zip(players, letters, strict=True)
    }
