"""Functions that check story sentences of any game, using only the sheet."""

from itertools import groupby

from scorekeeper.match import outcome


def series(sheet):
    """Return {side: total} after each deal, as a list. Eliminated sides are left out."""
    return [
        {side: n for side, n in each.after.totals.items() if side not in each.after.eliminated}
        for each in sheet.played_deals
    ]


def ahead(sheet, totals):
    """Return the side that leads by these totals. If the lead is shared, return None."""
    order = sorted(totals, key=lambda side: totals[side], reverse=not sheet.game.low_wins)
    if not order or (len(order) > 1 and totals[order[0]] == totals[order[1]]):
        return None
    return order[0]


def ahead_by_deal(sheet):
    return [ahead(sheet, totals) for totals in series(sheet)]


def always_led(sheet, who, **_):
    return set(ahead_by_deal(sheet)) == {who}


def lead_changed(sheet, n, **_):
    sides = [side for side, _ in groupby(side for side in ahead_by_deal(sheet) if side)]
    return len(sides) - 1 == n


def took_the_lead(sheet, who, deal, **_):
    leaders, number = ahead_by_deal(sheet), deal.values["n"]
    return set(leaders[number - 1 :]) == {who} and leaders[number - 2] != who and number > 1


def took_the_lead_last(sheet, who, **_):
    leaders = ahead_by_deal(sheet)
    return leaders[-1] == who and leaders[-2] != who


def for_the_first_time(took):
    return lambda sheet, who, **values: took(sheet, who, **values) and not lost_the_lead(sheet, who)


def once_more(took):
    return lambda sheet, who, **values: took(sheet, who, **values) and lost_the_lead(sheet, who)


def lost_the_lead(sheet, who):
    """Return whether the player was once the only leader and later lost the lead."""
    leaders = ahead_by_deal(sheet)
    return any(each != who for each in leaders[leaders.index(who) :])


def trailed(sheet, who, n, deal, **_):
    def behind(totals):
        best = (min if sheet.game.low_wins else max)(totals.values())
        return abs(totals[who] - best)

    gaps = [behind(totals) for totals in series(sheet)[:-1]]
    return gaps[deal.values["n"] - 1] == n == max(gaps)


def most_points(sheet, who, points, deal, **_):
    everything = [
        (n, side, number)
        for number, each in enumerate(sheet.played_deals, start=1)
        for side, n in each.points.items()
    ]
    here = (points, str(who), deal.values["n"])
    return here in everything and all(each[0] < points for each in everything if each != here)


def won_by(sheet, who, n, second=None, **_):
    points = outcome.final_points(sheet)
    distances = {side: abs(points[who] - points[side]) for side in points if side != who}
    nearest = [side for side, distance in distances.items() if distance == n]
    others = [points[side] for side in distances]
    is_best = points[who] < min(others) if sheet.game.low_wins else points[who] > max(others)
    is_nearest = n == min(distances.values()) and (second is None or list(second) == nearest)
    return is_best and is_nearest and sheet.winners == (who,)


def share_the_win(sheet, who, n, **_):
    points = outcome.final_points(sheet)
    return set(who) == set(sheet.winners) and {points[side] for side in who} == {n}


def led_first(sheet, who, **_):
    return ahead_by_deal(sheet)[0] == who and not always_led(sheet, who)


def led_longest(sheet, who, n, deals):
    leaders = ahead_by_deal(sheet)
    rest = [leaders.count(side) for side in sheet.position.totals if side != who]
    return leaders.count(who) == n > max(rest) and deals.values["n"] == len(leaders) > n


def best_scores(sheet, who, n, deals):
    won = [ahead(sheet, each.points) for each in sheet.played_deals]
    rest = [won.count(side) for side in sheet.position.totals if side != who]
    return won.count(who) == n > max(rest) and deals.values["n"] == len(won)


def first_out(sheet, who, deal, n):
    number = deal.values["n"]
    gone = [set(each.after.eliminated) for each in sheet.played_deals[:number]]
    return not any(gone[:-1]) and gone[-1] == set(who) and n == len(who)


def gap(sheet, totals, side):
    """Return how many points this side is ahead of the best other side."""
    sign = -1 if sheet.game.low_wins else 1
    return sign * totals[side] - max(sign * n for each, n in totals.items() if each != side)


def largest_lead(sheet, who, n, deal, **_):
    leads = [gap(sheet, totals, who) for totals in series(sheet) if len(totals) > 1]
    return leads[deal.values["n"] - 1] == n == max(leads) and sheet.winners == (who,)


def led_before_the_last(sheet, who, n, **_):
    return gap(sheet, series(sheet)[-2], who) == n > 0


def level_before_the_last(sheet, who, **_):
    totals = series(sheet)[-2]
    best = (min if sheet.game.low_wins else max)(totals.values())
    return {side for side, total in totals.items() if total == best} == set(who)


def came_last(sheet, who, n, winner, **_):
    return share_last_place(sheet, [who], n, winner)


def share_last_place(sheet, who, n, winner, **_):
    points = outcome.final_points(sheet)
    worst = (max if sheet.game.low_wins else min)(points.values())
    are_last = {side for side in points if points[side] == worst} == set(who)
    return (
        are_last and set(winner) == set(sheet.winners) and n == abs(worst - points[winner[0]]) > 0
    )


def lead_was_shared(sheet, n, deals):
    alone = [ahead(sheet, totals) for totals in series(sheet) if totals]
    return alone.count(None) == n and 0 < n < deals.values["n"] == len(sheet.played_deals)


def nobody_led(sheet):
    return set(ahead_by_deal(sheet)) == {None} and all(series(sheet))


ANY_GAME = {
    "{who} led from the first {deal} to the last.": always_led,
    "The lead changed {times}.": lead_changed,
    "{who} took the lead in {deal} and kept it.": for_the_first_time(took_the_lead),
    "{who} took the lead again in {deal} and kept it.": once_more(took_the_lead),
    "{who} took the lead in the last {deal}.": for_the_first_time(took_the_lead_last),
    "{who} took the lead again in the last {deal}.": once_more(took_the_lead_last),
    "{who} trailed by {n} {unit} after {deal}.": trailed,
    "{who} took the most {unit} in one {noun}: {points} in {deal}.": most_points,
    "{who} scored the most {unit} in one {noun}: {points} in {deal}.": most_points,
    "{who} won by {n} {unit}, ahead of {second}.": won_by,
    "{who} won by {n} {unit}.": won_by,
    "{who} share the win with {n} {unit} each.": share_the_win,
    "{who} led after the first {deal}.": led_first,
    "{who} led most often: after {n} of {deals}.": led_longest,
    "{who} had the best score in {n} of {deals}.": best_scores,
    "{who} were eliminated first, in {deal}.": first_out,
    "{who}’s largest lead was {n} {unit}, after {deal}.": largest_lead,
    "Before the last {deal}, {who} led by {n} {unit}.": led_before_the_last,
    "Before the last {deal}, {who} were level.": level_before_the_last,
    "{who} came last, {n} {unit} behind {winner}.": came_last,
    "{who} share last place, {n} {unit} behind {winner}.": share_last_place,
    "The lead was shared after {n} of {deals}.": lead_was_shared,
    "Nobody ever led alone.": nobody_led,
}
