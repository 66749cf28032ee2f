"""The answers of posted deals whose start is unknown, because a deal before them is incomplete.

No page can ask for these deals yet, so their answers stay in the draft. A form contains such a deal
if it was filled in while the deals before it were complete. The deal's players are unknown, so
the answers of all players that the form names are read, and no limits apply.
"""

from collections.abc import Iterator
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from scorekeeper.match.events import Deals, Stages
from scorekeeper.match.replay import recorded_start
from scorekeeper.match.sheet import AskedStage, Scoresheet, merge_stages
from scorekeeper.rules.fields import Field, FieldKind, NumberLimits
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers
from scorekeeper.web.match.correcting.recorded_deal import ROW_PREFIX
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import QUICK_INPUT, Posted


def unplaced_deal(
    sheet: Scoresheet, corrected_deal: int, number: int, posted: Posted | None, drafted: Stages
) -> Deals:
    """Return the deal's answers, or () if it has none. Posted stages replace drafted ones.

    The deal is read as if it began like `corrected_deal`, the deal that the correction is about.
    Players who were already out before `corrected_deal` cannot play in this deal.
    """
    stages = dict(drafted)
    position = recorded_start(sheet, corrected_deal)._replace(number=number)
    deal_answers = merge_stages(sheet.game, ())
    for stage, typed in posted_stages(posted or MultiDict(), f"{number}."):
        asked = AskedStage(number, stage, position, deal_answers)
        if answers := read_answers(sheet.game, asked, typed):
            stages[stage] = answers
            deal_answers = sheet.game.deal.merge(deal_answers, stage, answers)
    return ((number, tuple(stages.items())),) if stages else ()


def posted_stages(posted: Posted, prefix: str) -> Iterator[tuple[str, Posted]]:
    """Yield each posted stage of a deal with its inputs, whose names begin with `prefix`.

    Rows of calls are left out, because no correction of an earlier deal asks for calls again.
    """
    stages: dict[str, Posted] = {}
    for name, text in posted.items(multi=True):
        stage, _, input_name = name.removeprefix(prefix).partition(".")
        if name.startswith(prefix) and not stage.startswith(ROW_PREFIX):
            stages.setdefault(stage, MultiDict()).add(input_name, text)
    yield from stages.items()


def read_answers(game: Game, asked: AskedStage, typed: Posted) -> Answers:
    """Return the posted answers to a stage, without answers that cannot be read."""
    if chosen := typed.get(QUICK_INPUT):
        button = question_builder.unposted_question(game, asked).buttons.get(chosen)
        return button.answers if button else {}
    fields = question_builder.stage_fields(game, asked, asked.deal_answers)
    players = asked.position.players
    posted_fields = [with_posted_seats(field, players, typed) for field in fields]
    form = AnswerForm(tuple(field for field in posted_fields if field), typed)
    return {name: value for name, value in form.answers.items() if value != {}}


def with_posted_seats(field: Field, players: tuple[str, ...], typed: Posted) -> Field | None:
    """Return the field with only the players that the form names, or None if it names none.

    If the answer is a single seat, the field gets all players instead. A field without seats is
    returned unchanged.
    """
    match field.kind:
        case FieldKind.NUMBERS | FieldKind.SEATS:
            seats = tuple(seat for seat in players if typed.get(f"{field.name}-{seat}"))
            return replace(field, seats=seats, limits=NumberLimits()) if seats else None
        case FieldKind.SEAT:
            return replace(field, seats=players)
    return field
