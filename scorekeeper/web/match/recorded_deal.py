"""A deal that was written down, asked once more: its stages with what was said of them.

Where the deal begins may have changed. Answers that are no longer possible are left out, so only
they and what nobody was asked before are missing. A stage that was answered instead of the one
asked next, as a single call, is a row of its own; one without an answer no longer counts.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.match.corrections import start_of
from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import Asked, Scoresheet, put_together
from scorekeeper.rules.display import Quick
from scorekeeper.rules.fields import Kind, Look
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Position, Problem, Record
from scorekeeper.rules.validation import problems
from scorekeeper.web.match import question_builder
from scorekeeper.web.match.forms import NOBODY, AnswerForm
from scorekeeper.web.match.question import HERE, QUICK, Ask

Posted = MultiDict[str, str]
Typed = Mapping[tuple[str, str], str]  # what stands in the inputs, by field and key
ROW, MOST_ROWS = "row-", 300


class Earlier(NamedTuple):
    """What was said of a deal: answers and texts of its stages, and the answers that came one by
    one, such as calls.
    """

    said: Mapping[str, Record]
    typed: Mapping[str, Typed]
    rows: tuple[Record, ...]


def answers(ask: Ask, looking: bool) -> Record:
    """What is told of while somebody looks at it is what stands on the page."""
    return ask.filled if looking else ask.answers


def stages_of(asks: Iterable[Ask], looking: bool) -> Stages:
    """The answers of all stages; rows without one are left out."""
    return tuple(
        (ask.stage, answers(ask, looking)) for ask in asks if not (ask.is_row and not ask.answers)
    )


def problems_of(asks: Iterable[Ask], looking: bool) -> Iterator[Problem]:
    """What is wrong in the first stage that is not right; later ones cannot be told then."""
    for ask in asks:
        found = (
            question_builder.wrong(ask, answers(ask, looking))
            if ask.answers or not ask.is_row
            else []
        )
        if found:
            yield from found
            return


def inputs_of(asks: Iterable[Ask]) -> list[tuple[str, str]]:
    """The inputs that would post these answers."""
    found: list[tuple[str, str]] = []
    for ask in asks:
        found.append((f"{ask.prefix}{HERE}", "1"))
        if ask.instead:
            chosen = next(n for n, each in ask.buttons.items() if each == ask.instead)
            found.append((f"{ask.prefix}{QUICK}", chosen))
            continue
        for box in ask.boxes:
            said = ((box.input(key), box.typed.get(key, "")) for key in box.keys)
            found += [(name, text) for name, text in said if text]
    return found


# ---------------------------------------------------------------- stage by stage


def asked_again(
    sheet: Scoresheet,
    number: int,
    position: Position,
    earlier: Stages,
    posted: Posted | None,
    prefix: str = "",
    *,
    looking: bool,
) -> Iterator[Ask]:
    """The deal's stages one after another, each with the answers of those before it.

    `earlier` is what was said, on the sheet or in a draft; `position` where the deal begins now.
    """
    game, written = sheet.game, sheet.said[number - 1]
    was = earlier_of(game, start_of(sheet, number), written)
    before = was if earlier == written else earlier_of(game, position, earlier)
    record, sound = put_together(game, ()), True
    for n, ask in enumerate(rows(game, position, number, before, posted, prefix)):
        yield replace(ask, was=texts_of(ask, was.rows[n]) if n < len(was.rows) else {})
        if ask.answers:
            sound = sound and not question_builder.wrong(ask, ask.answers)
            record = game.merge(record, ask.stage, ask.answers)
    last = None if number <= len(sheet.rounds) else written[-1][0]
    stage = game.stage(position, record) if last is None or last in was.said else None
    done: list[str] = []
    while stage is not None and stage not in done:
        asked = Asked(number, stage, position, record)
        ask = one_stage(game, asked, before, posted, prefix, looking=looking, sound=sound)
        yield replace(ask, was=was.typed.get(stage, {}))
        if stage == last:
            return
        done.append(stage)
        record = game.merge(record, stage, answers(ask, looking))
        sound = sound and not problems(game, position, record, stage)
        if sound:
            stage = game.stage(position, record)
        else:  # what follows cannot be told; what was written stays on the page
            stage = next((each for each in before.said if each not in done), None)


def one_stage(
    game: Game,
    asked: Asked,
    before: Earlier,
    posted: Posted | None,
    prefix: str,
    *,
    looking: bool,
    sound: bool,
) -> Ask:
    """One stage as it was posted; in a look as it was said before, if nothing of it came."""
    prefix = f"{prefix}{asked.stage}."
    came = posted is not None and not (looking and nothing_of(prefix, posted))
    empty = question_builder.fresh(game, asked, None, prefix, sound=sound)
    if instead := instead_of_fields(empty, posted if came else None, before.said.get(asked.stage)):
        return replace(empty, instead=instead)
    if posted is None or not came:
        if asked.stage not in before.typed:
            return empty
        still = still_possible(game, asked, before, prefix)
        return question_builder.typed(game, asked, still, prefix, looking=True, sound=sound)
    ask = question_builder.typed(game, asked, posted, prefix, looking=looking, sound=sound)
    found = question_builder.wrong(ask, ask.answers) if sound else ask.form.wrong
    return question_builder.refused(ask, found) if found and not looking else ask


def instead_of_fields(ask: Ask, posted: Posted | None, said: Record | None) -> Quick | None:
    """The button that answers the whole stage: the one that was chosen, or written down."""
    if posted is not None:
        return ask.buttons.get(posted.get(f"{ask.prefix}{QUICK}", ""))
    return next((each for each in ask.buttons.values() if each.answers == said), None)


def nothing_of(prefix: str, posted: Posted) -> bool:
    return not any(name.startswith(prefix) for name in posted)


# ---------------------------------------------------------------- what was said before


def earlier_of(game: Game, position: Position, stages: Stages) -> Earlier:
    """The answers to a deal that began at `position`."""
    record = put_together(game, ())
    said: dict[str, Record] = {}
    typed: dict[str, Typed] = {}
    singles: list[Record] = []
    for stage, told in stages:
        asked = Asked(position.number, stage, position, record)
        record = game.merge(record, stage, told)
        fields = question_builder.fields_of(game, asked, record)
        if grid := [field.name for field in fields if field.look is Look.GRID]:
            singles += [{grid[0]: [call]} for call in told.get(grid[0], ())]
            continue
        said[stage] = told
        form = AnswerForm(fields, None, told)
        shown = [b for b in form.boxes if b.asked.name in told or b.asked.default is not None]
        typed[stage] = {
            (box.asked.name, key): text for box in shown for key, text in box.typed.items()
        }
    return Earlier(said, typed, tuple(singles))


def still_possible(game: Game, asked: Asked, before: Earlier, prefix: str) -> Posted:
    """Earlier texts, as if they were posted, without players who take no part any more."""
    record = game.merge(asked.record, asked.stage, before.said[asked.stage])
    fields = {field.name: field for field in question_builder.fields_of(game, asked, record)}
    found: Posted = MultiDict()
    for (name, key), text in before.typed[asked.stage].items():
        field = fields.get(name)
        is_gone = field and field.kind is Kind.SEAT and text not in (*field.seats, NOBODY)
        if not is_gone:
            found[f"{prefix}{name}-{key}" if key else f"{prefix}{name}"] = text
    return found


def texts_of(ask: Ask, said: Record) -> Typed:
    """What would stand in the inputs of a row that says this."""
    return {
        (box.asked.name, key): text
        for box in ask.boxes
        for key, text in box.shown(said.get(box.asked.name))
    }


# ---------------------------------------------------------------- calls, one by one


def rows(
    game: Game, position: Position, number: int, before: Earlier, posted: Posted | None, prefix: str
) -> Iterator[Ask]:
    """The answers that came one by one, and an empty row for one more; else nothing."""
    names = [f"{prefix}{ROW}{n}." for n in range(1, MOST_ROWS + 1)]
    if posted is None or f"{names[0]}{HERE}" not in posted:
        posted, count = None, len(before.rows)
    else:
        came = (f"{name}{HERE}" in posted for name in names)
        count = next((n for n, has_come in enumerate(came) if not has_come), MOST_ROWS)
    record, is_open = put_together(game, ()), count > 0
    for n, name in enumerate(names):
        others = game.others(position, record)
        if not others or (n >= count and not is_open):
            return
        asked = Asked(number, others[0], position, record)
        ask = one_row(game, asked, before.rows[n] if n < len(before.rows) else None, posted, name)
        is_open = bool(ask.answers) or n + 1 < count
        yield ask
        if ask.answers:
            record = game.merge(record, ask.stage, ask.answers)


def one_row(
    game: Game, asked: Asked, said: Record | None, posted: Posted | None, prefix: str
) -> Ask:
    """One of them as it was posted, or said before; with what is wrong with it."""
    if posted is None:
        ask = question_builder.fresh(game, asked, said, prefix)
    else:
        ask = question_builder.typed(game, asked, posted, prefix, looking=False)
    if ask.answers and (found := question_builder.wrong(ask, ask.answers)):
        ask = question_builder.refused(ask, found)
    return replace(ask, is_row=True)
