"""The options of Chinchón."""

from collections.abc import Iterator

from scorekeeper.messages import say
from scorekeeper.rules.common import with_defaults
from scorekeeper.rules.elimination.options import BUST, LIMIT, STAKE, max_returns_option
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, OptionKind, Options, Problem, Setup

NORMAL, CHINCHON, RUN = "normal", "chinchon", "run"  # how a deal is closed: values of `close`
RUN_BONUS = {"minus25": 25, "minus50": 50}

OPTIONS = (
    LIMIT,
    BUST,
    Option(
        name="deck",
        kind=OptionKind.CHOICE,
        changes_points=True,
        default=40,
        label=say("Cards in the pack"),
        requirement=say("The pack must have 40 or 48 cards."),
        choices=(Choice("40", say("40")), Choice("48", say("48"))),
    ),
    Option(
        name="figures",  # court cards; stored matches and documents contain this name
        kind=OptionKind.CHOICE,
        changes_points=True,
        default="fournier",
        label=say("Court cards count"),
        requirement=say(
            "Court cards must count 8, 9 and 10 (10, 11 and 12 with 48 cards), or 10 each."
        ),
        choices=(
            Choice("fournier", say("8–10 (10–12 with 48 cards)")),
            Choice("ten", say("10 each")),
        ),
    ),
    Option(
        name="close_max",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=4,
        least=0,
        most=10,
        label=say("Maximum points to close"),
        requirement=say("Maximum points to close must be between 0 and 10."),
    ),
    Option(
        name="chinchon_bonus",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=10,
        label=say("Points off for a chinchón"),
        requirement=say("Points off for a chinchón must be 0 or more."),
    ),
    Option(
        name="run_rule",
        kind=OptionKind.CHOICE,
        changes_points=True,
        default="same",
        label=say("A run of seven"),
        requirement=say(
            "A run of seven must count like any chinchón, take 25 or 50 off, or win the match."
        ),
        choices=(
            Choice("same", say("counts like any chinchón")),
            Choice("minus25", say("takes 25 off")),
            Choice("minus50", say("takes 50 off")),
            Choice("wins", say("wins the match")),
        ),
    ),
    max_returns_option(None),
    STAKE,
    Option(
        name="reentry_stake",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=None,
        nullable=True,
        label=say("Stake for coming back"),
        requirement=say(
            "The stake for coming back must be 0 or more. Leave it blank to use the initial stake."
        ),
    ),
    Option(
        name="wilds",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=0,
        label=say("Wild cards in the pack"),
        requirement=say("Wild cards in the pack must be 0 or more."),
    ),
    Option(
        name="wild_points",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=25,
        label=say("A wild card left in hand counts"),
        requirement=say("A wild card left in hand must count 0 or more."),
    ),
)


def options_with_defaults(players: tuple[str, ...], given: Options) -> Options:
    """Return all options with their values.

    The stake for coming back is the initial stake by default.
    """
    options = with_defaults(OPTIONS, given)
    if options["reentry_stake"] is None:
        options["reentry_stake"] = options["stake"]
    return options


def court_cards_fit_the_pack(setup: Setup) -> Iterator[Problem]:
    """Refuse court cards that count 10 each in a pack of 48 cards."""
    if setup.options["figures"] == "ten" and setup.options["deck"] != 40:
        reason = say("Court cards can count 10 each only in a pack of 40 cards.")
        yield Problem("bad_option", reason, "figures")
