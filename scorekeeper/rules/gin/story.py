"""The story of a gin match: gins, undercuts, and hands won in a row."""

from scorekeeper.messages import Message, Name, say, say_n, times_text
from scorekeeper.rules.display import Streak
from scorekeeper.rules.gin.hand import KNOCK
from scorekeeper.rules.gin.statistics import gins, played_hands
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.story import sides_that_scored


def streak_sentence(name: str, n: int, first_deal: int, last_deal: int) -> Message:
    return say_n(
        "{who} won one hand.",
        "{who} won {n} hands in a row, from Hand {first} to Hand {last}.",
        n,
        who=Name(name),
        first=first_deal,
        last=last_deal,
    )


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    return [*most_gins(played_deals, position), *last_undercut(played_deals)]


def most_gins(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Name the player who went gin most often.

    The list is empty if nobody went gin, or if players tie.
    """
    counted = gins(played_deals, position)
    most = max(counted.values(), default=0)
    best = [seat for seat, n in counted.items() if n == most]
    if not most or len(best) > 1:
        return []
    return [say("{who} went gin {times}.", who=Name(best[0]), times=times_text(most))]


def last_undercut(played_deals: tuple[PlayedDeal, ...]) -> list[Message]:
    sentences = [
        say(
            "{who} undercut {knocker} in Hand {n}.",
            who=Name(won),
            knocker=Name(hand["knocker"]),
            n=played.before.number,
        )
        for played, hand, won in played_hands(played_deals)
        if hand["result"] == KNOCK and won is not None and won != hand["knocker"]
    ]
    return sentences[-1:]


STREAK = Streak(sides_that_scored, streak_sentence)
