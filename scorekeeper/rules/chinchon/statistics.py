"""The statistics and record kinds of Chinchón."""

from scorekeeper.messages import say
from scorekeeper.rules.chinchon.options import CHINCHON, RUN
from scorekeeper.rules.chinchon.scoring import CLOSE, CLOSER
from scorekeeper.rules.elimination import statistics as shared_statistics
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.statistics import Statistic, count_by_seat


def deals_closed(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(position, (played.answers[CLOSER] for played in played_deals))


def chinchons(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return how often each seat laid down all seven cards at once, as a run or otherwise."""
    full = (
        played.answers for played in played_deals if played.answers.get(CLOSE) in (CHINCHON, RUN)
    )
    return count_by_seat(position, (answers[CLOSER] for answers in full))


STATISTICS = (
    Statistic("closed", say("deals closed"), deals_closed, shared_statistics.deals_played),
    Statistic("chinchons", say("chinchóns laid down"), chinchons),
    shared_statistics.TIMES_OUT,
    shared_statistics.RETURNS,
)
RECORD_KINDS = shared_statistics.RECORD_KINDS
