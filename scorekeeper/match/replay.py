"""Replay: compute a match's score sheet from the entries of its log.

`replay` returns the same sheet as `initial_sheet` followed by `apply_entry` for each later entry.
Entries were checked before they were written, so answers are not validated here.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.match.events import (
    CorrectionDrafted,
    DraftDropped,
    Entry,
    EveningSet,
    MatchClosed,
    MatchDeleted,
    MatchReopened,
    MatchRestored,
    MatchStarted,
    RoundCorrected,
    StageRecorded,
    StepRedone,
    StepUndone,
    deal_numbers,
    is_step,
    replaced_deals,
)
from scorekeeper.match.sheet import Scoresheet, UndoneAnswers, merge_stages
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Answers, Position, Setup
from scorekeeper.rules.setup import check_stored_setup


def replay(entries: Iterable[Entry]) -> Scoresheet:
    """Return the sheet after all entries. The first entry must be a `MatchStarted`."""
    entries = iter(entries)
    builder = SheetBuilder(initial_sheet(next(entries)))
    for entry in entries:
        builder.write(entry)
    return builder.sheet()


def initial_sheet(entry: Entry) -> Scoresheet:
    """Return the empty sheet after the first entry.

    Raises ValueError if the entry is damaged or is not a `MatchStarted`. If an option is missing
    from the entry, it was added to the game after the match started. The option gets its default,
    which is the rule that applied before.
    """
    event = entry.event
    if not isinstance(event, MatchStarted):
        raise ValueError("A match begins with its start.")
    game = GAMES[event.game]
    check_stored_setup(game, event.players, event.options)
    options = {"first_dealer": event.players[0], **game.all_options(event.players, event.options)}
    setup = Setup(event.game, event.players, options)
    return Scoresheet(
        game, setup, entry.version, entry.at, entry.at, game.begin(setup), device=entry.device
    )


def recorded_start(sheet: "Scoresheet | SheetBuilder", number: int) -> Position:
    """Return the position before a recorded deal, even if the deal is only half answered."""
    if number <= len(sheet.played_deals):
        return sheet.played_deals[number - 1].before
    return sheet.played_deals[-1].after if sheet.played_deals else sheet.start


def apply_entry(sheet: Scoresheet, entry: Entry) -> Scoresheet:
    """Return the sheet after one more entry."""
    builder = SheetBuilder(sheet)
    builder.write(entry)
    return builder.sheet()


class SheetBuilder:
    """A mutable copy of a Scoresheet, to which entries can be applied."""

    def __init__(self, sheet: Scoresheet) -> None:
        self.before = sheet
        self.game = sheet.game
        self.version, self.at, self.device = sheet.version, sheet.changed_at, sheet.device
        self.steps, self.undone = list(sheet.steps), list(sheet.undone)
        self.ended, self.is_deleted, self.evening = sheet.ended, sheet.is_deleted, sheet.evening
        self.closed_at, self.first_closed_at = sheet.closed_at, dict(sheet.first_closed_at)
        self.drafts = dict(sheet.drafts)
        self.played_deals, self.deal_answers = list(sheet.played_deals), list(sheet.deal_answers)
        self.written, self.undo_versions = list(sheet.written), dict(sheet.undo_versions)
        self.first_answered_at = dict(sheet.first_answered_at)
        self.withdrawn = dict(sheet.withdrawn)
        self.position = sheet.position
        self.answers: Answers = sheet.current_answers

    def sheet(self) -> Scoresheet:
        return replace(
            self.before,
            version=self.version,
            changed_at=self.at,
            position=self.position,
            steps=tuple(self.steps),
            undone=tuple(self.undone),
            played_deals=tuple(self.played_deals),
            deal_answers=tuple(self.deal_answers),
            written=tuple(self.written),
            undo_versions=self.undo_versions,
            first_answered_at=self.first_answered_at,
            withdrawn=self.withdrawn,
            ended=self.ended,
            closed_at=self.closed_at,
            first_closed_at=self.first_closed_at,
            evening=self.evening,
            is_deleted=self.is_deleted,
            drafts=self.drafts,
            device=self.device,
        )

    def write(self, entry: Entry) -> None:
        """Apply one entry. Raises ValueError for a second start or an imported result."""
        self.version, self.at, self.device = entry.version, entry.at, entry.device
        event = entry.event
        if is_step(event):
            self.steps.append(entry)
            self.undone.clear()
            self.step(entry)
            return
        match event:
            case StepUndone():
                self.withdraw()
                self.record_undo_version(self.undone[-1])
            case StepRedone():
                entry = self.undone.pop()
                self.steps.append(entry)
                self.step(entry)
                self.record_undo_version(entry)
            case CorrectionDrafted():
                self.drafts[event.round] = entry
            case DraftDropped():
                self.drafts.pop(event.round, None)
            case MatchDeleted() | MatchRestored():
                self.is_deleted = isinstance(event, MatchDeleted)
            case EveningSet(evening=evening):
                self.evening = evening
            case _:
                raise ValueError("A match starts only once.")

    def record_undo_version(self, step: Entry) -> None:
        self.undo_versions |= dict.fromkeys(deal_numbers(step.event), self.version)

    def step(self, entry: Entry) -> None:
        """Apply a step (`is_step`): change the deals, or end or continue the match."""
        match entry.event:
            case StageRecorded(round=number, stage=stage, answers=answers):
                self.withdrawn.pop((number, stage), None)
                self.add(stage, answers, entry)
            case RoundCorrected() as correction:
                self.replace_deals(correction, entry)
            case MatchClosed(how=how):
                self.ended = (
                    how if self.played_deals else "unfinished"
                )  # without a deal, nobody wins
                answered = sum(map(len, self.deal_answers))
                self.closed_at = self.first_closed_at.setdefault(answered, entry.at)
                self.apply_early_end()
            case MatchReopened():
                self.ended = self.closed_at = None
                self.position = self.played_deals[-1].after if self.played_deals else self.start

    @property
    def start(self) -> Position:
        return self.before.start

    def add(self, stage: str, answers: Answers, entry: Entry) -> None:
        """Add the answers of a stage, and play the deal if that was its last stage."""
        self.first_answered_at.setdefault((len(self.played_deals) + 1, stage), entry.at)
        if len(self.deal_answers) == len(self.played_deals):
            self.deal_answers.append(((stage, answers),))
            self.written.append(entry)
            self.answers = self.game.deal.merge({}, stage, answers)
        else:
            self.deal_answers[-1] = (*self.deal_answers[-1], (stage, answers))
            self.written[-1] = entry
            self.answers = self.game.deal.merge(self.answers, stage, answers)
        self.play_if_complete()

    def play_if_complete(self) -> None:
        """Play the current deal if all its stages are answered."""
        if self.game.deal.stage(self.position, self.answers) is None:
            played = play(self.game, self.position, self.answers)
            self.played_deals.append(played)
            self.position, self.answers = played.after, {}

    def replace_deals(self, correction: RoundCorrected, entry: Entry) -> None:
        """Replace the answers of the corrected deals and replay from the first of them.

        The replay stops at the first incomplete deal, and later deals are dropped.
        """
        first_number, corrected = correction.round, dict(replaced_deals(correction))
        deals = [
            (corrected[number], entry) if number in corrected else (stages, written)
            for number, (stages, written) in enumerate(
                zip(
                    self.deal_answers[first_number - 1 :],
                    self.written[first_number - 1 :],
                    strict=True,
                ),
                start=first_number,
            )
        ]
        self.remove_deals_from(first_number)
        for stages, written in deals:
            if not stages:  # the match now ends before this deal
                continue
            self.deal_answers.append(stages)
            self.written.append(written)
            self.answers = merge_stages(self.game, stages)
            self.play_if_complete()
            if len(self.played_deals) < len(self.deal_answers):
                break
        self.apply_early_end()

    def apply_early_end(self) -> None:
        """Set the winners of a match that the players closed early."""
        if self.ended == "closed" and not self.position.is_over:
            self.position = self.game.end.close(self.position)

    def remove_deals_from(self, number: int) -> None:
        """Remove deal `number` and all later deals."""
        if number <= len(self.played_deals):
            self.position = self.played_deals[number - 1].before
        elif self.ended == "closed":
            # Deal `number` is half answered, so restore the position before the match was closed.
            self.position = self.played_deals[-1].after
        del (
            self.played_deals[number - 1 :],
            self.deal_answers[number - 1 :],
            self.written[number - 1 :],
        )
        self.answers = {}

    def withdraw(self) -> None:
        """Undo the last step.

        A recorded stage is removed from the sheet. If the last step is of any other kind, all
        remaining steps are replayed.
        """
        entry = self.steps.pop()
        if isinstance(entry.event, StageRecorded):
            number = entry.event.round
            remaining = self.deal_answers[number - 1][:-1]
            self.remove_deals_from(number)
            if remaining:
                self.deal_answers.append(remaining)
                self.written.append(self.last_entry_of_deal(number))
                self.answers = merge_stages(self.game, remaining)
            self.keep_undone(entry.event)
        else:
            self.replay_steps()
        self.undone.append(entry)

    def keep_undone(self, event: StageRecorded) -> None:
        """Keep the answers of a stage that was just removed from the current deal."""
        answers = self.game.deal.merge(self.answers, event.stage, event.answers)
        seats_by_field = {
            field.name: field.seats
            for field in self.game.deal.fields(self.position, answers)
            if field.stage == event.stage and field.kind is FieldKind.SEATS
        }
        self.withdrawn[event.round, event.stage] = UndoneAnswers(event.answers, seats_by_field)

    def last_entry_of_deal(self, number: int) -> Entry:
        """Return the last step in `steps` that wrote deal `number`."""
        return next(step for step in reversed(self.steps) if number in deal_numbers(step.event))

    def replay_steps(self) -> None:
        """Replay all steps that are not undone, from the start of the match."""
        steps, self.steps = self.steps, []
        self.played_deals, self.deal_answers, self.written, self.answers = [], [], [], {}
        self.position, self.ended, self.closed_at = self.start, None, None
        for entry in steps:
            self.steps.append(entry)
            self.step(entry)
