"""Random valid answers for any game, for the demo, the benchmarks and the tests.

The answers follow the fields and limits of the game, and the plausible answers that the game
declares (`Game.simulation`).
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import AskedStage, Scoresheet, fields_in_turn
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Position, choice_json_value
from scorekeeper.rules.simulation import DEFAULT_WEIGHT, AnswerOdds
from scorekeeper.rules.validation import problems

OTHER_STAGE_PERCENT = 50  # chance of answering another allowed stage instead of the next one
TYPICAL_SPREAD = 30  # range above the lowest number, if the game declares none
MAX_ATTEMPTS = 1000
RANKS, SUITS = ("A", *map(str, range(2, 11)), "J", "Q", "K"), "CDHS"


def next_answers(sheet: Scoresheet, rng: Random) -> tuple[str, dict[str, Any]]:
    """Return a stage that may be answered now, and answers for it.

    Raises ValueError when the match is over.
    """
    asked_stage = sheet.asked_stage
    if asked_stage is None:
        raise ValueError("The match is over.")
    others = sheet.game.deal.other_stages(asked_stage.position, asked_stage.deal_answers)
    if others and happens(rng, OTHER_STAGE_PERCENT):
        asked_stage = asked_stage._replace(stage=rng.choice(others))
    return asked_stage.stage, random_answers(sheet.game, asked_stage, rng)


def random_deal(game: Game, position: Position, rng: Random) -> Stages:
    """Return answers to every stage of a deal."""
    stages: list[tuple[str, Answers]] = []
    deal_answers: Answers = {}
    while stage := game.deal.stage(position, deal_answers):
        asked_stage = AskedStage(position.number, stage, position, deal_answers)
        answers = random_answers(game, asked_stage, rng)
        stages.append((stage, answers))
        deal_answers = game.deal.merge(deal_answers, stage, answers)
    return tuple(stages)


def random_answers(game: Game, asked_stage: AskedStage, rng: Random) -> dict[str, Any]:
    """Return answers to this stage that the game accepts.

    Answers that the game's checks refuse are drawn again, because a check can concern several
    fields. Raises ValueError if all attempts are refused.
    """
    for _ in range(MAX_ATTEMPTS):
        answers = draw_answers(game, asked_stage, rng)
        deal_answers = game.deal.merge(asked_stage.deal_answers, asked_stage.stage, answers)
        if not problems(game, asked_stage.position, deal_answers, asked_stage.stage):
            return answers
    raise ValueError(f"No answers to the stage {asked_stage.stage} of {game.slug} are accepted.")


def draw_answers(game: Game, asked_stage: AskedStage, rng: Random) -> dict[str, Any]:
    """Return plausible answers to this stage.

    The game may still refuse them, because some of its checks concern several fields.
    """
    answers: dict[str, Any] = {}
    for field in fields_in_turn(game, asked_stage, answers):
        deal_answers = game.deal.merge(asked_stage.deal_answers, asked_stage.stage, answers)
        odds = game.simulation.likely_answers(asked_stage.position, deal_answers).get(
            field.name, AnswerOdds()
        )
        if is_answered(field, odds, rng):
            answers[field.name] = VALUES[field.kind](field, odds, rng)
    return answers


def is_answered(field: Field, odds: AnswerOdds, rng: Random) -> bool:
    """Return whether to answer the field.

    A field that is refused now is never answered. Any other required field is always answered, and
    so is a list of seats, because the list may be empty.
    """
    if field.refusal:
        return False
    always = field.required or field.kind is FieldKind.SEATS
    return always or happens(rng, odds.percent)


def happens(rng: Random, per_cent: int) -> bool:
    return rng.randrange(100) < per_cent


# ---------------------------------------------------------------- values of one field


def random_seat(field: Field, odds: AnswerOdds, rng: Random) -> str | None:
    seats = (*field.seats, None) if field.nullable else field.seats
    return weighted_choice(field, seats, odds, rng)


def random_seats(field: Field, odds: AnswerOdds, rng: Random) -> list[str]:
    return [seat for seat in field.seats if happens(rng, odds.percent)]


def random_choice(field: Field, odds: AnswerOdds, rng: Random) -> str | None:
    return weighted_choice(field, [choice.value for choice in field.choices], odds, rng)


def weighted_choice(
    field: Field, values: Sequence[str | None], odds: AnswerOdds, rng: Random
) -> str | None:
    """Return a random value that is not forbidden now, chosen by its weight."""
    allowed = [value for value in values if ("", value) not in field.forbidden]
    weights = [odds.weights.get(value, DEFAULT_WEIGHT) for value in allowed]
    return rng.choices(allowed, weights)[0]


def random_calls(field: Field, odds: AnswerOdds, rng: Random) -> list[list[str]]:
    """Return a list with one random call that is not forbidden now."""
    pairs = [
        (caller, called) for caller in field.seats for called in field.seats if caller != called
    ]
    return [list(rng.choice([pair for pair in pairs if pair not in field.forbidden]))]


def random_number(field: Field, odds: AnswerOdds, rng: Random) -> int:
    return number_of_seat(field, "", odds, rng)


def random_numbers(field: Field, odds: AnswerOdds, rng: Random) -> dict[str, int]:
    """Return numbers by seat, for every seat or for one random seat.

    Every seat has a number if the field requires it or has a total.
    """
    if field.limits.total is not None:
        return numbers_with_total(field, field.limits.total, rng)
    seats = field.seats if field.needs_every_seat else (rng.choice(field.seats),)
    return {
        seat: field.limits.fixed_numbers[seat]
        if seat in field.limits.fixed_numbers
        else number_of_seat(field, seat, odds, rng)
        for seat in seats
    }


def number_of_seat(field: Field, seat: str, odds: AnswerOdds, rng: Random) -> int:
    """Return one of the field's choices, or a number in the usual range if it has no choices.

    In the range, low numbers are more likely.
    """
    if field.choices:
        return int(rng.choice([choice_json_value(choice) for choice in field.choices]))
    least, most = field.limits.bounds(seat)
    low, high = odds.usual or (least, least + TYPICAL_SPREAD)
    low = max(least, min(low, most))
    high = max(low, min(high, most))
    return round(rng.triangular(low, high, low + (high - low) / 3))


def numbers_with_total(field: Field, total: int, rng: Random) -> dict[str, int]:
    """Return numbers that add up to the total, if their limits allow it.

    The numbers are close to the marked values, such as the bids. Without marks, all seats begin
    with the same number, and random amounts are moved between them.
    """
    marks = field.hints.marked_numbers
    equal = dict.fromkeys(field.seats, total // len(field.seats))
    numbers = {**equal, **marks, **field.limits.fixed_numbers}
    for _ in range(0 if marks else rng.randrange(3 * len(numbers))):
        change_number(field, numbers, -1, rng)
    while missing := total - sum(numbers.values()):
        if not change_number(field, numbers, 1 if missing > 0 else -1, rng):
            break
    return numbers


def change_number(field: Field, numbers: dict[str, int], step: int, rng: Random) -> bool:
    """Add `step` to the number of a random seat, and return whether a number changed.

    Only seats without a fixed number are considered, and only if the new number is within its
    limits.
    """
    seats = []
    for seat in numbers.keys() - field.limits.fixed_numbers.keys():
        least, most = field.limits.bounds(seat)
        if least <= numbers[seat] + step <= most:
            seats.append(seat)
    if seats:
        numbers[rng.choice(sorted(seats))] += step
    return bool(seats)


# For each kind of field, a function that returns a random value.
VALUES: Mapping[FieldKind, Callable[[Field, AnswerOdds, Random], Any]] = {
    FieldKind.NUMBERS: random_numbers,
    FieldKind.NUMBER: random_number,
    FieldKind.SEAT: random_seat,
    FieldKind.SEATS: random_seats,
    FieldKind.CHOICE: random_choice,
    FieldKind.YES_OR_NO: lambda field, odds, rng: not field.required or happens(rng, 50),
    FieldKind.CARD: lambda field, odds, rng: rng.choice(RANKS) + rng.choice(SUITS),
    FieldKind.PAIR: lambda field, odds, rng: list(rng.choice(field.pairs)),
    FieldKind.CALLS: random_calls,
    FieldKind.BIDS: lambda field, odds, rng: [],  # a whole auction, which is always optional
}
