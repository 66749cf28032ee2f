"""Further sentences for the story of a short or even match.

They are about the first and the longest leader, shared leads, the best scores of deals, the first
player out, the largest lead, the totals before the last deal, and the last place.
"""

from collections import Counter
from collections.abc import Iterator

from scorekeeper.match.leads import (
    leading_sides,
    points_behind,
    sole_leader,
    sole_winner,
)
from scorekeeper.match.outcome import final_points, unit
from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.messages import AndList, Message, Name, say, say_n

MAX_LEVEL = 3  # if more sides are tied, none is named


def first_leader_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Name the side that led after the first deal, unless it always led.

    There must be at least three deals.
    """
    leaders = [sole_leader(sheet, played.after) for played in sheet.played_deals]
    first = leaders[0]
    if len(leaders) > 2 and first is not None and set(leaders) != {first}:
        noun = sheet.game.display.deal_noun
        yield say("{who} led after the first {deal}.", who=Name(first), deal=noun)


def longest_leader_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Name the side that led alone after more deals than any other side.

    There must be at least two such deals, and the side must not always have led.
    """
    leaders = [sole_leader(sheet, played.after) for played in sheet.played_deals]
    counted = Counter(side for side in leaders if side is not None)
    most = max(counted.values(), default=0)
    sides = [side for side, n in counted.items() if n == most]
    if 1 < most < len(leaders) and len(sides) == 1:
        yield say(
            "{who} led most often: after {n} of {deals}.",
            who=Name(sides[0]),
            n=most,
            deals=sheet.game.display.deal_count(len(leaders)),
        )


def shared_lead_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Report after how many deals the lead was shared, in a match of at least three deals."""
    deals = len(sheet.played_deals)
    shared = sum(bool(leading_sides(sheet, played.after)) for played in sheet.played_deals)
    if deals < 3 or not shared:
        return
    if shared == deals:
        yield say("Nobody ever led alone.")
        return
    yield say_n(
        "The lead was shared after one of {deals}.",
        "The lead was shared after {n} of {deals}.",
        shared,
        deals=sheet.game.display.deal_count(deals),
    )


def most_best_deals(sheet: Scoresheet) -> Iterator[Message]:
    """Name the side that was alone with the best score in the most deals.

    There must be at least two such deals, and no other side may have as many.
    """
    best = min if sheet.game.low_wins else max
    counted: Counter[str] = Counter()
    for played in sheet.played_deals:
        top = best(played.points.values())
        sides = [side for side, points in played.points.items() if points == top]
        counted.update(sides if len(sides) == 1 else [])
    most = max(counted.values(), default=0)
    sides = [side for side, n in counted.items() if n == most]
    if most > 1 and len(sides) == 1:
        yield say(
            "{who} had the best score in {n} of {deals}.",
            who=Name(sides[0]),
            n=most,
            deals=sheet.game.display.deal_count(len(sheet.played_deals)),
        )


def first_out_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Name the first players eliminated, unless that ended the match."""
    for number, played in enumerate(sheet.played_deals[:-1], start=1):
        if played.after.eliminated:
            yield say_n(
                "{who} was eliminated first, in {deal}.",
                "{who} were eliminated first, in {deal}.",
                len(played.after.eliminated),
                who=AndList(Name(side) for side in played.after.eliminated),
                deal=deal_title(sheet, number),
            )
            return


def largest_lead_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Report the winner's largest lead, unless that is the lead after the last deal."""
    winner = sole_winner(sheet)
    if winner is None:
        return
    leads = [-points_behind(sheet, played.after, winner) for played in sheet.played_deals]
    most = max(leads)
    if most > max(leads[-1], 0):
        yield say_n(
            "{who}’s largest lead was one {unit}, after {deal}.",
            "{who}’s largest lead was {n} {unit}, after {deal}.",
            most,
            who=Name(winner),
            unit=unit(sheet, most),
            deal=deal_title(sheet, leads.index(most) + 1),
        )


def before_last_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Report the lead before the last deal, or the sides that shared it.

    If the winner trailed a sole leader, there is no sentence, because the story reports the largest
    deficit. If more than `MAX_LEVEL` sides are tied, none is named.
    """
    if len(sheet.played_deals) < 2:
        return
    position, noun = sheet.played_deals[-2].after, sheet.game.display.deal_noun
    leader, winner = sole_leader(sheet, position), sole_winner(sheet)
    if leader is not None and winner in (leader, None):
        ahead = -points_behind(sheet, position, leader)
        yield say_n(
            "Before the last {deal}, {who} led by one {unit}.",
            "Before the last {deal}, {who} led by {n} {unit}.",
            ahead,
            unit=unit(sheet, ahead),
            deal=noun,
            who=Name(leader),
        )
    level = leading_sides(sheet, position)
    if 0 < len(level) <= MAX_LEVEL:
        names = AndList(Name(side) for side in level)
        yield say("Before the last {deal}, {who} were level.", deal=noun, who=names)


def last_place_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Name the sides that came last of three or more, unless players were eliminated.

    If several sides share last place, they are named only if there are at most `MAX_LEVEL` of them.
    They are not named if all sides except a single winner are level.
    """
    points = final_points(sheet)
    if sheet.position.eliminated or len(points) < 3:
        return
    sign = -1 if sheet.game.low_wins else 1
    worst = min(sign * n for n in points.values())
    last = [side for side, n in points.items() if sign * n == worst]
    behind = sign * points[sheet.winners[0]] - worst
    if behind <= 0:
        return
    if len(last) == 1:
        yield say_n(
            "{who} came last, one {unit} behind {winner}.",
            "{who} came last, {n} {unit} behind {winner}.",
            behind,
            unit=unit(sheet, behind),
            who=Name(last[0]),
            winner=AndList(Name(side) for side in sheet.winners),
        )
    elif len(last) <= MAX_LEVEL and (len(sheet.winners) > 1 or len(last) < len(points) - 1):
        yield say_n(
            "{who} share last place, one {unit} behind {winner}.",
            "{who} share last place, {n} {unit} behind {winner}.",
            behind,
            unit=unit(sheet, behind),
            who=AndList(Name(side) for side in last),
            winner=AndList(Name(side) for side in sheet.winners),
        )
