"""The story of a Chinchón match: its end, returning players, whole hands laid down, and streaks."""

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.chinchon.options import CHINCHON, RUN
from scorekeeper.rules.chinchon.scoring import CLOSE, CLOSER
from scorekeeper.rules.display import Streak
from scorekeeper.rules.elimination import story as shared_story
from scorekeeper.rules.kernel import PlayedDeal, Position


def closers(played: PlayedDeal) -> list[str]:
    return [played.answers[CLOSER]]


def streak_sentence(name: str, n: int, first_deal: int, last_deal: int) -> Message:
    return say_n(
        "{who} closed one deal.",
        "{who} closed {n} times in a row, from Deal {first} to Deal {last}.",
        n,
        who=Name(name),
        first=first_deal,
        last=last_deal,
    )


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Report how the match ended, who came back, and the last whole hand that was laid down."""
    full = [played for played in played_deals if played.answers.get(CLOSE) in (CHINCHON, RUN)]
    return [
        *shared_story.story_sentences(played_deals, position),
        *shared_story.whole_hand_sentences(
            [(played.answers[CLOSER], played.before.number) for played in full],
            say("all seven cards"),
        ),
    ]


STREAK = Streak(closers, streak_sentence)
