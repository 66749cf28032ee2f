"""Refusals that all games share, and the order in which problems are reported."""

from dataclasses import replace

import pytest

from scorekeeper.match.document import play_deals
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import Field, FieldKind, NumberLimits
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.notation import FIVE, FOUR, NAMES, THREE, refusals, text
from tests.rules.validation_table import JAGUAR, JAMON, LEGAL, PAIRS, begin, dina_is_out

# ---------------------------------------------------------------- the order of problems


MISTAKES = {
    "bad_field": lambda answers: answers | {"weather": "fine"},
    "unknown_player": lambda answers: with_deadwood(answers, {"9": 5}),
    "not_active": lambda answers: with_deadwood(answers, {"4": 5}),
    "missing_player": lambda answers: (
        answers | {"deadwood": {s: n for s, n in answers["deadwood"].items() if s != "2"}}
    ),
    "out_of_range": lambda answers: with_deadwood(answers, {"3": 62}),
    "inconsistent": lambda answers: answers | {"defective": {"1": 6}},
    "not_allowed": lambda answers: answers | {"reenlist": ["2"]},
}


def with_deadwood(answers, more):
    return answers | {"deadwood": answers["deadwood"] | more}


@pytest.mark.parametrize("code", MISTAKES)
def test_mistakes_are_reported_in_a_fixed_order(code):
    codes = list(MISTAKES)
    answers = LEGAL
    for later in codes[codes.index(code) :]:
        answers = MISTAKES[later](answers)

    assert {p[0] for p in refusals(dina_is_out(), answers)} == {code}


@pytest.mark.parametrize("code", MISTAKES)
def test_each_mistake_alone_is_reported(code):
    assert {p[0] for p in refusals(dina_is_out(), MISTAKES[code](LEGAL))} == {code}


def test_a_correct_deal_has_no_problems():
    assert refusals(dina_is_out(), LEGAL) == []


def test_after_the_end_nothing_else_is_checked():
    last = {"closer": "1", "deadwood": {"1": 0, "2": 10}}
    setup = build_setup(GAMES["chinchon"], ("1", "2"), {"limit": 10})
    _, position = play_deals(GAMES["chinchon"], setup, [last], False)

    assert refusals(position, {"weather": 1}) == [("match_over", None, None, "The match is over.")]


def test_all_mistakes_of_one_kind_are_reported_together():
    answers = {"weather": "fine", "deadwood": {"1": "4", "2": 5.0, "3": True}, "mood": "good"}

    assert [(code, field, seat) for code, field, seat, _ in refusals(dina_is_out(), answers)] == [
        ("bad_field", "weather", None),
        ("bad_field", "mood", None),
        ("bad_field", "closer", None),
        ("bad_field", "deadwood", "1"),
        ("bad_field", "deadwood", "2"),
        ("bad_field", "deadwood", "3"),
    ]


def test_checks_across_fields_are_reported_one_at_a_time():
    # Two faults: the bids add up to the number of tricks, and the tricks do not.
    answers = {"bids": {"1": 3, "2": 0, "3": 0}, "tricks": {"1": 0, "2": 0, "3": 0}}

    assert [p[:2] for p in refusals(begin("jabberwocky", THREE), answers)] == [
        ("forbidden_bid", "bids")
    ]


# ---------------------------------------------------------------- stage by stage


def test_a_stage_needs_only_its_own_fields():
    start = begin("jabberwocky", THREE)

    assert refusals(start, {"bids": {"1": 1, "2": 1, "3": 0}}, "bids") == []
    assert refusals(start, {}, "bids") == [("bad_field", "bids", None, "Bid: nothing was entered.")]


def test_answers_of_earlier_stages_are_checked_again():
    start = begin("jabberwocky", THREE)
    tricks = {"1": 1, "2": 1, "3": 1}

    assert refusals(start, {"bids": {"1": 9, "2": 1, "3": 0}, "tricks": tricks}, "tricks") == [
        ("out_of_range", "bids", "1", "A bid must be between 0 and 3.")
    ]


def test_an_unknown_field_is_refused_in_a_stage_too():
    answers = {"bids": {"1": 1, "2": 1, "3": 0}, "mood": "good"}

    assert refusals(begin("jabberwocky", THREE), answers, "bids") == [
        ("bad_field", "mood", None, "There is no field “mood” here.")
    ]


def test_a_stage_of_a_split_deal_needs_only_its_own_fields():
    four = begin("gin", FOUR)
    first, second = PAIRS

    assert refusals(four, {"hands": [first]}, "hand-1") == []
    assert [p[:2] for p in refusals(four, {"hands": [first, {}]})] == [
        ("bad_field", "pair"),
        ("bad_field", "result"),
        ("bad_field", "knocker"),
        ("bad_field", "deadwood"),
    ]
    assert refusals(four, {"hands": [first, second]}, "hand-2") == []


# ---------------------------------------------------------------- seats


@pytest.mark.parametrize(
    ("game", "seats", "answers", "field"),
    [
        pytest.param("jaguar", FIVE, JAGUAR | {"friend": "9"}, "friend", id="a player"),
        pytest.param("jaguar", FIVE, JAGUAR | {"friend": ""}, "friend", id="nobody"),
        pytest.param("jaguar", FIVE, JAGUAR | {"taken": {"9": 1}}, "taken", id="a number’s player"),
        pytest.param("jaguar", FIVE, JAGUAR | {"bids": [["9", "A"]]}, "bids", id="a bidder"),
        pytest.param("jamon", THREE, JAMON | {"calls": [["9", "1"]]}, "calls", id="the caller"),
        pytest.param(
            "jamon", THREE, JAMON | {"calls": [["1", "9"]]}, "calls", id="the called player"
        ),
        pytest.param(
            "gin",
            FOUR,
            {"hands": [PAIRS[0] | {"pair": ["1", "9"]}, PAIRS[1]]},
            "pair",
            id="one of a pair",
        ),
        pytest.param(
            "loba",
            THREE,
            {"went_out": None, "deadwood": {"1": 5, "2": 5, "3": 5}, "reenlist": ["9"]},
            "reenlist",
            id="one of a list",
        ),
    ],
)
def test_a_player_outside_the_match_is_refused(game, seats, answers, field):
    refusal = refusals(begin(game, seats), answers)[0]

    assert refusal[:3] == ("unknown_player", field, None)
    assert refusal[3].endswith(" is not in this match.")


def test_a_refusal_says_why_a_player_takes_no_part():
    six = begin("jaguar", (*FIVE, "6"))
    three = begin("gin", THREE)
    four = begin("gin", FOUR)
    second = PAIRS[1] | {"result": "knock", "knocker": "1", "deadwood": {"3": 1, "4": 2}}
    hands = [PAIRS[0] | {"result": "knock", "knocker": "3", "deadwood": {"1": 1, "2": 2}}, second]

    assert refusals(six, JAGUAR) == [
        ("not_active", "jaguar", "1", "Ana deals this hand and sits out.")
    ]
    assert refusals(
        three, {"result": "knock", "knocker": "2", "deadwood": {"2": 1, "1": 9, "3": 9}}
    )[0] == ("not_active", "deadwood", "1", "Ana deals this hand and sits out.")
    assert refusals(four, {"hands": hands}) == [
        ("not_active", "knocker", "3", "Chus takes no part in this hand."),
        # With four players, the dealer plays too.
        ("not_active", "knocker", "1", "Ana takes no part in this hand."),
    ]
    assert refusals(dina_is_out(), LEGAL | {"closer": "4"}) == [
        ("not_active", "closer", "4", "Dina is out and takes no part in this deal.")
    ]


def test_every_player_in_the_deal_needs_a_number():
    assert refusals(dina_is_out(), LEGAL | {"deadwood": {}}) == [
        ("missing_player", "deadwood", seat, f"Points left: enter a number for {NAMES[seat]}.")
        for seat in THREE
    ]


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "answers", "refusal"),
    [
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": 121},
            ("points", None, "The card points must be between 0 and 120."),
            id="a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": -1},
            ("points", None, "The card points must be between 0 and 120."),
            id="a negative number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {"point_bids": True},
            JAGUAR | {"bids": [["1", 61]]},
            ("bids", "1", "Bids in points must be between 62 and 120."),
            id="a low bid",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {"point_bids": True},
            JAGUAR | {"bids": [["1", 121]]},
            ("bids", "1", "Bids in points must be between 62 and 120."),
            id="a high bid",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 5, "2": 5, "3": 5}},
            ("deadwood", "1", "Ana closed and can have at most 4 left."),
            id="limits of one player",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 4, "2": 62, "3": 5}},
            ("deadwood", "2", "Seven cards are worth between 0 and 61 points."),
            id="limits of the others",
        ),
    ],
)
def test_a_number_outside_its_limits_is_refused(game, seats, agreed, answers, refusal):
    assert refusals(begin(game, seats, **agreed), answers)[0] == ("out_of_range", *refusal)


def test_limits_have_a_sentence_if_the_game_gives_none():
    asked = Field(
        name="points",
        kind=FieldKind.NUMBERS,
        stage="hand",
        label=say("Points"),
        seats=THREE,
        limits=NumberLimits(least=1, most=9, by_seat={"3": (2, 4)}),
    )
    jamon = GAMES["jamon"]
    deal = replace(
        jamon.deal, split_by_stage=None, checks=(), fields=lambda position, answers: (asked,)
    )
    game = replace(jamon, deal=deal)

    told = problems(game, begin("jamon", THREE), {"points": {"1": 0, "2": 10, "3": 5}})

    assert [(p.code, p.seat, text(p.reason)) for p in told] == [
        ("out_of_range", "1", "Points must be between 1 and 9."),
        ("out_of_range", "2", "Points must be between 1 and 9."),
        ("out_of_range", "3", "Points must be between 2 and 4."),
    ]
