"""Two simulations of a match with opposite answers, used to predict its next questions."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.match.sheet import AskedStage, fields_in_turn
from scorekeeper.rules.common import LOW_TOTAL
from scorekeeper.rules.fields import Field, FieldKind, FieldLayout
from scorekeeper.rules.game import Game, play
from scorekeeper.rules.kernel import Answers, Position

SIMULATIONS = (0, 1)
# In simulation 1, numbers are this far above the minimum; in simulation 0, they are close to it.
TYPICAL_EXTRA = 20
NEXT_DEALER = "next dealer"
OVER = ""  # in place of a stage: the match is over
SimulatedStages = tuple[AskedStage | None, ...]  # the stage that each simulation has reached


def next_simulated_stages(
    game: Game, stages: SimulatedStages
) -> tuple[str, dict[str, SimulatedStages]]:
    """Return the next stages in both simulations, and the name of the choice they depend on.

    If the next stage depends on the choice of a pair, the name is the field's name, and the stages
    are returned by the choice's number on the page. If the loser of the hand deals next, the name
    is NEXT_DEALER, and the stages are returned by dealer. Otherwise, the name is "", and there is
    one entry.
    """
    both = [each for each in stages if each is not None]
    first, *_ = both
    choice = next((each for each in stage_fields(game, first) if len(each.pairs) > 1), None)
    if choice:
        return choice.name, {
            str(number): tuple(
                next_asked(game, each, simulation, {choice.name: list(pair)})
                for simulation, each in enumerate(both)
            )
            for number, pair in enumerate(choice.pairs)
        }
    after = [next_asked(game, each, simulation) for simulation, each in enumerate(both)]
    totals = game.display.live_hints(first.position, first.stage, first.deal_answers).totals
    if not (totals and totals.hand and totals.hand.loser_deals):
        return "", {"": tuple(after)}
    return NEXT_DEALER, {
        seat: tuple(each and dealt_by(seat, each) for each in after)
        for seat in first.position.players
    }


def stage_fields(game: Game, asked_stage: AskedStage) -> list[Field]:
    every = game.deal.fields(asked_stage.position, asked_stage.deal_answers)
    return [field for field in every if field.stage == asked_stage.stage]


def dealt_by(seat: str, asked_stage: AskedStage) -> AskedStage:
    return asked_stage._replace(position=asked_stage.position._replace(dealer=seat))


def next_asked(
    game: Game, asked_stage: AskedStage, simulation: int, given: Answers | None = None
) -> AskedStage | None:
    """Return the next stage in this simulation.

    `given` replaces some of the simulated answers. If the agreed number of deals has been played,
    the stage is OVER. Returns None if the simulation does not advance.
    """
    simulated = {**simulated_answers(game, asked_stage, simulation), **(given or {})}
    answers = game.deal.merge(asked_stage.deal_answers, asked_stage.stage, simulated)
    before = position_far_from_end(game, asked_stage)
    position, stage = asked_stage.position, game.deal.stage(before, answers)
    if stage is None:
        position, answers = position_after(game, before, answers, simulation), {}
        stage = OVER if position.is_over else game.deal.stage(position, answers)
    is_new = (position.number, stage) != asked_stage[:2]
    is_known = stage is not None and is_new
    return AskedStage(position.number, stage or "", position, answers) if is_known else None


def position_far_from_end(game: Game, asked_stage: AskedStage) -> Position:
    """Return the position far from the end of the match, so that only the number of deals ends it.

    The page computes the totals, so it knows whether a deal takes a player out or ends the match.
    If the stage would not be asked in such a position, because it asks who comes back, the position
    is not changed.
    """
    early = game.deal.far_from_end(asked_stage.position)
    is_asked = game.deal.stage(early, asked_stage.deal_answers) == asked_stage.stage
    return early if is_asked else asked_stage.position


def position_after(game: Game, position: Position, answers: Answers, simulation: int) -> Position:
    """Return the position after a complete deal, with totals that differ between the simulations.

    Future totals are unknown, so the simulations must not agree on them by chance.
    """
    after = play(game, position, answers).after
    return after._replace(totals=dict.fromkeys(after.totals, LOW_TOTAL * (1 + simulation)))


def simulated_answers(game: Game, asked_stage: AskedStage, simulation: int) -> Answers:
    """Return this simulation's answers to a stage.

    They contain only required fields and lists of seats.
    """
    answers: dict[str, Any] = {}
    for field in fields_in_turn(game, asked_stage, answers):
        if is_simulated(field):
            answers[field.name] = simulated_answer(field, simulation)
    return answers


def is_simulated(field: Field) -> bool:
    """Return whether simulations answer the field.

    They answer each visible field that is required or is a list of seats.
    """
    return (
        field.required or field.kind is FieldKind.SEATS
    ) and field.layout is not FieldLayout.HIDDEN


def simulated_answer(field: Field, simulation: int) -> Any:
    """Return a field's answer: one extreme in simulation 0, the other in simulation 1.

    For choices, both simulations take the first allowed choice.
    """
    end = -simulation  # the index of the chosen item: the first (0) or the last (-1)
    match field.kind:
        case FieldKind.NUMBERS:
            return simulated_numbers(field, simulation)
        case FieldKind.NUMBER:
            return field.limits.bounds("")[simulation]
        case FieldKind.SEAT:
            return field.seats[end]
        case FieldKind.PAIR:
            return list(field.pairs[end])
        case FieldKind.CHOICE:
            return next(c.value for c in field.choices if ("", c.value) not in field.forbidden)
        case FieldKind.CARD:
            return ("2C", "KD")[simulation]
        case FieldKind.SEATS:
            return list(field.seats) if simulation else []
    return simulated_calls(field, simulation) if field.kind is FieldKind.CALLS else []


def simulated_calls(field: Field, simulation: int) -> list[list[str]]:
    """Return calls: one by the first seat in simulation 0, two by the last seat in simulation 1."""
    return [[field.seats[-simulation], field.seats[-simulation - 1]]] * (1 + simulation)


def simulated_numbers(field: Field, simulation: int) -> Mapping[str, int]:
    """Return numbers by seat: near the minimum in simulation 0, well above it in simulation 1.

    In simulation 0, only the first seat has the minimum. If the numbers have a total, one seat gets
    all of it: the first in simulation 0, the last in simulation 1. Fixed numbers do not change.
    """
    if field.limits.total is not None:
        answers = dict.fromkeys(field.seats, 0) | {field.seats[-simulation]: field.limits.total}
    else:
        answers = {
            seat: simulated_number(
                *field.limits.bounds(seat),
                TYPICAL_EXTRA if simulation else int(seat != field.seats[0]),
            )
            for seat in field.seats
        }
    return answers | {
        seat: fixed for seat, fixed in field.limits.fixed_numbers.items() if seat in answers
    }


def simulated_number(least: int, most: int, more: int) -> int:
    """Return `least` plus `more`, but at most `most`.

    If `more` is small, as in simulation 0, the result is less than `most` if possible.
    """
    return min(least + more, most - (more < TYPICAL_EXTRA and most > least))
