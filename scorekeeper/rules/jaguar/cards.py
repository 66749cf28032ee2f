"""The suits of Jaguar, and the called card in words."""

from scorekeeper.messages import Message, say
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Answers

SPANISH_SUITS = (
    Choice("coins", say("coins"), "coins"),
    Choice("cups", say("cups"), "cups"),
    Choice("swords", say("swords"), "swords"),
    Choice("batons", say("batons"), "batons"),
)
FRENCH_SUITS = (
    Choice("clubs", say("clubs"), "club"),
    Choice("diamonds", say("diamonds"), "diamond"),
    Choice("hearts", say("hearts"), "heart"),
    Choice("spades", say("spades"), "spade"),
)
SUIT_LABELS = {suit.value: suit.label for suit in (*SPANISH_SUITS, *FRENCH_SUITS)}


def called_card(answers: Answers) -> Message | None:
    """Return the called card as far as it was entered, such as "called: 7 of batons"."""
    rank, suit = answers.get("called"), SUIT_LABELS.get(answers.get("trump", ""))
    if rank and suit:
        return say("called: {rank} of {suit}", rank=rank, suit=suit)
    if suit:
        return say("trump: {suit}", suit=suit)
    return say("called: {rank}", rank=rank) if rank else None
