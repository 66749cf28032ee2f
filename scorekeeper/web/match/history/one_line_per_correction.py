"""Which lines of the history are left out, so that a correction has one line.

While a phone corrects a deal, it may save several drafts, for example one for each later deal that
has to be entered again. The log keeps all of them. The history shows only what became of them.
"""

from collections.abc import Iterable, Sequence

from scorekeeper.match.events import CorrectionDrafted, DraftDropped, Entry, RoundCorrected
from scorekeeper.web.match.history.line_types import HistoryLine


def with_one_line_per_correction(lines: Sequence[HistoryLine]) -> list[HistoryLine]:
    """Return the lines, in the same order, without those that say nothing more.

    A draft is left out if the same phone then saved another draft of the same correction, or the
    correction itself. A correction drops its draft, which has no line either.
    """
    superseded = superseded_versions([line.entry for line in lines])
    return [line for line in lines if line.entry.version not in superseded]


def superseded_versions(entries: Iterable[Entry]) -> set[int]:
    """Return the versions of the entries whose lines are left out."""
    superseded: set[int] = set()
    drafts: dict[int, Entry] = {}  # the last draft of each deal
    corrected = None  # the deal that the entry before corrected
    for entry in entries:
        event = entry.event
        if isinstance(event, CorrectionDrafted | RoundCorrected):
            draft = drafts.pop(event.round, None)
            if draft and draft.device == entry.device:
                superseded.add(draft.version)
        if isinstance(event, CorrectionDrafted):
            drafts[event.round] = entry
        elif isinstance(event, DraftDropped):
            drafts.pop(event.round, None)
            if event.round == corrected:
                superseded.add(entry.version)
        corrected = event.round if isinstance(event, RoundCorrected) else None
    return superseded
