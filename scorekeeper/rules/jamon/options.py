"""The options of Jamón."""

from scorekeeper.messages import say
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, OptionKind, Setup

DEFAULT_DECK = 52

OPTIONS = (
    Option(
        name="scoring",
        kind=OptionKind.CHOICE,
        changes_points=True,
        default="counters",
        label=say("What counts"),
        requirement=say(
            "Choose what counts: counters, with a payment to the player who goes out, or points."
        ),
        choices=(
            Choice("counters", say("counters, with a payment")),
            Choice("points", say("points for counters and cards")),
        ),
    ),
    Option(
        name="counters",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=5,
        least=1,
        most=50,
        label=say("Counters per player"),
        requirement=say("Counters per player must be between 1 and 50."),
    ),
    Option(
        name="deck",
        kind=OptionKind.CHOICE,
        changes_points=False,
        default=DEFAULT_DECK,
        label=say("Cards in the pack"),
        requirement=say("The pack must have 52 or 48 cards."),
        choices=(Choice("52", say("52 cards")), Choice("48", say("48 cards"))),
    ),
    Option(
        name="deals",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=1,
        least=1,
        nullable=True,
        label=say("Deals"),
        requirement=say(
            "The number of deals must be 1 or more. Leave it blank to play without a fixed end."
        ),
    ),
)


def is_open(setup: Setup) -> bool:
    return setup.options["deals"] is None


def deals(setup: Setup) -> int | None:
    """Return the number of deals, or None if the players end the match."""
    deal_count: int | None = setup.options["deals"]
    return deal_count
