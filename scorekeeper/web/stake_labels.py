"""The stake of a match, and labels that say what one stake is paid for in each game."""

from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import no_net_amounts
from scorekeeper.rules.game import POINTS
from scorekeeper.web.money_text import amount_text


class MatchStake(NamedTuple):
    """The stake of a match: an amount in `unit` for each stake or point, as `label` says."""

    amount: int
    unit: str
    label: Message

    def text(self, number: int = 1) -> Message | str:
        """Return the amount for this number of stakes or points."""
        return amount_text(self.amount * number, self.unit)


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
