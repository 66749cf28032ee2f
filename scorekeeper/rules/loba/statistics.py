"""The statistics and record kinds of Loba."""

from scorekeeper.messages import say
from scorekeeper.rules.elimination import statistics as shared_statistics
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.loba.scoring import CLEAN, WENT_OUT
from scorekeeper.rules.statistics import Statistic, count_by_seat


def went_out(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return how often each seat went out. Deals in which nobody went out are ignored."""
    return count_by_seat(position, (played.answers[WENT_OUT] for played in played_deals))


def all_at_once(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return how often each seat went out all at once."""
    clean = (played.answers for played in played_deals if played.answers.get(CLEAN))
    return count_by_seat(position, (answers[WENT_OUT] for answers in clean))


STATISTICS = (
    Statistic("went_out", say("times gone out"), went_out, shared_statistics.deals_played),
    Statistic("all_at_once", say("times gone out all at once"), all_at_once),
    shared_statistics.TIMES_OUT,
    shared_statistics.RETURNS,
)
RECORD_KINDS = shared_statistics.RECORD_KINDS
