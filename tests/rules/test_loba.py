"""Loba: scores, going out and coming back, and the end of a match."""

import pytest

from scorekeeper.match.document import build_result
from tests.rules.loba_table import GAME, after, deal, table
from tests.rules.notation import THREE, text


@pytest.mark.parametrize(
    ("agreed", "answers", "points", "reasons"),
    [
        pytest.param(
            {},
            deal("3", 15, 90, 0),
            (15, 90, 0),
            ["15 points left", "90 points left", "Went out"],
            id="went out",
        ),
        pytest.param(
            {},
            deal("3", 15, 2, 0, clean=True),
            (15, 2, -10),
            ["15 points left", "2 points left", "Went out all at once"],
            id="all at once",
        ),
        pytest.param(
            {},
            deal("3", 15, 2, 0, clean=False),
            (15, 2, 0),
            ["15 points left", "2 points left", "Went out"],
            id="not all at once",
        ),
        pytest.param(
            {"clean_bonus": 25},
            deal("3", 15, 2, 0, clean=True),
            (15, 2, -25),
            ["15 points left", "2 points left", "Went out all at once"],
            id="25 for all at once",
        ),
        pytest.param(
            {},
            deal(None, 15, 41, 8),
            (15, 41, 8),
            ["15 points left", "41 points left", "8 points left"],
            id="nobody went out",
        ),
        pytest.param(
            {"joker_value": 25},
            deal("3", 150, 2, 0),
            (150, 2, 0),
            ["150 points left", "2 points left", "Went out"],
            id="jokers of 25",
        ),
        pytest.param(
            {"joker_value": 0},
            deal("3", 90, 2, 0),
            (90, 2, 0),
            ["90 points left", "2 points left", "Went out"],
            id="jokers of nothing",
        ),
    ],
)
def test_players_score_what_is_left_in_their_hands(agreed, answers, points, reasons):
    (first,), _ = after(answers, limit=1000, **agreed)

    assert first.points == dict(zip(THREE, points, strict=True))
    assert [text(part.why) for part in GAME.deal.parts(first.before, answers)] == reasons


def test_the_options_have_these_defaults():
    assert table().options == {
        "limit": 100,
        "bust": "reach",
        "clean_bonus": 10,
        "max_reenlist": 2,
        "stake": 1,
        "joker_value": 10,
        "first_dealer": "1",
    }


def test_one_and_six_players_are_refused():
    assert text(table(("1",)).reason) == "Loba is for 2 to 5 players."
    assert text(table(tuple("123456")).reason) == "Loba is for 2 to 5 players."


def test_the_cards_are_asked_first_then_who_comes_back():
    start = GAME.begin(table(limit=40))

    assert GAME.deal.stage(start, {}) == "cards"
    assert GAME.deal.stage(start, {"went_out": None}) == "cards"
    assert GAME.deal.stage(start, deal("3", 15, 41, 0)) == "back"
    assert GAME.deal.stage(start, deal("3", 15, 41, 0, reenlist=[])) is None
    assert GAME.deal.stage(start, deal("3", 15, 39, 0)) is None
    assert GAME.deal.stage(start, deal(None, 40, 41, 42)) is None


def test_one_player_still_in_is_enough_to_come_back():
    _, position = after(deal("1", 0, 60, 61, reenlist=["2", "3"]), limit=60, stake=3)

    assert position.totals == {"1": 0, "2": 0, "3": 0}
    assert (position.is_over, position.eliminated, position.dealer) == (False, (), "2")
    assert (position.game_state.size, position.game_state.returns) == (15, {"1": 0, "2": 1, "3": 1})


def test_the_last_one_in_wins_if_nobody_comes_back():
    rounds, position = after(deal("1", 0, 60, 61), limit=60, stake=3)

    result = build_result(GAME, rounds, position)

    assert (result["finished"], result["winners"], result["out"]) == (True, ["1"], ["2", "3"])
    assert (result["pot"], result["payout"], result["remainder"]) == (9, {"1": 9}, 0)
    assert GAME.end.net_amounts(rounds, position) == {"1": 6, "2": -3, "3": -3}
    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "last one in, 0"),
        (2, ("2",), "out at 60"),
        (3, ("3",), "out at 61"),
    ]


def test_if_all_reach_the_limit_together_the_lowest_total_wins():
    rounds, position = after(deal(None, 62, 60, 61), limit=60)

    assert (position.is_over, position.winners, position.eliminated) == (True, ("2",), THREE)
    assert [text(p.description) for p in GAME.end.places(position, rounds)] == [
        "out last, lowest total 60",
        "out at 61",
        "out at 62",
    ]


def test_a_player_who_is_out_does_not_win_when_the_others_go_out_together():
    _, position = after(
        deal("1", 0, 10, 60), {"went_out": None, "deadwood": {"1": 70, "2": 80}}, limit=60
    )

    assert (position.winners, position.eliminated) == (("1",), ("3", "1", "2"))


@pytest.mark.parametrize(
    ("bust", "left", "out"),
    [("reach", 59, ()), ("reach", 60, ("2",)), ("exceed", 60, ()), ("exceed", 61, ("2",))],
)
def test_players_go_out_at_the_limit_or_above_it_by_option(bust, left, out):
    _, position = after(deal("1", 0, left, 5), limit=60, bust=bust)

    assert position.eliminated == out


def test_coming_back_costs_a_stake():
    rounds, position = after(
        deal("1", 0, 60, 5, reenlist=["2"]), deal("1", 0, 60, 60), limit=60, stake=3
    )

    assert GAME.end.net_amounts(rounds, position) == {"1": 9, "2": -6, "3": -3}


def test_the_lower_total_is_better_and_the_match_has_an_end():
    assert GAME.low_wins
    assert not GAME.is_open(table())
