"""The story of a match: sentences worked by hand, and their truth in random matches."""

from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.match import commands, outcome
from scorekeeper.match.story import MAX_SENTENCES, story
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.match.random_tables import Evening
from tests.match.test_events import Match

BOOK = settings(deadline=None, max_examples=40, derandomize=True)
SEEDS = st.integers(0, 2**32)
NAMES = {
    "1": "Ana",
    "2": "Bruno",
    "3": "Chus",
    "4": "Dina",
    "5": "Edu",
    "1+3": "Ana + Chus",
    "2+4": "Bruno + Dina",
}


def told(game, players, *deals, how=None, **agreed):
    """Return the story of a match with these deals, each a list of (stage, answers)."""
    match = Match(game, tuple(players), **agreed)
    for number, stages in enumerate(deals, start=1):
        for stage, answers in stages:
            match.do(commands.record_stage, number, stage, answers)
    if how:
        match.do(commands.close, how)
    return [render(each, NAMES) for each in story(match.sheet)]


def cards(closer, *left, players="123", **more):
    left = {seat: n for seat, n in zip(players, left, strict=True) if n is not None}
    return [("cards", {"closer": closer, "deadwood": left, **more})]


def back(*seats):
    return [("back", {"reenlist": list(seats)})]


def tricks(bids, took):
    bids, took = (dict(zip("123", numbers, strict=True)) for numbers in (bids, took))
    return [("bids", {"bids": bids}), ("tricks", {"tricks": took})]


def hand(result, knocker, own, theirs):
    other = "2" if knocker == "1" else "1"
    answers = {"result": result, "knocker": knocker, "deadwood": {knocker: own, other: theirs}}
    return [("hand", answers)]


def count(out, *counters, **more):
    return [
        ("count", {"went_out": out, "counters": dict(zip("123", counters, strict=True)), **more})
    ]


# ---------------------------------------------------------------- worked by hand


def test_the_story_of_a_winner_who_always_led():
    deals = [tricks((1, 0, 1), (1, 1, 1)) for _ in range(3)]  # only Ana and Chus
    deals[0] = tricks((1, 0, 1), (1, 2, 0))  # Ana alone

    assert told("jabberwocky", "123", *deals, schedule=[3, 3, 3]) == [
        "Ana led from the first deal to the last.",
        "Ana made the most bids: 3 of 3.",
        "Ana made 3 bids in a row, from Deal 1 to Deal 3.",
        "Ana won by one point, ahead of Chus.",
    ]


def test_the_story_of_a_lead_that_is_lost_and_regained():
    deals = [
        hand("knock", "1", 2, 32),  # Ana 30
        hand("gin", "2", 0, 60),  # Bruno 80
        hand("knock", "1", 1, 80),  # Ana 109
        hand("knock", "2", 5, 20),  # Bruno 95
    ]

    assert told("gin", "12", *deals, target=1000, how="closed") == [
        "The lead changed 2 times.",
        "Ana took the lead again in Hand 3 and kept it.",
        "Ana trailed by 50 points after Hand 2.",
        "Bruno went gin once.",
        "Ana won by 14 points, ahead of Bruno.",
    ]


def test_the_story_of_a_lead_taken_in_the_last_deal():
    deals = [hand("knock", "2", 5, 20), hand("knock", "1", 5, 60)]

    assert told("gin", "12", *deals, target=50) == [
        "Ana took the lead in the last hand.",
        "Ana trailed by 15 points after Hand 1.",
        "Ana scored the most points in one hand: 55 in Hand 2.",
        "Ana won by 140 points, ahead of Bruno.",
    ]


def test_a_former_leader_takes_the_lead_again_after_level_totals():
    deals = [hand("knock", "1", 5, 15), hand("knock", "2", 5, 15), hand("knock", "1", 5, 15)]

    assert told("gin", "12", *deals, target=20)[0] == "Ana took the lead again in the last hand."


def test_the_sentence_on_an_undercut_names_both_players():
    deals = [hand("knock", "1", 9, 4), hand("knock", "2", 5, 20)]

    assert "Bruno undercut Ana in Hand 1." in told("gin", "12", *deals, how="closed")


def test_the_story_of_a_match_of_pairs_names_the_pairs():
    hands = [
        (
            "hand-1",
            {"pair": ["1", "2"], "result": "knock", "knocker": "1", "deadwood": {"1": 2, "2": 40}},
        ),
        (
            "hand-2",
            {"pair": ["3", "4"], "result": "knock", "knocker": "3", "deadwood": {"3": 2, "4": 40}},
        ),
    ]

    assert told("gin", "1234", hands, target=50) == [
        "Ana + Chus won by 296 points, ahead of Bruno + Dina.",
    ]


def test_the_story_of_a_winner_who_came_back():
    deals = [
        cards("1", 2, 50, 30, close="normal"),
        cards("1", 2, 50, 30, close="normal") + back("2"),  # Bruno at 100, back at 60
        cards("2", 50, 1, 45),  # Chus out at 105
        cards("2", 50, 3, None),  # Ana out at 104
    ]
    deals[2] += back()

    assert told("chinchon", "123", *deals) == [
        "Bruno took the lead in the last deal.",
        "Bruno trailed by 56 points after Deal 2.",
        "Ana was eliminated last, in Deal 4.",
        "Bruno came back once, and won.",
    ]


def test_the_story_of_a_player_who_came_back_and_did_not_win():
    deals = [
        cards("1", 2, 40, 50),
        cards("1", 2, 30, 50) + back("3"),  # Chus at 100, back at 70
        cards("1", 2, 30, 41),  # both out: 100 and 111
    ]

    assert told("chinchon", "123", *deals)[:4] == [
        "Ana led from the first deal to the last.",
        "Bruno and Chus were eliminated last, in Deal 3.",
        "Chus came back once.",
        "Ana closed 3 times in a row, from Deal 1 to Deal 3.",
    ]


def test_the_story_of_the_last_players_going_out_together():
    deals = [
        [("cards", {"went_out": "1", "deadwood": {"1": 0, "2": 12, "3": 15}})],
        [("cards", {"went_out": None, "deadwood": {"1": 30, "2": 8, "3": 9}})],
    ]

    assert told("loba", "123", *deals, limit=20) == [
        "Bruno trailed by 12 points after Deal 1.",
        "The last 3 players were eliminated together, in Deal 2; Bruno had the lowest total.",
        "Ana took the most points in one deal: 30 in Deal 2.",
    ]


def test_the_story_of_a_whole_hand_laid_down_at_once():
    chinchon = told(
        "chinchon",
        "12",
        cards("1", 0, 40, players="12", close="chinchon"),
        cards("2", 3, 4, players="12"),
        limit=50,
        how="closed",
    )
    loba = told(
        "loba",
        "12",
        [("cards", {"went_out": "2", "clean": True, "deadwood": {"1": 30, "2": 0}})],
        how="closed",
    )

    assert chinchon == [
        "Ana led from the first deal to the last.",
        "Ana laid down all seven cards at once in Deal 1.",
        "Bruno took the most points in one deal: 40 in Deal 1.",
        "Ana won by 51 points, ahead of Bruno.",
    ]
    assert loba == [
        "Bruno laid down the whole hand in one go in Deal 1.",
        "Bruno won by 40 points, ahead of Ana.",
    ]


def test_the_story_of_a_shared_win():
    assert told("jabberwocky", "123", tricks((1, 1, 0), (1, 1, 1)), schedule=[3]) == [
        "Ana and Bruno share the win with one point each.",
    ]
    assert told("jamon", "123", count("1", 1, 7, 7)) == [
        "Ana went out.",
        "Ana, Bruno and Chus share the win with 5 points each.",
    ]


def test_the_story_of_jamon_with_going_out_and_a_late_call():
    deals = [count("1", 5, 5, 5), count("1", 6, 4, 5), count("2", 5, 5, 5, default_by="3")]

    assert told("jamon", "123", *deals, deals=3) == [
        "Ana led from the first deal to the last.",
        "Ana went out most often: 2 times in 3 deals.",
        "Chus called too late in Deal 3.",
        "Ana scored the most points in one deal: 10 in Deal 2.",
        "Ana won by 8 points, ahead of Bruno.",
    ]


def test_the_story_of_jaguar_with_a_hand_won_alone_and_a_streak():
    won = [("hand", {"jaguar": "1", "friend": "2", "points": 80})]
    alone = [("hand", {"jaguar": "2", "friend": "2", "points": 80})]
    passed = [("hand", {"all_pass": True})]

    assert told("jaguar", "12345", won, won, alone, passed, how="closed") == [
        "Bruno took the lead in Hand 3 and kept it.",
        "Bruno trailed by 2 points after Hand 2.",
        "Bruno won Hand 3 alone, against everybody else.",
        "Bruno was on the winning side 3 times in a row, from Hand 1 to Hand 3.",
        "Bruno won by 3 points, ahead of Ana.",
    ]


def test_the_story_of_hollywood_gin_uses_the_points_of_all_three_games():
    deals = [hand("knock", "1", 5, 25), hand("knock", "2", 5, 45), hand("knock", "2", 5, 25)]

    assert told("gin", "12", *deals, hollywood=True, how="closed")[:2] == [
        "Bruno took the lead in Hand 2 and kept it.",
        "Bruno trailed by 20 points after Hand 1.",
    ]


def test_the_story_names_streaks_at_loba_jamon_and_gin():
    loba = [
        [("cards", {"went_out": "1", "deadwood": {"1": 0, "2": left, "3": 20}})]
        for left in (5, 6, 7)
    ]
    jamon = [count("2", 5, 5, 5) for _ in range(4)]
    gin = [hand("knock", "1", 5, 8 + n) for n in range(3)]

    assert "Ana ran out of cards first 3 times in a row, from Deal 1 to Deal 3." in told(
        "loba", "123", *loba, how="closed"
    )
    assert "Bruno went out 4 times in a row, from Deal 1 to Deal 4." in told(
        "jamon", "123", *jamon, deals=4
    )
    assert "Ana won 3 hands in a row, from Hand 1 to Hand 3." in told(
        "gin", "12", *gin, how="closed"
    )


def test_a_streak_has_three_deals_or_more_and_the_first_of_equal_streaks_is_named():
    deals = [cards("1", 2, 9, 30), cards("1", 2, 9, 30), cards("2", 9, 2, 9)]
    two = told("chinchon", "123", *deals, how="closed")
    three = told("chinchon", "123", *deals, *[cards("2", 9, 2, 1)] * 2, how="closed")
    equal = told(
        "chinchon",
        "12",
        *[cards("1", 1, 3, players="12")] * 3,
        *[cards("2", 3, 1, players="12")] * 3,
        how="closed",
    )

    assert not [each for each in two if "in a row" in each]
    assert "Bruno closed 3 times in a row, from Deal 3 to Deal 5." in three
    assert "Ana closed 3 times in a row, from Deal 1 to Deal 3." in equal


def test_more_than_three_players_in_second_place_are_not_named():
    def deal(players):
        return [("count", {"went_out": "1", "counters": dict.fromkeys(players, 5)})]

    assert told("jamon", "1234", deal("1234")) == [
        "Ana went out.",
        "Ana won by 8 points, ahead of Bruno, Chus and Dina.",
    ]
    assert told("jamon", "12345", deal("12345")) == ["Ana went out.", "Ana won by 10 points."]


def test_a_match_without_a_winner_has_no_story():
    assert told("gin", "12", hand("knock", "1", 5, 25)) == []
    assert told("gin", "12", hand("knock", "1", 5, 25), how="unfinished") == []
    assert told("gin", "12", how="closed") == []


@pytest.mark.parametrize(
    "name", ["שרה", "😀", "{who}", "Maximiliana-Alejandra de la Fuente Ponte", "%s"]
)
def test_player_names_are_inserted_unchanged(name):
    match = Match("gin", ("1", "2"))
    match.do(commands.record_stage, 1, "hand", hand("knock", "1", 5, 25)[0][1])
    sheet = match.do(commands.close, "closed")

    assert [render(each, NAMES | {"1": name}) for each in story(sheet)] == [
        f"{name} won by 40 points, ahead of Bruno.",
    ]


# ---------------------------------------------------------------- random matches


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
    """Whether the player was the only leader at some time and lost the lead later."""
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
    """Count how often the player came back in after going out."""
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
