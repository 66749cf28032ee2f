"""Chinchón: scores, going out and coming back, and the end of a match."""

import pytest

from scorekeeper.match.document import build_result
from scorekeeper.rules.elimination.scoring import seats_still_in
from tests.rules.chinchon_table import GAME, TO_THE_END, TWO_DEALS, after, deal, table
from tests.rules.notation import text


@pytest.mark.parametrize(
    ("agreed", "answers", "points"),
    [
        pytest.param({}, deal("3", 21, 18, 3), (21, 18, 3), id="closed with three"),
        pytest.param({}, deal("3", 0, 61, 0), (0, 61, 0), id="closed with nothing, no bonus"),
        pytest.param({}, deal("3", 7, 8, 0, close="chinchon"), (7, 8, -10), id="chinchón"),
        pytest.param({}, deal("3", 7, 8, 0, close="run"), (7, 8, -10), id="a run is a chinchón"),
        pytest.param(
            {"run_rule": "minus25"},
            deal("3", 7, 8, 0, close="run"),
            (7, 8, -25),
            id="a run takes 25 off",
        ),
        pytest.param(
            {"run_rule": "minus50"},
            deal("3", 7, 8, 0, close="run"),
            (7, 8, -50),
            id="a run takes 50 off",
        ),
        pytest.param(
            {"run_rule": "minus50"},
            deal("3", 7, 8, 0, close="chinchon"),
            (7, 8, -10),
            id="other full hands stay at ten",
        ),
        pytest.param(
            {"run_rule": "wins"},
            deal("3", 7, 8, 0, close="run"),
            (7, 8, -10),
            id="the run that wins counts ten",
        ),
        pytest.param(
            {"chinchon_bonus": 0},
            deal("3", 7, 8, 0, close="chinchon"),
            (7, 8, 0),
            id="no bonus agreed",
        ),
        pytest.param({"close_max": 7}, deal("3", 7, 8, 7), (7, 8, 7), id="closed with seven"),
        pytest.param({"deck": 48}, deal("3", 75, 8, 4), (75, 8, 4), id="75 in the pack of 48"),
        pytest.param({"figures": "ten"}, deal("3", 67, 8, 4), (67, 8, 4), id="67, figures ten"),
        pytest.param(
            {"wilds": 2, "wild_points": 50},
            deal(
                "3",
                161,
                8,
                4,
            ),
            (161, 8, 4),
            id="61 and two wild cards of 50",
        ),
        pytest.param({"wilds": 1}, deal("3", 86, 8, 4), (86, 8, 4), id="61 and a wild card of 25"),
        pytest.param(
            {},
            deal("3", 68, 54, 4, defective={"1": 8, "2": 6}),
            (68, 54, 4),
            id="eight cards and six",
        ),
    ],
)
def test_players_score_what_is_left_in_their_hands(agreed, answers, points):
    (first,), _ = after(answers, seats=("1", "2", "3"), limit=1000, **agreed)

    assert first.points == dict(zip(("1", "2", "3"), points, strict=True))


@pytest.mark.parametrize(
    ("answers", "reasons"),
    [
        pytest.param(deal("1", 3, 8), ["Closed with 3", "8 points left"], id="closed"),
        pytest.param(
            deal("1", 0, 8, close="chinchon"),
            ["Chinchón, all seven cards at once", "8 points left"],
            id="chinchón",
        ),
        pytest.param(deal("1", 0, 8, close="run"), ["Run of seven", "8 points left"], id="run"),
    ],
)
def test_every_score_has_a_reason(answers, reasons):
    start = GAME.begin(table(seats=("1", "2")))

    assert [text(part.why) for part in GAME.deal.parts(start, answers)] == reasons


def test_coming_back_costs_the_stake_unless_agreed_otherwise():
    assert table(stake=5).options["reentry_stake"] == 5
    assert table(stake=5, reentry_stake=0).options["reentry_stake"] == 0


def test_two_to_eight_players_can_play():
    assert text(table(seats=("1",)).reason) == "Chinchón is for 2 to 8 players."
    assert text(table(seats=tuple("123456789")).reason) == "Chinchón is for 2 to 8 players."
    assert table(seats=tuple("12345678")).players == tuple("12345678")


def test_the_cards_are_asked_first_then_who_comes_back():
    _, position = after(*TWO_DEALS)
    cards = deal("3", 21, 18, 3, 8, 12)

    assert GAME.deal.stage(position, {}) == "cards"
    assert GAME.deal.stage(position, cards) == "back"
    assert GAME.deal.stage(position, cards | {"reenlist": []}) is None
    assert GAME.deal.stage(position, deal("3", 21, 14, 3, 8, 12)) is None


@pytest.mark.parametrize(
    ("agreed", "answers"),
    [
        pytest.param({"max_reenlist": 0}, deal("3", 50, 2, 1), id="agreed that nobody does"),
        pytest.param({}, deal("3", 50, 50, 1), id="one is left"),
        pytest.param({"run_rule": "wins"}, deal("3", 50, 2, 0, close="run"), id="the run won"),
        pytest.param({"bust": "exceed"}, deal("3", 50, 2, 1), id="not over the limit"),
    ],
)
def test_nobody_is_asked_to_come_back_if_nobody_may(agreed, answers):
    start = GAME.begin(table(seats=("1", "2", "3"), limit=50, **agreed))

    assert GAME.deal.stage(start, answers) is None


def test_a_player_who_comes_back_gets_the_highest_total_still_in():
    _, position = after(*TWO_DEALS, deal("3", 21, 18, 3, 8, 12, reenlist=["2"]))

    assert position.totals == {"1": 79, "2": 87, "3": 4, "4": 87, "5": 78}
    assert (position.eliminated, position.is_over, position.dealer) == ((), False, "4")
    assert position.game_state.size == 6
    assert position.game_state.returns == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 0}


def test_a_missing_answer_means_not_coming_back():
    _, position = after(*TWO_DEALS, deal("3", 21, 18, 3, 8, 12))

    assert (position.eliminated, position.game_state.size) == (("2",), 5)
    assert seats_still_in(position) == ("1", "3", "4", "5")


def test_players_who_are_out_do_not_deal():
    _, position = after(*TWO_DEALS, deal("3", 21, 18, 3, 8, 12), first_dealer="4")

    assert [position.dealer, position.number] == ["3", 4]


@pytest.mark.parametrize(
    ("bust", "left", "out"),
    [("reach", 49, ()), ("reach", 50, ("1",)), ("exceed", 50, ()), ("exceed", 51, ("1",))],
)
def test_players_go_out_at_the_limit_or_above_it_by_option(bust, left, out):
    answers = deal("2", left, 0, 0, seats=("1", "2", "3"))

    _, position = after(answers, seats=("1", "2", "3"), limit=50, bust=bust)

    assert position.eliminated == out


def test_a_run_wins_at_once_if_agreed():
    answers = deal("2", 50, 0, 30, close="run", seats=("1", "2", "3"))

    rounds, position = after(answers, seats=("1", "2", "3"), limit=50, run_rule="wins")

    assert (position.is_over, position.winners, position.eliminated) == (True, ("2",), ("1",))
    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("2",), "won outright, −10"),
        (2, ("3",), "still in, 30"),
        (3, ("1",), "out at 50"),
    ]


def test_a_run_that_is_a_chinchon_does_not_win():
    answers = deal("2", 49, 0, 30, close="run", seats=("1", "2", "3"))

    _, position = after(answers, seats=("1", "2", "3"), limit=50)

    assert (position.is_over, position.winners) == (False, ())


def test_the_last_one_in_wins_the_pot():
    rounds, position = after(*TO_THE_END)

    result = build_result(GAME, rounds, position)

    assert (result["out"], result["winners"]) == (["4", "2", "5", "1"], ["3"])
    assert (result["pot"], result["payout"], result["remainder"]) == (7, {"3": 7}, 0)
    assert result["reenlisted"] == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 1}
    assert "next_dealer" not in result


def test_the_net_result_is_the_pot_minus_the_stakes():
    rounds, position = after(*TO_THE_END)

    assert GAME.end.net_amounts(rounds, position) == {"1": -1, "2": -2, "3": 6, "4": -1, "5": -2}


def test_a_player_who_came_back_pays_the_higher_stake():
    rounds, position = after(*TO_THE_END, stake=2, reentry_stake=5)

    assert GAME.end.net_amounts(rounds, position) == {"1": -2, "2": -7, "3": 18, "4": -2, "5": -7}


def test_there_is_no_net_result_before_the_end_or_without_stakes():
    rounds, position = after(*TWO_DEALS)
    assert GAME.end.net_amounts(rounds, position) == {}
    assert GAME.end.additional_results(rounds, position) == {
        "pot": 5,
        "payout": {},
        "remainder": 0,
        "reenlisted": {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0},
    }

    rounds, position = after(*TO_THE_END, stake=0)
    assert GAME.end.net_amounts(rounds, position) == {}
    assert GAME.end.additional_results(rounds, position)["payout"] == {"3": 0}


def test_the_remainder_of_a_split_pot_is_not_paid():
    last = deal("3", 41, 3, 3, seats=("1", "2", "3"), close="normal")
    rounds, position = after(
        deal("1", 4, 45, 45, seats=("1", "2", "3")),
        deal("3", 4, 2, 2, seats=("1", "2", "3")),
        last | {"deadwood": {"1": 42, "2": 3, "3": 3}},
        seats=("1", "2", "3"),
        limit=50,
    )

    assert position.totals == {"1": 50, "2": 50, "3": 50}
    assert (position.winners, position.eliminated) == (("1", "2", "3"), ("1", "2", "3"))
    assert GAME.end.net_amounts(rounds, position) == {"1": 0, "2": 0, "3": 0}


def test_if_all_go_out_together_the_lowest_two_share_the_pot():
    rounds, position = after(
        deal("1", 4, 45, 47, seats=("1", "2", "3")),
        deal("3", 46, 10, 3, seats=("1", "2", "3")),
        seats=("1", "2", "3"),
        limit=50,
    )

    assert position.winners == ("1", "3")
    assert GAME.end.net_amounts(rounds, position) == {"1": 0, "2": -1, "3": 0}
    assert GAME.end.additional_results(rounds, position)["remainder"] == 1
    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1", "3"), "out last, lowest total 50"),
        (3, ("2",), "out at 55"),
    ]


def test_a_player_who_went_out_later_ranks_higher():
    rounds, position = after(*TO_THE_END)

    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("3",), "last one in, 8"),
        (2, ("1",), "out at 106"),
        (3, ("5",), "out at 102"),
        (4, ("2",), "out at 103"),
        (5, ("4",), "out at 101"),
    ]


def test_equal_totals_that_go_out_in_one_deal_share_a_place():
    rounds, position = after(
        deal("1", 4, 60, 60, seats=("1", "2", "3")), seats=("1", "2", "3"), limit=50
    )

    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "last one in, 4"),
        (2, ("2", "3"), "out at 60"),
    ]


def test_during_the_match_the_lower_total_leads():
    rounds, position = after(deal("1", 4, 30, 20, 20, 61), limit=50)

    assert [(p.place, p.seats, text(p.description)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "still in, 4"),
        (2, ("3", "4"), "still in, 20"),
        (4, ("2",), "still in, 30"),
        (5, ("5",), "out at 61"),
    ]


def test_the_lower_total_is_better_and_the_match_has_an_end():
    assert GAME.low_wins
    assert not GAME.is_open(table())
