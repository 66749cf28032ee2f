"""The phrases about the stake, the limit and coming back in the rules summary of a match."""

from scorekeeper.messages import Message, say, say_n
from scorekeeper.rules.elimination.options import STAKE
from scorekeeper.rules.elimination.scoring import return_stake
from scorekeeper.rules.kernel import Options


def stake_phrases(options: Options) -> list[Message]:
    """Return phrases about the stake, unless it is the default, and about returns."""
    stake = options["stake"]
    changed = [] if stake == STAKE.default else [say("stake {stake}", stake=stake)]
    return [*changed, returns_phrase(options)]


def returns_phrase(options: Options) -> Message:
    """Return the phrase about the number of returns that are allowed and their price in stakes."""
    most, stakes = options["max_reenlist"], return_stake(options)
    if most == 0:
        return say("no returns")
    if most is None:
        return say("any number of returns for a stake of {stakes} each", stakes=stakes)
    return say_n(
        "one return for a stake of {stakes}",
        "up to {n} returns for a stake of {stakes} each",
        most,
        stakes=stakes,
    )


def limit_phrase(options: Options) -> Message:
    """Return the phrase for the rules summary that gives the limit."""
    if options["bust"] == "exceed":
        return say("out above {limit}", limit=options["limit"])
    return say("out at {limit}", limit=options["limit"])
