"""Validate a deal's answers for any game. The entry point is `problems`.

The checks run in a fixed order: match over, field shape, players, ranges, then the game's own
checks. The first group that finds a problem ends the validation, so each mistake is reported only
once. docs/documents.md lists the codes and their order.
"""

from collections.abc import Callable, Iterable, Iterator

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.field_values import numbers_with_limits, seats_in_value, value_problems
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import MAX_NUMBER, Answers, Position, Problem

MATCH_OVER = say("The match is over.")
# A function that yields the problems in the answers to some fields.
FieldCheck = Callable[[Position, Answers, list[Field]], Iterator[Problem]]


def problems(
    game: Game, position: Position, deal_answers: Answers, stage: str | None = None
) -> list[Problem]:
    """Return the problems found by the first group of checks that finds any.

    If `stage` is given, only that stage's required fields must be present, and `deal_answers` also
    contains the answers from earlier stages.
    """
    if position.is_over:
        return [Problem("match_over", MATCH_OVER)]
    if refusals := field_problems(
        game, position, deal_answers, stage, (*TYPE_CHECKS, range_problems)
    ):
        return refusals
    for check in game.deal.checks:
        if not all(deal_answers.get(name) is not None for name in check.needs):
            continue
        if refusals := list(check.find(position, deal_answers)):
            return refusals
    return []


def type_problems(
    game: Game, position: Position, deal_answers: Answers, stage: str | None = None
) -> list[Problem]:
    """Return the problems with stored answers of the wrong type, and with numbers above MAX_NUMBER.

    The limits of the fields and the game's own checks do not apply. The arguments are the same as
    for `problems`.
    """
    return field_problems(game, position, deal_answers, stage, (*TYPE_CHECKS, huge_number_problems))


def value_type_problems(position: Position, answers: Answers, fields: list[Field]) -> list[Problem]:
    """Return the problems with the types of these answers. Each answer must have a field."""
    given = answered_fields(answers, fields)
    wrong = [problem for f in given for problem in value_problems(f, answers[f.name])]
    return wrong or [
        *unknown_player_problems(position, answers, given),
        *huge_number_problems(position, answers, given),
    ]


def field_problems(
    game: Game,
    position: Position,
    deal_answers: Answers,
    stage: str | None,
    checks: Iterable[FieldCheck],
) -> list[Problem]:
    """Run these checks in order, and return the problems of the first check that finds any."""
    pieces = answers_by_stage(game, position, deal_answers, stage)
    if isinstance(pieces, Problem):
        return [pieces]
    for check in checks:
        if refusals := [
            p for answers, stage_fields in pieces for p in check(position, answers, stage_fields)
        ]:
            return refusals
    return []


def answers_by_stage(
    game: Game, position: Position, deal_answers: Answers, stage: str | None
) -> list[tuple[Answers, list[Field]]] | Problem:
    """Return (answers, fields to check) for each stage.

    If the game does not split deals by stage, the list has one pair for the whole deal.

    Returns a Problem if the deal cannot be split into its stages.
    """
    fields = game.deal.fields(position, deal_answers)
    if game.deal.split_by_stage is None:
        return [(deal_answers, asked_fields(fields, deal_answers, stage))]
    stages = game.deal.split_by_stage(position, deal_answers)
    if isinstance(stages, Problem):
        return stages
    return [
        (answers, asked_fields([f for f in fields if f.stage == name], answers, stage))
        for name, answers in stages
    ]


def asked_fields(fields: Iterable[Field], answers: Answers, stage: str | None) -> list[Field]:
    """Return the fields of the stage, and the fields that were already answered.

    If `stage` is None, the fields of all stages are returned.
    """
    return [f for f in fields if stage is None or f.stage == stage or f.name in answers]


def shape_problems(position: Position, answers: Answers, fields: list[Field]) -> Iterator[Problem]:
    """Yield a problem for each unknown, missing or refused field, and each wrong kind of value."""
    names = {field.name for field in fields}
    for name in answers:
        if name not in names:
            reason = say("There is no field “{name}” here.", name=str(name))
            yield Problem("bad_field", reason, name)
    for field in fields:
        if field.name not in answers:
            if field.required:
                yield Problem("bad_field", missing_sentence(field), field.name)
        elif field.refusal:
            yield Problem("bad_field", field.refusal, field.name)
        elif not (answers[field.name] is None and field.nullable):
            yield from value_problems(field, answers[field.name])


def missing_sentence(field: Field) -> Message:
    """Return the sentence for a required field without an answer."""
    return say("{what}: nothing was entered.", what=field.label)


def answered_fields(answers: Answers, fields: list[Field]) -> list[Field]:
    """Return the fields that were answered."""
    return [f for f in fields if answers.get(f.name) is not None]


def unknown_player_problems(
    position: Position, answers: Answers, fields: list[Field]
) -> Iterator[Problem]:
    """Yield a problem for each seat that is not in the match."""
    for f in answered_fields(answers, fields):
        for seat in seats_in_value(f, answers[f.name]):
            if seat not in position.players:
                reason = say("{who} is not in this match.", who=seat)
                yield Problem("unknown_player", reason, f.name)


def inactive_player_problems(
    position: Position, answers: Answers, fields: list[Field]
) -> Iterator[Problem]:
    """Yield a problem for each seat that does not take part in this deal.

    Lists of seats, such as players who come back, are checked by the game itself.
    """
    for f in answered_fields(answers, fields):
        for seat in seats_in_value(f, answers[f.name]) if f.kind is not FieldKind.SEATS else ():
            if seat not in f.seats:
                yield Problem("not_active", inactive_reason(position, fields, seat), f.name, seat)


def missing_player_problems(
    position: Position, answers: Answers, fields: list[Field]
) -> Iterator[Problem]:
    """Yield a problem for each seat without a number, in fields that need one for every seat."""
    for f in answered_fields(answers, fields):
        for seat in f.seats if f.kind is FieldKind.NUMBERS and f.needs_every_seat else ():
            if seat not in answers[f.name]:
                reason = say("{what}: enter a number for {who}.", what=f.label, who=Name(seat))
                yield Problem("missing_player", reason, f.name, seat)


def inactive_reason(position: Position, fields: Iterable[Field], seat: str) -> Message:
    """Return why a seat takes no part in a deal: it is out, or it does not play this hand.

    If one of the deal's `fields` is about the seat, the seat plays the deal's other hand.
    Otherwise, the seat sits out as the dealer.
    """
    if seat in position.eliminated:
        return say("{who} is out and takes no part in this deal.", who=Name(seat))
    if seat == position.dealer and not any(seat in field.seats for field in fields):
        return say("{who} deals this hand and sits out.", who=Name(seat))
    return say("{who} takes no part in this hand.", who=Name(seat))


def range_problems(position: Position, answers: Answers, fields: list[Field]) -> Iterator[Problem]:
    """Yield a problem for each number outside its limits."""
    for f in fields:
        for seat, entry, (least, most) in numbers_with_limits(f, answers.get(f.name)):
            if not least <= entry <= most:
                yield Problem("out_of_range", limits_sentence(f, seat), f.name, seat)


def huge_number_problems(
    position: Position, answers: Answers, fields: list[Field]
) -> Iterator[Problem]:
    """Yield a problem for each number that is too large to be stored or added."""
    for f in fields:
        for seat, entry, _ in numbers_with_limits(f, answers.get(f.name)):
            if abs(entry) > MAX_NUMBER:
                yield Problem("out_of_range", limits_sentence(f, seat), f.name, seat)


def above_limit_problems(answers: Answers, fields: Iterable[Field]) -> Iterator[Problem]:
    """Yield a problem for each number in an unfinished form that more digits cannot correct.

    Such a number is above its limits, or it is forbidden and ten times the number would be above
    its limits.
    """
    for f in fields:
        for seat, entry, (_, most) in numbers_with_limits(f, answers.get(f.name)):
            if entry > most:
                yield Problem("out_of_range", limits_sentence(f, seat), f.name, seat)
            elif entry * 10 > most and ("", entry) in f.forbidden:
                yield Problem("impossible_total", f.forbidden["", entry], f.name, seat)


def limits_sentence(field: Field, seat: str | None) -> Message:
    """Return the sentence for a number outside its limits.

    If the field has a sentence of its own for this, return that sentence.
    """
    words = field.limits.sentence_by_seat.get(seat or "") or field.limits.sentence
    if words:
        return words
    least, most = field.limits.bounds(seat or "")
    return say(
        "{what} must be between {least} and {most}.", what=field.label, least=least, most=most
    )


# The checks of individual fields that do not depend on limits, in order.
TYPE_CHECKS: tuple[FieldCheck, ...] = (
    shape_problems,
    unknown_player_problems,
    inactive_player_problems,
    missing_player_problems,
)
