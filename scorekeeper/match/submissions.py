"""What players say on their own phones of the stage that is asked, for whoever keeps score.

A slip is no entry of the log: the one who keeps score sees it, may write something else, and only
what he saves counts. Pure, as `table` is; the slips themselves are kept beside the log.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scorekeeper.match.commands import CommandMeta, Refused, Stale
from scorekeeper.match.events import StageRecorded
from scorekeeper.match.log import Log, Submission
from scorekeeper.match.sheet import AskedStage, Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules.fields import Field, FieldKind, FieldLayout
from scorekeeper.rules.kernel import Position, Problem, Record
from scorekeeper.rules.validation import range_problems, value_problems

PER_SEAT_KINDS = {
    FieldKind.NUMBERS,
    FieldKind.SEATS,
}  # kinds that hold something of each seat by itself
PLAYER_LOOKS = {
    FieldLayout.CHIPS,
    FieldLayout.TABLE,
}  # what is folded away or hidden is the scorer's


def pending_submissions(sheet: Scoresheet, slips: Iterable[Submission]) -> dict[str, Submission]:
    """The slips for the stage that is asked, by seat. One from before it was asked anew, after an
    undo, is for nothing.
    """
    asked = sheet.asked
    if asked is None or sheet.thrown_away:
        return {}
    since = asked_since_version(sheet)
    return {
        slip.seat: slip
        for slip in slips
        if slip.answers
        and (slip.round, slip.stage) == (asked.round, asked.stage)
        and slip.seen >= since
    }


def asked_since_version(sheet: Scoresheet) -> int:
    """The version by which the stage that is asked came to be asked. A correction of an older deal
    leaves it as it is.
    """
    said = (step.version for step in reversed(sheet.steps) if isinstance(step.event, StageRecorded))
    return max(next(said, 0), *sheet.turned.values(), 0)


def per_seat_fields(
    sheet: Scoresheet, asked: AskedStage, handed_in: Collection[Submission]
) -> Iterator[Field]:
    """The fields of the stage that hold something of each seat, as these slips leave them."""
    record = record_with_submissions(sheet, asked, handed_in)
    for field in sheet.game.fields(asked.position, record):
        if (
            field.stage == asked.stage
            and field.kind in PER_SEAT_KINDS
            and field.look in PLAYER_LOOKS
        ):
            yield field


def submittable_fields(
    sheet: Scoresheet, asked: AskedStage, seat: str, handed_in: Collection[Submission]
) -> list[Field]:
    """Those of them that this seat can answer for itself."""
    return [
        field
        for field in per_seat_fields(sheet, asked, handed_in)
        if seat in field.seats and seat not in field.fixed
    ]


def record_with_submissions(
    sheet: Scoresheet, asked: AskedStage, handed_in: Iterable[Submission]
) -> Record:
    """The record of the deal as far as the slips go. Who does not come back is in no list."""
    said: dict[str, Any] = {}
    for slip in handed_in:
        for name, value in slip.answers.items():
            if isinstance(value, bool):
                said[name] = [*said.get(name, []), *([slip.seat] if value else [])]
            else:
                said[name] = {**said.get(name, {}), slip.seat: value}
    return sheet.game.merge(asked.record, asked.stage, said) if said else asked.record


def save_submission(
    log: Log, match: int, number: int, stage: str, seat: str, answers: Record, sent: CommandMeta
) -> None:
    """Keep what `seat` says of itself; no answers take it back. Raises Refused, and Stale when
    that stage is no longer the one that is asked.
    """
    sheet = log.sheet(match)
    asked = sheet.asked
    if asked is None or sheet.thrown_away or (asked.round, asked.stage) != (number, stage):
        raise Stale(sheet)
    slip = Submission(seat, number, stage, answers, sheet.version)
    others = [
        each
        for each in pending_submissions(sheet, log.seats(match).slips).values()
        if each.seat != seat
    ]
    known = others if stage not in sheet.game.secret else []
    fields = {field.name: field for field in submittable_fields(sheet, asked, seat, [*known, slip])}
    if found := list(submission_problems(asked.position, fields, slip)):
        raise Refused(found)
    log.hand_in(match, slip, sent.at, sent.device)


def submission_problems(
    position: Position, fields: Mapping[str, Field], slip: Submission
) -> Iterator[Problem]:
    """What is wrong with a slip, as far as it can be known before all are in."""
    for name, value in slip.answers.items():
        field = fields.get(name)
        if field is None:
            reason = say("This cannot be entered by each alone: who keeps score enters it.")
            yield Problem("bad_field", reason, None, slip.seat)
        elif field.kind is FieldKind.NUMBERS:
            said = {name: {slip.seat: value}}
            yield from list(value_problems(field, said[name])) or range_problems(
                position, said, [field]
            )
            if why := field.no.get((slip.seat, value)):
                reason = say("{what}: not {value}: {why}", what=field.label, value=value, why=why)
                yield Problem("forbidden", reason, name, slip.seat)
