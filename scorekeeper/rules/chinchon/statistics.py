"""What Chinchón counts for its players, and the records a match can set."""

from scorekeeper.messages import say
from scorekeeper.rules.chinchon.options import CHINCHON, RUN
from scorekeeper.rules.chinchon.scoring import CLOSE, CLOSER
from scorekeeper.rules.elimination import statistics as shared
from scorekeeper.rules.kernel import Position, Round
from scorekeeper.rules.statistics import Statistic, count_by_seat


def deals_closed(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return count_by_seat(position, (played.record[CLOSER] for played in rounds))


def chinchons(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """All seven cards laid down at one time; a run is one of them, whatever it is worth."""
    full = (played.record for played in rounds if played.record.get(CLOSE) in (CHINCHON, RUN))
    return count_by_seat(position, (record[CLOSER] for record in full))


STATISTICS = (
    Statistic("closed", say("deals closed"), deals_closed, shared.deals_played),
    Statistic("chinchons", say("chinchóns laid down"), chinchons),
    shared.TIMES_OUT,
    shared.TIMES_BACK,
)
RECORD_KINDS = shared.RECORD_KINDS
