"""The score sheet: the state of a match after some entries of its log, and the next question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.match.events import Entry, Stages
from scorekeeper.messages import Message, say
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, PlayedDeal, Position, Setup


class AskedStage(NamedTuple):
    """A stage that can be answered now. `deal_answers` are the answers of its deal so far."""

    round: int
    stage: str
    position: Position
    deal_answers: Answers


class UndoneAnswers(NamedTuple):
    """The undone answers to a stage.

    `seats_by_field` are the seats that each yes/no field had. The answers list only the seats with
    yes.
    """

    answers: Answers
    seats_by_field: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A match after `version` entries.

    - `started_at`, `changed_at`: seconds since 1970.
    - `position`: the position before the current deal, or at the end of the match.
    - `steps`: the steps that can be undone. The next step to undo is at the end.
    - `undone`: the steps that can be redone. The next step to redo is at the end.
    - `played_deals`: the complete deals.
    - `deal_answers`: the answers of each deal by stage, including those of an incomplete last deal.
    - `written`: for each deal, the entry that last wrote it.
    - `undo_versions`: by deal, the version of the last undo or redo that changed it.
    - `first_answered_at`: by deal and stage, the time of the first answer, even if it was undone.
    - `withdrawn`: by deal and stage, answers that were undone, until the stage is answered again.
    - `ended`: "closed" or "unfinished" if the players ended the match, or None.
    - `closed_at`: if the players ended the match, when they first did so after the last answer.
    - `first_closed_at`: by number of answered stages, when the players first ended the match, even
      if that was undone later.
    - `evening`: the evening that was set for the match, such as "2026-11-19", or None.
    - `drafts`: by the number of the first corrected deal, the entry with the draft of a correction.
    """

    game: Game
    setup: Setup
    version: int
    started_at: int
    changed_at: int
    position: Position
    steps: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()
    played_deals: tuple[PlayedDeal, ...] = ()
    deal_answers: tuple[Stages, ...] = ()
    written: tuple[Entry, ...] = ()
    undo_versions: Mapping[int, int] = field(default_factory=dict)
    first_answered_at: Mapping[tuple[int, str], int] = field(default_factory=dict)
    withdrawn: Mapping[tuple[int, str], UndoneAnswers] = field(default_factory=dict)
    ended: str | None = None
    closed_at: int | None = None
    first_closed_at: Mapping[int, int] = field(default_factory=dict)
    evening: str | None = None
    is_deleted: bool = False
    drafts: Mapping[int, Entry] = field(default_factory=dict)
    device: int | None = None  # the id of the phone that wrote the last entry

    @property
    def start(self) -> Position:
        """The position before the first deal."""
        return self.game.begin(self.setup)

    @property
    def is_over(self) -> bool:
        return self.ended is not None or self.position.is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that won. The tuple is empty while the match runs or if it is unfinished."""
        return () if self.ended == "unfinished" else self.position.winners

    @property
    def current_answers(self) -> Answers:
        """The answers so far of the current, incomplete deal."""
        if len(self.deal_answers) == len(self.played_deals):
            return {}
        return merge_stages(self.game, self.deal_answers[-1])

    @property
    def asked_stage(self) -> AskedStage | None:
        """The stage to answer next, or None when the match is over."""
        if self.is_over:
            return None
        answers = self.current_answers
        stage = self.game.deal.stage(self.position, answers)
        return AskedStage(self.position.number, stage, self.position, answers) if stage else None

    def answerable_stage(self, number: int, stage: str) -> AskedStage | None:
        """Return this stage if it can be answered now. Otherwise, return None.

        It can be answered if it is the next stage or in `DealRules.other_stages`.
        """
        asked_stage = self.asked_stage
        if asked_stage is None or asked_stage.round != number:
            return None
        if stage == asked_stage.stage or stage in self.game.deal.other_stages(
            self.position, asked_stage.deal_answers
        ):
            return asked_stage._replace(stage=stage)
        return None

    def answered_stages(self, number: int) -> tuple[str, ...]:
        """Return the names of a deal's answered stages.

        The tuple is empty if the deal is not on the sheet.
        """
        stages = self.deal_answers[number - 1] if 1 <= number <= len(self.deal_answers) else ()
        return tuple(stage for stage, _ in stages)

    def answers_before_undo(self, asked_stage: AskedStage) -> UndoneAnswers | None:
        """Return the answers that were given to this stage before an undo, or None.

        Always returns None for an alternative to the next stage (`DealRules.other_stages`).
        """
        if asked_stage.stage in self.game.deal.other_stages(
            asked_stage.position, asked_stage.deal_answers
        ):
            return None
        return self.withdrawn.get((asked_stage.round, asked_stage.stage))

    @property
    def last_step(self) -> Entry | None:
        """The step that undo would withdraw, or None."""
        return self.steps[-1] if self.steps else None


def fields_in_turn(game: Game, asked_stage: AskedStage, answers: Answers) -> Iterator[Field]:
    """Yield the fields of the stage one by one, each with the limits that follow from `answers`.

    The caller adds each answer to `answers` before the next field.
    """
    stage_fields = game.deal.fields(asked_stage.position, asked_stage.deal_answers)
    for name in [each.name for each in stage_fields if each.stage == asked_stage.stage]:
        deal_answers = game.deal.merge(asked_stage.deal_answers, asked_stage.stage, answers)
        now = game.deal.fields(asked_stage.position, deal_answers)
        yield from (each for each in now if (each.name, each.stage) == (name, asked_stage.stage))


def merge_stages(game: Game, stages: Stages) -> Answers:
    """Return a deal's answers, merged from the answers of its stages."""
    deal_answers: Answers = {}
    for stage, answers in stages:
        deal_answers = game.deal.merge(deal_answers, stage, answers)
    return deal_answers


def deal_title(sheet: Scoresheet, number: int) -> Message:
    """Return the title of deal `number`, such as "Deal 7" or "Hand 7"."""
    return say("{deal} {n}", deal=sheet.game.display.deal_heading, n=number)
