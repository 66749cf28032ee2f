"""A correction in progress: the answered deals, the deal on the page, and the corrected sheet.

The corrected deal and the later deals that it makes invalid are entered on one page each. Each form
contains the values of the other deals in hidden inputs. The start of a deal is unknown if a deal
before it is incomplete. Deals with an unknown start are kept in the draft, with the values that the
form contains.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scorekeeper.match.corrections import (
    InvalidDeal,
    first_invalid_deal,
    position_before,
    uncounted_deals,
)
from scorekeeper.match.events import Deals, Entry, RoundCorrected, Stages
from scorekeeper.match.replay import apply_entry, recorded_start
from scorekeeper.match.sheet import Scoresheet, merge_stages
from scorekeeper.messages import Message
from scorekeeper.rules.fields import Field
from scorekeeper.rules.kernel import Answers, Problem
from scorekeeper.web.match.correcting.corrected_deal import (
    CorrectedDeal,
    build_corrected_deal,
    incomplete_deal,
    inputs_of,
)
from scorekeeper.web.match.correcting.reasons import Reason, heading, reasons_to_ask
from scorekeeper.web.match.correcting.unplaced_deals import unplaced_deal
from scorekeeper.web.match.questions.inputs import Posted
from scorekeeper.web.match.questions.question import QuestionView


@dataclass(frozen=True)
class Correction:
    """The correction of deal `number`, with deal `asked_number` on the page.

    `corrected` holds the valid deals so far, and `carried` the inputs of deals that are not on the
    page. `reasons` lists the problems that make a later deal's recorded answers invalid. `stop` is
    the next deal to enter, and `uncounted` lists deals that no longer count. `new_sheet` is the
    corrected sheet, once all deals are valid. `incomplete` holds the values entered so far for
    later deals that are not valid yet. `postponed_drafts` holds the answers of deals that no page
    can ask for yet.
    """

    number: int
    asked_deal: CorrectedDeal
    corrected: Mapping[int, Stages]
    carried: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...] = ()
    reasons: tuple[Reason, ...] = ()
    stop: InvalidDeal | None = None
    uncounted: tuple[int, ...] = ()
    new_sheet: Scoresheet | None = None
    incomplete: Deals = ()
    postponed_drafts: Deals = ()

    @property
    def asked_number(self) -> int:
        return self.asked_deal.number

    @property
    def reasons_heading(self) -> Message:
        return heading(self.reasons)

    @property
    def questions(self) -> tuple[QuestionView, ...]:
        return self.asked_deal.questions

    @property
    def later(self) -> Deals:
        """The later deals that this correction replaces."""
        return tuple((n, self.corrected[n]) for n in sorted(self.corrected) if n != self.number)

    @property
    def before(self) -> int | None:
        """The number of the deal entered before the one on the page.

        The value is None if the deal on the page is the first.
        """
        return max((n for n in self.corrected if n < self.asked_number), default=None)


def build_correction(
    sheet: Scoresheet,
    number: int,
    asked_number: int,
    posted: Mapping[int, Posted],
    drafted: Mapping[int, Stages],
    *,
    is_preview: bool = False,
) -> Correction:
    """Return a correction from the recorded, drafted and posted answers.

    Posted answers override drafted ones, and drafted ones override recorded ones. If a deal before
    `asked_number` is invalid, that deal is shown on the page, unless `is_preview`.
    """
    progress = CorrectionProgress(
        sheet, number, asked_number, posted, drafted, is_preview=is_preview
    )
    for each in sorted({number, asked_number, *posted, *drafted}):
        progress.add(each)
    if progress.page is None:  # the match ends before that deal, so restart at the first
        return build_correction(sheet, number, number, posted, drafted, is_preview=is_preview)
    correction = with_consequences(
        sheet,
        number,
        progress.page,
        progress.corrected,
        tuple(progress.carried),
        progress.unfinished,
    )
    return replace(
        correction,
        incomplete=tuple(progress.incomplete),
        postponed_drafts=tuple(progress.postponed_drafts),
    )


class CorrectionProgress:
    """The deals of a correction so far. They are added in order.

    `page` is the deal on the page, or None if the match no longer reaches it. `unfinished` is the
    first later deal with an entry that is not valid yet. The attributes `corrected`, `carried`,
    `incomplete` and `postponed_drafts` mean the same as in `Correction`.
    """

    def __init__(
        self,
        sheet: Scoresheet,
        number: int,
        asked_number: int,
        posted: Mapping[int, Posted],
        drafted: Mapping[int, Stages],
        *,
        is_preview: bool,
    ) -> None:
        self.sheet, self.number, self.asked_number = sheet, number, asked_number
        self.posted, self.drafted, self.is_preview = posted, drafted, is_preview
        self.page: CorrectedDeal | None = None
        self.corrected: dict[int, Stages] = {}
        self.carried: list[tuple[str, str]] = []
        self.incomplete: list[tuple[int, Stages]] = []
        self.postponed_drafts: list[tuple[int, Stages]] = []
        self.unfinished: CorrectedDeal | None = None
        self.is_stopped = False
        # A posted form leaves out drafted deals whose start was unknown.
        self.is_outdated = bool(posted)

    def add(self, number: int) -> None:
        position = None if self.is_stopped else position_before(self.sheet, self.corrected, number)
        if position is None or position.is_over:
            self.add_unplaced(number)
            return
        deal = build_corrected_deal(
            self.sheet,
            self.number,
            number,
            position,
            self.posted,
            self.drafted,
            is_preview=self.is_preview and number == self.asked_number,
            is_outdated=self.is_outdated,
        )
        if number == self.asked_number or (
            self.page is None and deal.problems and not self.is_preview
        ):
            self.page = deal
        else:
            self.carried += inputs_of(deal, self.posted.get(number))
        if deal.problems:
            self.add_incomplete(deal)
        else:
            self.corrected[number] = deal.stages

    def add_unplaced(self, number: int) -> None:
        """Add a deal whose start is unknown, or that the match no longer reaches."""
        posted = self.posted.get(number)
        self.carried += posted.items(multi=True) if posted is not None else ()
        self.postponed_drafts += unplaced_deal(
            self.sheet, self.number, number, posted, self.drafted.get(number, ())
        )

    def add_incomplete(self, deal: CorrectedDeal) -> None:
        self.is_stopped, self.is_outdated = deal.number <= self.asked_number, True
        if deal.number != self.number and (entered := incomplete_deal(self.sheet, deal)):
            self.incomplete += entered
            self.unfinished = self.unfinished or deal


def with_consequences(
    sheet: Scoresheet,
    number: int,
    page: CorrectedDeal,
    corrected: dict[int, Stages],
    carried: tuple[tuple[str, str], ...],
    unfinished: CorrectedDeal | None,
) -> Correction:
    """Return the correction with the next deal to enter or, if none is left, the new sheet.

    `unfinished` is the first deal with an entry that is not valid yet. This is the next deal to
    enter even if its recorded answers would be valid.
    """
    why = reasons_to_ask(sheet, page) if page.number != number else ()
    if page.problems:
        return Correction(number, page, corrected, carried, page.problems, why)
    stop = first_invalid_deal(sheet, corrected, must_be_complete=True)
    if unfinished and (stop is None or unfinished.number < stop.number):
        stop = InvalidDeal(unfinished.number, unfinished.position, list(unfinished.problems))
    gone: tuple[int, ...] = ()
    if stop and stop.is_after_the_end:
        ended = uncounted_deals(sheet, stop)
        corrected = {n: stages for n, stages in corrected.items() if n not in ended} | ended
        stop, gone = None, tuple(ended)
    correction = Correction(
        number, page, corrected, carried, reasons=why, stop=stop, uncounted=gone
    )
    if stop:
        return correction
    event = RoundCorrected(number, corrected[number], correction.later)
    new_sheet = apply_entry(sheet, Entry(sheet.version + 1, event, sheet.changed_at))
    return Correction(
        number, page, corrected, carried, reasons=why, uncounted=gone, new_sheet=new_sheet
    )


def is_unchanged(sheet: Scoresheet, corrected: Mapping[int, Stages]) -> bool:
    """Return whether these answers equal the recorded ones."""
    return all(stages and has_same_answers(sheet, n, stages) for n, stages in corrected.items())


def has_same_answers(sheet: Scoresheet, number: int, stages: Stages) -> bool:
    """Return whether the answers equal the answers recorded for deal `number`.

    A default or fixed value counts as equal to a missing value.
    """
    drafted, recorded = (
        merge_stages(sheet.game, each) for each in (stages, sheet.deal_answers[number - 1])
    )
    fields = sheet.game.deal.fields(recorded_start(sheet, number), recorded)
    drafted, recorded = (without_default_numbers(fields, each) for each in (drafted, recorded))
    usual = {
        f.name: f.limits.fixed_numbers
        if f.seats and f.limits.fixed_numbers.keys() == {*f.seats}
        else f.default
        for f in fields
    }
    return all(
        (drafted.get(name, usual.get(name)) or None)
        == (recorded.get(name, usual.get(name)) or None)
        for name in (*drafted, *recorded)
    )


def without_default_numbers(fields: Iterable[Field], answers: Answers) -> Answers:
    """Return the answers without the numbers that a missing number means, such as no renege."""
    rare = {f.name: f.default for f in fields if f.seats and not f.needs_every_seat}
    return {
        name: {seat: number for seat, number in value.items() if number != rare[name]}
        if name in rare and isinstance(value, Mapping)
        else value
        for name, value in answers.items()
    }
