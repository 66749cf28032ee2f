"""The commands that correct a deal, and save or discard the draft of a correction.

They work like the commands in `match.commands`.
"""

from collections.abc import Iterable, Sequence

from scorekeeper.errors import Refused
from scorekeeper.match.commands import CommandMeta, Stale, append_event
from scorekeeper.match.corrections import first_invalid_deal
from scorekeeper.match.events import (
    CorrectionDrafted,
    Deals,
    DraftDropped,
    Entry,
    Event,
    RoundCorrected,
    Stages,
)
from scorekeeper.match.log import Log
from scorekeeper.match.sheet import Scoresheet


class DraftReplaced(Stale):
    """Another draft of the same correction was saved in the meantime."""


def correct_deal(
    log: Log,
    match: int,
    number: int,
    stages: Stages,
    seen: int,
    meta: CommandMeta,
    later: Deals = (),
    replaces: Sequence[Entry | None] | None = None,
) -> Scoresheet:
    """Correct a deal, and replace the `later` deals that the correction makes impossible.

    `seen` is the version of the sheet that the correction was made from. The draft of this
    correction is dropped. Raises DraftReplaced if `replaces` is given and does not contain that
    draft.
    """

    def decide(sheet: Scoresheet) -> Event:
        check_deals_unchanged(sheet, (number, *dict(later)), seen)
        check_draft_replaced(sheet, number, replaces)
        check_correction(sheet, number, stages, later)
        return RoundCorrected(number, stages, later)

    return append_event(log, match, meta, decide)


def check_deals_unchanged(sheet: Scoresheet, numbers: Iterable[int], seen: int) -> None:
    """Raise Stale if one of the deals was written, undone or redone after version `seen`."""
    if deals_changed_since(sheet, numbers, seen):
        raise Stale(sheet)


def deals_changed_since(sheet: Scoresheet, numbers: Iterable[int], seen: int) -> list[int]:
    """Return the deals that were written, undone or redone after version `seen`.

    Deals that are no longer on the sheet are included.
    """
    return [
        number
        for number in numbers
        if not 1 <= number <= len(sheet.deal_answers) or deal_version(sheet, number) > seen
    ]


def deal_version(sheet: Scoresheet, number: int) -> int:
    """Return the version at which an answer, correction, undo or redo last changed a deal."""
    return max(sheet.written[number - 1].version, sheet.undo_versions.get(number, 0))


def check_correction(sheet: Scoresheet, number: int, stages: Stages, later: Deals = ()) -> None:
    """Raise Refused if the corrected deal is invalid or makes a later deal impossible."""
    corrected = dict(((number, stages), *later))
    if stop := first_invalid_deal(sheet, corrected):
        raise Refused(stop.problems, stop.number if stop.number > number else None)


def save_draft(
    log: Log,
    match: int,
    number: int,
    stages: Stages,
    meta: CommandMeta,
    later: Deals = (),
    replaces: Sequence[Entry | None] | None = None,
) -> Scoresheet:
    """Save an incomplete correction of deal `number` as a draft, which does not change the score.

    Raises DraftReplaced if `replaces` is given and does not contain the earlier draft.
    """

    def decide(sheet: Scoresheet) -> Event:
        if any(not 1 <= each <= len(sheet.deal_answers) for each in (number, *dict(later))):
            raise Stale(sheet)
        check_draft_replaced(sheet, number, replaces)
        return CorrectionDrafted(number, stages, later)

    return append_event(log, match, meta, decide)


def check_draft_replaced(
    sheet: Scoresheet, number: int, replaces: Sequence[Entry | None] | None
) -> None:
    """Raise DraftReplaced if there is a draft of deal `number` that `replaces` does not contain."""
    if replaces is not None and sheet.drafts.get(number) not in (None, *replaces):
        raise DraftReplaced(sheet)


def drop_draft(log: Log, match: int, number: int, meta: CommandMeta) -> Scoresheet:
    """Discard the draft of a correction of deal `number`."""

    def decide(sheet: Scoresheet) -> Event:
        if number not in sheet.drafts:
            raise Stale(sheet)
        return DraftDropped(number)

    return append_event(log, match, meta, decide)
