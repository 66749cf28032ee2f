"""Check the types of stored answers before they are replayed.

Replay itself does not validate answers. A damaged answer, such as text instead of a number, could
therefore fail later, on any page of the match. This check builds the fields of each stage, which
takes about four times as long as the replay.
"""

from scorekeeper.match.events import (
    CorrectionDrafted,
    Event,
    RoundCorrected,
    StageRecorded,
    Stages,
    StepRedone,
    StepUndone,
    replaced_deals,
)
from scorekeeper.match.replay import SheetBuilder, recorded_start
from scorekeeper.match.sheet import Scoresheet, merge_stages
from scorekeeper.rules.game import Game, play
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.validation import problems, type_problems, value_type_problems

# Errors that the rules may raise for answers and options that no form can send.
REPLAY_ERRORS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def check_stored_answers(builder: SheetBuilder, event: Event) -> None:
    """Raise ValueError if an event that continues this match is damaged.

    Damaged answers can also raise any other exception in REPLAY_ERRORS. The limits of numbers and
    the game's own checks do not apply, because they may have been different when the answers were
    stored.
    """
    match event:
        case StageRecorded(round=number, stage=stage, answers=answers):
            if number != len(builder.played_deals) + 1:
                raise ValueError("The number of the deal is wrong.")
            check_stage(builder.game, builder.position, builder.answers, stage, answers)
        case RoundCorrected():
            check_correction(builder, event)
        case CorrectionDrafted():
            check_draft(builder, event)
        case StepUndone(step=step):
            check_step(step, builder.steps[-1].version)
        case StepRedone(step=step):
            check_step(step, builder.undone[-1].version)


def is_readable(sheet: Scoresheet, event: Event) -> bool:
    """Return whether the match can still be read after this event is appended to its log."""
    try:
        check_stored_answers(SheetBuilder(sheet), event)
    except REPLAY_ERRORS:
        return False
    return True


def check_step(step: object, expected: int) -> None:
    """Raise ValueError unless the step stored in an undo or redo is the expected one."""
    if type(step) is not int or step != expected:
        raise ValueError("The step is wrong.")


def check_correction(builder: SheetBuilder, event: RoundCorrected) -> None:
    """Check all deals of a correction, in order.

    If a deal is incomplete or invalid, the deals after it are not checked, because their starting
    positions are unknown.
    """
    game, deals = builder.game, corrected_deals(builder, event)
    number = min(deals)
    position = recorded_start(builder, number)
    for each in range(number, max(deals) + 1):
        stages = deals.get(each, builder.deal_answers[each - 1])
        if position.is_over and not stages:
            return
        if each in deals:
            check_deal(game, position, stages)
        deal_answers = merge_stages(game, stages)
        if problems(game, position, deal_answers):
            return
        position = play(game, position, deal_answers).after


def check_draft(builder: SheetBuilder, event: CorrectionDrafted) -> None:
    """Check the types of the values in a draft.

    A draft may have been saved while another phone corrected an earlier deal. Its answers then no
    longer fit, but they are not damaged. They are therefore compared with the fields of the
    recorded deals.
    """
    game = builder.game
    for number, stages in corrected_deals(builder, event).items():
        deal_answers = merge_stages(game, builder.deal_answers[number - 1])
        fields = game.deal.fields(recorded_start(builder, number), deal_answers)
        for stage, answers in stages:
            check_stage_types(stage, answers)
            stage_fields = [
                field for field in fields if field.stage == stage and field.name in answers
            ]
            stage_answers = {field.name: answers[field.name] for field in stage_fields}
            if wrong := value_type_problems(builder.position, stage_answers, stage_fields):
                raise ValueError(f"The draft of {wrong[0].field} is damaged.")


def corrected_deals(
    builder: SheetBuilder, event: RoundCorrected | CorrectionDrafted
) -> dict[int, Stages]:
    """Return the corrected deals by number. Raises ValueError if one was not recorded."""
    deals = dict(replaced_deals(event))
    if not all(type(n) is int and 1 <= n <= len(builder.deal_answers) for n in deals):
        raise ValueError("The number of a corrected deal is wrong.")
    return deals


def check_deal(game: Game, position: Position, stages: Stages) -> None:
    earlier: Answers = {}
    for stage, answers in stages:
        check_stage(game, position, earlier, stage, answers)
        earlier = game.deal.merge(earlier, stage, answers)


def check_stage(
    game: Game, position: Position, earlier: Answers, stage: str, answers: Answers
) -> None:
    """Raise ValueError unless the stage exists and its answers have the types of its fields.

    `earlier` contains the answers to the earlier stages of the deal.
    """
    check_stage_types(stage, answers)
    if stage != game.deal.stage(position, earlier) and stage not in game.deal.other_stages(
        position, earlier
    ):
        raise ValueError("A stage is in the wrong place.")
    together = game.deal.merge(earlier, stage, answers)
    if wrong := type_problems(game, position, together, stage):
        raise ValueError(f"The answer to {wrong[0].field} is damaged ({wrong[0].code}).")


def check_stage_types(stage: object, answers: object) -> None:
    if type(stage) is not str or not isinstance(answers, dict):
        raise ValueError("A stage is damaged.")
