"""Options that Chinchón and Loba share."""

from scorekeeper.messages import say
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, OptionKind

LIMIT = Option(
    name="limit",
    kind=OptionKind.NUMBER,
    changes_points=False,
    default=100,
    least=10,
    most=1000,
    label=say("Out at"),
    requirement=say("“Out at” must be between 10 and 1000."),
)
BUST = Option(
    name="bust",
    kind=OptionKind.CHOICE,
    changes_points=False,
    default="reach",
    label=say("When a player is out"),
    requirement=say(
        "“When a player is out” must be “on reaching the limit” or “on going over the limit”."
    ),
    choices=(
        Choice("reach", say("on reaching the limit")),
        Choice("exceed", say("on going over the limit")),
    ),
)
STAKE = Option(
    name="stake",
    kind=OptionKind.NUMBER,
    changes_points=True,
    default=1,
    label=say("Each player’s stake"),
    requirement=say("The stake must be 0 or more."),
)


def max_returns_option(default: int | None) -> Option:
    """Return the option for how often each player may come back.

    The value None means that there is no limit.
    """
    return Option(
        name="max_reenlist",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=default,
        nullable=True,
        label=say("Returns allowed"),
        requirement=say(
            "The number of returns allowed must be 0 or more. Leave it blank for no limit."
        ),
    )
