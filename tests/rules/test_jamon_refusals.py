"""Jamón: deals that are refused, including calls and wins by default."""

import pytest

from tests.rules.jamon_table import by_seat, calls, deal, match, places, refusal, refusals


@pytest.mark.parametrize(
    ("answers", "code", "reason"),
    [
        pytest.param(
            deal(3, 7, 1, 8),
            "not_conserved",
            "The counters must add up to 20, not 19.",
            id="one too few",
        ),
        pytest.param(
            deal(3, 7, 1, 40),
            "not_conserved",
            "The counters must add up to 20, not 51.",
            id="more than there are",
        ),
        pytest.param(
            deal(-1, 7, 5, 9),
            "out_of_range",
            "Enter 0 or more counters for each player, 20 in all.",
            id="below 0",
        ),
        pytest.param(
            {"went_out": "Ana", "counters": {"Ana": 20}},
            "missing_player",
            "Counters: enter a number for Ben.",
            id="not everyone",
        ),
        pytest.param(
            {"went_out": "Ana"},
            "bad_field",
            "Counters: nothing was entered.",
            id="no counters",
        ),
        pytest.param(
            {"counters": by_seat(5, 5, 5, 5)},
            "bad_field",
            "Went out: nothing was entered.",
            id="nobody out",
        ),
        pytest.param(
            deal(5, 5, 5, 5, out=None),
            "bad_field",
            "Went out must be one of the players.",
            id="nobody can be out",
        ),
        pytest.param(
            deal(5, 5, 5, 5, out="Zoe"),
            "unknown_player",
            "Zoe is not in this match.",
            id="a stranger out",
        ),
        pytest.param(
            deal(5, 5, 5, 5, pot=3),
            "bad_field",
            "There is no field “pot” here.",
            id="unknown field",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(1, 4, 4, 4)),
            "inconsistent",
            "Ana went out and has 0 cards left, not 1.",
            id="out with a card",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, 0, 4, 4)),
            "inconsistent",
            "Ben must have at least one card: only Ana, who went out, has none.",
            id="two without cards",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, -1, 4, 4)),
            "out_of_range",
            "Enter 0 or more cards for each player, fewer than 52 in all.",
            id="cards below 0",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, 20, 16, 16)),
            "impossible_total",
            "At most 51 of the 52 cards can be left, not 52.",
            id="the whole pack",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, 70, 1, 1)),
            "impossible_total",
            "At most 51 of the 52 cards can be left, not 72.",
            id="more than the pack",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=None),
            "bad_field",
            "Cards left must have a number for each player.",
            id="explicitly no cards",
        ),
        pytest.param(
            deal(5, 5, 5, 5, default_by="Zoe"),
            "unknown_player",
            "Zoe is not in this match.",
            id="a stranger called",
        ),
        pytest.param(
            deal(5, 5, 5, 5, default_by="Ana"),
            "inconsistent",
            "Ana cannot call themselves to win by default. Another player must have called.",
            id="called themselves out",
        ),
        pytest.param(
            deal(0, 10, 5, 5, default_by="Ben"),
            "inconsistent",
            "Ana was just given a counter by Ben and must have at least one.",
            id="called, and no counter",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, 1, 4, 4), default_by="Ben"),
            "inconsistent",
            "Ben took Ana’s last card and must have at least two cards.",
            id="took a card, and has one",
        ),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, 21, 16, 16), default_by="Ben"),
            "impossible_total",
            "At most 52 of the 52 cards can be left, not 53.",
            id="more than the pack by default",
        ),
    ],
)
def test_wrong_records_are_refused(answers, code, reason):
    assert refusal(answers) == (code, reason)


@pytest.mark.parametrize(
    ("answers", "code", "reason"),
    [
        pytest.param(
            {"calls": "Ana"},
            "bad_field",
            "Calls must be pairs of a caller and the player called.",
            id="no list",
        ),
        pytest.param(
            {"calls": None},
            "bad_field",
            "Calls must be pairs of a caller and the player called.",
            id="none",
        ),
        pytest.param(
            {"calls": [["Ana"]]},
            "bad_field",
            "Calls must be pairs of a caller and the player called.",
            id="nobody called",
        ),
        pytest.param(
            {"calls": calls("Ana Zoe")},
            "unknown_player",
            "Zoe is not in this match.",
            id="stranger",
        ),
        pytest.param(
            {"calls": calls("Ana Ben, Ben Ben")},
            "inconsistent",
            "Call 2: Ben cannot call themselves.",
            id="themselves",
        ),
        pytest.param(
            {"calls": calls("Ana Ben, Ana Cleo, Ana Dan, Ana Ben, Ana Ben, Ana Ben")},
            "not_conserved",
            "Call 6: Ana has no counters left and can call again only after being called.",
            id="nothing left",
        ),
        pytest.param(
            {"calls": calls("Ana Ben"), "counters": by_seat(5, 5, 5, 5)},
            "not_conserved",
            "After the calls, Ana has 4 counters, not 5.",
            id="counted otherwise",
        ),
        pytest.param(
            {"calls": calls("Ana Ben, Ana Ben, Ana Ben, Ana Ben"), "counters": by_seat(2, 8, 5, 5)},
            "not_conserved",
            "After the calls, Ana has one counter, not 2.",
            id="counted one too many",
        ),
        pytest.param(
            {"calls": calls("Dan Ana, Ben Cleo"), "default_by": "Dan"},
            "inconsistent",
            "For Ana to win by default, the last call must be Dan calling Ana.",
            id="by default before the last call",
        ),
        pytest.param(
            {"calls": [], "default_by": "Dan"},
            "inconsistent",
            "For Ana to win by default, the last call must be Dan calling Ana.",
            id="by default without a call",
        ),
    ],
)
def test_wrong_calls_are_refused(answers, code, reason):
    assert refusal({"went_out": "Ana"} | answers) == (code, reason)


@pytest.mark.parametrize(
    ("answers", "place"),
    [
        pytest.param(deal(5, 5, 5, 4), ("counters", None), id="the sum"),
        pytest.param(deal(5, 5, 5, 5, calls=calls("Ana Ben")), ("counters", "Ana"), id="calls"),
        pytest.param(deal(5, 5, 5, 5, cards=by_seat(0, 50, 1, 1)), ("cards", None), id="the pack"),
        pytest.param(deal(5, 5, 5, 5, cards=by_seat(2, 5, 1, 1)), ("cards", "Ana"), id="out"),
        pytest.param(deal(5, 5, 5, 5, cards=by_seat(0, 5, 0, 1)), ("cards", "Cleo"), id="not out"),
        pytest.param(deal(calls=calls("Ben Ben")), ("calls", "Ben"), id="themselves"),
        pytest.param(deal(calls=calls("Ben Ana, " * 5 + "Ben Ana")), ("calls", "Ben"), id="none"),
        pytest.param(
            deal(5, 5, 5, 5, default_by="Ana"), ("default_by", "Ana"), id="themselves out"
        ),
        pytest.param(deal(calls=calls("Ben Ana"), default_by="Dan"), ("calls", None), id="last"),
        pytest.param(deal(0, 5, 5, 10, default_by="Dan"), ("counters", "Ana"), id="no counter"),
        pytest.param(
            deal(5, 5, 5, 5, cards=by_seat(0, 1, 1, 1), default_by="Dan"),
            ("cards", "Dan"),
            id="one card",
        ),
    ],
)
def test_a_problem_names_its_field_and_seat(answers, place):
    assert places(answers) == [place]


def test_only_the_last_call_can_win_by_default():
    answers = deal(calls=calls("Ben Cleo, Ben Ana, Dan Ana"), default_by="Ben")

    assert places(answers) == [("calls", None)]
    assert places(answers | {"default_by": "Dan"}) == []
    assert places(deal(calls=calls("Ben Ana"), default_by="Ben")) == []


def test_each_counter_received_can_pay_for_a_call():
    twice_called = "Ben Ana, Cleo Ana"

    assert places(deal(calls=calls(twice_called + ", Ana Ben, Ana Ben, Ana Ben")), counters=1) == []
    too_often = deal(calls=calls(twice_called + ", Ana Ben, Ana Ben, Ana Ben, Ana Ben"))
    assert places(too_often, counters=1) == [("calls", "Ana")]


def test_a_player_who_was_called_can_call_again():
    answers = {"went_out": "Ben", "calls": calls("Ana Ben, Ben Ana, Ana Ben")}

    assert refusals(answers, counters=1) == []
    assert match(answers, counters=1)["totals"] == by_seat(0, 4, 0, 0)


@pytest.mark.parametrize(
    ("deck", "cards", "default_by"),
    [
        pytest.param(52, (0, 17, 17, 17), None, id="51 of 52"),
        pytest.param(52, (0, 20, 16, 16), "Ben", id="52 by default"),
        pytest.param(48, (0, 15, 16, 16), None, id="47 of 48"),
        pytest.param(48, (0, 16, 16, 16), "Ben", id="48 by default"),
        pytest.param(52, (0, 2, 1, 1), "Ben", id="their own card and the one they took"),
    ],
)
def test_cards_left_up_to_those_of_the_pack_are_accepted(deck, cards, default_by):
    more = {} if default_by is None else {"default_by": default_by}

    assert refusals(deal(5, 5, 5, 5, cards=by_seat(*cards), **more), deck=deck) == []


@pytest.mark.parametrize(
    ("cards", "more"),
    [((0, 16, 16, 16), {}), ((0, 17, 16, 16), {"default_by": "Ben"})],
    ids=["48", "49 by default"],
)
def test_more_cards_left_than_the_smaller_pack_has_are_refused(cards, more):
    problem = refusal(deal(5, 5, 5, 5, cards=by_seat(*cards), **more), deck=48)

    assert problem[0] == "impossible_total"


def test_a_win_by_default_without_a_caller_is_refused():
    assert refusal(deal(5, 5, 5, 5, default_by=None))[0] == "bad_field"


@pytest.mark.parametrize(
    ("name", "code"), [("counters", "not_conserved"), ("cards", "impossible_total")]
)
@pytest.mark.parametrize("many", [1000, 10**12, 10**30])
def test_too_many_counters_are_a_wrong_sum(name, code, many):
    answers = deal(5, 5, 5, 5, cards=by_seat(0, 1, 1, 1))

    assert refusal({**answers, name: {**answers[name], "Ben": many}})[0] == code


def test_the_points_method_needs_the_cards():
    assert refusal(deal(5, 5, 5, 5), scoring="points") == (
        "bad_field",
        "Cards left: nothing was entered.",
    )
