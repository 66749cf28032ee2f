"""What is played for, in words."""

from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import nobody_pays
from scorekeeper.rules.game import POINTS


def stakes_for() -> dict[str, Say]:
    """What the stake of each game is paid for."""
    return {
        slug: say("each who does not win")
        if game.net is nobody_pays
        else say("a point")
        if game.net_unit == POINTS
        else say("a stake")
        for slug, game in GAMES.items()
    }
