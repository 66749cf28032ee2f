"""The options of Jaguar."""

from typing import Any

from scorekeeper.messages import say
from scorekeeper.rules.jaguar.auction import MAX_BID_POINTS
from scorekeeper.rules.kernel import MAX_NUMBER, Option, OptionKind, Setup, is_integer


def are_bands(value: Any) -> bool:
    """Return whether the value is a valid table of bands, or None.

    A table is a list of pairs [points bid, factor] with distinct bids.
    """
    if value is None:
        return True
    return (
        isinstance(value, list)
        and all(is_band(band) for band in value)
        and len({band[0] for band in value}) == len(value)
    )


def is_band(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(is_integer(n) for n in value)
        and 0 <= value[0] <= MAX_BID_POINTS
        and 1 <= value[1] <= MAX_NUMBER
    )


OPTIONS = (
    Option(
        name="target",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=None,
        least=1,
        nullable=True,
        label=say("Target"),
        requirement=say("Target must be 1 point or more. Leave it blank for no target."),
    ),
    Option(
        name="hands",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=None,
        least=1,
        nullable=True,
        label=say("Number of hands"),
        requirement=say("The number of hands must be 1 or more. Leave it blank for no limit."),
    ),
    Option(
        name="cappotto_double",  # Italian for winning all tricks
        kind=OptionKind.YES_OR_NO,
        changes_points=True,
        default=False,
        label=say("Winning all eight tricks counts double"),
        requirement=say("Answer “Winning all eight tricks counts double” with yes or no."),
    ),
    Option(
        name="point_bids",
        kind=OptionKind.YES_OR_NO,
        changes_points=False,
        default=False,
        label=say("After a bid of 2, the bidding continues in points"),
        requirement=say(
            "Answer “After a bid of 2, the bidding continues in points” with yes or no."
        ),
    ),
    Option(
        name="point_bands",
        kind=OptionKind.BANDS,
        changes_points=True,
        default=None,
        nullable=True,
        label=say("Multipliers for high bids"),
        requirement=say(
            "Each row of “Multipliers for high bids” must have a different bid, from 0 to 120 "
            "points, and a multiplier of 1 or more."
        ),
        valid=are_bands,
    ),
)


def is_open(setup: Setup) -> bool:
    return setup.options["target"] is None and setup.options["hands"] is None
