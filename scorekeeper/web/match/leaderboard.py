"""The leaderboard of a running match, shown in the space that a question leaves free."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.match.outcome import current_places
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, Signed, say
from scorekeeper.rules.kernel import Position


class LeaderboardRow(NamedTuple):
    """One side with its players and total in points.

    `gap` is "out" for a side that is out. If `is_near` is true, `gap` is the distance from the
    limit or target. Otherwise, `gap` is the difference from the leader, or None if there is no
    difference. `short_gap` is the same for places without room for `gap`.
    """

    people: tuple[Person, ...]
    total: int
    gap: Message | None
    short_gap: Message | None
    leads: bool
    is_near: bool


def leaderboard(sheet: Scoresheet, people: Mapping[str, Person]) -> tuple[LeaderboardRow, ...]:
    """Return the sides from the leader down.

    The result is empty before the first deal is complete.
    """
    if not sheet.played_deals:
        return ()
    sides, places = sheet.game.sides(sheet.setup), current_places(sheet)
    near = sheet.game.display.near_limit(sheet.position)
    best = sheet.position.totals[places[0].seats[0]]
    return tuple(
        LeaderboardRow(
            tuple(people[seat] for seat in sides[side]),
            sheet.position.totals[side],
            *gap_texts(sheet.position, side, best, near.get(side)),
            leads=place.place == 1,
            is_near=side in near,
        )
        for place in places
        for side in place.seats
    )


def sides_still_in_first(
    sheet: Scoresheet, people: Mapping[str, Person]
) -> list[tuple[tuple[Person, ...], int | None]]:
    """Return the players of each side for a leaderboard whose totals are not known yet.

    Sides that are out come last, from the best to the worst, with their totals.
    """
    sides, position = sheet.game.sides(sheet.setup), sheet.position
    out = [
        side
        for place in current_places(sheet)
        for side in place.seats
        if side in position.eliminated
    ]
    order = [*(side for side in sides if side not in out), *out]
    return [
        (
            tuple(people[seat] for seat in sides[side]),
            position.totals[side] if side in out else None,
        )
        for side in order
    ]


def gap_texts(
    position: Position, side: str, best: int, distance: Message | None
) -> tuple[Message | None, Message | None]:
    """Return `gap` and `short_gap` of a side.

    `best` is the leader's total in points, and `distance` is the side's distance from the limit or
    target, or None if it is not near.
    """
    points = position.totals[side] - best
    if side in position.eliminated:
        return say("out"), say("out")
    if distance:
        return distance, say("{n} left", n=distance.values["n"])
    if not points:
        return None, None
    return say("{n} behind", n=abs(points)), say("{points}", points=Signed(points))
