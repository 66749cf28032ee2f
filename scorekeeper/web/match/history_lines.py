"""A line of a match's history, and the entry of the log between the sheets that it is told from."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.match.events import Entry, RoundCorrected
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Say, say
from scorekeeper.web.match.answer_text import Change, by_field, in_a_row


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in words. `deal` is the one it is about, None: the match as a whole.

    `did` is what was done: "saved the bids"; `said` the answers in a row, `changes` what became
    another in place of them. `follows` is what came of it, a sentence each.
    """

    entry: Entry
    deal: int | None
    icon: str
    did: Say
    said: Say | None = None
    is_plain: bool = False  # the answers need no name of their own
    changes: tuple[Change, ...] = ()
    follows: tuple[Say, ...] = ()

    @property
    def is_fix(self) -> bool:
        return isinstance(self.entry.event, RoundCorrected)

    @property
    def fields(self) -> list[tuple[Say, list[Change]]]:
        return by_field(self.changes)

    @property
    def sentence(self) -> Say:
        """All of it but what came of it."""
        said = self.said or in_a_row(self.changes)
        if said is None:
            return say("{did}.", did=self.did)
        if self.is_plain:
            return say("{did}: {said}.", did=self.did, said=said)
        return say("{did}. {said}.", did=self.did, said=said)


class Turn(NamedTuple):
    """An entry between the sheets before and after it."""

    before: Scoresheet
    entry: Entry
    after: Scoresheet
