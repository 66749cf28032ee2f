"""Labels that say what one stake is paid for in each game."""

from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import no_net_amounts
from scorekeeper.rules.game import POINTS


def stake_label_by_game() -> dict[str, Message]:
    """Return the label by game slug: "per player who does not win", "per point" or "per stake"."""
    return {
        slug: say("per player who does not win")
        if game.end.net_amounts is no_net_amounts
        else say("per point")
        if game.end.net_unit == POINTS
        else say("per stake")
        for slug, game in GAMES.items()
    }
