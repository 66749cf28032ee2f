"""The story of a Jamón match: who went out most often, streaks, and a late call."""

from scorekeeper.messages import Message, Name, say, times_text
from scorekeeper.rules.display import Streak
from scorekeeper.rules.jamon.statistics import went_out
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.story import went_out_sentence


def seats_that_went_out(played: PlayedDeal) -> list[str]:
    return [played.answers["went_out"]]


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Name the player who went out most often, unless tied, and the last late caller."""
    counted = went_out(played_deals, position)
    most = max(counted.values())
    best = [seat for seat, n in counted.items() if n == most]
    sentences = []
    if len(played_deals) == 1:
        sentences.append(say("{who} went out.", who=Name(best[0])))
    elif len(best) == 1:
        sentences.append(
            say(
                "{who} went out most often: {times} in {deals} deals.",
                who=Name(best[0]),
                times=times_text(most),
                deals=len(played_deals),
            )
        )
    late = [played for played in played_deals if played.answers.get("default_by")]
    return sentences + [
        say(
            "{who} called too late in Deal {n}.",
            who=Name(played.answers["default_by"]),
            n=played.before.number,
        )
        for played in late[-1:]
    ]


STREAK = Streak(seats_that_went_out, went_out_sentence)
