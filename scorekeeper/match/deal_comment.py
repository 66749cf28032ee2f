"""The comment on the last saved deal: a sentence about what the deal changed, such as the lead.

The sentence is computed from the sheet alone. It reports the first of these events that occurred: a
player is out or back in, the lead changes, a side has a streak, a deal is the best so far, or a
side comes near the limit or the target. If there is no such event, it names the leader.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from scorekeeper.match.events import StageRecorded
from scorekeeper.match.outcome import current_places, seats_by_side
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import AndList, Message, Name, Signed, say, say_n
from scorekeeper.rules.display import MIN_STREAK
from scorekeeper.rules.kernel import PlayedDeal
from scorekeeper.rules.live_hints import join_sentences

MIN_DEALS_FOR_BEST = 4  # deals needed before one is called the best


def deal_comment(sheet: Scoresheet) -> Message | None:
    """Return the sentence, or None.

    There is a sentence only if the last step completed a deal and the match continues.
    """
    step = sheet.last_step
    if sheet.is_over or step is None or not isinstance(step.event, StageRecorded):
        return None
    if step.event.round != len(sheet.played_deals):
        return None
    before = replace(
        sheet, played_deals=sheet.played_deals[:-1], position=sheet.played_deals[-1].before
    )
    return (
        join_sentences(filter(None, (elimination_sentence(sheet), comeback_sentence(sheet))))
        or lead_change_sentence(sheet, before)
        or streak_sentence(sheet)
        or best_deal_sentence(sheet)
        or near_limit_sentence(sheet)
        or lead_sentence(sheet)
    )


def elimination_sentence(sheet: Scoresheet) -> Message | None:
    """Name the sides that this deal eliminated, or return None if there are none."""
    played = sheet.played_deals[-1]
    out = [side for side in played.after.eliminated if side not in played.before.eliminated]
    if not out:
        return None
    return say_n("{who} is out.", "{who} are out.", count_players(sheet, out), who=join_names(out))


def comeback_sentence(sheet: Scoresheet) -> Message | None:
    """Name the sides that came back in this deal, or return None if there are none.

    All of them come back at the same total.
    """
    played = sheet.played_deals[-1]
    cells = sheet.game.display.cells(played).items()
    back = [side for side, cell in cells if cell.note and cell.note.tone == "back"]
    if not back:
        return None
    return say_n(
        "{who} is back at {total}.",
        "{who} are back at {total}.",
        count_players(sheet, back),
        who=join_names(back),
        total=played.after.totals[back[0]],
    )


def lead_change_sentence(sheet: Scoresheet, before: Scoresheet) -> Message | None:
    """Name the sides that took the lead, drew level or now lead alone.

    Returns None if there are none, and after the first deal.
    """
    if not before.played_deals:
        return None
    now, then = leaders(sheet), leaders(before)
    new = [side for side in now if side not in then]
    still_leading = [side for side in now if side in then]
    if not new:
        if len(still_leading) == 1 < len(then):
            return say_n(
                "{who} is now alone in the lead.",
                "{who} are now alone in the lead.",
                count_players(sheet, still_leading),
                who=join_names(still_leading),
            )
        return None
    if not still_leading:
        return say_n(
            "{who} takes the lead.",
            "{who} take the lead.",
            count_players(sheet, new),
            who=join_names(new),
        )
    return say_n(
        "{who} draws level with {other}.",
        "{who} draw level with {other}.",
        count_players(sheet, new),
        who=join_names(new),
        other=join_names(still_leading),
    )


def streak_sentence(sheet: Scoresheet) -> Message | None:
    """Name the side with the longest current streak.

    Returns None if several sides share the longest streak or it is shorter than `MIN_STREAK` deals.
    """
    streak, last = sheet.game.story.streak, len(sheet.played_deals)
    if streak is None:
        return None
    row = {
        side: streak_length(sheet.played_deals, streak.achieved_by, side)
        for side in sheet.position.totals
    }
    most = max(row.values())
    longest = [side for side in row if row[side] == most]
    if most < MIN_STREAK or len(longest) > 1:
        return None
    return streak.sentence(longest[0], most, last - most + 1, last)


def streak_length(
    played_deals: Sequence[PlayedDeal],
    achieved_by: Callable[[PlayedDeal], Collection[str]],
    side: str,
) -> int:
    """Return the length of this side's current streak, in deals up to the latest deal."""
    return sum(
        1 for _ in takewhile(lambda played: side in achieved_by(played), reversed(played_deals))
    )


def best_deal_sentence(sheet: Scoresheet) -> Message | None:
    """Name the sides with the most points in this deal, if these points beat every earlier deal.

    Returns None before `MIN_DEALS_FOR_BEST` deals, and if nobody has more than 0 points.
    """
    *earlier, played = sheet.played_deals
    if len(sheet.played_deals) < MIN_DEALS_FOR_BEST:
        return None
    most = max(played.points.values(), default=0)
    if most <= 0 or any(most <= points for deal in earlier for points in deal.points.values()):
        return None
    names = join_names(side for side, points in played.points.items() if points == most)
    noun = sheet.game.display.deal_noun
    if sheet.game.low_wins:
        return say(
            "Most points in one {deal} so far: {who}, {points}.", deal=noun, who=names, points=most
        )
    return say("Best {deal} so far: {who}, {points}.", deal=noun, who=names, points=Signed(most))


def near_limit_sentence(sheet: Scoresheet) -> Message | None:
    """Name the side that this deal has brought near the limit or target.

    If there are several, name the nearest, or all that are equally near. If there are none, return
    None.
    """
    before, now = (
        sheet.game.display.near_limit(position)
        for position in (sheet.played_deals[-1].before, sheet.position)
    )
    new = [side for side in now if side not in before]
    if not new:
        return None
    # Limits and targets are above the totals, so the highest total is the closest.
    highest = max(sheet.position.totals[side] for side in new)
    nearest = [side for side in new if sheet.position.totals[side] == highest]
    return say_n(
        "{who} is only {far}.",
        "{who} are only {far}.",
        count_players(sheet, nearest),
        who=join_names(nearest),
        far=now[nearest[0]],
    )


def lead_sentence(sheet: Scoresheet) -> Message:
    """Name the leader and the margin, or the sides that share the lead."""
    places = current_places(sheet)
    leading_seats = places[0].seats
    if len(places) == 1:
        return say("Everyone is level.")
    if len(leading_seats) > 1:
        return say("{who} share the lead.", who=join_names(leading_seats))
    totals = sheet.position.totals
    margin = abs(totals[leading_seats[0]] - totals[places[1].seats[0]])
    return say_n(
        "{who} leads by {margin}.",
        "{who} lead by {margin}.",
        count_players(sheet, leading_seats),
        who=join_names(leading_seats),
        margin=margin,
    )


def leaders(sheet: Scoresheet) -> tuple[str, ...]:
    return current_places(sheet)[0].seats


def join_names(sides: Iterable[str]) -> AndList:
    return AndList(Name(side) for side in sides)


def count_players(sheet: Scoresheet, sides: Iterable[str]) -> int:
    """Return the number of players on these sides, to choose between singular and plural."""
    return sum(len(seats_by_side(sheet)[side]) for side in sides)
