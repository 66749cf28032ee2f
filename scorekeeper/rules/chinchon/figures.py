"""What Chinchón counts for its players, and the records a match can set."""

from scorekeeper.rules import elimination_figures as shared
from scorekeeper.rules.chinchon.options import CHINCHON, RUN
from scorekeeper.rules.chinchon.scoring import CLOSE, CLOSER
from scorekeeper.rules.figures import Figure, how_often
from scorekeeper.rules.kernel import Position, Round
from scorekeeper.rules.words import say


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
