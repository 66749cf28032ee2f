"""The story of a match of Jabberwocky: bids made in a row, and the most bids made."""

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.display import Streak
from scorekeeper.rules.jabberwocky.statistics import bids_kept, tricks_over_bid
from scorekeeper.rules.kernel import Position, Round


def seats_that_made_their_bid(played: Round) -> list[str]:
    return [seat for seat in played.before.players if tricks_over_bid(played, seat) == 0]


def streak_sentence(who: str, n: int, first: int, last: int) -> Message:
    return say_n(
        "{who} made one bid.",
        "{who} made {n} bids in a row, from Deal {first} to Deal {last}.",
        n,
        who=Name(who),
        first=first,
        last=last,
    )


def story_sentences(rounds: tuple[Round, ...], position: Position) -> list[Message]:
    """Name the player who made the most bids. If players tie, return nothing."""
    made = bids_kept(rounds, position)
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


STREAK = Streak(seats_that_made_their_bid, streak_sentence)
