"""The options of Jabberwocky."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.messages import say
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, OptionKind, Problem, Setup, is_integer

DEFAULT_SCHEDULE = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3)
DEFAULT_PENALTY = 3  # points off for a renege
PACK_SIZE = 52
MAX_DEALS = 1000


def is_schedule(value: Any) -> bool:
    """Return whether the value is a list of 1 to MAX_DEALS hand sizes, each 1 or more."""
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_DEALS:
        return False
    return all(is_integer(n) and n >= 1 for n in value)


def largest_hand(players: int) -> int:
    """Return the most cards for each player. One more card is turned up for trump."""
    return (PACK_SIZE - 1) // players


OPTIONS = (
    Option(
        name="schedule",
        kind=OptionKind.LIST,
        changes_points=False,
        default=list(DEFAULT_SCHEDULE),
        label=say("Cards in each deal"),
        requirement=say(
            "Enter the number of cards in each deal, such as 3 4 5 4 3: up to {most} deals with"
            " 1 card or more. Three players can get at most {three} cards each, four {four} and"
            " five {five}.",
            three=largest_hand(3),
            four=largest_hand(4),
            five=largest_hand(5),
            most=MAX_DEALS,
        ),
        valid=is_schedule,
    ),
    Option(
        name="scoring",
        kind=OptionKind.CHOICE,
        changes_points=True,
        default="one",
        label=say("A made bid scores"),
        requirement=say("A made bid must score 1 point, 10 + the bid, or 1 per trick and 10 more."),
        choices=(
            Choice("one", say("1 point")),
            Choice("ten_plus_bid", say("10 + the bid")),
            Choice("tricks_plus_ten", say("1 per trick, +10 if made")),
        ),
    ),
    Option(
        name="dealer_hook",
        kind=OptionKind.YES_OR_NO,
        changes_points=False,
        default=True,
        label=say("Bids must not add up to the number of tricks"),
        requirement=say("Answer “Bids must not add up to the number of tricks” with yes or no."),
    ),
    Option(
        name="renege_penalty",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=DEFAULT_PENALTY,
        label=say("Points off for a renege"),
        requirement=say("Points off for a renege must be 0 or more."),
    ),
    Option(
        name="renege_voids_point",
        kind=OptionKind.YES_OR_NO,
        changes_points=True,
        default=False,
        label=say("A renege also loses the bid’s points"),
        requirement=say("Answer “A renege also loses the bid’s points” with yes or no."),
    ),
)


def pack_is_enough(setup: Setup) -> Iterator[Problem]:
    """Refuse hands that, with the card turned up for trump, need more than 52 cards."""
    most = largest_hand(len(setup.players))
    if max(setup.options["schedule"]) > most:
        reason = say(
            "With {n} players, each player gets at most {most} cards in a deal.",
            n=len(setup.players),
            most=most,
        )
        yield Problem("bad_option", reason, "schedule")


def deals(setup: Setup) -> int:
    """Return the number of deals in the match."""
    return len(setup.options["schedule"])
