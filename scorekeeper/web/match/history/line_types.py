"""Types for the history: a line, a chapter, and a log entry with the sheets before and after it."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.match.events import Entry, RoundCorrected
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, say
from scorekeeper.web.match.answer_text import AnswerChange, changes_by_field, changes_line


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One log entry as text.

    `deal` is the number of the entry's deal, or None if the entry is about the match as a whole.
    `action` says what was done ("saved the bids"). `answers_text` shows the answers on one line. A
    correction has the changed answers in `changes` instead. `effects` holds one sentence for each
    effect.
    """

    entry: Entry
    deal: int | None
    icon: str
    action: Message
    answers_text: Message | None = None
    is_plain: bool = False  # the answers need no label
    changes: tuple[AnswerChange, ...] = ()
    effects: tuple[Message, ...] = ()

    @property
    def is_correction(self) -> bool:
        return isinstance(self.entry.event, RoundCorrected)

    @property
    def fields(self) -> list[tuple[Message, list[AnswerChange]]]:
        return changes_by_field(self.changes)

    @property
    def sentence(self) -> Message:
        """The whole entry as one sentence, without its effects."""
        text = self.answers_text or changes_line(self.changes)
        if text is None:
            return say("{action}.", action=self.action)
        if self.is_plain:
            return say("{action}: {said}.", action=self.action, said=text)
        return say("{action}. {said}.", action=self.action, said=text)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The lines under one heading. `deal` is None for the start and the match as a whole."""

    title: Message
    deal: int | None
    dealer: Person | None
    lines: tuple[HistoryLine, ...]


class Transition(NamedTuple):
    """A log entry with the sheets before and after it."""

    before: Scoresheet
    entry: Entry
    after: Scoresheet
