"""What Chinchón counts for its players, and the records a match can set."""

from scorekeeper.messages import say
from scorekeeper.rules.chinchon.options import CHINCHON, RUN
from scorekeeper.rules.chinchon.scoring import CLOSE, CLOSER
from scorekeeper.rules.elimination import statistics as shared
from scorekeeper.rules.kernel import Position, Round
from scorekeeper.rules.statistics import Figure, how_often


def closed(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return how_often(position, (played.record[CLOSER] for played in rounds))


def chinchons(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """All seven cards laid down at one time; a run is one of them, whatever it is worth."""
    full = (played.record for played in rounds if played.record.get(CLOSE) in (CHINCHON, RUN))
    return how_often(position, (record[CLOSER] for record in full))


FIGURES = (
    Figure("closed", say("deals closed"), closed, shared.deals_played),
    Figure("chinchons", say("chinchóns laid down"), chinchons),
    shared.TIMES_OUT,
    shared.TIMES_BACK,
)
FEATS = shared.FEATS
