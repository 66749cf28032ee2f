"""The story of a Jabberwocky match: streaks, the most bids made, and the highest bid made.

It also reports a deal in which everyone or nobody made their bid and, if the story has few
sentences, how many of the match's bids were made.
"""

from scorekeeper.messages import Message, Name, say, say_n, times_text
from scorekeeper.rules.display import Streak
from scorekeeper.rules.jabberwocky.scoring import BIDS
from scorekeeper.rules.jabberwocky.statistics import bids_kept, tricks_over_bid
from scorekeeper.rules.kernel import PlayedDeal, Position


def seats_that_made_their_bid(played: PlayedDeal) -> list[str]:
    return [seat for seat in played.before.players if tricks_over_bid(played, seat) == 0]


def streak_sentence(name: str, n: int, first_deal: int, last_deal: int) -> Message:
    return say_n(
        "{who} made their bid once.",
        "{who} made their bid {n} times in a row, from Deal {first} to Deal {last}.",
        n,
        who=Name(name),
        first=first_deal,
        last=last_deal,
    )


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    return [
        *most_bids_made(played_deals, position),
        *highest_bid_made(played_deals),
        *everyone_made(played_deals),
    ]


def most_bids_made(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Name the player who made their bid most often.

    The list is empty if players tie, and after a single deal.
    """
    made = bids_kept(played_deals, position)
    most = max(made.values())
    best = [seat for seat, n in made.items() if n == most]
    if len(best) > 1 or len(played_deals) == 1:
        return []
    return [
        say(
            "{who} made their bid most often: {times} in {deals} deals.",
            who=Name(best[0]),
            times=times_text(most),
            deals=len(played_deals),
        )
    ]


def highest_bid_made(played_deals: tuple[PlayedDeal, ...]) -> list[Message]:
    """Name the player who made the highest bid.

    The list is empty if this bid was made more than once or is below 2.
    """
    made = [
        (played.answers[BIDS][seat], seat, played.before.number)
        for played in played_deals
        for seat in seats_that_made_their_bid(played)
    ]
    highest = max((bid for bid, _, _ in made), default=0)
    best = [(seat, number) for bid, seat, number in made if bid == highest]
    if highest < 2 or len(best) > 1:
        return []
    seat, number = best[0]
    return [
        say(
            "The highest bid made was {who}’s {n} in Deal {deal}.",
            who=Name(seat),
            n=highest,
            deal=number,
        )
    ]


def everyone_made(played_deals: tuple[PlayedDeal, ...]) -> list[Message]:
    """Report how often everyone made their bid or, if that never happened, how often nobody did."""
    made = {played.before.number: seats_that_made_their_bid(played) for played in played_deals}
    everyone = [n for n, seats in made.items() if len(seats) == len(played_deals[0].before.players)]
    nobody = [n for n, seats in made.items() if not seats]
    if everyone:
        return [
            say_n(
                "Everyone made their bid in Deal {last}.",
                "Everyone made their bid in {n} deals, the last time in Deal {last}.",
                len(everyone),
                last=everyone[-1],
            )
        ]
    if nobody:
        return [
            say_n(
                "Nobody made their bid in Deal {last}.",
                "Nobody made their bid in {n} deals, the last time in Deal {last}.",
                len(nobody),
                last=nobody[-1],
            )
        ]
    return []


def further_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    return [
        say_n(
            "Only one of {bids} bids was made.",
            "{n} of {bids} bids were made.",
            sum(bids_kept(played_deals, position).values()),
            bids=len(played_deals) * len(position.players),
        )
    ]


STREAK = Streak(seats_that_made_their_bid, streak_sentence)
