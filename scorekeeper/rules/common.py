"""Functions that several games share: seats going round, totals, who is highest, what is left."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.kernel import (
    Option,
    Options,
    Points,
    Position,
    Problem,
    Record,
    Round,
    Setup,
    is_integer,
)


def with_defaults(options: tuple[Option, ...], given: Options) -> dict[str, Any]:
    """All options: the defaults, and over them what was given."""
    return {option.name: option.default for option in options} | dict(given)


def one_side_per_seat(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Everybody plays for himself."""
    return {seat: (seat,) for seat in setup.players}


def all_seats(position: Position) -> tuple[str, ...]:
    """All seats take part in the deal."""
    return position.players


def merge_answers(record: Record, stage: str, answers: Record) -> Record:
    """A stage's answers are fields of the record."""
    return {**record, **answers}


def no_other_stages(position: Position, record: Record) -> tuple[str, ...]:
    """No other stage may be answered now."""
    return ()


def no_extras(rounds: tuple[Round, ...], position: Position) -> Mapping[str, Any]:
    """No results beyond those of every match."""
    return {}


def no_story(rounds: tuple[Round, ...], position: Position) -> list[Message]:
    """No sentences of its own about a match."""
    return []


def no_payments(rounds: tuple[Round, ...], position: Position) -> Mapping[str, int]:
    """Nothing changes hands at the end."""
    return {}


def no_problems(setup: Setup) -> Iterator[Problem]:
    """All options go together."""
    yield from ()


def is_never_open(setup: Setup) -> bool:
    """The match has an end of its own."""
    return False


def no_sides_near_limit(position: Position) -> Mapping[str, Message]:
    """No total is a limit or a target."""
    return {}


def sides_near_limit(limit: int, totals: Points) -> dict[str, Message]:
    """Sides with at most a fifth of the way to the limit or the target left: "12 to 100"."""
    return {
        side: say("{n} to {limit}", n=limit - total, limit=limit)
        for side, total in totals.items()
        if 0 <= limit - total <= limit // 5
    }


def no_deal_label(position: Position) -> Message | None:
    """Nothing to say beside the deal's number."""
    return None


def initial_position(setup: Setup, kept: Any = None) -> Position:
    """Before the first deal: everybody at nought."""
    totals = dict.fromkeys(setup.players, 0)
    return Position(setup, 1, setup.first_dealer, totals, kept=kept)


def next_seat(seat: str, seats: tuple[str, ...], among: tuple[str, ...]) -> str:
    """The first of `among` after `seat`, going round `seats` in order of play."""
    start = seats.index(seat) + 1
    return next(s for s in seats[start:] + seats[:start] if s in among)


def seats_after(seat: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """All `seats` in order of play, beginning after `seat`, who comes last."""
    start = seats.index(seat) + 1
    return seats[start:] + seats[:start]


def add_points(totals: Points, points: Points) -> dict[str, int]:
    """Totals with a deal's points; sides that did not take part stay."""
    return {side: total + points.get(side, 0) for side, total in totals.items()}


def next_position(position: Position, points: Points) -> Position:
    """The next position when the deal goes round and nothing else happens."""
    dealer = next_seat(position.dealer, position.players, position.players)
    totals = add_points(position.totals, points)
    return position._replace(number=position.number + 1, dealer=dealer, totals=totals)


def finished_position(position: Position, winners: tuple[str, ...]) -> Position:
    """The match is over; `winners` in seat order."""
    return position._replace(over=True, winners=winners)


def highest(totals: Points) -> tuple[str, ...]:
    """All who share the highest total, in seat order."""
    best = max(totals.values())
    return tuple(side for side, total in totals.items() if total == best)


def lowest(totals: Points) -> tuple[str, ...]:
    """All who share the lowest total, in seat order."""
    best = min(totals.values())
    return tuple(side for side, total in totals.items() if total == best)


def close_with_highest_total(position: Position) -> Position:
    """The table ends the match now: the highest total wins, ties share."""
    return finished_position(position, highest(position.totals))


def number_for_last_seat(
    total: int, seats: tuple[str, ...], given: Mapping[str, int]
) -> dict[str, int]:
    """What the last seat without a number must have for all to add up to `total`."""
    missing = [seat for seat in seats if seat not in given]
    if len(missing) != 1:
        return {}
    return {missing[0]: total - sum(given.values())}


def numbers_by_seat(record: Record, name: str) -> dict[str, int]:
    """The whole numbers by seat that a half-filled field already has."""
    said = record.get(name)
    if not isinstance(said, Mapping):
        return {}
    return {seat: value for seat, value in said.items() if is_integer(value)}


def zero_sum_points(weights: Mapping[str, int], seats: tuple[str, ...]) -> dict[str, int]:
    """A deal's points between its declarers, by weight, and all others, who share the opposite.

    Declarers who lose have negative weights. In order of `seats`; adds up to 0. Raises
    ValueError where the others cannot share evenly.
    """
    others = [seat for seat in seats if seat not in weights]
    share, uneven = divmod(sum(weights.values()), len(others))
    if uneven:
        raise ValueError("The others cannot share evenly.")
    return {seat: weights.get(seat, -share) for seat in seats}


def deal_phrase(position: Position, stage: str) -> Message:
    """A stage within a sentence, where it is all that is asked of a deal."""
    return say("the deal")


def dealer_sentence(position: Position) -> Message:
    """Who deals, as the line below a title."""
    return say("{who} deals", who=Name(position.dealer))
