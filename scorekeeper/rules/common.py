"""Functions that games share: defaults for parts of `Game`, order of play, totals, and sums."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.kernel import (
    Answers,
    Option,
    Options,
    PlayedDeal,
    Points,
    Position,
    Problem,
    ScorePart,
    Setup,
    is_integer,
)


def with_defaults(options: tuple[Option, ...], given: Options) -> dict[str, Any]:
    """Return all options by name, with the default value of each option that is not given."""
    return {option.name: option.default for option in options} | dict(given)


def one_side_per_seat(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Return each seat as a separate side."""
    return {seat: (seat,) for seat in setup.players}


def merge_answers(deal_answers: Answers, stage: str, answers: Answers) -> Answers:
    """Return the deal's answers together with the answers to a stage."""
    return {**deal_answers, **answers}


def no_other_stages(position: Position, answers: Answers) -> tuple[str, ...]:
    """Return an empty tuple, because only the next stage may be answered."""
    return ()


def no_additional_results(
    played_deals: tuple[PlayedDeal, ...], position: Position
) -> Mapping[str, Any]:
    """Return no additional results."""
    return {}


def no_story(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Return no sentences for the story of a match."""
    return []


def no_net_amounts(played_deals: tuple[PlayedDeal, ...], position: Position) -> Mapping[str, int]:
    """Return no net amounts."""
    return {}


def no_net_note(position: Position) -> Message | None:
    """Return None, because the net amounts need no explanation."""
    return None


def no_stake_note(position: Position, amount_text: Callable[[int], object]) -> Message | None:
    """Return None, because nobody puts in a stake."""
    return None


LOW_TOTAL = -(10**15)  # in points; a deal scores less, even with the highest options


def no_problems(setup: Setup) -> Iterator[Problem]:
    """Yield nothing, because every combination of options is allowed."""
    yield from ()


def is_never_open(setup: Setup) -> bool:
    """Return False, because the rules end the match."""
    return False


def no_sides_near_limit(position: Position) -> Mapping[str, Message]:
    """Return no sides, because the game has no limit and no target."""
    return {}


def sides_near_limit(limit: int, totals: Points) -> dict[str, Message]:
    """Return the sides that need at most a fifth of `limit` to reach it.

    Each side is mapped to a phrase such as "12 short of 100".
    """
    return {
        side: say("{n} short of {limit}", n=limit - total, limit=limit)
        for side, total in totals.items()
        if 0 <= limit - total <= limit // 5
    }


def points_unit(setup: Setup, number: int) -> Message:
    """Return the unit of a number of points."""
    return say_n("point", "points", number)


def count_deals(number: int) -> Message:
    """Return a number of deals as a phrase, such as "6 deals"."""
    return say_n("one deal", "{n} deals", number)


def count_hands(number: int) -> Message:
    """Return a number of deals as a phrase such as "6 hands", for games that call deals hands."""
    return say_n("one hand", "{n} hands", number)


def no_deal_label(position: Position) -> Message | None:
    """Return None, because nothing is shown beside the deal's number."""
    return None


def no_deal_note(played: PlayedDeal) -> Message | None:
    """Return None, because each note belongs to one player."""
    return None


def initial_position(setup: Setup, game_state: Any = None) -> Position:
    """Return the position before the first deal, with a total of 0 for every side."""
    totals = dict.fromkeys(setup.players, 0)
    return Position(setup, 1, setup.first_dealer, totals, game_state=game_state)


def with_low_totals(position: Position) -> Position:
    """Return the position with totals so low that no deal reaches a limit or a target."""
    return position._replace(totals=dict.fromkeys(position.totals, LOW_TOTAL))


def next_seat(seat: str, seats: tuple[str, ...], among: tuple[str, ...]) -> str:
    """Return the first seat in `among` after `seat`, in order of play around `seats`."""
    start = seats.index(seat) + 1
    return next(s for s in seats[start:] + seats[:start] if s in among)


def seats_after(seat: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return all `seats` in order of play, starting after `seat` and ending with `seat`."""
    start = seats.index(seat) + 1
    return seats[start:] + seats[:start]


def points_by_side(parts: Iterable[ScorePart]) -> dict[str, int]:
    """Return the sum of the parts' points for each side. Sides without parts are left out."""
    points: dict[str, int] = {}
    for part in parts:
        points[part.side] = points.get(part.side, 0) + part.points
    return points


def add_points(totals: Points, points: Points) -> dict[str, int]:
    """Return the totals plus a deal's points. Sides without points keep their total."""
    return {side: total + points.get(side, 0) for side, total in totals.items()}


def next_position(position: Position, points: Points) -> Position:
    """Return the position before the next deal, with new totals and the next dealer."""
    dealer = next_seat(position.dealer, position.players, position.players)
    totals = add_points(position.totals, points)
    return position._replace(number=position.number + 1, dealer=dealer, totals=totals)


def finished_position(position: Position, winners: tuple[str, ...]) -> Position:
    """Return the position with the match over. `winners` must be in seat order."""
    return position._replace(is_over=True, winners=winners)


def highest_sides(totals: Points) -> tuple[str, ...]:
    """Return the sides with the highest total, in seat order."""
    best = max(totals.values())
    return tuple(side for side, total in totals.items() if total == best)


def lowest_sides(totals: Points) -> tuple[str, ...]:
    """Return the sides with the lowest total, in seat order."""
    best = min(totals.values())
    return tuple(side for side, total in totals.items() if total == best)


def close_with_highest_total(position: Position) -> Position:
    """End the match now. The highest total wins, and ties share the win."""
    return finished_position(position, highest_sides(position.totals))


def number_for_last_seat(
    total: int, seats: tuple[str, ...], given: Mapping[str, int]
) -> dict[str, int]:
    """Return the last missing number, by seat: the number that makes the sum equal to `total`.

    Returns {} unless exactly one number is missing.
    """
    missing = [seat for seat in seats if seat not in given]
    if len(missing) != 1:
        return {}
    return {missing[0]: total - sum(given.values())}


def numbers_by_seat(deal_answers: Answers, name: str) -> dict[str, int]:
    """Return the integers by seat in a field that may be incomplete or wrong."""
    answers = deal_answers.get(name)
    if not isinstance(answers, Mapping):
        return {}
    return {seat: value for seat, value in answers.items() if is_integer(value)}


def zero_sum_points(weights: Mapping[str, int], seats: tuple[str, ...]) -> dict[str, int]:
    """Return points by seat that add up to 0.

    Declarers get their `weights`, which are negative if they lose. The other seats share the
    opposite sum equally. The result has the seats in the same order as `seats`. Raises ValueError
    if the other seats cannot share the sum equally.
    """
    others = [seat for seat in seats if seat not in weights]
    share, uneven = divmod(sum(weights.values()), len(others))
    if uneven:
        raise ValueError("The others cannot share evenly.")
    return {seat: weights.get(seat, -share) for seat in seats}


def deal_phrase(position: Position, stage: str) -> Message:
    """Return the phrase for a stage within a sentence: "the deal" for every stage."""
    return say("the deal")


def dealer_sentence(position: Position) -> Message:
    """Return the line below a title, such as "Bruno deals"."""
    return say("{who} deals", who=Name(position.dealer))
