"""Gin rummy for three players, and Hollywood."""

import pytest

from scorekeeper.match.document import build_result
from tests.rules.gin_table import DRAW, GAME, after, gin, knock, score_deals
from tests.rules.notation import THREE, TWO, text


def test_with_three_players_the_loser_deals_and_sits_out():
    end = score_deals(
        knock("2", 5, 27, "3"),  # Ana idle; Chus loses
        knock("1", 9, 3, "2"),  # Chus idle; Ana is undercut
        {"result": "draw"},  # Ana idle
        gin("3", 10, "2"),  # Ana still idle; Bruno loses
        seats=THREE,
    )

    assert end["idle"] == end["dealers"] == ["1", "3", "1", "1"]
    assert end["next_dealer"] == "2"
    assert end["per_round"] == [
        {"2": 22, "3": 0},
        {"1": 0, "2": 16},
        {"2": 0, "3": 0},
        {"3": 30, "2": 0},
    ]
    assert end["totals"] == {"1": 0, "2": 38, "3": 30}


def test_the_same_two_play_again_after_a_hand_without_a_winner():
    end = score_deals(knock("2", 5, 5, "3"), seats=THREE, undercut_on_tie=False)

    assert end["next_dealer"] == "1"


def test_the_option_for_the_next_dealer_of_two_has_no_effect_on_three():
    end = score_deals(knock("2", 5, 27, "3"), seats=THREE, deal_rule="winner")

    assert end["next_dealer"] == "3"


def test_three_players_settle_in_pairs_and_pay_shutouts_to_the_winner():
    end = score_deals(
        knock("2", 5, 25, "3"), gin("2", 90, "1"), seats=THREE
    )  # Bruno 20 + 110 and two boxes; the others 0

    assert end["final"] == {"1": 0, "2": 130 + 40 + 100, "3": 0}
    assert end["settlement"] == {"1": -370, "2": 740, "3": -370}


def test_with_three_players_only_the_player_without_points_pays_the_shutout():
    end = score_deals(knock("3", 5, 25, "2"), gin("3", 90, "1"), seats=THREE, target=200)
    assert end["finished"] is False

    end = score_deals(
        knock("2", 5, 25, "3"),  # Bruno 20
        gin("1", 80, "2"),  # Ana 100
        seats=THREE,
    )

    assert end["final"] == {"1": 220, "2": 40, "3": 0}
    assert end["settlement"] == {"1": 180 + 220 + 100, "2": -180 + 40, "3": -220 - 40 - 100}


def test_the_note_on_the_settlement_of_three_players_names_who_pays_the_shutout():
    pairs = (
        "Any two players settle the difference between their final scores. Each player then pays"
        " or gets only the balance."
    )

    def note(*hands, seats=THREE, **agreed):
        return text(GAME.end.net_note(after(*hands, seats=seats, **agreed)[1]))

    one = f"{pairs} Chus has no points and pays Ana 100 more."
    assert note(knock("2", 5, 25, "3"), gin("1", 80, "2")) == one
    both = f"{pairs} Ana and Chus have no points and each pay Bruno 100 more."
    assert note(gin("2", 80, "3")) == both
    assert note(gin("2", 80, "3"), shutout="none") == pairs
    assert note(gin("1", 80), seats=TWO) is None


@pytest.mark.parametrize(
    ("shutout", "pays"), [("flat100", 100), ("double_hands", 100), ("double_all", 100), ("none", 0)]
)
def test_with_three_players_any_shutout_rule_but_none_costs_a_hundred(shutout, pays):
    end = score_deals(gin("2", 80, "3"), seats=THREE, shutout=shutout)

    assert end["final"] == {"1": 0, "2": 220, "3": 0}
    assert end["settlement"] == {"1": -220 - pays, "2": 440 + 2 * pays, "3": -220 - pays}


def test_wins_count_in_one_game_then_two_then_three():
    rounds, position = after(
        gin("1", 11),
        knock("2", 2, 20),
        knock("2", 5, 1),
        DRAW,
        gin("2", 8),
        knock("1", 3, 17),
        hollywood=True,
    )

    columns = [
        (text(c.title), dict(c.entries), c.points, c.boxes, c.winner, c.final)
        for c in GAME.display.columns(rounds, position)
    ]
    assert columns == [
        (
            "Game 1",
            {"1": (31, 45, 59), "2": (18, 46)},
            {"1": 59, "2": 46},
            {"1": 3, "2": 2},
            None,
            None,
        ),
        ("Game 2", {"1": (14, 28), "2": (28,)}, {"1": 28, "2": 28}, {"1": 2, "2": 1}, None, None),
        ("Game 3", {"1": (14,), "2": ()}, {"1": 14, "2": 0}, {"1": 1, "2": 0}, None, None),
    ]
    assert position.totals == {"1": 101, "2": 74}
    assert position.game_state.boxes == {"1": 6, "2": 3}
    assert position.is_over is False


def test_a_game_that_has_ended_gets_no_more_points():
    end = score_deals(gin("1", 80), gin("1", 60), gin("1", 10), gin("1", 10), hollywood=True)

    assert [(c["points"], c["boxes"], c["winner"], c["final"]) for c in end["columns"]] == [
        ({"1": 100, "2": 0}, {"1": 1, "2": 0}, "1", {"1": 320, "2": 0}),
        ({"1": 110, "2": 0}, {"1": 2, "2": 0}, "1", {"1": 350, "2": 0}),
        ({"1": 60, "2": 0}, {"1": 2, "2": 0}, None, None),
    ]
    assert end["totals"] == {"1": 270, "2": 0}
    assert end["running"] == [
        {"1": 100, "2": 0},
        {"1": 180, "2": 0},
        {"1": 240, "2": 0},
        {"1": 270, "2": 0},
    ]


def test_the_highest_final_score_of_three_games_wins_hollywood():
    end = score_deals(gin("1", 80), gin("2", 80), gin("2", 80), hollywood=True)

    assert [c["winner"] for c in end["columns"]] == ["1", "2", "2"]
    assert [c["final"] for c in end["columns"]] == [
        {"1": 320, "2": 0},
        {"1": 0, "2": 320},
        {"1": 0, "2": 320},
    ]
    assert (end["finished"], end["winners"]) == (True, ["2"])
    assert end["totals"] == {"1": 100, "2": 200}
    assert end["final"] == {"1": 320, "2": 640}
    assert end["settlement"] == {"1": -320, "2": 320}


def test_without_hollywood_there_are_no_columns():
    rounds, position = after(gin("1", 3))

    assert GAME.display.columns(rounds, position) == ()
    assert "columns" not in build_result(GAME, rounds, position)
