"""The story of a Loba match: its end, returning players, going out all at once, and streaks."""

from scorekeeper.messages import Message, say
from scorekeeper.rules.display import Streak
from scorekeeper.rules.elimination import story as shared_story
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.loba.scoring import CLEAN, WENT_OUT
from scorekeeper.rules.story import went_out_sentence


def seats_that_went_out(played: PlayedDeal) -> list[str]:
    """Return a list with the seat that went out. The list is empty if nobody did."""
    return [seat for seat in (played.answers[WENT_OUT],) if seat is not None]


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Report how the match ended, who came back, and who last went out all at once."""
    clean = [played for played in played_deals if played.answers.get(CLEAN)]
    return [
        *shared_story.story_sentences(played_deals, position),
        *shared_story.whole_hand_sentences(
            [(played.answers[WENT_OUT], played.before.number) for played in clean],
            say("the whole hand"),
        ),
    ]


STREAK = Streak(seats_that_went_out, went_out_sentence)
