"""The story of a match, with sentences that were worked out by hand."""

import pytest

from scorekeeper.match import commands
from scorekeeper.match.story import story
from scorekeeper.messages import render
from tests.match.memory_match import Match
from tests.match.stories import cards, count, hand, match_story, tricks
from tests.rules.notation import NAMES


def test_the_story_says_that_the_winner_always_led():
    deals = [tricks((1, 0, 1), (1, 1, 1)) for _ in range(3)]  # Ana and Chus make their bids
    deals[0] = tricks((1, 0, 1), (1, 2, 0))  # only Ana makes her bid

    assert match_story("jabberwocky", "123", *deals, schedule=[3, 3, 3]) == [
        "Ana led from the first deal to the last.",
        "Ana made their bid most often: 3 times in 3 deals.",
        "Ana made their bid 3 times in a row, from Deal 1 to Deal 3.",
        "Ana won by one point, ahead of Chus.",
    ]


def test_the_story_counts_one_made_bid_as_once_and_counts_no_bids_of_a_single_deal():
    only_ana, nobody = tricks((1, 0, 1), (1, 2, 0)), tricks((1, 0, 1), (0, 1, 2))

    assert match_story("jabberwocky", "123", only_ana, schedule=[3]) == [
        "Only one of 3 bids was made.",
        "Ana won by one point, ahead of Bruno and Chus.",
    ]
    two_deals = match_story("jabberwocky", "123", only_ana, nobody, schedule=[3, 3])
    assert "Ana made their bid most often: once in 2 deals." in two_deals


def test_the_story_says_when_a_lost_lead_was_regained():
    deals = [
        hand("knock", "1", 2, 32),  # Ana 30
        hand("gin", "2", 0, 60),  # Bruno 80
        hand("knock", "1", 1, 80),  # Ana 109
        hand("knock", "2", 5, 20),  # Bruno 95
    ]

    assert match_story("gin", "12", *deals, target=1000, how="closed") == [
        "The lead changed twice.",
        "Ana took the lead again in Hand 3 and kept it.",
        "Ana trailed by 50 points after Hand 2.",
        "Bruno went gin once.",
        "Ana won by 14 points, ahead of Bruno.",
    ]


def test_the_story_says_that_the_lead_was_taken_in_the_last_deal():
    deals = [hand("knock", "2", 5, 20), hand("knock", "1", 5, 60)]

    assert match_story("gin", "12", *deals, target=50) == [
        "Ana took the lead in the last hand.",
        "Ana trailed by 15 points after Hand 1.",
        "Ana scored the most points in one hand: 55 in Hand 2.",
        "Ana won by 140 points, ahead of Bruno.",
    ]


def test_a_former_leader_takes_the_lead_again_after_level_totals():
    deals = [hand("knock", "1", 5, 15), hand("knock", "2", 5, 15), hand("knock", "1", 5, 15)]

    assert (
        match_story("gin", "12", *deals, target=20)[0]
        == "Ana took the lead again in the last hand."
    )


def test_the_story_names_all_who_share_the_win():
    assert match_story("jabberwocky", "123", tricks((1, 1, 0), (1, 1, 1)), schedule=[3]) == [
        "2 of 3 bids were made.",
        "Chus came last, one point behind Ana and Bruno.",
        "Ana and Bruno share the win with one point each.",
    ]
    assert match_story("jamon", "123", count("1", 1, 7, 7)) == [
        "Ana went out.",
        "Ana, Bruno and Chus share the win with 5 counters each.",
    ]


def test_a_streak_has_three_deals_or_more_and_the_first_of_equal_streaks_is_named():
    deals = [cards("1", 2, 9, 30), cards("1", 2, 9, 30), cards("2", 9, 2, 9)]
    two = match_story("chinchon", "123", *deals, how="closed")
    three = match_story("chinchon", "123", *deals, *[cards("2", 9, 2, 1)] * 2, how="closed")
    equal = match_story(
        "chinchon",
        "12",
        *[cards("1", 1, 3, players="12")] * 3,
        *[cards("2", 3, 1, players="12")] * 3,
        how="closed",
    )

    assert not [each for each in two if "in a row" in each]
    assert "Bruno closed 3 times in a row, from Deal 3 to Deal 5." in three
    assert "Ana closed 3 times in a row, from Deal 1 to Deal 3." in equal


def test_a_streak_of_two_players_in_the_same_deals_is_not_named():
    deals = [tricks((1, 1, 0), (1, 1, 1)) for _ in range(3)]  # Ana and Bruno make their bids

    told = match_story("jabberwocky", "123", *deals, schedule=[3] * 3)

    assert not [each for each in told if "in a row" in each]


def test_more_than_three_players_in_second_place_are_not_named():
    def deal(players):
        return [("count", {"went_out": "1", "counters": dict.fromkeys(players, 5)})]

    assert match_story("jamon", "1234", deal("1234")) == [
        "Ana went out.",
        "Ana won by 8 counters, ahead of Bruno, Chus and Dina.",
    ]
    assert match_story("jamon", "12345", deal("12345")) == [
        "Ana went out.",
        "Ana won by 10 counters.",
    ]


def test_a_dull_story_also_reports_the_lead_before_the_last_deal():
    always = [
        hand("knock", "1", 5, 45),  # Ana 40
        hand("knock", "1", 5, 15),  # Ana 50
        hand("knock", "2", 5, 25),  # Bruno 20
        hand("knock", "1", 5, 25),  # Ana 70
    ]
    shared = [
        hand("knock", "1", 5, 45),  # Ana 40
        hand("knock", "2", 5, 35),  # Bruno 30
        hand("knock", "1", 5, 25),  # Ana 60
        hand("knock", "2", 5, 35),  # Bruno 60
    ]

    assert match_story("gin", "12", *always, target=1000, how="closed") == [
        "Ana led from the first hand to the last.",
        "Ana scored the most points in one hand: 40 in Hand 1.",
        "Before the last hand, Ana led by 30 points.",
        "Ana won by 90 points, ahead of Bruno.",
    ]
    assert match_story("gin", "12", *shared, target=1000, how="closed") == [
        "Ana led after the first hand.",
        "Ana scored the most points in one hand: 40 in Hand 1.",
        "Before the last hand, Ana led by 30 points.",
        "Ana and Bruno share the win with 100 points each.",
    ]


def test_an_even_story_also_reports_level_totals_before_the_last_deal():
    deals = [
        tricks((1, 1, 0), (1, 1, 1)),  # Ana 1, Bruno 1
        tricks((0, 1, 1), (1, 1, 1)),  # Bruno 2, Chus 1
        tricks((1, 0, 0), (1, 1, 1)),  # Ana 2
        tricks((0, 1, 0), (1, 1, 1)),  # Bruno 3
    ]

    assert match_story("jabberwocky", "123", *deals, schedule=[3] * 4) == [
        "Bruno took the lead again in the last deal.",
        "Bruno made their bid most often: 3 times in 4 deals.",
        "Before the last deal, Ana and Bruno were level.",
        "Bruno won by one point, ahead of Ana.",
    ]


def test_an_even_story_reports_shared_leads_a_shared_last_place_and_how_many_bids_were_made():
    def even(*made):
        deals = [tricks(bids, (1, 1, 1, 1)) for bids in made]
        return match_story("jabberwocky", "1234", *deals, schedule=[4] * 4, dealer_hook=False)

    assert even((0, 1, 0, 0), (1, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 1)) == [
        "Bruno led after the first deal.",
        "The lead was shared after 3 of 4 deals.",
        "Ana and Chus share last place, one point behind Bruno and Dina.",
        "Bruno and Dina share the win with 2 points each.",
    ]
    assert even((0, 1, 1, 1), (1, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 1)) == [
        "Nobody ever led alone.",
        "11 of 16 bids were made.",
        "Ana came last, one point behind Bruno, Chus and Dina.",
        "Bruno, Chus and Dina share the win with 3 points each.",
    ]


def test_a_match_without_a_winner_has_no_story():
    assert match_story("gin", "12", hand("knock", "1", 5, 25)) == []
    assert match_story("gin", "12", hand("knock", "1", 5, 25), how="unfinished") == []
    assert match_story("gin", "12", how="closed") == []


@pytest.mark.parametrize(
    "name", ["שרה", "😀", "{who}", "Maximiliana-Alejandra de la Fuente Ponte", "%s"]
)
def test_player_names_are_inserted_unchanged(name):
    match = Match("gin", ("1", "2"))
    match.run_command(commands.record_stage, 1, "hand", hand("knock", "1", 5, 25)[0][1])
    sheet = match.run_command(commands.close, "closed")

    assert [render(each, NAMES | {"1": name}) for each in story(sheet)] == [
        f"{name} won by 40 points, ahead of Bruno.",
    ]
