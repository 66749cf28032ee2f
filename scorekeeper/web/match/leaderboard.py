"""The leaderboard of a running match, shown in the space that a question leaves free."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.match.outcome import current_places
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, Signed, say


class LeaderboardRow(NamedTuple):
    """One side with its players and total in points.

    `gap` is "out" for a side that is out. If `is_near` is true, `gap` is the distance from the
    limit or target. Otherwise, `gap` is the difference from the leader, or None if there is no
    difference.
    """

    people: tuple[Person, ...]
    total: int
    gap: Message | None
    leads: bool
    is_near: bool


def leaderboard(sheet: Scoresheet, people: Mapping[str, Person]) -> tuple[LeaderboardRow, ...]:
    """Return the sides from the leader down.

    The result is empty before the first deal is complete.
    """
    if not sheet.played_deals:
        return ()
    position, sides = sheet.position, sheet.game.sides(sheet.setup)
    near = sheet.game.display.near_limit(position)
    places = current_places(sheet)
    best = position.totals[places[0].seats[0]]
    return tuple(
        LeaderboardRow(
            people=tuple(people[seat] for seat in sides[side]),
            total=position.totals[side],
            gap=say("out")
            if side in position.eliminated
            else near.get(side) or gap_text(position.totals[side] - best),
            leads=place.place == 1,
            is_near=side in near,
        )
        for place in places
        for side in place.seats
    )


def gap_text(points: int) -> Message | None:
    """Return the signed difference from the leader in points, or None if there is no difference."""
    return say("{points}", points=Signed(points)) if points else None
