"""Answers as text: each value of a stage, in the same order as the game's fields."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.match.events import Stages
from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Answers, Option, OptionKind, Position

SUIT_NAMES = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}
# If a stage's first field has one of these kinds, it is shown without its label, because the answer
# names the players, and the stage title says the rest.
PER_PLAYER_KINDS = {
    FieldKind.NUMBERS,
    FieldKind.SEATS,
    FieldKind.PAIR,
    FieldKind.CALLS,
    FieldKind.BIDS,
}


class AnswerKey(NamedTuple):
    """The key of one answer in a deal. `seat` is None for an answer about the whole deal."""

    stage: str
    field: str
    seat: str | None


class AnswerText(NamedTuple):
    """One value as text.

    `label` names the value's field. The label is not needed if `is_plain` is true.
    """

    key: AnswerKey
    label: Message
    is_plain: bool
    text: Message


class AnswerChange(NamedTuple):
    """One value before and after a change. None means that there is no answer."""

    key: AnswerKey
    label: Message
    before: Message | None
    after: Message | None


def deal_answer_texts(game: Game, position: Position, stages: Stages) -> Iterator[AnswerText]:
    """Yield all answers of a deal that began at `position`, stage by stage."""
    deal_answers: Answers = {}
    for stage, answers in stages:
        yield from stage_answer_texts(game, position, deal_answers, stage, answers)
        deal_answers = game.deal.merge(deal_answers, stage, answers)


def stage_answer_texts(
    game: Game, position: Position, before: Answers, stage: str, answers: Answers
) -> Iterator[AnswerText]:
    """Yield the answers of one stage.

    `before` holds the other answers of the deal.
    """
    fields = game.deal.fields(position, game.deal.merge(before, stage, answers))
    stage_fields = [field for field in fields if field.stage == stage]
    for field in stage_fields:
        if field.name not in answers:
            continue
        is_plain = field is stage_fields[0] and field.kind in PER_PLAYER_KINDS
        for seat, value in values_by_seat(field, answers[field.name]):
            key = AnswerKey(stage, field.name, seat)
            yield AnswerText(key, field.label, is_plain, value_text(field, value))


def values_by_seat(field: Field, value: Any) -> Iterator[tuple[str | None, Any]]:
    """Yield a field's (seat, value) pairs in order of play.

    If the field has a single value, the seat is None. Numbers that equal the default are left out
    unless every seat must have one. A yes-or-no answer is left out if it is no.
    """
    if field.kind is FieldKind.NUMBERS:
        for seat in field.seats:
            if seat in value and (field.needs_every_seat or value[seat] != field.default):
                yield seat, value[seat]
    elif field.kind is FieldKind.SEATS:
        yield from ((seat, seat in value) for seat in field.seats)
    elif value is not False:
        yield None, value


def value_text(field: Field, value: Any) -> Message:
    """Return one value of a field as text, whatever the field's kind."""
    match field.kind:
        case FieldKind.SEAT:
            return say("nobody") if value is None else say("{who}", who=Name(value))
        case FieldKind.YES_OR_NO | FieldKind.SEATS:
            return say("yes") if value else say("no")
        case FieldKind.PAIR:
            return say("{one} against {other}", one=Name(value[0]), other=Name(value[1]))
        case FieldKind.CALLS:
            return list_text(
                say("{one} calls {other}", one=Name(a), other=Name(b)) for a, b in value
            )
        case FieldKind.BIDS:
            return list_text(
                say("{who} {said}", who=Name(seat), said=choice_text(field, bid))
                for seat, bid in value
            )
        case FieldKind.CARD:
            return say("{rank} of {suit}", rank=value[:-1], suit=SUIT_NAMES[value[-1]])
    return choice_text(field, value)


def list_text(texts: Iterable[Message]) -> Message:
    return say("{text}", text=list(texts))


def choice_text(field: Field | Option, value: Any) -> Message:
    """Return the label of a choice, or any other value as text."""
    words = {choice.value: choice.label for choice in field.choices}
    return words.get(str(value)) or say("{text}", text=value)


def diff_answers(old: Iterable[AnswerText], new: Iterable[AnswerText]) -> tuple[AnswerChange, ...]:
    """Return the answers that differ between `old` and `new`, grouped by field."""
    old_by_key = {answer.key: answer for answer in old}
    new_by_key = {answer.key: answer for answer in new}
    fields = list(dict.fromkeys(key[:2] for key in (*old_by_key, *new_by_key)))
    differences = []
    for key in sorted({**old_by_key, **new_by_key}, key=lambda key: fields.index(key[:2])):
        before, after = old_by_key.get(key), new_by_key.get(key)
        label = (new_by_key.get(key) or old_by_key[key]).label
        change = AnswerChange(key, label, before and before.text, after and after.text)
        if change.before != change.after:
            differences.append(change)
    return tuple(differences)


def changes_by_field(changes: Iterable[AnswerChange]) -> list[tuple[Message, list[AnswerChange]]]:
    """Return groups of consecutive changes to one field, each with that field's label."""
    groups = [list(group) for _, group in groupby(changes, lambda change: change.key[:2])]
    return [(group[0].label, group) for group in groups]


def changes_line(changes: Iterable[AnswerChange]) -> Message | None:
    """Return changes as one line, such as "Tricks: Ana 2 → 1".

    Returns None if there are no changes.
    """
    return join_fields(
        with_label(
            label, (with_player_name(change.key.seat, change_text(change)) for change in each)
        )
        for label, each in changes_by_field(changes)
    )


def change_text(change: AnswerChange) -> Message:
    nothing = say("–")
    return say("{was} → {now}", was=change.before or nothing, now=change.after or nothing)


def answers_line(answers: Iterable[AnswerText]) -> Message | None:
    """Return answers as one line, with labels for the fields that need one.

    Returns None if there are no answers.
    """
    fields = [list(each) for _, each in groupby(answers, lambda answer: answer.key[:2])]
    return join_fields(
        with_label(
            None if field[0].is_plain else field[0].label,
            (with_player_name(answer.key.seat, answer.text) for answer in field),
        )
        for field in fields
    )


def join_fields(texts: Iterable[Message]) -> Message | None:
    """Return the texts of several fields joined by semicolons, or None if there are none."""
    joined: Message | None = None
    for text in texts:
        joined = say("{first}; {then}", first=joined, then=text) if joined else text
    return joined


def with_label(label: Message | None, texts: Iterable[Message]) -> Message:
    text = list_text(texts)
    return say("{label}: {said}", label=label, said=text) if label else text


def with_player_name(seat: str | None, text: Message) -> Message:
    return text if seat is None else say("{who} {said}", who=Name(seat), said=text)


def option_text(option: Option, value: Any) -> Message:
    """Return an option and its value as text, in the form "label: value"."""
    return say("{label}: {said}", label=option.label, said=option_value_text(option, value))


def option_value_text(option: Option, value: Any) -> Message:
    if value is None:
        return say("none")
    if option.kind is OptionKind.YES_OR_NO:
        return say("yes") if value else say("no")
    if option.kind is OptionKind.BANDS:
        return list_text(say("{bid} × {times}", bid=bid, times=times) for bid, times in value)
    return choice_text(option, value)


def unusual_options(
    game: Game, options: Mapping[str, Any], usual: Mapping[str, Any]
) -> Iterator[Message]:
    """Yield the options whose value differs from `usual`, as text."""
    for option in game.options:
        if option.name in options and options[option.name] != usual.get(option.name):
            yield option_text(option, options[option.name])
