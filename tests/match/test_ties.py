"""Comments, stories and results of matches in which sides are tied or equal in another way."""

import pytest

from scorekeeper.match import commands, correction_commands, outcome, story_facts
from scorekeeper.match.deal_comment import deal_comment
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.story import (
    best_deal_sentences,
    farthest_behind_sentences,
    margin_sentences,
)
from tests.match.memory_match import Match
from tests.match.stories import hand, tricks
from tests.rules.notation import text


def played(game, players, *deals, how=None, **agreed):
    """Return the sheet of a match with these deals, each a list of (stage, answers)."""
    match = Match(game, tuple(players), **agreed)
    for number, stages in enumerate(deals, start=1):
        for stage, answers in stages:
            match.run_command(commands.record_stage, number, stage, answers)
    return match.run_command(commands.close, how) if how else match.sheet


def left(*numbers):
    """Return the answers of one deal of Loba. The player with 0 points went out."""
    deadwood = dict(zip("1234", numbers, strict=False))
    out = next(seat for seat, number in deadwood.items() if number == 0)
    return [("cards", {"went_out": out, "deadwood": deadwood})]


def bids_made(*deals):
    """Return the sheet of a match of Jabberwocky in which these players made their bids."""
    answers = [
        tricks([1 if seat in made else 0 for seat in "1234"], (1, 1, 1, 1)) for made in deals
    ]
    return played("jabberwocky", "1234", *answers, schedule=[4] * len(deals), dealer_hook=False)


def texts(sentences):
    return [text(each) for each in sentences]


# ---------------------------------------------------------------- the comment on a deal


def test_equally_long_streaks_are_not_in_the_comment():
    deals = [tricks((1, 1, 0), (1, 1, 1))] * 3  # Ana and Bruno make their bids

    sheet = played("jabberwocky", "123", *deals, schedule=[3] * 4)

    assert text(deal_comment(sheet)) == "Ana and Bruno share the lead."


def test_of_two_players_who_come_near_the_limit_the_nearer_one_is_named():
    sheet = played("loba", "123", left(0, 50, 45), left(0, 31, 40))

    assert text(deal_comment(sheet)) == "Chus is only 15 short of 100."


def test_all_players_who_come_equally_near_the_limit_are_named():
    sheet = played("loba", "123", left(0, 50, 45), left(0, 35, 40))

    assert text(deal_comment(sheet)) == "Bruno and Chus are only 15 short of 100."


def test_a_player_who_was_already_near_the_limit_is_not_named_again():
    sheet = played("loba", "123", left(0, 60, 7), left(0, 21, 20), left(5, 0, 20))

    assert text(deal_comment(sheet)) == "Ana leads by 42."


# ---------------------------------------------------------------- the story


def test_the_lead_is_not_shared_by_the_only_player_left():
    sheet = played("loba", "12", left(0, 20), left(10, 0), left(0, 40), limit=50, max_reenlist=0)

    assert sheet.winners == ("1",)
    assert texts(story_facts.shared_lead_sentences(sheet)) == []


@pytest.mark.parametrize(
    ("deals", "sentences"),
    [
        (("12", "1"), []),
        (("12", "1", "1"), ["The lead was shared after one of 3 deals."]),
    ],
    ids=["two deals", "three deals"],
)
def test_a_shared_lead_is_reported_from_three_deals_on(deals, sentences):
    assert texts(story_facts.shared_lead_sentences(bids_made(*deals))) == sentences


def test_a_player_who_always_led_did_not_lead_most_often():
    assert texts(story_facts.longest_leader_sentences(bids_made("1", "1", "1"))) == []
    assert texts(story_facts.longest_leader_sentences(bids_made("1", "1", "2", "2"))) == [
        "Ana led most often: after 3 of 4 deals."
    ]


def test_of_equally_large_leads_the_first_one_is_reported():
    assert texts(story_facts.largest_lead_sentences(bids_made("1", "1", "2", "1", "2"))) == [
        "Ana’s largest lead was 2 points, after Deal 2."
    ]


def test_three_players_who_are_level_before_the_last_deal_are_named_and_four_are_not():
    assert texts(story_facts.before_last_sentences(bids_made("123", "1"))) == [
        "Before the last deal, Ana, Bruno and Chus were level."
    ]
    assert texts(story_facts.before_last_sentences(bids_made("1234", "1"))) == []


def test_all_others_share_the_last_place_only_if_several_won():
    assert texts(story_facts.last_place_sentences(bids_made("12"))) == [
        "Chus and Dina share last place, one point behind Ana and Bruno."
    ]
    assert texts(story_facts.last_place_sentences(bids_made("1"))) == []


def test_a_best_deal_of_one_point_is_not_reported():
    assert texts(best_deal_sentences(bids_made("1", ""))) == []


def test_a_player_who_won_with_a_run_without_being_ahead_has_no_margin_and_no_largest_lead():
    level = [("cards", {"closer": "1", "deadwood": {"1": 2, "2": 2}})]
    behind = [("cards", {"closer": "1", "deadwood": {"1": 2, "2": 12}})]
    far_behind = [("cards", {"closer": "1", "deadwood": {"1": 2, "2": 30}})]
    run = [("cards", {"closer": "2", "close": "run", "deadwood": {"1": 0, "2": 0}})]  # takes 10 off

    drawn = played("chinchon", "12", behind, run, run_rule="wins")
    lost = played("chinchon", "12", level, far_behind, run, run_rule="wins")

    assert (drawn.winners, texts(margin_sentences(drawn))) == (("2",), [])
    assert (lost.winners, texts(story_facts.largest_lead_sentences(lost))) == (("2",), [])


def test_a_deficit_after_the_last_deal_is_not_reported():
    """Bruno has two boxes, and therefore wins with the lower total."""
    hands = [hand("knock", "2", 2, 12), hand("knock", "2", 2, 12), hand("knock", "1", 2, 27)]

    sheet = played("gin", "12", *hands, winner_by="total", how="closed")

    assert (sheet.winners, sheet.position.totals) == (("2",), {"1": 25, "2": 20})
    assert texts(farthest_behind_sentences(sheet)) == []


# ---------------------------------------------------------------- the result


def test_while_a_match_is_in_progress_all_leaders_would_win():
    sheet = played("jabberwocky", "123", tricks((1, 1, 0), (1, 1, 1)), schedule=[3, 3])

    result = outcome.provisional_result(sheet)

    assert [(seat.finish.place, seat.finish.won) for seat in result] == [
        (1, True),
        (1, True),
        (3, False),
    ]


def test_a_closed_match_that_a_correction_brings_to_its_end_sets_records():
    match = Match("gin", ("1", "2"), target=50)
    match.run_command(commands.record_stage, 1, *hand("knock", "1", 5, 25)[0])
    sheet = match.run_command(commands.close, "closed")
    assert not any(seat.record_values for seat in outcome.counted_result(sheet))

    sheet = match.run_command(
        correction_commands.correct_deal, 1, tuple(hand("knock", "1", 5, 80)), match.sheet.version
    )

    assert outcome.match_state(sheet) is MatchState.CLOSED
    assert any(seat.record_values for seat in outcome.counted_result(sheet))
