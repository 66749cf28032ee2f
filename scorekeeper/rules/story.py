"""The streaks that the stories of several games share."""

from scorekeeper.messages import Message, Name, say_n
from scorekeeper.rules.kernel import PlayedDeal


def sides_that_scored(played: PlayedDeal) -> list[str]:
    """Return the sides with more than 0 points. The list is empty if no side has any."""
    return [side for side, points in played.points.items() if points > 0]


def went_out_sentence(name: str, n: int, first_deal: int, last_deal: int) -> Message:
    """Return the sentence for a streak of going out."""
    return say_n(
        "{who} went out once.",
        "{who} went out {n} times in a row, from Deal {first} to Deal {last}.",
        n,
        who=Name(name),
        first=first_deal,
        last=last_deal,
    )
