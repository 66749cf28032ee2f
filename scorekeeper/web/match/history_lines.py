"""A line of a match's history, and the entry of the log between the sheets that it is told from."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.match.events import Entry, RoundCorrected
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.web.match.answer_text import AnswerChange, changes_by_field, changes_line


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry in words. `deal` is the one it is about, None: the match as a whole.

    `did` is what was done: "saved the bids"; `said` the answers in a row, `changes` what became
    another in place of them. `follows` is what came of it, a sentence each.
    """

    entry: Entry
    deal: int | None
    icon: str
    did: Message
    said: Message | None = None
    is_plain: bool = False  # the answers need no name of their own
    changes: tuple[AnswerChange, ...] = ()
    follows: tuple[Message, ...] = ()

    @property
    def is_correction(self) -> bool:
        return isinstance(self.entry.event, RoundCorrected)

    @property
    def fields(self) -> list[tuple[Message, list[AnswerChange]]]:
        return changes_by_field(self.changes)

    @property
    def sentence(self) -> Message:
        """All of it but what came of it."""
        said = self.said or changes_line(self.changes)
        if said is None:
            return say("{did}.", did=self.did)
        if self.is_plain:
            return say("{did}: {said}.", did=self.did, said=said)
        return say("{did}. {said}.", did=self.did, said=said)


class Transition(NamedTuple):
    """An entry between the sheets before and after it."""

    before: Scoresheet
    entry: Entry
    after: Scoresheet
