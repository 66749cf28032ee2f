"""What a match of Jabberwocky has to tell: bids made in a row, and who made the most."""

from scorekeeper.messages import Name, Say, say, say_n
from scorekeeper.rules.display import Streak
from scorekeeper.rules.jabberwocky.statistics import kept, over_by
from scorekeeper.rules.kernel import Position, Round


def who_made_their_bid(played: Round) -> list[str]:
    return [seat for seat in played.before.players if over_by(played, seat) == 0]


def in_a_row(who: str, n: int, first: int, last: int) -> Say:
    return say_n(
        "{who} made one bid.",
        "{who} made {n} bids in a row, Deal {first} to {last}.",
        n,
        who=Name(who),
        first=first,
        last=last,
    )


def tale(rounds: tuple[Round, ...], position: Position) -> list[Say]:
    """Who alone made the most bids."""
    made = kept(rounds, position)
    most = max(made.values())
    best = [seat for seat, n in made.items() if n == most]
    if len(best) > 1:
        return []
    return [
        say(
            "{who} made the most bids: {n} of {deals}.",
            who=Name(best[0]),
            n=most,
            deals=len(rounds),
        )
    ]


STREAK = Streak(who_made_their_bid, in_a_row)
