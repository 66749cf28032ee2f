"""Gin: scores of hands, and the next dealer."""

import pytest

from scorekeeper.match.document import build_result
from tests.rules.gin_table import DRAW, GAME, after, big_gin, gin, knock, score_deals, start
from tests.rules.notation import TWO, text


@pytest.mark.parametrize(
    ("agreed", "answers", "points"),
    [
        pytest.param({}, knock("1", 5, 27), (22, 0), id="knock"),
        pytest.param({}, knock("2", 10, 11), (0, 1), id="knock with ten"),
        pytest.param({}, knock("1", 9, 3), (0, 16), id="undercut"),
        pytest.param({}, knock("1", 6, 6), (0, 10), id="equal is an undercut"),
        pytest.param({}, knock("1", 6, 0), (0, 16), id="undercut with everything laid off"),
        pytest.param({}, gin("1", 38), (58, 0), id="gin"),
        pytest.param({}, gin("2", 0), (0, 20), id="gin against nothing"),
        pytest.param({}, gin("2", 98), (0, 118), id="the highest classic hand"),
        pytest.param({}, DRAW, (0, 0), id="draw"),
        pytest.param({"preset": "modern"}, gin("1", 38), (63, 0), id="modern gin"),
        pytest.param({"preset": "modern"}, knock("1", 9, 3), (0, 31), id="modern undercut"),
        pytest.param({"preset": "modern"}, big_gin("1", 98), (129, 0), id="the highest hand"),
        pytest.param({"big_gin_bonus": 50}, big_gin("1", 3), (53, 0), id="big gin of fifty"),
        pytest.param({"big_gin_bonus": 0}, big_gin("1", 3), (3, 0), id="big gin without bonus"),
        pytest.param({"gin_bonus": 25}, gin("1", 3), (28, 0), id="gin of 25"),
        pytest.param(
            {"preset": "modern", "gin_bonus": 20},
            gin("1", 3),
            (23, 0),
            id="a single option goes over the preset",
        ),
        pytest.param({"undercut_bonus": 0}, knock("1", 9, 3), (0, 6), id="no undercut bonus"),
        pytest.param(
            {"undercut_on_tie": False}, knock("1", 6, 6), (0, 0), id="equal deadwood, no winner"
        ),
        pytest.param(
            {"undercut_on_tie": False}, knock("1", 6, 5), (0, 11), id="less is still an undercut"
        ),
        pytest.param(
            {"spades_double": True}, knock("1", 5, 27, upcard="10S"), (44, 0), id="a spade doubles"
        ),
        pytest.param(
            {"spades_double": True},
            knock("1", 5, 5, upcard="QS"),
            (0, 20),
            id="a spade doubles the undercut bonus",
        ),
        pytest.param(
            {"spades_double": True},
            gin("1", 7, upcard="AS"),
            (54, 0),
            id="a spade doubles the bonus for gin",
        ),
        pytest.param(
            {"spades_double": True}, gin("1", 7, upcard="AC"), (27, 0), id="a club does not double"
        ),
        pytest.param({"spades_double": True}, {**DRAW, "upcard": "AS"}, (0, 0), id="drawn spade"),
        pytest.param(
            {"oklahoma": True},
            gin("1", 7, upcard="AS"),
            (27, 0),
            id="spades double only where agreed",
        ),
        pytest.param({"knock_limit": 0}, gin("1", 7), (27, 0), id="only gin"),
    ],
)
def test_a_hand_scores_by_its_result_the_deadwood_and_the_bonuses(agreed, answers, points):
    rounds, position = after(answers, **agreed)

    assert rounds[0].points == dict(zip(TWO, points, strict=True))
    assert position.totals == rounds[0].points


@pytest.mark.parametrize(
    ("agreed", "answers", "why"),
    [
        pytest.param(
            {},
            knock("1", 5, 27),
            [("1", 22, "Knock, 5 against 27"), ("2", 0, "Ana won the hand")],
            id="knock",
        ),
        pytest.param(
            {},
            knock("1", 9, 3),
            [
                ("2", 6, "Undercut, 3 against 9"),
                ("2", 10, "Bonus for the undercut"),
                ("1", 0, "Bruno won the hand"),
            ],
            id="undercut",
        ),
        pytest.param(
            {"spades_double": True},
            gin("1", 7, upcard="AS"),
            [
                ("1", 7, "Gin against 7"),
                ("1", 20, "Bonus for gin"),
                ("1", 27, "Spade upcard: points doubled"),
                ("2", 0, "Ana won the hand"),
            ],
            id="gin, doubled",
        ),
        pytest.param(
            {"preset": "modern"},
            big_gin("1", 7),
            [
                ("1", 7, "Big gin against 7"),
                ("1", 31, "Bonus for big gin"),
                ("2", 0, "Ana won the hand"),
            ],
            id="big gin",
        ),
        pytest.param({}, DRAW, [("1", 0, "Draw"), ("2", 0, "Draw")], id="draw"),
        pytest.param(
            {"undercut_on_tie": False},
            knock("1", 6, 6),
            [
                ("1", 0, "Equal deadwood: nobody wins the hand"),
                ("2", 0, "Equal deadwood: nobody wins the hand"),
            ],
            id="equal",
        ),
        pytest.param(
            {"hollywood": True},
            knock("1", 5, 27),
            [
                ("1", 22, "Knock, 5 against 27"),
                ("1", 0, "Counts in game 1"),
                ("2", 0, "Ana won the hand"),
            ],
            id="Hollywood says where it is written",
        ),
    ],
)
def test_every_score_has_a_reason(agreed, answers, why):
    parts = GAME.deal.parts(start(**agreed), answers)

    assert [(part.side, part.points, text(part.why)) for part in parts] == why


def test_a_third_win_is_remarked_as_counting_in_three_games():
    _, position = after(gin("1", 1), gin("1", 1), hollywood=True)

    assert [text(part.why) for part in GAME.deal.parts(position, gin("1", 1))] == [
        "Gin against 1",
        "Bonus for gin",
        "Counts in games 1, 2 and 3",
        "Ana won the hand",
    ]


def test_each_won_hand_is_a_box_even_without_points():
    rounds, position = after(
        knock("1", 5, 27), gin("2", 0), DRAW, knock("1", 6, 6), gin_bonus=0, undercut_bonus=0
    )

    assert [played.points for played in rounds] == [
        {"1": 22, "2": 0},
        {"1": 0, "2": 0},
        {"1": 0, "2": 0},
        {"1": 0, "2": 0},
    ]
    assert position.game_state.boxes == {"1": 1, "2": 2}
    assert build_result(GAME, rounds, position)["boxes"] == {"1": 1, "2": 2}
    assert position.number == 5


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [
        pytest.param("alternate", ["1", "2", "1", "2", "1"], id="in turn, draws pass"),
        pytest.param("winner", ["1", "1", "1", "2", "2"], id="the winner, draws stay"),
        pytest.param("loser", ["1", "2", "2", "1", "1"], id="the loser, draws stay"),
    ],
)
def test_with_two_players_the_deal_rule_decides_who_deals_next(rule, dealers):
    rounds, position = after(
        knock("1", 5, 27),
        DRAW,
        knock("1", 9, 3),
        knock("1", 6, 6),
        deal_rule=rule,
        undercut_on_tie=False,
    )

    assert [played.before.dealer for played in rounds] + [position.dealer] == dealers


def test_the_first_dealer_is_chosen_by_the_table():
    assert score_deals(DRAW, first_dealer="2")["dealers"] == ["2"]
