"""Refusals in gin: deals and options, each with its reason."""

import pytest

from tests.rules.gin_table import DRAW, big_gin, codes, gin, hand, knock, start
from tests.rules.notation import THREE, refusals


@pytest.mark.parametrize(
    ("agreed", "answers", "refused"),
    [
        pytest.param(
            {},
            knock("1", 0, 40),
            ("inconsistent", "deadwood", "1", "Ana has 0 deadwood, so this is gin, not a knock."),
            id="a knock with 0",
        ),
        pytest.param(
            {},
            knock("1", 11, 40),
            ("out_of_range", "deadwood", "1", "Ana may knock only with 10 or less."),
            id="a knock with eleven",
        ),
        pytest.param(
            {"knock_limit": 5},
            knock("2", 6, 40),
            ("out_of_range", "deadwood", "2", "Bruno may knock only with 5 or less."),
            id="a knock with six, limit five",
        ),
        pytest.param(
            {},
            knock("1", -1, 40),
            ("out_of_range", "deadwood", "1", "Ana may knock only with 10 or less."),
            id="a knock with less than 0",
        ),
        pytest.param(
            {},
            knock("1", 5, 99),
            (
                "out_of_range",
                "deadwood",
                "2",
                "Deadwood must be between 0 and 98, the most that ten cards can count.",
            ),
            id="99",
        ),
        pytest.param(
            {},
            knock("1", 5, -1),
            (
                "out_of_range",
                "deadwood",
                "2",
                "Deadwood must be between 0 and 98, the most that ten cards can count.",
            ),
            id="below 0",
        ),
        pytest.param(
            {},
            hand("gin", "1", (1, 40)),
            ("inconsistent", "deadwood", "1", "Ana went gin and has 0 deadwood, not 1."),
            id="gin with one left",
        ),
        pytest.param(
            {},
            hand("gin", "1", (3, 40)),
            ("inconsistent", "deadwood", "1", "Ana went gin and has 0 deadwood, not 3."),
            id="gin with something left",
        ),
        pytest.param(
            {"preset": "modern"},
            hand("big_gin", "1", (3, 40)),
            ("inconsistent", "deadwood", "1", "Ana went gin and has 0 deadwood, not 3."),
            id="big gin with something left",
        ),
        pytest.param(
            {},
            hand("gin", "1", (99, 40)),
            (
                "out_of_range",
                "deadwood",
                "1",
                "Deadwood must be between 0 and 98, the most that ten cards can count.",
            ),
            id="gin with 99",
        ),
        pytest.param(
            {},
            {**DRAW, "knocker": "1"},
            (
                "inconsistent",
                "knocker",
                None,
                "Nobody knocks in a drawn hand: leave knocker and deadwood blank.",
            ),
            id="a draw with a knocker",
        ),
        pytest.param(
            {},
            {**DRAW, "deadwood": {"1": 3}},
            (
                "inconsistent",
                "deadwood",
                None,
                "Nobody knocks in a drawn hand: leave knocker and deadwood blank.",
            ),
            id="a draw with deadwood",
        ),
        pytest.param(
            {},
            {**DRAW, "deadwood": {}},
            (
                "inconsistent",
                "deadwood",
                None,
                "Nobody knocks in a drawn hand: leave knocker and deadwood blank.",
            ),
            id="a draw with empty deadwood",
        ),
        pytest.param(
            {},
            big_gin("1", 22),
            (
                "not_allowed",
                "result",
                None,
                "Big gin does not count in this match: enter it as gin.",
            ),
            id="big gin in the classic game",
        ),
        pytest.param(
            {"preset": "modern", "big_gin_bonus": None},
            big_gin("1", 22),
            (
                "not_allowed",
                "result",
                None,
                "Big gin does not count in this match: enter it as gin.",
            ),
            id="big gin switched off",
        ),
        pytest.param(
            {},
            gin("1", 22, upcard="7S"),
            (
                "not_allowed",
                "upcard",
                None,
                "Leave out the upcard. It does not count in this match.",
            ),
            id="an upcard without need",
        ),
        pytest.param(
            {"knock_limit": 0},
            knock("1", 5, 22),
            ("not_allowed", "result", None, "Only gin ends this hand: nobody may knock."),
            id="a knock where only gin ends a hand",
        ),
        pytest.param(
            {"oklahoma": True, "oklahoma_ace": "gin_only"},
            knock("1", 1, 22, upcard="AH"),
            ("not_allowed", "result", None, "Only gin ends this hand: nobody may knock."),
            id="a knock under an ace",
        ),
        pytest.param(
            {"oklahoma": True},
            knock("1", 2, 22, upcard="AH"),
            ("out_of_range", "deadwood", "1", "Ana may knock only with 1 or less."),
            id="two under an ace",
        ),
        pytest.param(
            {"oklahoma": True},
            knock("1", 8, 22, upcard="7H"),
            ("out_of_range", "deadwood", "1", "Ana may knock only with 7 or less."),
            id="eight under a seven",
        ),
        pytest.param(
            {"oklahoma": True, "knock_limit": 4},
            knock("1", 5, 22, upcard="7H"),
            ("out_of_range", "deadwood", "1", "Ana may knock only with 4 or less."),
            id="five under a seven, limit four",
        ),
        pytest.param(
            {"oklahoma": True},
            knock("1", 5, 22),
            ("bad_field", "upcard", None, "Upcard: nothing was entered."),
            id="no upcard",
        ),
        pytest.param(
            {"spades_double": True},
            DRAW,
            ("bad_field", "upcard", None, "Upcard: nothing was entered."),
            id="no upcard of a draw",
        ),
        pytest.param(
            {"oklahoma": True},
            knock("1", 5, 22, upcard="1S"),
            ("bad_field", "upcard", None, "Upcard must be a rank and a suit, such as 7S or 10D."),
            id="no such card",
        ),
        pytest.param(
            {},
            {**DRAW, "result": "schneider"},
            ("bad_field", "result", None, "Result must be one of Knock, Gin, Draw."),
            id="no such result",
        ),
        pytest.param(
            {"preset": "modern"},
            {**DRAW, "result": "schneider"},
            ("bad_field", "result", None, "Result must be one of Knock, Gin, Big gin, Draw."),
            id="no such modern result",
        ),
        pytest.param(
            {},
            {**DRAW, "hands": []},
            ("bad_field", "hands", None, "There is no field “hands” here."),
            id="hands of two",
        ),
        pytest.param(
            {},
            knock("9", 5, 22),
            ("unknown_player", "knocker", None, "9 is not in this match."),
            id="stranger",
        ),
        pytest.param(
            {},
            {"result": "gin", "knocker": "1", "deadwood": {"2": 3}},
            ("missing_player", "deadwood", "1", "Deadwood: enter a number for Ana."),
            id="one deadwood is missing",
        ),
        pytest.param(
            {},
            {"result": "gin", "knocker": "1", "deadwood": {"1": 0, "2": True}},
            ("bad_field", "deadwood", "2", "Deadwood must be a whole number."),
            id="true is not a number",
        ),
        pytest.param(
            {},
            {"result": "gin", "knocker": None, "deadwood": {"1": 0, "2": 3}},
            ("bad_field", "knocker", None, "Knocker must be one of the players."),
            id="nobody knocked",
        ),
    ],
)
def test_wrong_hands_of_two_are_refused(agreed, answers, refused):
    assert refusals(start(**agreed), answers)[0] == refused


def test_the_upcard_sets_the_knock_limit():
    position = start(oklahoma=True)

    legal = {
        card: codes(position, knock("1", own, 30, upcard=card))
        for card, own in {
            "AS": 1,
            "2D": 2,
            "9C": 9,
            "10H": 10,
            "JH": 10,
            "QH": 10,
            "KH": 10,
        }.items()
    }
    assert legal == {"AS": [], "2D": [], "9C": [], "10H": [], "JH": [], "QH": [], "KH": []}
    assert codes(position, knock("1", 3, 30, upcard="2D")) == ["out_of_range"]
    assert codes(position, knock("1", 10, 30, upcard="9C")) == ["out_of_range"]


def test_only_an_ace_can_forbid_knocking():
    position = start(oklahoma=True, oklahoma_ace="gin_only")

    assert codes(position, knock("1", 10, 30, upcard="KS")) == []
    assert codes(position, gin("1", 30, upcard="AS")) == []
    assert (
        codes(start(oklahoma_ace="gin_only", spades_double=True), knock("1", 5, 30, upcard="AS"))
        == []
    )


@pytest.mark.parametrize(
    ("answers", "refused"),
    [
        pytest.param(
            knock("1", 5, 27, "2"),
            ("not_active", "knocker", "1", "Ana deals this hand and sits out."),
            id="the dealer knocks",
        ),
        pytest.param(
            {"result": "gin", "knocker": "2", "deadwood": {"1": 3, "2": 0, "3": 3}},
            ("not_active", "deadwood", "1", "Ana deals this hand and sits out."),
            id="the dealer has deadwood",
        ),
        pytest.param(
            {"result": "gin", "knocker": "2", "deadwood": {"2": 0}},
            ("missing_player", "deadwood", "3", "Deadwood: enter a number for Chus."),
            id="one of the two is missing",
        ),
    ],
)
def test_wrong_hands_of_three_are_refused(answers, refused):
    assert refusals(start(THREE), answers)[0] == refused
