"""Where a match stands after some entries of its log, and what it asks next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.match.events import Entry, Stages
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Position, Record, Round, Setup


class AskedStage(NamedTuple):
    """A stage the table may answer now. `record` holds the deal's answers so far."""

    round: int
    stage: str
    position: Position
    record: Record


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A match after `version` entries.

    `rounds` are the complete deals; `said` every deal's answers by stage, the last deal's perhaps
    not all; `written` the entry that last wrote each. `position` is where the next answer belongs,
    or the end. `steps` hold and can be undone, last first; `undone` can be redone, last first;
    `turned` is the version that last did so in a deal; `withdrawn` are answers that were undone, by
    deal and stage, until that is answered again. `first_at` is when each stage of each deal was
    first answered, whatever was undone since. `drafts` are corrections kept for later, by the deal
    they begin with. `ended`: "closed", "unfinished" or None.
    """

    game: Game
    setup: Setup
    version: int
    started_at: int
    changed_at: int
    position: Position
    steps: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()
    said: tuple[Stages, ...] = ()
    written: tuple[Entry, ...] = ()
    turned: Mapping[int, int] = field(default_factory=dict)
    first_answered_at: Mapping[tuple[int, str], int] = field(default_factory=dict)
    withdrawn: Mapping[tuple[int, str], Record] = field(default_factory=dict)
    ended: str | None = None
    thrown_away: bool = False
    drafts: Mapping[int, Entry] = field(default_factory=dict)
    device: int | None = None  # the phone that wrote last

    @property
    def is_over(self) -> bool:
        return self.ended is not None or self.position.over

    @property
    def winners(self) -> tuple[str, ...]:
        """Sides that won; none while it runs, and none of an unfinished match."""
        return () if self.ended == "unfinished" else self.position.winners

    @property
    def record(self) -> Record:
        """Answers so far of the deal that is being written down."""
        if len(self.said) == len(self.rounds):
            return {}
        return merge_stages(self.game, self.said[-1])

    @property
    def asked(self) -> AskedStage | None:
        """What the table must answer next, or None when the match is over."""
        if self.is_over:
            return None
        record = self.record
        stage = self.game.stage(self.position, record)
        return AskedStage(self.position.number, stage, self.position, record) if stage else None

    def asked_for(self, number: int, stage: str) -> AskedStage | None:
        """That stage of that deal, if it may be answered now: what is next, or instead of it."""
        asked = self.asked
        if asked is None or asked.round != number:
            return None
        if stage == asked.stage or stage in self.game.others(self.position, asked.record):
            return asked._replace(stage=stage)
        return None

    def answered(self, number: int) -> tuple[str, ...]:
        """The stages of a deal that have been answered."""
        stages = self.said[number - 1] if 1 <= number <= len(self.said) else ()
        return tuple(stage for stage, _ in stages)

    def answers_before_undo(self, asked: AskedStage) -> Record | None:
        """What was answered to this stage before it was undone; None if nothing was, and of a
        stage that may be answered instead of another, which is done bit by bit.
        """
        if asked.stage in self.game.others(asked.position, asked.record):
            return None
        return self.withdrawn.get((asked.round, asked.stage))

    @property
    def last_step(self) -> Entry | None:
        """What undo would take back."""
        return self.steps[-1] if self.steps else None


def merge_stages(game: Game, stages: Stages) -> Record:
    """A deal's record from the answers of its stages."""
    record: Record = {}
    for stage, answers in stages:
        record = game.merge(record, stage, answers)
    return record
