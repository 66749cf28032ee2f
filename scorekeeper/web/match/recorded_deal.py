"""A recorded deal that is asked again: its stages as questions, with the earlier answers filled in.

The deal may now begin at another position. Seats that can no longer be chosen are left out, so the
user only replaces these and adds values that were not asked before. Stages that are answered
instead of the next one, such as calls, have one row for each answer. An empty row does not count.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.match.corrections import recorded_start
from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import AskedStage, Scoresheet, merge_stages
from scorekeeper.rules.display import QuickAnswer
from scorekeeper.rules.fields import FieldKind, FieldLayout
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Position, Problem
from scorekeeper.rules.validation import problems
from scorekeeper.web.match import question_builder
from scorekeeper.web.match.forms import NOBODY_VALUE, AnswerForm
from scorekeeper.web.match.inputs import QUICK_INPUT, STAGE_PRESENT_INPUT, Posted
from scorekeeper.web.match.question import QuestionView

InputTexts = Mapping[tuple[str, str], str]  # text of inputs, by field and key
ROW_PREFIX, MAX_ROWS = "row-", 300


class EarlierAnswers(NamedTuple):
    """A deal's earlier answers.

    `answers` and `typed` have stages as keys. `rows` holds answers that were saved one by one, such
    as calls.
    """

    answers: Mapping[str, Answers]
    typed: Mapping[str, InputTexts]
    rows: tuple[Answers, ...]

    def without_uncertain_no(self, was: "EarlierAnswers") -> "EarlierAnswers":
        """Return these answers without each "no" that the sheet (`was`) does not have.

        A draft lists only the seats with yes, so the others may not have been asked.
        """
        typed = {
            stage: {
                key: text
                for key, text in texts.items()
                if text != "no" or was.typed.get(stage, {}).get(key) == "no"
            }
            for stage, texts in self.typed.items()
        }
        return self._replace(typed=typed)


def answers_to_check(question: QuestionView, is_preview: bool) -> Answers:
    """Return the answers as entered, or in a preview (`is_preview`) with suggestions filled in."""
    return question.filled_answers if is_preview else question.answers


def build_stages(questions: Iterable[QuestionView], is_preview: bool) -> Stages:
    """Return the answers by stage, without empty rows."""
    return tuple(
        (question.stage, answers_to_check(question, is_preview))
        for question in questions
        if not (question.is_row and not question.answers)
    )


def first_problems(questions: Iterable[QuestionView], is_preview: bool) -> Iterator[Problem]:
    """Yield the problems in the first invalid stage, because later stages depend on its answers."""
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
    found: list[tuple[str, str]] = []
    for question in questions:
        found.append((f"{question.prefix}{STAGE_PRESENT_INPUT}", "1"))
        if question.instead:
            chosen = next(n for n, each in question.buttons.items() if each == question.instead)
            found.append((f"{question.prefix}{QUICK_INPUT}", chosen))
            continue
        for box in question.boxes:
            texts = ((box.input(key), box.typed.get(key, "")) for key in box.keys)
            found += [(name, text) for name, text in texts if text]
    return found


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
    `is_outdated` is true, the draft may have been entered when other players were asked.
    """
    game = sheet.game
    was, before = recorded_and_drafted(sheet, number, position, earlier, is_outdated=is_outdated)
    answers, sound = merge_stages(game, ()), True
    for n, question in enumerate(row_questions(game, position, number, before, posted, prefix)):
        yield replace(question, was=row_texts(question, was.rows[n]) if n < len(was.rows) else {})
        if question.answers:
            sound = sound and not question_builder.find_problems(question, question.answers)
            answers = game.deal.merge(answers, question.stage, question.answers)
    last = None if number <= len(sheet.rounds) else sheet.deal_answers[number - 1][-1][0]
    stage = game.deal.stage(position, answers) if last is None or last in was.answers else None
    done: list[str] = []
    while stage is not None and stage not in done:
        asked = AskedStage(number, stage, position, answers)
        view = stage_question(
            game, asked, before, posted, prefix, is_preview=is_preview, sound=sound
        )
        yield replace(view, was=was.typed.get(stage, {}))
        if stage == last:
            return
        done.append(stage)
        answers = game.deal.merge(answers, stage, answers_to_check(view, is_preview))
        sound = sound and not problems(game, position, answers, stage)
        # If the next stage is unknown, the recorded stages stay on the page.
        others = (each for each in before.answers if each not in done)
        stage = game.deal.stage(position, answers) if sound else next(others, None)


def stage_question(
    game: Game,
    asked: AskedStage,
    before: EarlierAnswers,
    posted: Posted | None,
    prefix: str,
    *,
    is_preview: bool,
    sound: bool,
) -> QuestionView:
    """Return one stage with its posted values, or with its earlier answers if nothing was posted.

    In a preview, a stage that is missing from the posted form also gets its earlier answers.
    """
    prefix = f"{prefix}{asked.stage}."
    is_posted = posted is not None and not (is_preview and is_not_posted(prefix, posted))
    empty = question_builder.blank(game, asked, None, prefix, sound=sound)
    if instead := chosen_button(
        empty, posted if is_posted else None, before.answers.get(asked.stage)
    ):
        return replace(empty, instead=instead)
    if posted is None or not is_posted:
        if asked.stage not in before.typed:
            return empty
        still = still_valid_inputs(game, asked, before, prefix)
        return question_builder.from_post(game, asked, still, prefix, is_preview=True, sound=sound)
    question = question_builder.from_post(
        game, asked, posted, prefix, is_preview=is_preview, sound=sound
    )
    found = (
        question_builder.find_problems(question, question.answers) if sound else question.form.wrong
    )
    return question_builder.with_problems(question, found) if found and not is_preview else question


def chosen_button(
    question: QuestionView, posted: Posted | None, answers: Answers | None
) -> QuickAnswer | None:
    """Return the posted button for the whole stage, or the recorded one if nothing was posted."""
    if posted is not None:
        return question.buttons.get(posted.get(f"{question.prefix}{QUICK_INPUT}", ""))
    return next((each for each in question.buttons.values() if each.answers == answers), None)


def is_not_posted(prefix: str, posted: Posted) -> bool:
    return not any(name.startswith(prefix) for name in posted)


# ---------------------------------------------------------------- earlier answers


def recorded_and_drafted(
    sheet: Scoresheet, number: int, position: Position, earlier: Stages, *, is_outdated: bool
) -> tuple[EarlierAnswers, EarlierAnswers]:
    """Return the answers on the sheet, and those to fill in: the same, or those of a draft."""
    game, written = sheet.game, sheet.deal_answers[number - 1]
    was = earlier_answers(game, recorded_start(sheet, number), written)
    if earlier == written:
        return was, was
    drafted = earlier_answers(game, position, earlier)
    return was, drafted.without_uncertain_no(was) if is_outdated else drafted


def earlier_answers(game: Game, position: Position, stages: Stages) -> EarlierAnswers:
    """Return the answers to a deal that began at `position`, with the text of its inputs."""
    deal_answers = merge_stages(game, ())
    by_stage: dict[str, Answers] = {}
    typed: dict[str, InputTexts] = {}
    singles: list[Answers] = []
    for stage, answers in stages:
        asked = AskedStage(position.number, stage, position, deal_answers)
        deal_answers = game.deal.merge(deal_answers, stage, answers)
        fields = question_builder.stage_fields(game, asked, deal_answers)
        if grid := [field.name for field in fields if field.layout is FieldLayout.GRID]:
            singles += [{grid[0]: [call]} for call in answers.get(grid[0], ())]
            continue
        by_stage[stage] = answers
        form = AnswerForm(fields, None, answers)
        shown = [b for b in form.boxes if b.field.name in answers or b.field.default is not None]
        typed[stage] = {
            (box.field.name, key): text for box in shown for key, text in box.typed.items()
        }
    return EarlierAnswers(by_stage, typed, tuple(singles))


def still_valid_inputs(
    game: Game, asked: AskedStage, before: EarlierAnswers, prefix: str
) -> Posted:
    """Return earlier texts as if posted, without seats that can no longer be chosen."""
    answers = game.deal.merge(asked.deal_answers, asked.stage, before.answers[asked.stage])
    fields = {field.name: field for field in question_builder.stage_fields(game, asked, answers)}
    found: Posted = MultiDict()
    for (name, key), text in before.typed[asked.stage].items():
        field = fields.get(name)
        is_gone = (
            field and field.kind is FieldKind.SEAT and text not in (*field.seats, NOBODY_VALUE)
        )
        if not is_gone:
            found[f"{prefix}{name}-{key}" if key else f"{prefix}{name}"] = text
    return found


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
    """Yield the answers saved one by one, then, if there are any, an empty row."""
    names = [f"{prefix}{ROW_PREFIX}{n}." for n in range(1, MAX_ROWS + 1)]
    if posted is None or f"{names[0]}{STAGE_PRESENT_INPUT}" not in posted:
        posted, count = None, len(before.rows)
    else:
        present = (f"{name}{STAGE_PRESENT_INPUT}" in posted for name in names)
        count = next((n for n, is_present in enumerate(present) if not is_present), MAX_ROWS)
    answers, is_open = merge_stages(game, ()), count > 0
    for n, name in enumerate(names):
        others = game.deal.others(position, answers)
        if not others or (n >= count and not is_open):
            return
        asked = AskedStage(number, others[0], position, answers)
        question = row_question(
            game, asked, before.rows[n] if n < len(before.rows) else None, posted, name
        )
        is_open = bool(question.answers) or n + 1 < count
        yield question
        if question.answers:
            answers = game.deal.merge(answers, question.stage, question.answers)


def row_question(
    game: Game, asked: AskedStage, earlier: Answers | None, posted: Posted | None, prefix: str
) -> QuestionView:
    """Return one row with its posted values or earlier answer, and its problems."""
    if posted is None:
        question = question_builder.blank(game, asked, earlier, prefix)
    else:
        question = question_builder.from_post(game, asked, posted, prefix, is_preview=False)
    if question.answers and (found := question_builder.find_problems(question, question.answers)):
        question = question_builder.with_problems(question, found)
    return replace(question, is_row=True)
