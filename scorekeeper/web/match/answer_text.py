"""Answers in words: each value of a stage, told field by field as its game declares them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.match.events import Stages
from scorekeeper.messages import Name, Say, say
from scorekeeper.rules.fields import Field, Kind
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Option, Position, Record

SUITS = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}
# What a stage asks first, where the answer says whose it is, needs no name: the stage has one.
OF_PLAYERS = {Kind.NUMBERS, Kind.SEATS, Kind.PAIR, Kind.CALLS, Kind.BIDS}


class Place(NamedTuple):
    """Where an answer stands; `seat` is whose it is, None where it is the deal's."""

    stage: str
    field: str
    seat: str | None


class Answer(NamedTuple):
    """One value in words. `label` names its field; not needed where it `is_plain`."""

    place: Place
    label: Say
    is_plain: bool
    said: Say


class Change(NamedTuple):
    """One value that became another; None: nothing was said."""

    place: Place
    label: Say
    was: Say | None
    now: Say | None


def of_deal(game: Game, position: Position, stages: Stages) -> Iterator[Answer]:
    """All answers of a deal that began at `position`, stage by stage."""
    record: Record = {}
    for stage, answers in stages:
        yield from of_stage(game, position, record, stage, answers)
        record = game.merge(record, stage, answers)


def of_stage(
    game: Game, position: Position, before: Record, stage: str, answers: Record
) -> Iterator[Answer]:
    """The answers of one stage; `before` is the deal's record without them."""
    fields = game.fields(position, game.merge(before, stage, answers))
    mine = [field for field in fields if field.stage == stage]
    for field in mine:
        if field.name not in answers:
            continue
        is_plain = field is mine[0] and field.kind in OF_PLAYERS
        for seat, value in values(field, answers[field.name]):
            place = Place(stage, field.name, seat)
            yield Answer(place, field.label, is_plain, in_words(field, value))


def values(field: Field, said: Any) -> Iterator[tuple[str | None, Any]]:
    """What was said, by seat where there is something for each; in order of play."""
    if field.kind is Kind.NUMBERS:
        for seat in field.seats:
            if seat in said and (field.everyone or said[seat] != field.default):
                yield seat, said[seat]
    elif field.kind is Kind.SEATS:
        yield from ((seat, seat in said) for seat in field.seats)
    elif said is not False:
        yield None, said


def in_words(field: Field, value: Any) -> Say:
    """One value: a number, somebody, a choice, yes or no, a pair, calls, bids, a card."""
    match field.kind:
        case Kind.SEAT:
            return say("nobody") if value is None else say("{who}", who=Name(value))
        case Kind.YES | Kind.SEATS:
            return say("yes") if value else say("no")
        case Kind.PAIR:
            return say("{one} against {other}", one=Name(value[0]), other=Name(value[1]))
        case Kind.CALLS:
            return listed(say("{one} calls {other}", one=Name(a), other=Name(b)) for a, b in value)
        case Kind.BIDS:
            return listed(
                say("{who} {said}", who=Name(seat), said=chosen(field, bid)) for seat, bid in value
            )
        case Kind.CARD:
            return say("{rank} of {suit}", rank=value[:-1], suit=SUITS[value[-1]])
    return chosen(field, value)


def listed(sayings: Iterable[Say]) -> Say:
    return say("{text}", text=list(sayings))


def chosen(field: Field | Option, value: Any) -> Say:
    """One of the choices by its words, anything else as it is."""
    words = {choice.value: choice.label for choice in field.choices}
    return words.get(str(value)) or say("{text}", text=value)


def differing(old: Iterable[Answer], new: Iterable[Answer]) -> tuple[Change, ...]:
    """Only what is not the same in both, field by field."""
    was = {answer.place: answer for answer in old}
    now = {answer.place: answer for answer in new}
    fields = list(dict.fromkeys(place[:2] for place in (*was, *now)))
    found = []
    for place in sorted({**was, **now}, key=lambda place: fields.index(place[:2])):
        before, after = was.get(place), now.get(place)
        label = (now.get(place) or was[place]).label
        change = Change(place, label, before and before.said, after and after.said)
        if change.was != change.now:
            found.append(change)
    return tuple(found)


def by_field(changes: Iterable[Change]) -> list[tuple[Say, list[Change]]]:
    """Changes under the label of their field."""
    found = [list(group) for _, group in groupby(changes, lambda change: change.place[:2])]
    return [(group[0].label, group) for group in found]


def in_a_row(changes: Iterable[Change]) -> Say | None:
    """Changes in one line: "Tricks: Ana 2 → 1"."""
    return together(
        labelled(label, (owned(change.place.seat, became(change)) for change in each))
        for label, each in by_field(changes)
    )


def became(change: Change) -> Say:
    nothing = say("–")
    return say("{was} → {now}", was=change.was or nothing, now=change.now or nothing)


def one_line(answers: Iterable[Answer]) -> Say | None:
    """Answers in a row, under the labels of their fields where those are needed."""
    fields = [list(each) for _, each in groupby(answers, lambda answer: answer.place[:2])]
    return together(
        labelled(
            None if field[0].is_plain else field[0].label,
            (owned(answer.place.seat, answer.said) for answer in field),
        )
        for field in fields
    )


def together(sayings: Iterable[Say]) -> Say | None:
    """What was said in several fields; None without any."""
    told: Say | None = None
    for said in sayings:
        told = say("{first}; {then}", first=told, then=said) if told else said
    return told


def labelled(label: Say | None, sayings: Iterable[Say]) -> Say:
    said = listed(sayings)
    return say("{label}: {said}", label=label, said=said) if label else said


def owned(seat: str | None, said: Say) -> Say:
    return said if seat is None else say("{who} {said}", who=Name(seat), said=said)


def agreed(option: Option, value: Any) -> Say:
    """An option and what it was set to."""
    return say("{label}: {said}", label=option.label, said=option_said(option, value))


def option_said(option: Option, value: Any) -> Say:
    if value is None:
        return say("none")
    if option.kind == "yes":
        return say("yes") if value else say("no")
    if option.kind == "bands":
        return listed(say("{bid} × {times}", bid=bid, times=times) for bid, times in value)
    return chosen(option, value)


def differs(game: Game, options: Mapping[str, Any], usual: Mapping[str, Any]) -> Iterator[Say]:
    """The options that are not as usual."""
    for option in game.options:
        if option.name in options and options[option.name] != usual.get(option.name):
            yield agreed(option, options[option.name])
