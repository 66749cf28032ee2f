"""The stake of a match, and labels that say what the amount of a stake is for in each game."""

from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import no_net_amounts
from scorekeeper.rules.game import POINTS
from scorekeeper.web.money_text import amount_text


class MatchStake(NamedTuple):
    """The stake of a match: an amount in `unit`, for what `label` says."""

    amount: int
    unit: str
    label: Message

    def text(self, number: int = 1) -> Message | str:
        """Return the amount for this number of stakes or points."""
        return amount_text(self.amount * number, self.unit)


def stake_label_by_game() -> dict[str, Message]:
    """Return the label of a stake's amount by game slug, such as "per point".

    In Chinchón and Loba, a match has an option for the players' stake. The amount is multiplied by
    it.
    """
    return {
        slug: say("per player who does not win")
        if game.end.net_amounts is no_net_amounts
        else say("per point")
        if game.end.net_unit == POINTS
        else say("for a stake of 1")
        for slug, game in GAMES.items()
    }
