"""Gin: scores of hands, the end of a match, three players, Hollywood."""

import pytest

from scorekeeper.match.document import build_result
from tests.rules.gin_table import (
    DRAW,
    GAME,
    TWO,
    after,
    big_gin,
    found,
    gin,
    knock,
    start,
    text,
)

# ---------------------------------------------------------------- scores of hands


@pytest.mark.parametrize(
    ("agreed", "record", "points"),
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
def test_the_points_of_a_hand(agreed, record, points):
    rounds, position = after(record, **agreed)

    assert rounds[0].points == dict(zip(TWO, points, strict=True))
    assert position.totals == rounds[0].points


@pytest.mark.parametrize(
    ("agreed", "record", "why"),
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
                ("1", 7, "Gin, against 7"),
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
                ("1", 7, "Big gin, against 7"),
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
                ("1", 0, "Equal deadwood, nobody wins the hand"),
                ("2", 0, "Equal deadwood, nobody wins the hand"),
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
def test_every_score_has_a_reason(agreed, record, why):
    parts = GAME.deal.parts(start(**agreed), record)

    assert [(part.side, part.points, text(part.why)) for part in parts] == why


def test_a_third_win_is_remarked_as_counting_in_three_games():
    _, position = after(gin("1", 1), gin("1", 1), hollywood=True)

    assert [text(part.why) for part in GAME.deal.parts(position, gin("1", 1))] == [
        "Gin, against 1",
        "Bonus for gin",
        "Counts in games 1, 2, 3",
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


# ---------------------------------------------------------------- the end for two players


@pytest.mark.parametrize(
    ("agreed", "final"),
    [
        pytest.param({}, {"1": 118 + 20 + 100 + 100, "2": 0}, id="100 more"),
        pytest.param({"shutout": "double_hands"}, {"1": 236 + 20 + 100, "2": 0}, id="hands double"),
        pytest.param({"shutout": "double_all"}, {"1": 2 * 238, "2": 0}, id="all double"),
        pytest.param({"shutout": "none"}, {"1": 238, "2": 0}, id="no more"),
        pytest.param({"game_bonus": 200}, {"1": 118 + 20 + 200 + 100, "2": 0}, id="game of 200"),
        pytest.param({"box_bonus": 0}, {"1": 118 + 200, "2": 0}, id="boxes of nothing"),
    ],
)
def test_the_shutout_bonus(agreed, final):
    end = found(gin("1", 98), **agreed)

    assert (end["finished"], end["winners"]) == (True, ["1"])
    assert end["final"] == final
    assert end["settlement"] == {"1": final["1"], "2": -final["1"]}


def test_a_box_without_points_is_still_a_shutout():
    end = found(gin("2", 0), gin("1", 98), gin_bonus=0, target=98)

    assert end["final"] == {"1": 98 + 20 + 100 + 100, "2": 20}


def test_one_point_prevents_a_shutout():
    end = found(knock("2", 9, 10), gin("1", 98))

    assert end["final"] == {"1": 238, "2": 21}


def test_there_is_no_settlement_before_the_end():
    rounds, position = after(gin("1", 79))
    running = build_result(GAME, rounds, position)

    assert running["finished"] is False
    assert "final" not in running
    assert "settlement" not in running
    assert GAME.end.net(rounds, position) == {}


def parts_of(rounds, position):
    """Return (side, points, reason) of each part of the final scores, as on the podium."""
    return [(part.side, part.points, text(part.why)) for part in GAME.end.parts(rounds, position)]


@pytest.mark.parametrize(
    ("agreed", "parts"),
    [
        pytest.param(
            {},
            [
                ("1", 118, "hands"),
                ("2", 0, "hands"),
                ("1", 20, "one box"),
                ("1", 100, "the game"),
                ("1", 100, "shutout"),
            ],
            id="a shutout",
        ),
        pytest.param(
            {"box_bonus": 0, "game_bonus": 0, "shutout": "none"},
            [("1", 118, "hands"), ("2", 0, "hands")],
            id="no bonus at all",
        ),
        pytest.param(
            {"shutout": "double_all"},
            [
                ("1", 118, "hands"),
                ("2", 0, "hands"),
                ("1", 20, "one box"),
                ("1", 100, "the game"),
                ("1", 238, "shutout"),
            ],
            id="all double",
        ),
    ],
)
def test_the_parts_of_a_final_score_have_names(agreed, parts):
    assert parts_of(*after(gin("1", 98), **agreed)) == parts


def test_boxes_are_counted_in_a_final():
    parts = parts_of(*after(*(knock("2", 1, 12) for _ in range(9)), gin("1", 98)))

    assert ("2", 180, "9 boxes") in parts


def test_the_parts_of_a_final_score_in_hollywood_are_its_games():
    rounds, position = after(gin("1", 80), gin("2", 80), gin("2", 80), hollywood=True)

    assert parts_of(rounds, position) == [
        ("1", 320, "game 1"),
        ("2", 0, "game 1"),
        ("1", 0, "game 2"),
        ("2", 320, "game 2"),
        ("1", 0, "game 3"),
        ("2", 320, "game 3"),
    ]


def test_there_are_no_parts_of_a_final_score_before_the_end():
    assert parts_of(*after(gin("1", 79))) == []


def test_reaching_exactly_the_target_ends_the_match():
    rounds, position = after(gin("1", 80))

    assert (position.over, position.winners) == (True, ("1",))
    assert GAME.end.net(rounds, position) == {"1": 320, "2": -320}


NINE_BOXES = (*(knock("2", 1, 12) for _ in range(9)), gin("1", 98))


def test_the_winner_reached_the_target_even_if_boxes_outweigh_it():
    rounds, position = after(*NINE_BOXES)

    assert position.winners == ("1",)
    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "238, one box"),
        (2, ("2",), "279, 9 boxes"),
    ]


def test_by_option_the_highest_final_score_wins():
    rounds, position = after(*NINE_BOXES, winner_by="total")

    assert position.winners == ("2",)
    assert [(p.place, p.seats) for p in GAME.end.places(position, rounds)] == [
        (1, ("2",)),
        (2, ("1",)),
    ]
    assert GAME.end.net(rounds, position) == {"1": -41, "2": 41}


def test_equal_final_scores_share_the_win():
    rounds, position = after(
        *(knock("2", 1, 12) for _ in range(9)), gin("1", 98), winner_by="total", game_bonus=141
    )

    assert position.winners == ("1", "2")
    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1", "2"), "279 each"),
    ]


def test_places_follow_points_during_the_match():
    rounds, position = after(knock("2", 1, 12), knock("1", 1, 12), knock("2", 1, 2))

    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("2",), "12, 2 boxes"),
        (2, ("1",), "11, one box"),
    ]


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [
        pytest.param("alternate", ["1", "2", "1", "2", "1"], id="in turn, draws pass"),
        pytest.param("winner", ["1", "1", "1", "2", "2"], id="the winner, draws stay"),
        pytest.param("loser", ["1", "2", "2", "1", "1"], id="the loser, draws stay"),
    ],
)
def test_the_next_dealer_of_two(rule, dealers):
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
    assert found(DRAW, first_dealer="2")["dealers"] == ["2"]
