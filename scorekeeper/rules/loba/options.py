"""The options of Loba."""

from scorekeeper.messages import say
from scorekeeper.rules.elimination.options import BUST, LIMIT, STAKE, max_returns_option
from scorekeeper.rules.kernel import Option, OptionKind

OPTIONS = (
    LIMIT,
    BUST,
    Option(
        name="clean_bonus",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=10,
        label=say("Points off for going out all at once"),
        requirement=say("Points off for going out all at once must be 0 or more."),
    ),
    max_returns_option(2),
    STAKE,
    Option(
        name="joker_value",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=10,
        most=50,
        label=say("A joker left in hand counts"),
        requirement=say("A joker left in hand must count between 0 and 50."),
    ),
)
