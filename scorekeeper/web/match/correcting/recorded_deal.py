"""A recorded deal to enter again: its stages as questions, with the earlier answers filled in.

The deal may now begin at another position. Seats that can no longer be chosen are left out, so the
user only replaces these seats and adds values that were not needed before. Stages that are answered
instead of the next one, such as calls, have one row for each answer. An empty row does not count.
"""

from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import replace

from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import AskedStage, Scoresheet, merge_stages
from scorekeeper.rules.display import QuickAnswer
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Position, Problem
from scorekeeper.rules.validation import problems
from scorekeeper.web.match.correcting.earlier_answers import (
    EarlierAnswers,
    InputTexts,
    recorded_and_drafted,
    still_valid_inputs,
)
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.inputs import QUICK_INPUT, STAGE_PRESENT_INPUT, Posted
from scorekeeper.web.match.questions.question import QuestionView

ROW_PREFIX, MAX_ROWS = "row-", 300


def answers_to_check(question: QuestionView, is_preview: bool) -> Answers:
    """Return the answers as entered or, if `is_preview`, with suggestions filled in."""
    return question.filled_answers if is_preview else question.answers


def build_stages(questions: Iterable[QuestionView], is_preview: bool) -> Stages:
    """Return the answers by stage, without empty rows."""
    return tuple(
        (question.stage, answers_to_check(question, is_preview))
        for question in questions
        if not (question.is_row and not question.answers)
    )


def first_problems(questions: Iterable[QuestionView], is_preview: bool) -> Iterator[Problem]:
    """Yield the problems in the first invalid stage only, because later stages depend on it."""
    for question in questions:
        found = (
            question_builder.find_problems(question, answers_to_check(question, is_preview))
            if question.answers or not question.is_row
            else []
        )
        if found:
            yield from found
            return


def form_inputs(questions: Iterable[QuestionView]) -> list[tuple[str, str]]:
    """Return the inputs, as (name, text), that would post these answers."""
    inputs: list[tuple[str, str]] = []
    for question in questions:
        inputs.append((f"{question.prefix}{STAGE_PRESENT_INPUT}", "1"))
        if question.quick_answer:
            chosen = next(
                n for n, each in question.buttons.items() if each == question.quick_answer
            )
            inputs.append((f"{question.prefix}{QUICK_INPUT}", chosen))
            continue
        for box in question.boxes:
            texts = ((box.input(key), box.typed.get(key, "")) for key in box.keys)
            inputs += [(name, text) for name, text in texts if text]
    return inputs


# ---------------------------------------------------------------- stage by stage


def recorded_questions(
    sheet: Scoresheet,
    number: int,
    position: Position,
    earlier: Stages,
    posted: Posted | None,
    prefix: str = "",
    *,
    is_preview: bool,
    is_outdated: bool = False,
) -> Iterator[QuestionView]:
    """Yield the deal's stages as questions, each based on the answers to the earlier ones.

    `earlier` holds the answers on the sheet or in a draft. The deal now begins at `position`. If
    `is_outdated` is true, the draft may have been entered for other players.
    """
    game = sheet.game
    recorded, before = recorded_and_drafted(
        sheet, number, position, earlier, is_outdated=is_outdated
    )
    rows = row_questions(game, position, number, before, posted, prefix)
    answers, is_sound = yield from answered_rows(game, rows, recorded)
    last = None if number <= len(sheet.played_deals) else sheet.deal_answers[number - 1][-1][0]
    stage = game.deal.stage(position, answers) if last is None or last in recorded.answers else None
    done: list[str] = []
    while stage is not None and stage not in done:
        asked_stage = AskedStage(number, stage, position, answers)
        view = stage_question(
            game, asked_stage, before, posted, prefix, is_preview=is_preview, is_sound=is_sound
        )
        yield replace(view, recorded_texts=recorded.typed.get(stage, {}))
        if stage == last:
            return
        done.append(stage)
        answers = game.deal.merge(answers, stage, answers_to_check(view, is_preview))
        is_sound = is_sound and not problems(game, position, answers, stage)
        stage = (
            game.deal.stage(position, answers) if is_sound else first_other(before.answers, done)
        )


def answered_rows(
    game: Game, rows: Iterable[QuestionView], recorded: EarlierAnswers
) -> Generator[QuestionView, None, tuple[Answers, bool]]:
    """Yield the rows with their recorded texts. Return their answers, and whether all are valid."""
    answers, is_sound = merge_stages(game, ()), True
    for n, question in enumerate(rows):
        texts = row_texts(question, recorded.rows[n]) if n < len(recorded.rows) else {}
        yield replace(question, recorded_texts=texts)
        if question.answers:
            is_sound = is_sound and not question_builder.find_problems(question, question.answers)
            answers = game.deal.merge(answers, question.stage, question.answers)
    return answers, is_sound


def first_other(recorded: Iterable[str], done: Collection[str]) -> str | None:
    """Return the first recorded stage that is not done yet, or None.

    After an answer that is not valid, the rules cannot determine the next stage, so the page
    continues with the recorded stages.
    """
    return next((stage for stage in recorded if stage not in done), None)


def stage_question(
    game: Game,
    asked_stage: AskedStage,
    before: EarlierAnswers,
    posted: Posted | None,
    prefix: str,
    *,
    is_preview: bool,
    is_sound: bool,
) -> QuestionView:
    """Return one stage with its posted values, or with its earlier answers if nothing was posted.

    In a preview, a stage that is missing from the posted form also gets its earlier answers.
    """
    prefix = f"{prefix}{asked_stage.stage}."
    is_posted = posted is not None and not (is_preview and is_not_posted(prefix, posted))
    empty = question_builder.unposted_question(
        game, asked_stage, None, prefix, has_preview=is_sound
    )
    earlier = before.answers.get(asked_stage.stage)
    if instead := chosen_button(empty, posted if is_posted else None, earlier):
        return replace(empty, quick_answer=instead)
    if posted is None or not is_posted:
        if asked_stage.stage not in before.typed:
            return empty
        still = still_valid_inputs(game, asked_stage, before, prefix)
        return question_builder.from_post(
            game, asked_stage, still, prefix, is_preview=True, has_preview=is_sound
        )
    question = question_builder.from_post(
        game, asked_stage, posted, prefix, is_preview=is_preview, has_preview=is_sound
    )
    if not is_preview and not question.form.parse_problems:
        question = question_builder.with_numbers_over_fixed(question)
    found = (
        question_builder.find_problems(question, question.answers)
        if is_sound
        else question.form.parse_problems
    )
    return question_builder.with_problems(question, found) if found and not is_preview else question


def chosen_button(
    question: QuestionView, posted: Posted | None, answers: Answers | None
) -> QuickAnswer | None:
    """Return the button that was posted for the whole stage.

    If nothing was posted, return the button with the recorded answers. If no button was chosen,
    return None. The button “Enter the hand instead” posts an empty value after the value of the
    selected quick answer.
    """
    if posted is not None:
        *_, chosen = ["", *posted.getlist(f"{question.prefix}{QUICK_INPUT}")]
        return question.buttons.get(chosen)
    return next((each for each in question.buttons.values() if each.answers == answers), None)


def is_not_posted(prefix: str, posted: Posted) -> bool:
    return not any(name.startswith(prefix) for name in posted)


def row_texts(question: QuestionView, answers: Answers) -> InputTexts:
    """Return the text of a row's inputs for these answers."""
    return {
        (box.field.name, key): text
        for box in question.boxes
        for key, text in box.texts_of(answers.get(box.field.name))
    }


# ---------------------------------------------------------------- calls, one by one


def row_questions(
    game: Game,
    position: Position,
    number: int,
    before: EarlierAnswers,
    posted: Posted | None,
    prefix: str,
) -> Iterator[QuestionView]:
    """Yield a row for each answer that was saved on its own, such as a call.

    If there are any such rows, an empty row follows.
    """
    names = [f"{prefix}{ROW_PREFIX}{n}." for n in range(1, MAX_ROWS + 1)]
    if posted is None or f"{names[0]}{STAGE_PRESENT_INPUT}" not in posted:
        posted, count = None, len(before.rows)
    else:
        present = (f"{name}{STAGE_PRESENT_INPUT}" in posted for name in names)
        count = next((n for n, is_present in enumerate(present) if not is_present), MAX_ROWS)
    answers, is_open = merge_stages(game, ()), count > 0
    for n, name in enumerate(names):
        others = game.deal.other_stages(position, answers)
        if not others or (n >= count and not is_open):
            return
        asked_stage = AskedStage(number, others[0], position, answers)
        question = row_question(
            game, asked_stage, before.rows[n] if n < len(before.rows) else None, posted, name
        )
        is_open = bool(question.answers) or n + 1 < count
        yield question
        if question.answers:
            answers = game.deal.merge(answers, question.stage, question.answers)


def row_question(
    game: Game, asked_stage: AskedStage, earlier: Answers | None, posted: Posted | None, prefix: str
) -> QuestionView:
    """Return one row with its posted values or earlier answer, and its problems."""
    if posted is None:
        question = question_builder.unposted_question(game, asked_stage, earlier, prefix)
    else:
        question = question_builder.from_post(game, asked_stage, posted, prefix, is_preview=False)
    if question.answers and (found := question_builder.find_problems(question, question.answers)):
        question = question_builder.with_problems(question, found)
    return replace(question, is_row=True)
