"""A deal's earlier answers, from the sheet or a draft, and the texts of their inputs."""

from collections.abc import Mapping
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.match.events import Stages
from scorekeeper.match.replay import recorded_start
from scorekeeper.match.sheet import AskedStage, Scoresheet, merge_stages
from scorekeeper.rules.fields import FieldKind, FieldLayout
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.form_fields import NOBODY_VALUE
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import Posted

InputTexts = Mapping[tuple[str, str], str]  # text of inputs, by field and key


class EarlierAnswers(NamedTuple):
    """A deal's earlier answers.

    `answers` and `typed` have stages as keys. `rows` holds answers that were saved one by one, such
    as calls.
    """

    answers: Mapping[str, Answers]
    typed: Mapping[str, InputTexts]
    rows: tuple[Answers, ...]

    def without_uncertain_no(self, recorded: "EarlierAnswers") -> "EarlierAnswers":
        """Return these answers without any "no" that is not on the sheet (`recorded`).

        A draft lists only the seats that answered yes, so the other seats may have had no answer.
        """
        typed = {
            stage: {
                key: text
                for key, text in texts.items()
                if text != "no" or recorded.typed.get(stage, {}).get(key) == "no"
            }
            for stage, texts in self.typed.items()
        }
        return self._replace(typed=typed)


def recorded_and_drafted(
    sheet: Scoresheet, number: int, position: Position, earlier: Stages, *, is_outdated: bool
) -> tuple[EarlierAnswers, EarlierAnswers]:
    """Return the recorded answers, and the answers to fill in, which may come from a draft."""
    game, written = sheet.game, sheet.deal_answers[number - 1]
    recorded = earlier_answers(game, recorded_start(sheet, number), written)
    if earlier == written:
        return recorded, recorded
    drafted = earlier_answers(game, position, earlier)
    return recorded, drafted.without_uncertain_no(recorded) if is_outdated else drafted


def earlier_answers(game: Game, position: Position, stages: Stages) -> EarlierAnswers:
    """Return the answers to a deal that began at `position`, with the text of its inputs."""
    deal_answers = merge_stages(game, ())
    by_stage: dict[str, Answers] = {}
    typed: dict[str, InputTexts] = {}
    singles: list[Answers] = []
    for stage, answers in stages:
        asked_stage = AskedStage(position.number, stage, position, deal_answers)
        deal_answers = game.deal.merge(deal_answers, stage, answers)
        fields = question_builder.stage_fields(game, asked_stage, deal_answers)
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
    game: Game, asked_stage: AskedStage, before: EarlierAnswers, prefix: str
) -> Posted:
    """Return earlier answers as posted inputs, without seats that can no longer be chosen."""
    answers = game.deal.merge(
        asked_stage.deal_answers, asked_stage.stage, before.answers[asked_stage.stage]
    )
    fields = {
        field.name: field for field in question_builder.stage_fields(game, asked_stage, answers)
    }
    inputs: Posted = MultiDict()
    for (name, key), text in before.typed[asked_stage.stage].items():
        field = fields.get(name)
        is_gone = (
            field and field.kind is FieldKind.SEAT and text not in (*field.seats, NOBODY_VALUE)
        )
        if not is_gone:
            inputs[f"{prefix}{name}-{key}" if key else f"{prefix}{name}"] = text
    return inputs
