"""Sentences in the story of a match about events that only some games have."""

import pytest

from tests.match.stories import cards, comeback, count, hand, match_story, tricks


def test_the_sentence_on_an_undercut_names_both_players():
    deals = [hand("knock", "1", 9, 4), hand("knock", "2", 5, 20)]

    assert "Bruno undercut Ana in Hand 1." in match_story("gin", "12", *deals, how="closed")


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

    assert match_story("gin", "1234", hands, target=50) == [
        "Ana + Chus won by 296 points, ahead of Bruno + Dina.",
    ]


def test_the_story_says_that_the_winner_came_back():
    deals = [
        cards("1", 2, 50, 30, close="normal"),
        cards("1", 2, 50, 30, close="normal") + comeback("2"),  # Bruno at 100, back at 60
        cards("2", 50, 1, 45),  # Chus out at 105
        cards("2", 50, 3, None),  # Ana out at 104
    ]
    deals[2] += comeback()

    assert match_story("chinchon", "123", *deals) == [
        "Bruno took the lead in the last deal.",
        "Bruno trailed by 56 points after Deal 2.",
        "Ana was eliminated last, in Deal 4.",
        "Bruno came back once, and won.",
    ]


def test_the_story_names_a_player_who_came_back_and_did_not_win():
    deals = [
        cards("1", 2, 40, 50),
        cards("1", 2, 30, 50) + comeback("3"),  # Chus at 100, back at 70
        cards("1", 2, 30, 41),  # both out: 100 and 111
    ]

    assert match_story("chinchon", "123", *deals)[:4] == [
        "Ana led from the first deal to the last.",
        "Bruno and Chus were eliminated in Deal 3.",
        "Chus came back once.",
        "Ana closed 3 times in a row, from Deal 1 to Deal 3.",
    ]


def test_the_story_of_two_players_who_came_back_once_is_about_each_of_them():
    deals = [
        cards("1", 2, 40, 50),
        cards("1", 2, 30, 60) + comeback("3"),  # Chus at 110, back at 70
        cards("1", 2, 40, 10) + comeback("2"),  # Bruno at 110, back at 80
        cards("1", 2, 30, 41),  # both out: 110 and 121
    ]

    assert "Bruno and Chus each came back once." in match_story("chinchon", "123", *deals)


def test_the_story_says_that_the_last_players_were_eliminated_together():
    deals = [
        [("cards", {"went_out": "1", "deadwood": {"1": 0, "2": 12, "3": 15}})],
        [("cards", {"went_out": None, "deadwood": {"1": 30, "2": 8, "3": 9}})],
    ]

    assert match_story("loba", "123", *deals, limit=20) == [
        "Bruno trailed by 12 points after Deal 1.",
        "The last 3 players were eliminated together, in Deal 2; Bruno had the lowest total.",
        "Ana took the most points in one deal: 30 in Deal 2.",
    ]


def test_the_story_says_that_a_whole_hand_was_laid_down_at_once():
    chinchon = match_story(
        "chinchon",
        "12",
        cards("1", 0, 40, players="12", close="chinchon"),
        cards("2", 3, 4, players="12"),
        limit=50,
        how="closed",
    )
    loba = match_story(
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
        "Bruno laid down the whole hand at once in Deal 1.",
        "Bruno won by 40 points, ahead of Ana.",
    ]


@pytest.mark.parametrize(
    ("last", "says"),
    [
        ("2", "Bruno laid down the whole hand at once twice, the last time in Deal 2."),
        ("1", "Players laid down the whole hand at once twice, most recently Ana in Deal 2."),
    ],
)
def test_the_story_counts_the_whole_hands_that_were_laid_down_at_once(last, says):
    deals = [
        [("cards", {"went_out": out, "clean": True, "deadwood": {"1": 3, "2": 3} | {out: 0}})]
        for out in ("2", last)
    ]

    assert says in match_story("loba", "12", *deals, how="closed")


def test_the_story_of_jamon_names_who_went_out_most_and_who_called_too_late():
    deals = [count("1", 5, 5, 5), count("1", 6, 4, 5), count("2", 5, 5, 5, default_by="3")]

    assert match_story("jamon", "123", *deals, deals=3) == [
        "Ana led from the first deal to the last.",
        "Ana went out most often: twice in 3 deals.",
        "Chus called too late in Deal 3.",
        "Ana scored the most counters in one deal: 10 in Deal 2.",
        "Ana won by 8 counters, ahead of Bruno.",
    ]
    by_points = [
        (stage, {**answers, "cards": {"1": 0, "2": 3, "3": 4}}) for stage, answers in deals[0]
    ]
    assert match_story("jamon", "123", by_points, deals=1, scoring="points")[-1] == (
        "Ana won by 13 points, ahead of Bruno."
    )


def test_the_story_of_jaguar_names_a_hand_won_alone_and_a_streak():
    won = [("hand", {"jaguar": "1", "friend": "2", "points": 80})]
    alone = [("hand", {"jaguar": "2", "friend": "2", "points": 80})]
    passed = [("hand", {"all_pass": True})]

    assert match_story("jaguar", "12345", won, won, alone, passed, how="closed") == [
        "Bruno took the lead in Hand 3 and kept it.",
        "Bruno trailed by 2 points after Hand 2.",
        "Bruno won Hand 3 alone, against everyone else.",
        "Bruno was on the winning side 3 times in a row, from Hand 1 to Hand 3.",
        "Bruno won by 3 points, ahead of Ana.",
    ]


def test_the_story_of_hollywood_gin_uses_the_points_of_all_three_games():
    deals = [hand("knock", "1", 5, 25), hand("knock", "2", 5, 45), hand("knock", "2", 5, 25)]

    assert match_story("gin", "12", *deals, hollywood=True, how="closed")[:2] == [
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

    assert "Ana went out 3 times in a row, from Deal 1 to Deal 3." in match_story(
        "loba", "123", *loba, how="closed"
    )
    assert "Bruno went out 4 times in a row, from Deal 1 to Deal 4." in match_story(
        "jamon", "123", *jamon, deals=4
    )
    assert "Ana won 3 hands in a row, from Hand 1 to Hand 3." in match_story(
        "gin", "12", *gin, how="closed"
    )


def test_the_story_of_jabberwocky_names_the_highest_bid_and_a_deal_in_which_all_bids_were_made():
    deals = [
        tricks((1, 1, 0), (1, 1, 1)),
        tricks((1, 1, 1), (1, 1, 1)),
        tricks((0, 2, 0), (0, 2, 1)),
    ]
    none = [tricks((1, 1, 2), (0, 2, 1))]

    assert match_story("jabberwocky", "123", *deals, schedule=[3] * 3, dealer_hook=False) == [
        "The highest bid made was Bruno’s 2 in Deal 3.",
        "Everyone made their bid in Deal 2.",
        "Before the last deal, Ana and Bruno were level.",
        "Ana and Bruno share the win with 3 points each.",
    ]
    assert "Nobody made their bid in Deal 1." in match_story(
        "jabberwocky", "123", *none, schedule=[3]
    )
    assert "Nobody made their bid in 2 deals, the last time in Deal 2." in match_story(
        "jabberwocky", "123", *none * 2, schedule=[3] * 2
    )
