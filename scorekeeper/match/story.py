"""The story of a match in a few true sentences, all of them from its sheet.

Who led and when that changed, how far behind the winner was, the longest streak, the best deal,
what only this game can tell, and how close it was. "Leads" means: alone with the best total of
all who are still in, after a complete deal.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.match.outcome import final_points
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Name, Say, Together, say, say_n
from scorekeeper.rules.kernel import Position

MOST = 5  # sentences
MOST_NAMED = 3  # players who came closest
LONG = 3  # deals: a shorter streak is not told


class Told(NamedTuple):
    """A sentence, and how much it matters: 1 is told before 4, where there is not room for all."""

    rank: int
    sentence: Say


def story(sheet: Scoresheet) -> list[Say]:
    """Up to five sentences about a match that has winners; none about any other."""
    if not sheet.winners or not sheet.rounds:
        return []
    told = [
        *(Told(1, each) for each in lead(sheet)),
        *(Told(2, each) for each in farthest_behind(sheet)),
        *(Told(1 + n, each) for n, each in enumerate(tale_of(sheet))),
        *(Told(3, each) for each in longest_streak(sheet)),
        *(Told(4, each) for each in best_deal(sheet)),
        *(Told(2, each) for each in margin(sheet)),
    ]
    chosen = sorted(range(len(told)), key=lambda n: told[n].rank)[:MOST]
    return [told[n].sentence for n in sorted(chosen)]


def tale_of(sheet: Scoresheet) -> list[Say]:
    return sheet.game.tale(sheet.rounds, sheet.position)


def the_winner(sheet: Scoresheet) -> str | None:
    """The side that won alone."""
    return sheet.winners[0] if len(sheet.winners) == 1 else None


def leader(sheet: Scoresheet, position: Position) -> str | None:
    """The side that leads alone, if one does."""
    totals = {side: n for side, n in position.totals.items() if side not in position.out}
    if not totals:
        return None
    best = min(totals.values()) if sheet.game.low_wins else max(totals.values())
    leaders = [side for side, total in totals.items() if total == best]
    return leaders[0] if len(leaders) == 1 else None


def the_deal(sheet: Scoresheet, number: int) -> Say:
    return say("{deal} {n}", deal=sheet.game.deal, n=number)


# ---------------------------------------------------------------- the lead


def lead(sheet: Scoresheet) -> Iterator[Say]:
    """How often the lead changed, and when the winner took it for good."""
    leaders = [leader(sheet, played.after) for played in sheet.rounds]
    winner = the_winner(sheet)
    if len(leaders) < 2:
        return
    if winner is not None and set(leaders) == {winner}:
        yield say("{who} led from the first deal to the last.", who=Name(winner))
        return
    alone = [side for side in leaders if side is not None]
    changes = sum(before != after for before, after in pairwise(alone))
    if changes > 1:
        yield say_n("The lead changed once.", "The lead changed {n} times.", changes)
    if winner is None or leaders[-1] != winner:
        return
    before = max(n for n, side in enumerate(leaders, start=1) if side != winner)
    who, deal = Name(winner), the_deal(sheet, before + 1)
    is_again = winner in leaders[:before]
    if before < len(leaders) - 1 and is_again:
        yield say("{who} took the lead again in {deal} and kept it.", who=who, deal=deal)
    elif before < len(leaders) - 1:
        yield say("{who} took the lead in {deal} and kept it.", who=who, deal=deal)
    elif is_again:
        yield say("{who} took the lead again with the last deal.", who=who)
    else:
        yield say("{who} took the lead only with the last deal.", who=who)


def farthest_behind(sheet: Scoresheet) -> Iterator[Say]:
    """The deal after which the winner was farthest behind the best total of the others."""
    winner = the_winner(sheet)
    if winner is None:
        return
    behind = {
        number: gap(sheet, played.after, winner)
        for number, played in enumerate(sheet.rounds[:-1], start=1)
    }
    most = max(behind.values(), default=0)
    if most > 0:
        number = next(number for number, n in behind.items() if n == most)
        yield say_n(
            "{who} trailed by one point after {deal}.",
            "{who} trailed by {n} points after {deal}.",
            most,
            who=Name(winner),
            deal=the_deal(sheet, number),
        )


def gap(sheet: Scoresheet, position: Position, side: str) -> int:
    """By how much somebody who is still in has a better total; 0 or less if nobody has."""
    others = [n for each, n in position.totals.items() if each not in (*position.out, side)]
    if not others:
        return 0
    mine = position.totals[side]
    return mine - min(others) if sheet.game.low_wins else max(others) - mine


# ---------------------------------------------------------------- deals


def longest_streak(sheet: Scoresheet) -> Iterator[Say]:
    """The longest streak, if it is long; of equal ones the first."""
    streak = sheet.game.streak
    if streak is None:
        return
    running: dict[str, int] = {}
    length, who, last = LONG - 1, "", 0
    for number, played in enumerate(sheet.rounds, start=1):
        running = {side: running.get(side, 0) + 1 for side in streak.of(played)}
        for side, n in running.items():
            if n > length:
                length, who, last = n, side, number
    if last:
        yield streak.says(who, length, last - length + 1, last)


def best_deal(sheet: Scoresheet) -> Iterator[Say]:
    """The one number above all others on the sheet; where low wins it is the worst."""
    scored = [
        (points, side, number)
        for number, played in enumerate(sheet.rounds, start=1)
        for side, points in played.points.items()
    ]
    top = max(points for points, _, _ in scored)
    best = [(side, number) for points, side, number in scored if points == top]
    if len(sheet.rounds) < 2 or len(best) > 1 or top < 2:
        return
    side, number = best[0]
    low = say(
        "{who} took the most points in one deal: {points} in {deal}.",
        who=Name(side),
        points=top,
        deal=the_deal(sheet, number),
    )
    high = say(
        "{who} scored the most points in one deal: {points} in {deal}.",
        who=Name(side),
        points=top,
        deal=the_deal(sheet, number),
    )
    yield low if sheet.game.low_wins else high


# ---------------------------------------------------------------- the end


def margin(sheet: Scoresheet) -> Iterator[Say]:
    """By how much it was won and who came closest, or that the winners are level.

    Nothing where somebody is out, or the winner has not the best result: points did not decide.
    """
    if sheet.position.out:
        return
    points, winner = final_points(sheet), the_winner(sheet)
    if winner is None:
        results = {points[side] for side in sheet.winners}
        if len(results) == 1:
            yield say_n(
                "{who} share the win with one point each.",
                "{who} share the win with {n} points each.",
                results.pop(),
                who=Together(Name(side) for side in sheet.winners),
            )
        return
    sign = -1 if sheet.game.low_wins else 1
    others = {side: n for side, n in points.items() if side != winner}
    second = max(others.values(), key=lambda n: sign * n)
    ahead = sign * (points[winner] - second)
    closest = [Name(side) for side, n in others.items() if n == second]
    if ahead <= 0:
        return
    if len(closest) > MOST_NAMED:
        yield say_n("{who} won by one point.", "{who} won by {n} points.", ahead, who=Name(winner))
        return
    yield say_n(
        "{who} won by one point, ahead of {second}.",
        "{who} won by {n} points, ahead of {second}.",
        ahead,
        who=Name(winner),
        second=Together(closest),
    )
