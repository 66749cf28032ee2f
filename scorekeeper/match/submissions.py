"""Submissions: values that players send from their own phones for the current stage.

A submission prefills the scorer's form. It is not an entry of the log, because only the values that
the scorer saves count. `Log.save_submission` stores submissions outside the log.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scorekeeper.errors import Refused
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.events import StageRecorded
from scorekeeper.match.log import Log, Submission
from scorekeeper.match.sheet import AskedStage, Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules.field_values import value_problems
from scorekeeper.rules.fields import Field, FieldKind, FieldLayout
from scorekeeper.rules.kernel import Answers, Position, Problem
from scorekeeper.rules.validation import range_problems

PER_SEAT_KINDS = {FieldKind.NUMBERS, FieldKind.SEATS}  # kinds with one value for each seat
# Layouts of fields that players can submit. Collapsed and hidden fields are for the scorer only.
PLAYER_LAYOUTS = {FieldLayout.CHIPS, FieldLayout.TABLE}


def pending_submissions(
    sheet: Scoresheet, submissions: Iterable[Submission]
) -> dict[str, Submission]:
    """Return the submissions that apply to the current stage, by seat.

    Submissions made before that stage was last saved, undone or redone are ignored.
    """
    asked_stage = sheet.asked_stage
    if asked_stage is None or sheet.is_deleted:
        return {}
    since = asked_since_version(sheet)
    return {
        submission.seat: submission
        for submission in submissions
        if submission.answers and is_for_stage(submission, asked_stage) and submission.seen >= since
    }


def is_for_stage(submission: Submission, asked_stage: AskedStage) -> bool:
    return (submission.round, submission.stage) == (asked_stage.round, asked_stage.stage)


def asked_since_version(sheet: Scoresheet) -> int:
    """Return the version at which the match reached the current stage.

    This is the version of the last answer, undo or redo. Corrections of older deals do not change
    this version.
    """
    stage_versions = (
        step.version for step in reversed(sheet.steps) if isinstance(step.event, StageRecorded)
    )
    return max(next(stage_versions, 0), *sheet.undo_versions.values(), 0)


def per_seat_fields(
    sheet: Scoresheet, asked_stage: AskedStage, submissions: Collection[Submission]
) -> Iterator[Field]:
    """Yield the fields of the stage that players can submit, given the submissions so far."""
    answers = answers_with_submissions(sheet, asked_stage, submissions)
    for field in sheet.game.deal.fields(asked_stage.position, answers):
        if (
            field.stage == asked_stage.stage
            and field.kind in PER_SEAT_KINDS
            and field.layout in PLAYER_LAYOUTS
        ):
            yield field


def submittable_fields(
    sheet: Scoresheet, asked_stage: AskedStage, seat: str, submissions: Collection[Submission]
) -> list[Field]:
    """Return the fields from `per_seat_fields` that the player on this seat can submit."""
    return [
        field
        for field in per_seat_fields(sheet, asked_stage, submissions)
        if seat in field.seats and seat not in field.limits.fixed_numbers
    ]


def answers_with_submissions(
    sheet: Scoresheet, asked_stage: AskedStage, submissions: Iterable[Submission]
) -> Answers:
    """Return the answers of the current deal with the submitted values merged in.

    A yes/no field becomes the list of seats that submitted yes.
    """
    answers: dict[str, Any] = {}
    for submission in submissions:
        for name, value in submission.answers.items():
            if isinstance(value, bool):
                answers[name] = [*answers.get(name, []), *([submission.seat] if value else [])]
            else:
                answers[name] = {**answers.get(name, {}), submission.seat: value}
    return (
        sheet.game.deal.merge(asked_stage.deal_answers, asked_stage.stage, answers)
        if answers
        else asked_stage.deal_answers
    )


def save_submission(log: Log, match: int, submission: Submission, meta: CommandMeta) -> None:
    """Check and store the values that a player submits.

    Empty `answers` withdraw the player's earlier values. Raises Refused if a value is not allowed,
    and Stale if the stage is no longer the current one.
    """
    sheet = log.sheet(match)
    asked_stage = sheet.asked_stage
    if asked_stage is None or sheet.is_deleted or not is_for_stage(submission, asked_stage):
        raise Stale(sheet)
    others = [
        each
        for each in pending_submissions(sheet, log.table_state(match).submissions).values()
        if each.seat != submission.seat
    ]
    submittable = submittable_fields(sheet, asked_stage, submission.seat, [*others, submission])
    fields = {field.name: field for field in submittable}
    if refusals := list(submission_problems(asked_stage.position, fields, submission)):
        raise Refused(refusals)
    log.save_submission(match, submission._replace(seen=sheet.version), meta.at, meta.device)


def submission_problems(
    position: Position, fields: Mapping[str, Field], submission: Submission
) -> Iterator[Problem]:
    """Yield problems with a submission that do not depend on the other players' values."""
    for name, value in submission.answers.items():
        field = fields.get(name)
        if field is None:
            reason = say("Only the scorer can enter this.")
            yield Problem("bad_field", reason, None, submission.seat)
        elif field.kind is FieldKind.NUMBERS:
            answers = {name: {submission.seat: value}}
            yield from list(value_problems(field, answers[name])) or range_problems(
                position, answers, [field]
            )
            if why := field.forbidden.get((submission.seat, value)):
                reason = say(
                    "{what} cannot be {value}: {why}", what=field.label, value=value, why=why
                )
                yield Problem("forbidden", reason, name, submission.seat)
