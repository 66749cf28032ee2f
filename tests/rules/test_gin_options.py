"""Options of gin rummy: refusals, defaults and presets."""

import pytest

from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup
from tests.rules.gin_table import GAME, table
from tests.rules.notation import FOUR, THREE, TWO, text


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
            "The two pairs need different names. Leave the plus signs out of the players’ names.",
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
            "“Winner” must be “first to the target” or “highest final score”.",
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
            "Answer “Equal deadwood is an undercut” with yes or no.",
            id="undercut on tie",
        ),
        pytest.param(
            TWO, {"oklahoma": 1}, "bad_option", "Answer “Oklahoma” with yes or no.", id="oklahoma"
        ),
        pytest.param(
            TWO,
            {"spades_double": 1},
            "bad_option",
            "Answer “A spade as the upcard doubles the hand” with yes or no.",
            id="spades",
        ),
        pytest.param(
            TWO,
            {"hollywood": 1},
            "bad_option",
            "Answer “Hollywood” with yes or no.",
            id="hollywood",
        ),
    ],
)
def test_impossible_options_are_refused(seats, agreed, code, says):
    refused = build_setup(GAME, seats, agreed)

    assert isinstance(refused, Problem)
    assert (refused.code, text(refused.reason)) == (code, says)


def test_the_options_have_these_defaults():
    assert table().options == {
        "preset": "classic",
        "target": 100,
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "big_gin_bonus": None,
        "box_bonus": 20,
        "game_bonus": 100,
        "shutout": "flat100",
        "knock_limit": 10,
        "undercut_on_tie": True,
        "winner_by": "target",
        "deal_rule": "alternate",
        "oklahoma": False,
        "oklahoma_ace": "one",
        "spades_double": False,
        "hollywood": False,
        "first_dealer": "1",
    }


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
