"""Short matches whose results are easily worked by hand, for the pages that add them up."""

from scorekeeper.db.evenings import moment_of
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import Sent


def jabberwocky(log, winner, *others, night, hour=0):
    """One deal: all bid one, the winner takes it, all others miss and share the second place."""
    seats, now = (*others, winner), moment_of(night) + 3600 * hour
    match = verbs.start(log, "jabberwocky", seats, {"schedule": [1]}, Sent(f"{now} {seats}", now))
    for number, (stage, answers) in enumerate(deal(seats, winner), start=1):
        verbs.record(log, match, 1, stage, answers, Sent(stage, now + 60 * number))
    return match


def deal(seats, winner):
    return [
        ("bids", {"bids": dict.fromkeys(seats, 1)}),
        ("tricks", {"tricks": dict.fromkeys(seats, 0) | {winner: 1}}),
    ]


def let_win(log, match, winner):
    """Correct the one deal of a Jabberwocky match."""
    sheet = log.sheet(match)
    stages = deal(sheet.setup.players, winner)
    verbs.correct(log, match, 1, stages, sheet.version, Sent(f"correct {winner}", 2_000_000_000))


def loba(log, first, second, third, night, hour=1):
    """Two deals, one stake each: the third is out in the first, the second in the second."""
    seats, now = (first, second, third), moment_of(night) + 3600 * hour
    options = {"limit": 20, "max_reenlist": 0}
    match = verbs.start(log, "loba", seats, options, Sent(f"{now} {seats}", now))
    for number, deadwood in enumerate(({second: 5, third: 30}, {second: 30}), start=1):
        answers = {"went_out": first, "deadwood": {first: 0, **deadwood}}
        stage = log.sheet(match).asked.stage
        verbs.record(log, match, number, stage, answers, Sent(f"d{number}", now + 60 * number))
    return match
