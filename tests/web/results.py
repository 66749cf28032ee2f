"""Short matches with results that are easy to work out by hand, for pages that add them up."""

from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from tests import one_deal
from tests.clocks import evening_timestamp


def jabberwocky(log, winner, *others, evening, hour=0):
    """Play a match of one deal, in which all bid one and `winner` takes the trick.

    The others share second place. Returns the match's id.
    """
    now = evening_timestamp(evening) + 3600 * hour
    return one_deal.play_match(log, (*others, winner), winner, now, pause=60)


def let_win(log, match, winner):
    """Correct the only deal of a Jabberwocky match so that `winner` wins."""
    sheet = log.sheet(match)
    stages = one_deal.deal_stages(sheet.setup.players, winner)
    correction_commands.correct_deal(
        log, match, 1, stages, sheet.version, CommandMeta(f"correct {winner}", 2_000_000_000)
    )


def loba(log, first, second, third, evening, hour=1, stake=1):
    """Play a match of Loba in which nobody comes back, so that each player pays once.

    `third` is out after the first deal, and `second` after the second. Returns the match's id.
    """
    seats, now = (first, second, third), evening_timestamp(evening) + 3600 * hour
    options = {"limit": 20, "max_reenlist": 0, "stake": stake}
    match = commands.start_match(log, "loba", seats, options, CommandMeta(f"{now} {seats}", now))
    for number, deadwood in enumerate(({second: 5, third: 30}, {second: 30}), start=1):
        answers = {"went_out": first, "deadwood": {first: 0, **deadwood}}
        stage = log.sheet(match).asked_stage.stage
        commands.record_stage(
            log, match, number, stage, answers, CommandMeta(f"d{number}", now + 60 * number)
        )
    return match
