"""The story of a Jaguar match: hands won alone, and hands won in a row."""

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.display import Streak
from scorekeeper.rules.jaguar.scoring import is_alone, is_won
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.story import sides_that_scored


def streak_sentence(name: str, n: int, first_deal: int, last_deal: int) -> Message:
    return say_n(
        "{who} was on the winning side once.",
        "{who} was on the winning side {n} times in a row, from Hand {first} to Hand {last}.",
        n,
        who=Name(name),
        first=first_deal,
        last=last_deal,
    )


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Report the last hand that a jaguar won without a friend."""
    sentences = [
        say(
            "{who} won Hand {n} alone, against everyone else.",
            who=Name(played.answers["jaguar"]),
            n=played.before.number,
        )
        for played in played_deals
        if not played.answers.get("all_pass")
        and is_alone(played.answers)
        and is_won(played.answers)
    ]
    return sentences[-1:]


STREAK = Streak(sides_that_scored, streak_sentence)
