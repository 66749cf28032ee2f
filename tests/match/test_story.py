"""The story of a match: sentences worked by hand, and their truth in random matches."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.story import story
from scorekeeper.messages import render
from tests.match.test_events import Match

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
