"""Refusals in gin: records and options, each with its reason."""

import pytest

from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup
from tests.rules.gin_table import (
    DRAW,
    FOUR,
    GAME,
    THREE,
    TWO,
    big_gin,
    codes,
    gin,
    hand,
    knock,
    refusals,
    start,
    table,
    text,
)


@pytest.mark.parametrize(
    ("agreed", "record", "refused"),
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
            ("out_of_range", "deadwood", "1", "Ana may knock with 1 to 10."),
            id="a knock with eleven",
        ),
        pytest.param(
            {"knock_limit": 5},
            knock("2", 6, 40),
            ("out_of_range", "deadwood", "2", "Bruno may knock with 1 to 5."),
            id="a knock with six, limit five",
        ),
        pytest.param(
            {},
            knock("1", -1, 40),
            ("out_of_range", "deadwood", "1", "Ana may knock with 1 to 10."),
            id="a knock with less than 0",
        ),
        pytest.param(
            {},
            knock("1", 5, 99),
            ("out_of_range", "deadwood", "2", "Ten unmatched cards are worth between 0 and 98."),
            id="99",
        ),
        pytest.param(
            {},
            knock("1", 5, -1),
            ("out_of_range", "deadwood", "2", "Ten unmatched cards are worth between 0 and 98."),
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
            ("out_of_range", "deadwood", "1", "Ten unmatched cards are worth between 0 and 98."),
            id="gin with 99",
        ),
        pytest.param(
            {},
            {**DRAW, "knocker": "1"},
            (
                "inconsistent",
                "knocker",
                None,
                "Nobody knocks in a drawn hand: leave knocker and deadwood empty.",
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
                "Nobody knocks in a drawn hand: leave knocker and deadwood empty.",
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
                "Nobody knocks in a drawn hand: leave knocker and deadwood empty.",
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
            ("out_of_range", "deadwood", "1", "Ana may knock with 1 to 1."),
            id="two under an ace",
        ),
        pytest.param(
            {"oklahoma": True},
            knock("1", 8, 22, upcard="7H"),
            ("out_of_range", "deadwood", "1", "Ana may knock with 1 to 7."),
            id="eight under a seven",
        ),
        pytest.param(
            {"oklahoma": True, "knock_limit": 4},
            knock("1", 5, 22, upcard="7H"),
            ("out_of_range", "deadwood", "1", "Ana may knock with 1 to 4."),
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
def test_wrong_hands_of_two_are_refused(agreed, record, refused):
    assert refusals(start(**agreed), record)[0] == refused


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
    ("seats", "agreed", "code", "says"),
    [
        pytest.param(("1",), {}, "bad_players", "Gin rummy is for 2 to 4 players.", id="one"),
        pytest.param(
            (*FOUR, "5"), {}, "bad_players", "Gin rummy is for 2 to 4 players.", id="five"
        ),
        pytest.param(
            ("a", "a+b", "b+c", "c"),
            {},
            "bad_players",
            "The two pairs need different names. Leave out the plus signs.",
            id="two pairs of the same name",
        ),
        pytest.param(
            THREE,
            {"hollywood": True},
            "bad_option",
            "Hollywood is for two players or two pairs, not for three.",
            id="Hollywood with three",
        ),
        pytest.param(
            TWO,
            {"target": 0},
            "bad_option",
            "Points to reach must be 1 or more.",
            id="nothing to reach",
        ),
        pytest.param(
            TWO,
            {"target": None},
            "bad_option",
            "Points to reach must be 1 or more.",
            id="no target",
        ),
        pytest.param(
            TWO,
            {"knock_limit": 11},
            "bad_option",
            "Knock limit must be between 0 and 10. With 0, only gin ends a hand.",
            id="limit 11",
        ),
        pytest.param(
            TWO,
            {"gin_bonus": -1},
            "bad_option",
            "Bonus for gin must be 0 or more.",
            id="a negative bonus",
        ),
        pytest.param(
            TWO,
            {"gin_bonus": None},
            "bad_option",
            "Bonus for gin must be 0 or more.",
            id="an empty bonus",
        ),
        pytest.param(
            TWO,
            {"undercut_bonus": True},
            "bad_option",
            "Bonus for an undercut must be 0 or more.",
            id="true is not a number",
        ),
        pytest.param(
            TWO,
            {"box_bonus": "20"},
            "bad_option",
            "Points for a box must be 0 or more.",
            id="a text is not a number",
        ),
        pytest.param(
            TWO,
            {"game_bonus": 1.5},
            "bad_option",
            "Points for the game must be 0 or more.",
            id="half a point",
        ),
        pytest.param(
            TWO,
            {"big_gin_bonus": -1},
            "bad_option",
            "Bonus for big gin must be 0 or more. Leave it blank if big gin is not played.",
            id="negative big gin",
        ),
        pytest.param(
            TWO,
            {"preset": "hoyle"},
            "bad_option",
            "Bonuses must be classic or modern.",
            id="no such preset",
        ),
        pytest.param(
            TWO,
            {"shutout": True},
            "bad_option",
            "The shutout bonus must be “100 more”, “the hands count double”, “everything counts"
            " double” or “no bonus”.",
            id="no such shutout",
        ),
        pytest.param(
            TWO,
            {"winner_by": "box"},
            "bad_option",
            "The winner must be the first to the target or the highest final score.",
            id="no such winner",
        ),
        pytest.param(
            TWO,
            {"deal_rule": "none"},
            "bad_option",
            "The next dealer must be the next in turn, or the winner or loser of the hand.",
            id="no such deal rule",
        ),
        pytest.param(
            TWO,
            {"oklahoma_ace": "two"},
            "bad_option",
            "An ace as the upcard must mean “knock with one” or “only gin”.",
            id="no such ace",
        ),
        pytest.param(
            TWO,
            {"undercut_on_tie": 1},
            "bad_option",
            "“Equal deadwood is an undercut” must be yes or no.",
            id="undercut on tie",
        ),
        pytest.param(
            TWO, {"oklahoma": 1}, "bad_option", "Oklahoma must be yes or no.", id="oklahoma"
        ),
        pytest.param(
            TWO,
            {"spades_double": 1},
            "bad_option",
            "“A spade as the upcard doubles the hand” must be yes or no.",
            id="spades",
        ),
        pytest.param(
            TWO, {"hollywood": 1}, "bad_option", "Hollywood must be yes or no.", id="hollywood"
        ),
    ],
)
def test_impossible_options_are_refused(seats, agreed, code, says):
    refused = build_setup(GAME, seats, agreed)

    assert isinstance(refused, Problem)
    assert (refused.code, text(refused.reason)) == (code, says)


def test_a_preset_sets_the_bonuses():
    bonuses = (
        "gin_bonus",
        "undercut_bonus",
        "big_gin_bonus",
        "box_bonus",
        "game_bonus",
        "target",
        "shutout",
    )

    def agreed(seats=TWO, **given):
        return tuple(table(seats, **given).options[name] for name in bonuses)

    assert agreed() == (20, 10, None, 20, 100, 100, "flat100")
    assert agreed(preset="modern") == (25, 25, 31, 25, 100, 100, "double_hands")
    assert agreed(preset="modern", big_gin_bonus=None, target=150) == (
        25,
        25,
        None,
        25,
        100,
        150,
        "double_hands",
    )
    assert agreed(FOUR) == (20, 10, None, 20, 100, 125, "flat100")
    assert agreed(FOUR, preset="modern") == (25, 25, 31, 25, 100, 125, "double_hands")
    assert agreed(FOUR, target=100) == (20, 10, None, 20, 100, 100, "flat100")
    assert agreed(THREE) == (20, 10, None, 20, 100, 100, "flat100")


@pytest.mark.parametrize(
    ("record", "refused"),
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
def test_wrong_hands_of_three_are_refused(record, refused):
    assert refusals(start(THREE), record)[0] == refused
