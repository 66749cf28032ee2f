"""Jamón: payments, the points method, and matches call by call to the end."""

import pytest

from scorekeeper.rules.game import play
from scorekeeper.rules.validation import problems
from tests.rules.jamon_table import GAME, by_seat, calls, deal, match, refusal, refusals, start
from tests.rules.notation import text

# ---------------------------------------------------------------- counters


@pytest.mark.parametrize(
    ("answers", "after"),
    [
        pytest.param(deal(3, 7, 1, 9), (8, 5, 0, 7), id="two, or the only one"),
        pytest.param(deal(3, 7, 0, 10), (7, 5, 0, 8), id="nothing without counters"),
        pytest.param(deal(2, 2, 2, 14, out="Dan"), (0, 0, 0, 20), id="two of two"),
        pytest.param(deal(0, 0, 0, 20, out="Dan"), (0, 0, 0, 20), id="nothing to get"),
        pytest.param(deal(5, 5, 5, 5, cards=by_seat(0, 4, 4, 4)), (11, 3, 3, 3), id="cards said"),
        pytest.param(
            deal(5, 4, 6, 5, out="Cleo", default_by="Ben"),
            (3, 2, 12, 3),
            id="by default the caller pays again",
        ),
    ],
)
def test_the_others_pay_the_player_who_went_out(answers, after):
    assert refusals(answers) == []
    assert match(answers)["per_round"] == [by_seat(*after)]


@pytest.mark.parametrize(
    ("said_calls", "more", "after"),
    [
        pytest.param("Ana Ben, Ana Ben, Cleo Ana", {}, (10, 5, 2, 3), id="from the calls alone"),
        pytest.param(
            "Ana Ben, Ana Ben, Cleo Ana",
            {"counters": by_seat(4, 7, 4, 5)},
            (10, 5, 2, 3),
            id="and counted",
        ),
        pytest.param("Ben Cleo, Dan Ana", {"default_by": "Dan"}, (12, 2, 4, 2), id="by default"),
    ],
)
def test_counters_follow_from_the_calls(said_calls, more, after):
    answers = {"went_out": "Ana", "calls": calls(said_calls)} | more

    assert refusals(answers) == []
    assert match(answers)["per_round"] == [by_seat(*after)]


def test_without_calls_all_players_keep_their_counters():
    assert match({"went_out": "Ana", "calls": []})["totals"] == by_seat(11, 3, 3, 3)


def test_the_most_counters_win_even_against_the_player_who_went_out():
    result = match(deal(0, 10, 5, 5))

    assert (result["totals"], result["winners"]) == (by_seat(6, 8, 3, 3), ["Ben"])


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("counters", "cards", "points"),
    [
        pytest.param((3, 7, 1, 9), (0, 4, 12, 20), (16, 10, -10, -2), id="out, counters, cards"),
        pytest.param((0, 20, 0, 0), (0, 1, 1, 1), (10, 39, -1, -1), id="no counter"),
        pytest.param((5, 5, 5, 5), (0, 49, 1, 1), (20, -39, 9, 9), id="51 cards left"),
    ],
)
def test_the_points_method_counts_two_per_counter_less_the_cards_and_ten_for_going_out(
    counters, cards, points
):
    answers = deal(*counters, cards=by_seat(*cards))

    assert refusals(answers, scoring="points") == []
    assert match(answers, scoring="points")["per_round"] == [by_seat(*points)]


def test_the_points_method_can_take_counters_from_calls():
    answers = {"went_out": "Ana", "calls": calls("Ben Ana"), "cards": by_seat(0, 3, 2, 1)}

    assert match(answers, scoring="points")["totals"] == by_seat(22, 5, 8, 9)


@pytest.mark.parametrize(
    ("options", "answers", "seat", "reasons"),
    [
        pytest.param(
            {},
            deal(3, 7, 1, 9),
            "Ana",
            [(3, "3 counters"), (2, "Paid by Ben"), (1, "Paid by Cleo"), (2, "Paid by Dan")],
            id="the player who went out",
        ),
        pytest.param(
            {},
            deal(3, 7, 1, 9),
            "Cleo",
            [(1, "One counter"), (-1, "Paid to Ana, who went out")],
            id="a player who pays one",
        ),
        pytest.param({}, deal(3, 7, 0, 10), "Cleo", [(0, "0 counters")], id="a player with none"),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=by_seat(0, 1, 2, 3)),
            "Ana",
            [(10, "Went out"), (6, "3 counters")],
            id="points: out",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=by_seat(0, 1, 2, 3)),
            "Ben",
            [(14, "7 counters"), (-1, "One card left")],
            id="points: one card",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=by_seat(0, 1, 2, 3), default_by="Cleo"),
            "Cleo",
            [(2, "One counter"), (-2, "2 cards left")],
            id="points: two cards",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=by_seat(0, 1, 2, 3), default_by="Cleo"),
            "Ana",
            [(10, "Went out by default"), (6, "3 counters")],
            id="points: by default",
        ),
    ],
)
def test_every_score_has_a_reason(options, answers, seat, reasons):
    parts = GAME.deal.parts(start(**options), answers)

    assert [(part.points, text(part.why)) for part in parts if part.side == seat] == reasons


# ---------------------------------------------------------------- stage by stage


def test_the_next_call_may_be_recorded_until_a_player_goes_out():
    position, answers = start(), {}
    assert (GAME.deal.stage(position, answers), GAME.deal.other_stages(position, answers)) == (
        "count",
        ("call-1",),
    )

    for number, call in enumerate(calls("Ana Ben, Ben Cleo"), start=1):
        answers = GAME.deal.merge(answers, f"call-{number}", {"calls": [call]})
        assert problems(GAME, position, answers, f"call-{number}") == []

    assert answers == {"calls": [["Ana", "Ben"], ["Ben", "Cleo"]]}
    assert (GAME.deal.stage(position, answers), GAME.deal.other_stages(position, answers)) == (
        "count",
        ("call-3",),
    )
    answers = GAME.deal.merge(answers, "count", {"went_out": "Ana"})
    assert refusals(answers) == []
    assert (GAME.deal.stage(position, answers), GAME.deal.other_stages(position, answers)) == (
        None,
        (),
    )
    assert play(GAME, position, answers).points == by_seat(10, 3, 4, 3)


def test_a_count_needs_the_cards_if_they_count():
    answers = deal(5, 5, 5, 5)

    assert GAME.deal.stage(start(), answers) is None
    assert GAME.deal.stage(start(scoring="points"), answers) == "count"
    assert GAME.deal.stage(start(), {"went_out": "Ana"}) == "count"
    assert GAME.deal.stage(start(), {"counters": by_seat(5, 5, 5, 5)}) == "count"


@pytest.mark.parametrize(
    "answers", [{}, {"calls": []}, {"calls": None}, {"calls": 3}, {"calls": ["Ana"]}], ids=str
)
def test_an_empty_call_is_refused(answers):
    before = {"calls": [["Ana", "Ben"]]}

    assert refusal(GAME.deal.merge(before, "call-2", answers), "call-2") == (
        "bad_field",
        "Calls must be pairs of a caller and the player called.",
    )


def test_a_call_without_a_counter_is_refused_at_once():
    before = {"calls": calls("Ana Ben")}

    answers = GAME.deal.merge(before, "call-2", {"calls": calls("Ana Cleo")})

    assert refusals(answers, "call-2", counters=1) == [
        (
            "not_conserved",
            "Ana",
            "Call 2: Ana has no counters left and can call again only after being called.",
        ),
    ]


@pytest.mark.parametrize(
    "deal_answers",
    [
        pytest.param(deal(5, 5, 5, 5), id="counted"),
        pytest.param({"went_out": "Ana", "calls": calls("Ana Ben, Ben Ana")}, id="called"),
        pytest.param(deal(4, 6, 5, 5, calls=calls("Ana Ben")), id="both"),
        pytest.param({"went_out": "Ana", "calls": []}, id="no call"),
        pytest.param({"calls": "x"}, id="nonsense"),
    ],
)
def test_deals_split_by_stage_merge_into_the_same_deal(deal_answers):
    together = {}
    for stage, answers in GAME.deal.split_by_stage(start(), deal_answers):
        together = GAME.deal.merge(together, stage, answers)

    assert together == deal_answers


# ---------------------------------------------------------------- the end


def test_one_deal_is_the_match():
    assert match()["finished"] is False
    assert match(deal(5, 5, 5, 5))["finished"] is True
    refused = match(deal(5, 5, 5, 5), deal(5, 5, 5, 5))
    assert (refused["code"], refused["round"]) == ("match_over", 2)


def test_several_deals_add_up_and_the_players_deal_in_turn():
    result = match(deal(3, 7, 1, 9), deal(5, 5, 5, 5, out="Ben"), deals=3)

    assert result["totals"] == by_seat(11, 16, 3, 10)
    assert (result["dealers"], result["next_dealer"]) == (["Ana", "Ben"], "Cleo")


def test_the_table_ends_an_open_match():
    deals = (deal(5, 5, 5, 5), deal(5, 5, 5, 5, out="Dan"))

    assert match(*deals, deals=None)["finished"] is False
    assert match(*deals, deals=None, closed=True)["winners"] == ["Ana", "Dan"]
    assert match(*deals, deals=3, closed=True)["code"] == "bad_field"
