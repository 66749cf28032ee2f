"""A match that the players end early: winners, places and payments."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.match import commands, correction_commands, outcome
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.match.memory_match import Match
from tests.match.random_match import RandomMatch
from tests.replayed import replayed_sheet
from tests.sample import sized

# Random matches of jamon are often over, or have no deal yet, after eight steps.
MOST_DISCARDED = settings(
    max_examples=sized(25, 10),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
SEEDS = st.integers(0, 2**32)
THREE = ("1", "2", "3")


def sheet_at_end(game, players, *deals, **agreed):
    """Return the sheet of a match closed after these deals, each a list of (stage, answers)."""
    match = Match(game, players, **agreed)
    for number, stages in enumerate(deals, start=1):
        for stage, answers in stages:
            match.run_command(commands.record_stage, number, stage, answers)
    return match.run_command(commands.close, "closed")


def places(sheet):
    return [(p.place, p.seats, render(p.description, {})) for p in outcome.current_places(sheet)]


def cards_left(closer, *numbers, seats=THREE):
    return {"closer": closer, "deadwood": dict(zip(seats, numbers, strict=True))}


def knock_hand(knocker, own, theirs):
    other = "2" if knocker == "1" else "1"
    return [
        ("hand", {"result": "knock", "knocker": knocker, "deadwood": {knocker: own, other: theirs}})
    ]


def test_the_highest_total_wins_jabberwocky():
    deal = [
        ("bids", {"bids": {"1": 2, "2": 2, "3": 0}}),
        ("tricks", {"tricks": {"1": 2, "2": 1, "3": 0}}),
    ]

    sheet = sheet_at_end("jabberwocky", THREE, deal)

    assert sheet.winners == ("1", "3")
    assert places(sheet) == [(1, ("1", "3"), "1 point"), (3, ("2",), "0 points")]


def test_the_lowest_total_still_in_wins_chinchon_and_the_pot():
    sheet = sheet_at_end(
        "chinchon",
        ("1", "2", "3", "4"),
        [("cards", cards_left("1", 0, 20, 30, 60, seats="1234"))],
        [("cards", cards_left("2", 10, 0, 5, 60, seats="1234")), ("back", {"reenlist": []})],
    )

    assert sheet.winners == ("1",)
    assert places(sheet) == [
        (1, ("1",), "lowest total, 10"),
        (2, ("2",), "still in, 20"),
        (3, ("3",), "still in, 35"),
        (4, ("4",), "out at 120"),
    ]
    assert sheet.game.end.net_amounts(sheet.played_deals, sheet.position) == {
        "1": 3,
        "2": -1,
        "3": -1,
        "4": -1,
    }


def test_the_lowest_total_still_in_wins_loba_and_players_out_are_placed_last():
    sheet = sheet_at_end(
        "loba",
        ("1", "2", "3"),
        [
            ("cards", {"went_out": "1", "deadwood": {"1": 0, "2": 25, "3": 15}}),
            ("back", {"reenlist": []}),
        ],
        [("cards", {"went_out": "3", "deadwood": {"1": 15, "3": 0}})],
        [("cards", {"went_out": "1", "deadwood": {"1": 0, "3": 3}})],
        limit=20,
    )

    assert sheet.winners == ("1",)
    assert places(sheet) == [
        (1, ("1",), "lowest total, 15"),
        (2, ("3",), "still in, 18"),
        (3, ("2",), "out at 25"),
    ]


def test_level_players_share_the_win_and_the_pot():
    sheet = sheet_at_end("chinchon", THREE, [("cards", cards_left("1", 2, 2, 30))])

    assert sheet.winners == ("1", "2")
    assert places(sheet)[0] == (1, ("1", "2"), "lowest total, 2")
    assert sheet.game.end.additional_results(sheet.played_deals, sheet.position)["payout"] == {
        "1": 1,
        "2": 1,
    }
    assert sheet.game.end.additional_results(sheet.played_deals, sheet.position)["remainder"] == 1


def test_boxes_count_in_gin_ended_early_but_the_game_bonus_does_not():
    sheet = sheet_at_end(
        "gin", ("1", "2"), knock_hand("1", 5, 25), knock_hand("2", 3, 13), target=100
    )

    assert sheet.winners == ("1",)
    extras = sheet.game.end.additional_results(sheet.played_deals, sheet.position)
    assert extras["final"] == {"1": 40, "2": 30}
    assert extras["settlement"] == {"1": 10, "2": -10}


def test_boxes_decide_gin_if_the_highest_final_score_wins():
    hands = [knock_hand("1", 2, 32), knock_hand("2", 2, 12), knock_hand("2", 2, 12)]

    by_target = sheet_at_end("gin", ("1", "2"), *hands, winner_by="target")
    by_final = sheet_at_end("gin", ("1", "2"), *hands, winner_by="total")

    assert by_target.position.totals == {"1": 30, "2": 20}
    assert by_target.winners == ("1",)
    assert by_final.winners == ("2",)  # 20 and two boxes of 20 beat 30 and one box


def test_equal_points_share_the_win_in_gin_ended_early_even_if_the_boxes_differ():
    hands = [knock_hand("1", 2, 22), knock_hand("2", 2, 12), knock_hand("2", 2, 12)]

    sheet = sheet_at_end("gin", ("1", "2"), *hands)

    assert sheet.winners == ("1", "2")
    assert places(sheet) == [(1, ("1", "2"), "20 each, without boxes")]
    assert sheet.game.end.additional_results(sheet.played_deals, sheet.position)["final"] == {
        "1": 40,
        "2": 60,
    }


def test_all_three_hollywood_games_count_and_none_has_a_winner():
    sheet = sheet_at_end(
        "gin", ("1", "2"), knock_hand("1", 5, 25), knock_hand("1", 5, 15), hollywood=True
    )

    assert sheet.winners == ("1",)
    columns = sheet.game.display.columns(sheet.played_deals, sheet.position)
    assert [column.final["1"] for column in columns] == [70, 30, 0]
    assert [column.winner for column in columns] == [None, None, None]
    assert outcome.final_points(sheet) == {"1": 100, "2": 0}


def test_gin_for_three_ended_early_has_no_shutout_bonus():
    hand = [("hand", {"result": "gin", "knocker": "2", "deadwood": {"2": 0, "3": 15}})]

    sheet = sheet_at_end("gin", THREE, hand)

    assert sheet.winners == ("2",)
    assert sheet.game.end.net_amounts(sheet.played_deals, sheet.position) == {
        "1": -55,
        "2": 110,
        "3": -55,
    }


def test_a_closed_match_keeps_a_winner_when_a_correction_leaves_its_last_deal_open():
    match = Match("loba", THREE, limit=50)
    for number, left_over in enumerate(({"2": 20, "3": 30}, {"2": 10, "3": 10}), start=1):
        cards = {"went_out": "1", "deadwood": {"1": 0, **left_over}}
        match.run_command(commands.record_stage, number, "cards", cards)
    assert match.run_command(commands.close, "closed").winners == ("1",)

    # The third player reaches 55, so the next question is whether they come back.
    cards = {"went_out": "1", "deadwood": {"1": 0, "2": 10, "3": 25}}
    sheet = match.run_command(
        correction_commands.correct_deal, 2, (("cards", cards),), match.sheet.version
    )

    assert len(sheet.played_deals) == 1
    assert sheet.winners == ("1",)


def test_correcting_a_closed_match_recomputes_its_winner():
    match = Match("chinchon", THREE)
    match.run_command(commands.record_stage, 1, "cards", cards_left("1", 2, 20, 30))
    assert match.run_command(commands.close, "closed").winners == ("1",)

    sheet = match.run_command(
        correction_commands.correct_deal,
        1,
        (("cards", cards_left("2", 20, 2, 30)),),
        match.sheet.version,
    )

    assert sheet.winners == ("2",)
    assert outcome.winners(sheet) == ["2"]
    assert sheet == replayed_sheet(match.log, 1)


def test_a_match_ended_early_counts_but_sets_no_records():
    early = sheet_at_end("chinchon", THREE, [("cards", cards_left("1", 2, 20, 30))])

    result = outcome.counted_result(early)
    assert outcome.match_state(early) is MatchState.CLOSED
    assert [(seat.player, seat.finish.place, seat.finish.won) for seat in result] == [
        ("1", 1, True),
        ("2", 2, False),
        ("3", 3, False),
    ]
    assert [seat.record_values for seat in result] == [{}, {}, {}]


@pytest.mark.parametrize("agreed", [{}, {"target": 9}, {"hands": 3}, {"target": 9, "hands": 3}])
def test_a_session_of_jaguar_sets_records_when_it_ends_unless_its_end_was_agreed(agreed):
    hand = ("hand", {"jaguar": "1", "friend": "2", "points": 80})

    sheet = sheet_at_end("jaguar", ("1", "2", "3", "4", "5"), [hand], **agreed)

    records = [seat.record_values for seat in outcome.counted_result(sheet)]
    assert [bool(values) for values in records] == [not agreed] * 5
    assert records[0].get("best_session") == (None if agreed else 2)


@pytest.mark.parametrize("game", GAMES)
@MOST_DISCARDED
@given(seed=SEEDS)
def test_any_match_with_a_deal_can_be_closed_with_a_winner_and_reopened(game, seed):
    random_match = RandomMatch(game, seed).play(8)
    before = random_match.sheet
    assume(before.played_deals and not before.is_over)

    sheet = random_match.run_command(commands.close, "closed")

    assert sheet == replayed_sheet(random_match.log, random_match.match)
    best, *others = outcome.current_places(sheet)
    assert set(best.seats) == set(sheet.winners)
    assert not set(sheet.winners) & set(sheet.position.eliminated)
    assert sorted(side for place in (best, *others) for side in place.seats) == sorted(
        sheet.position.totals
    )
    assert sum(sheet.game.end.net_amounts(sheet.played_deals, sheet.position).values()) <= 0
    assert [seat.player for seat in outcome.counted_result(sheet)] == list(sheet.setup.players)
    opened = random_match.run_command(commands.reopen)
    assert (opened.position, opened.current_answers) == (before.position, before.current_answers)
