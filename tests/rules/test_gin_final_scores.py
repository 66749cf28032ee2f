"""Final scores in gin: the bonuses, their parts, and who wins."""

import pytest

from scorekeeper.match.document import build_result
from tests.rules.gin_table import GAME, after, gin, knock, score_deals
from tests.rules.notation import text


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
def test_the_final_score_of_a_shutout_includes_the_agreed_bonuses(agreed, final):
    end = score_deals(gin("1", 98), **agreed)

    assert (end["finished"], end["winners"]) == (True, ["1"])
    assert end["final"] == final
    assert end["settlement"] == {"1": final["1"], "2": -final["1"]}


def test_a_box_without_points_is_still_a_shutout():
    end = score_deals(gin("2", 0), gin("1", 98), gin_bonus=0, target=98)

    assert end["final"] == {"1": 98 + 20 + 100 + 100, "2": 20}


def test_one_point_prevents_a_shutout():
    end = score_deals(knock("2", 9, 10), gin("1", 98))

    assert end["final"] == {"1": 238, "2": 21}


def test_there_is_no_settlement_before_the_end():
    rounds, position = after(gin("1", 79))
    running = build_result(GAME, rounds, position)

    assert running["finished"] is False
    assert "final" not in running
    assert "settlement" not in running
    assert GAME.end.net_amounts(rounds, position) == {}


def parts_of(rounds, position):
    """Return (side, points, reason) for each part of the final scores, as the podium shows them."""
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

    assert (position.is_over, position.winners) == (True, ("1",))
    assert GAME.end.net_amounts(rounds, position) == {"1": 320, "2": -320}


NINE_BOXES = (*(knock("2", 1, 12) for _ in range(9)), gin("1", 98))


def test_the_winner_reached_the_target_even_if_boxes_outweigh_it():
    rounds, position = after(*NINE_BOXES)

    assert position.winners == ("1",)
    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
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
    assert GAME.end.net_amounts(rounds, position) == {"1": -41, "2": 41}


def test_equal_final_scores_share_the_win():
    rounds, position = after(
        *(knock("2", 1, 12) for _ in range(9)), gin("1", 98), winner_by="total", game_bonus=141
    )

    assert position.winners == ("1", "2")
    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1", "2"), "279 each"),
    ]


def test_places_follow_points_during_the_match():
    rounds, position = after(knock("2", 1, 12), knock("1", 1, 12), knock("2", 1, 2))

    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("2",), "12, 2 boxes"),
        (2, ("1",), "11, one box"),
    ]
