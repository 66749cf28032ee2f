"""Every sentence of the story of a random match is true."""

from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.match import commands, outcome
from scorekeeper.match.story import MAX_SENTENCES, story
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.match.random_tables import Evening

BOOK = settings(deadline=None, max_examples=40, derandomize=True)
SEEDS = st.integers(0, 2**32)


def series(sheet):
    """Return the totals of the players still in, after each deal."""
    return [
        {side: n for side, n in each.after.totals.items() if side not in each.after.out}
        for each in sheet.rounds
    ]


def ahead(sheet, totals):
    """Return the leader by these totals, or None if the lead is shared."""
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


def took_it_last(sheet, who, **_):
    leaders = ahead_by_deal(sheet)
    return leaders[-1] == who and leaders[-2] != who


def for_the_first_time(took):
    return lambda sheet, who, **values: took(sheet, who, **values) and not had_it(sheet, who)


def once_more(took):
    return lambda sheet, who, **values: took(sheet, who, **values) and had_it(sheet, who)


def had_it(sheet, who):
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
        for number, each in enumerate(sheet.rounds, start=1)
        for side, n in each.points.items()
    ]
    here = (points, str(who), deal.values["n"])
    return here in everything and all(each[0] < points for each in everything if each != here)


def won_by(sheet, who, n, second=None):
    points = outcome.final_points(sheet)
    distances = {side: abs(points[who] - points[side]) for side in points if side != who}
    nearest = [side for side, distance in distances.items() if distance == n]
    others = [points[side] for side in distances]
    is_best = points[who] < min(others) if sheet.game.low_wins else points[who] > max(others)
    is_nearest = n == min(distances.values()) and (second is None or list(second) == nearest)
    return is_best and is_nearest and sheet.winners == (who,)


def shared(sheet, who, n, **_):
    points = outcome.final_points(sheet)
    return set(who) == set(sheet.winners) and {points[side] for side in who} == {n}


def each_deal(sheet, first, last, n, did):
    assert last - first + 1 == n
    return all(did(each) for each in sheet.rounds[first - 1 : last])


def made_bids(sheet, who, n, first, last):
    return each_deal(
        sheet, first, last, n, lambda each: each.record["bids"][who] == each.record["tricks"][who]
    )


def most_bids(sheet, who, n, deals):
    made = {
        seat: sum(each.record["bids"][seat] == each.record["tricks"][seat] for each in sheet.rounds)
        for seat in sheet.setup.players
    }
    rest = [times for seat, times in made.items() if seat != who]
    return made[who] == n > max(rest) and deals == len(sheet.rounds)


def closed(sheet, who, n, first, last):
    return each_deal(sheet, first, last, n, lambda each: each.record["closer"] == who)


def went_out(sheet, who, n, first, last):
    return each_deal(sheet, first, last, n, lambda each: each.record["went_out"] == who)


def scored(sheet, who, n, first, last):
    return each_deal(sheet, first, last, n, lambda each: each.points.get(who, 0) > 0)


def last_out(sheet, who, n, deal):
    gone = set(sheet.rounds[-1].after.out) - set(sheet.rounds[-1].before.out)
    return (
        gone == set(who)
        and (n, deal) == (len(gone), len(sheet.rounds))
        and set(sheet.winners).isdisjoint(gone)
    )


def all_out(sheet, players, n, who):
    gone = set(sheet.rounds[-1].after.out) - set(sheet.rounds[-1].before.out)
    totals = {seat: sheet.position.totals[seat] for seat in gone}
    lowest = {seat for seat in gone if totals[seat] == min(totals.values())}
    return (len(gone), n, set(who)) == (players, len(sheet.rounds), lowest) and set(
        sheet.position.out
    ) == set(sheet.setup.players)


def times_back(sheet, who):
    """Return how often the player came back in after going out."""
    return sum(who in each.record.get("reenlist", ()) for each in sheet.rounds)


def winner_came_back(sheet, who, n):
    return times_back(sheet, who) == n and sheet.winners == (who,)


def came_back(sheet, who, n):
    counted = {seat: times_back(sheet, seat) for seat in sheet.setup.players}
    return {seat for seat in counted if counted[seat] == n} == set(who) and n == max(
        counted.values()
    )


def full_hand(sheet, who, n):
    record = sheet.rounds[n - 1].record
    return record["closer"] == who and record["close"] in ("chinchon", "run")


def clean(sheet, who, n):
    record = sheet.rounds[n - 1].record
    return record["went_out"] == who and record["clean"] is True


def gin_hands(sheet):
    for number, each in enumerate(sheet.rounds, start=1):
        for one in each.record.get("hands", (each.record,)):
            yield number, one


def gins(sheet, who, n):
    counted = dict.fromkeys(sheet.setup.players, 0)
    for _, one in gin_hands(sheet):
        if one["result"] == "gin":
            counted[one["knocker"]] += 1
    rest = [times for seat, times in counted.items() if seat != who]
    return counted[who] == n > max(rest)


def undercut(sheet, who, knocker, n):
    return any(
        one["result"] == "knock"
        and one["knocker"] == knocker
        and one["deadwood"][who] <= one["deadwood"][knocker]
        for number, one in gin_hands(sheet)
        if number == n
    )


def alone(sheet, who, n):
    played = sheet.rounds[n - 1]
    gained = [side for side, points in played.points.items() if points > 0]
    return gained == [who] and played.record["friend"] == who


def only_deal(sheet, who):
    return [each.record["went_out"] for each in sheet.rounds] == [who]


def most_out(sheet, who, n, deals):
    out = [each.record["went_out"] for each in sheet.rounds]
    rest = [out.count(seat) for seat in sheet.setup.players if seat != who]
    return out.count(who) == n > max(rest) and deals == len(out)


def late(sheet, who, n):
    return sheet.rounds[n - 1].record["default_by"] == who


TOGETHER = (
    "The last {players} players were eliminated together, in Deal {n}; {who} had the lowest total."
)
TRUE = {
    "{who} led from the first {deal} to the last.": always_led,
    "The lead changed {n} times.": lead_changed,
    "{who} took the lead in {deal} and kept it.": for_the_first_time(took_the_lead),
    "{who} took the lead again in {deal} and kept it.": once_more(took_the_lead),
    "{who} took the lead in the last {deal}.": for_the_first_time(took_it_last),
    "{who} took the lead again in the last {deal}.": once_more(took_it_last),
    "{who} trailed by {n} points after {deal}.": trailed,
    "{who} took the most points in one {noun}: {points} in {deal}.": most_points,
    "{who} scored the most points in one {noun}: {points} in {deal}.": most_points,
    "{who} won by {n} points, ahead of {second}.": won_by,
    "{who} won by {n} points.": won_by,
    "{who} share the win with {n} points each.": shared,
    "{who} made {n} bids in a row, from Deal {first} to Deal {last}.": made_bids,
    "{who} made the most bids: {n} of {deals}.": most_bids,
    "{who} closed {n} times in a row, from Deal {first} to Deal {last}.": closed,
    "{who} ran out of cards first {n} times in a row, from Deal {first} to Deal {last}.": went_out,
    "{who} went out {n} times in a row, from Deal {first} to Deal {last}.": went_out,
    "{who} won {n} hands in a row, from Hand {first} to Hand {last}.": scored,
    "{who} was on the winning side {n} times in a row, from Hand {first} to Hand {last}.": scored,
    "{who} were eliminated last, in Deal {deal}.": last_out,
    TOGETHER: all_out,
    "{who} came back {n} times, and won.": winner_came_back,
    "{who} came back {n} times.": came_back,
    "{who} laid down all seven cards at once in Deal {n}.": full_hand,
    "{who} laid down the whole hand in one go in Deal {n}.": clean,
    "{who} went gin {n} times.": gins,
    "{who} undercut {knocker} in Hand {n}.": undercut,
    "{who} won Hand {n} alone, against everybody else.": alone,
    "{who} went out.": only_deal,
    "{who} went out most often: {n} times in {deals} deals.": most_out,
    "{who} called too late in Deal {n}.": late,
}


@pytest.mark.parametrize("game", GAMES)
@BOOK
@given(seed=SEEDS)
def test_every_story_sentence_of_a_random_match_is_true_and_unique(game, seed):
    evening = Evening(game, seed, usual=seed % 2 == 0).play(seed % 60)
    if evening.sheet.rounds and not evening.sheet.is_over:
        evening.do(commands.close, "closed")
    sheet = evening.sheet

    sentences = story(sheet)

    assert len(sentences) <= MAX_SENTENCES
    names = dict(
        zip("12345678", ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fe", "Gus", "Hal"), strict=True)
    )
    for each in sentences:
        assert TRUE[each.many or each.template](sheet, **each.values), render(each, names)
    texts = [render(each, names) for each in sentences]
    assert all(len(text) > len("Ana .") and "{" not in text for text in texts)
    assert len(set(texts)) == len(texts)
