"""The options of a gin match, two presets of bonuses, and the sides."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.rules.common import one_side_per_seat, with_defaults
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, OptionKind, Options, Problem, Setup

PRESETS: dict[str, dict[str, Any]] = {
    "classic": {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "big_gin_bonus": None,
        "box_bonus": 20,
        "game_bonus": 100,
        "target": 100,
        "shutout": "flat100",
    },
    "modern": {
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "big_gin_bonus": 31,
        "box_bonus": 25,
        "game_bonus": 100,
        "target": 100,
        "shutout": "double_hands",
    },
}
TARGET_FOR_FOUR = 125


def options_with_defaults(players: tuple[str, ...], given: Options) -> Options:
    """Return all options with their values.

    Given values override the preset and the target for four players. The preset and this target
    override the defaults.
    """
    preset = PRESETS[given.get("preset", "classic")]
    four = {"target": TARGET_FOR_FOUR} if len(players) == 4 else {}
    return with_defaults(OPTIONS, {**preset, **four, **given})


def sides(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Return each seat as a side, or two pairs of opposite seats if there are four players."""
    if len(setup.players) != 4:
        return one_side_per_seat(setup)
    pairs = (setup.players[0::2], setup.players[1::2])
    return {"+".join(pair): pair for pair in pairs}


def setup_problems(setup: Setup) -> Iterator[Problem]:
    """Refuse Hollywood with three sides, and pairs whose joined names are equal."""
    if setup.options["hollywood"] and len(setup.players) == 3:
        reason = say("Hollywood is for two players or two pairs, not for three.")
        yield Problem("bad_option", reason, "hollywood")
    if len(setup.players) == 4 and len(sides(setup)) < 2:
        reason = say(
            "The two pairs need different names. Leave the plus signs out of the players’ names."
        )
        yield Problem("bad_players", reason, "players")


def bonus_option(name: str, label: Message, requirement: Message) -> Option:
    """Return an option for a number of points, 0 or more, with the classic default."""
    default = PRESETS["classic"][name]
    return Option(
        name=name,
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=default,
        label=label,
        requirement=requirement,
    )


def yes_no_option(
    name: str, default: bool, label: Message, requirement: Message, *, changes_points: bool
) -> Option:
    return Option(
        name=name,
        kind=OptionKind.YES_OR_NO,
        changes_points=changes_points,
        default=default,
        label=label,
        requirement=requirement,
    )


OPTIONS = (
    Option(
        name="preset",
        kind=OptionKind.CHOICE,
        changes_points=True,
        default="classic",
        label=say("Bonuses"),
        requirement=say("Bonuses must be classic or modern."),
        choices=(Choice("classic", say("classic")), Choice("modern", say("modern"))),
    ),
    Option(
        name="target",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=100,
        least=1,
        label=say("Points to reach"),
        requirement=say("Points to reach must be 1 or more."),
    ),
    bonus_option("gin_bonus", say("Bonus for gin"), say("Bonus for gin must be 0 or more.")),
    bonus_option(
        "undercut_bonus",
        say("Bonus for an undercut"),
        say("Bonus for an undercut must be 0 or more."),
    ),
    Option(
        name="big_gin_bonus",
        kind=OptionKind.NUMBER,
        changes_points=True,
        default=None,
        nullable=True,
        label=say("Bonus for big gin"),
        requirement=say(
            "Bonus for big gin must be 0 or more. Leave it blank if big gin is not played."
        ),
    ),
    bonus_option("box_bonus", say("Points for a box"), say("Points for a box must be 0 or more.")),
    bonus_option(
        "game_bonus", say("Points for the game"), say("Points for the game must be 0 or more.")
    ),
    Option(
        name="shutout",
        kind=OptionKind.CHOICE,
        changes_points=True,
        default="flat100",
        label=say("Shutout bonus"),
        requirement=say(
            "The shutout bonus must be “100 more”, “the hands count double”, “everything counts"
            " double” or “no bonus”."
        ),
        choices=(
            Choice("flat100", say("100 more")),
            Choice("double_hands", say("the hands count double")),
            Choice("double_all", say("everything counts double")),
            Choice("none", say("no bonus")),
        ),
    ),
    Option(
        name="knock_limit",
        kind=OptionKind.NUMBER,
        changes_points=False,
        default=10,
        most=10,
        label=say("Knock limit"),
        requirement=say("Knock limit must be between 0 and 10. With 0, only gin ends a hand."),
    ),
    yes_no_option(
        "undercut_on_tie",
        True,
        say("Equal deadwood is an undercut"),
        say("Answer “Equal deadwood is an undercut” with yes or no."),
        changes_points=True,
    ),
    Option(
        name="winner_by",
        kind=OptionKind.CHOICE,
        changes_points=False,
        default="target",
        label=say("Winner"),
        requirement=say("“Winner” must be “first to the target” or “highest final score”."),
        choices=(
            Choice("target", say("first to the target")),
            Choice("total", say("highest final score")),
        ),
    ),
    Option(
        name="deal_rule",
        kind=OptionKind.CHOICE,
        changes_points=False,
        default="alternate",
        label=say("Next dealer (two players)"),
        requirement=say(
            "The next dealer must be the next in turn, or the winner or loser of the hand."
        ),
        choices=(
            Choice("alternate", say("in turn")),
            Choice("winner", say("the winner of the hand")),
            Choice("loser", say("the loser of the hand")),
        ),
    ),
    yes_no_option(
        "oklahoma",
        False,
        say("Oklahoma: the upcard limits the knock"),
        say("Answer “Oklahoma” with yes or no."),
        changes_points=False,
    ),
    Option(
        name="oklahoma_ace",
        kind=OptionKind.CHOICE,
        changes_points=False,
        default="one",
        label=say("An ace as the upcard"),
        requirement=say("An ace as the upcard must mean “knock with one” or “only gin”."),
        choices=(Choice("one", say("knock with one")), Choice("gin_only", say("only gin"))),
    ),
    yes_no_option(
        "spades_double",
        False,
        say("A spade as the upcard doubles the hand"),
        say("Answer “A spade as the upcard doubles the hand” with yes or no."),
        changes_points=True,
    ),
    yes_no_option(
        "hollywood",
        False,
        say("Hollywood: three games at once"),
        say("Answer “Hollywood” with yes or no."),
        changes_points=False,
    ),
)
