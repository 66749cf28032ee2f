"""Gin for two pairs of partners: the two hands of a deal give one score and at most one box."""

from scorekeeper.rules.game import play
from tests.rules.gin_table import GAME, after, deal, draw_of, gin, knock, score_deals, start
from tests.rules.notation import FOUR, text


def test_pairs_score_the_difference_of_both_hands():
    rounds, position = after(
        deal(knock("1", 4, 20, "2"), knock("4", 2, 15, "3")),  # 16 − 13
        deal(gin("1", 5, "4"), gin("2", 45, "3")),  # 25 − 65
        deal(gin("1", 5, "2"), gin("4", 5, "3")),  # equal
        {"hands": [draw_of("1", "4"), draw_of("3", "2")]},
        {"hands": [draw_of("3", "4"), {"pair": ["1", "2"], **gin("1", 5, "2")}]},
        seats=FOUR,
    )

    assert [played.points for played in rounds] == [
        {"1+3": 3, "2+4": 0},
        {"1+3": 0, "2+4": 40},
        {"1+3": 0, "2+4": 0},
        {"1+3": 0, "2+4": 0},
        {"1+3": 25, "2+4": 0},
    ]
    assert position.game_state.boxes == {"1+3": 2, "2+4": 1}
    assert [played.before.dealer for played in rounds] == ["1", "2", "3", "4", "1"]


def test_a_difference_of_one_point_is_a_box():
    _, position = after(
        {"hands": [{"pair": ["1", "2"], **knock("1", 4, 5, "2")}, draw_of("3", "4")]}, seats=FOUR
    )

    assert (position.totals, position.game_state.boxes) == (
        {"1+3": 1, "2+4": 0},
        {"1+3": 1, "2+4": 0},
    )


def test_equal_deadwood_in_a_hand_of_pairs_is_an_undercut_or_no_win():
    answers = {"hands": [{"pair": ["1", "2"], **knock("1", 4, 4, "2")}, draw_of("3", "4")]}
    agreed, variant = start(FOUR), start(FOUR, undercut_on_tie=False)

    undercut, nothing = play(GAME, agreed, answers), play(GAME, variant, answers)

    assert undercut.points == {"1+3": 0, "2+4": 10}
    assert text(GAME.display.cells(undercut)["2+4"].text) == "+10 0"
    assert nothing.points == {"1+3": 0, "2+4": 0}
    assert text(GAME.display.cells(nothing)["2+4"].text) == "0 0"


def test_the_reasons_of_a_deal_of_pairs_are_in_order_of_hands():
    answers = deal(knock("1", 4, 20, "2"), gin("4", 15, "3"), upcard="5S")
    parts = GAME.deal.parts(start(FOUR, spades_double=True, hollywood=True), answers)

    assert [(part.side, part.points, text(part.why)) for part in parts] == [
        ("2+4", -16, "Ana: Knock, 4 against 20"),
        ("2+4", 15, "Dina: Gin against 15"),
        ("2+4", 20, "Dina: Bonus for gin"),
        ("2+4", 19, "Spade upcard: points doubled"),
        ("2+4", 0, "Counts in game 1"),
        ("1+3", 0, "Bruno + Dina won more points in the two hands"),
    ]


def test_equal_hands_of_pairs_have_a_reason():
    answers = deal(gin("1", 5, "2"), gin("4", 5, "3"))

    assert [
        (part.side, part.points, text(part.why)) for part in GAME.deal.parts(start(FOUR), answers)
    ] == [
        ("1+3", 0, "The two hands cancel out"),
        ("2+4", 0, "The two hands cancel out"),
    ]


def test_a_winning_pair_is_two_winners():
    end = score_deals(deal(gin("4", 60, "1"), gin("2", 40, "3")), seats=FOUR)

    assert end["winners"] == ["2", "4"]
    assert end["final"] == {"1+3": 0, "2+4": 140 + 20 + 100 + 100}
    assert end["settlement"] == {"1+3": -360, "2+4": 360}
