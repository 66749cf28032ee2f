"""Gin for two pairs of partners: hands that are refused, each with its reason."""

import pytest

from scorekeeper.match.document import score_document
from scorekeeper.rules.game import play
from tests.rules.gin_table import ANA_BRUNO, CHUS_DINA, GAME, big_gin, draw_of, knock, start
from tests.rules.notation import FOUR, refusals


@pytest.mark.parametrize(
    ("answers", "refused"),
    [
        pytest.param(
            {},
            (
                "bad_field",
                "hands",
                "The field “hands” must be a list of the two hands of the deal.",
            ),
            id="nothing",
        ),
        pytest.param(
            {"hands": None},
            (
                "bad_field",
                "hands",
                "The field “hands” must be a list of the two hands of the deal.",
            ),
            id="no hands",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, 7]},
            (
                "bad_field",
                "hands",
                "The field “hands” must be a list of the two hands of the deal.",
            ),
            id="a hand that is a number",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, CHUS_DINA, CHUS_DINA]},
            (
                "bad_field",
                "hands",
                "The field “hands” must be a list of the two hands of the deal.",
            ),
            id="three hands",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO]},
            ("bad_field", "pair", "Opponents: nothing was entered."),
            id="one hand",
        ),
        pytest.param(
            {"hands": []},
            ("bad_field", "pair", "Opponents: nothing was entered."),
            id="no hand",
        ),
        pytest.param(
            knock("1", 4, 20),
            ("bad_field", "result", "There is no field “result” here."),
            id="a hand of two",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "bonus": 3}]},
            ("bad_field", "bonus", "There is no field “bonus” here."),
            id="an extra field in a hand",
        ),
        pytest.param(
            {"hands": [{**ANA_BRUNO, "upcard": "7S"}, CHUS_DINA]},
            ("bad_field", "upcard", "The upcard belongs to the deal, not to a hand."),
            id="an upcard in the first hand",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "upcard": "7S"}]},
            ("bad_field", "upcard", "There is no field “upcard” here."),
            id="an upcard in the second hand",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "pair": ["3"]}]},
            ("bad_field", "pair", "Opponents must be a list of players."),
            id="half a pair",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "pair": ["3", 4]}]},
            ("bad_field", "pair", "Opponents must be a list of players."),
            id="a pair with a number",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {"pair": ["3", "4"], "result": "knock"}]},
            ("bad_field", "knocker", "Knocker: nothing was entered."),
            id="no knocker in the second hand",
        ),
        pytest.param(
            {"hands": [{**ANA_BRUNO, "result": "out"}, CHUS_DINA]},
            ("bad_field", "result", "Result must be one of Knock, Gin, Draw."),
            id="no such result",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "deadwood": [4, 20]}]},
            ("bad_field", "deadwood", "Deadwood must have a number for each player."),
            id="deadwood in a list",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "pair": ["3", "9"]}]},
            ("unknown_player", "pair", "9 is not in this match."),
            id="a stranger plays",
        ),
        pytest.param(
            {
                "hands": [
                    {**ANA_BRUNO, "deadwood": {"1": 3}},
                    {**CHUS_DINA, "deadwood": {"3": 4, "9": 3}},
                ]
            },
            ("unknown_player", "deadwood", "9 is not in this match."),
            id="a stranger is reported before a missing player",
        ),
        pytest.param(
            {"hands": [{**ANA_BRUNO, "knocker": "3"}, CHUS_DINA]},
            ("not_active", "knocker", "Chus takes no part in this hand."),
            id="a knocker of the other hand",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "deadwood": {"3": 4, "2": 20}}]},
            ("not_active", "deadwood", "Bruno takes no part in this hand."),
            id="deadwood of the other hand",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "deadwood": {"3": 4}}]},
            ("missing_player", "deadwood", "Deadwood: enter a number for Dina."),
            id="deadwood is missing",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**CHUS_DINA, "deadwood": {"3": 11, "4": 20}}]},
            ("out_of_range", "deadwood", "Chus may knock only with 10 or less."),
            id="a knock with eleven",
        ),
        pytest.param(
            {
                "hands": [
                    {"pair": ["1", "3"], **knock("1", 4, 20, "3")},
                    {"pair": ["2", "4"], **knock("2", 4, 20, "4")},
                ]
            },
            (
                "inconsistent",
                "pair",
                "Ana and Chus are partners, so they cannot play each other."
                " Choose one player from each pair.",
            ),
            id="partners play each other",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {"pair": ["1", "4"], **knock("1", 4, 20, "4")}]},
            ("inconsistent", "pair", "The two hands must include all four players, each once."),
            id="a player plays twice",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {**draw_of("3", "4"), "knocker": "3"}]},
            (
                "inconsistent",
                "knocker",
                "Nobody knocks in a drawn hand: leave knocker and deadwood blank.",
            ),
            id="a draw with a knocker",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **knock("3", 0, 4, "4")}]},
            ("inconsistent", "deadwood", "Chus has 0 deadwood, so this is gin, not a knock."),
            id="a knock with nothing",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **big_gin("3", 4, "4")}]},
            (
                "not_allowed",
                "result",
                "Big gin does not count in this match: enter it as gin.",
            ),
            id="big gin",
        ),
        pytest.param(
            {"hands": [ANA_BRUNO, CHUS_DINA], "upcard": "7S"},
            (
                "not_allowed",
                "upcard",
                "Leave out the upcard. It does not count in this match.",
            ),
            id="an upcard without need",
        ),
    ],
)
def test_wrong_hands_of_pairs_are_refused(answers, refused):
    code, name, _, says = refusals(start(FOUR), answers)[0]

    assert (code, name, says) == refused


@pytest.mark.parametrize(
    ("upcard", "refused"),
    [
        pytest.param({}, ("bad_field", "Upcard: nothing was entered."), id="missing"),
        pytest.param(
            {"upcard": "S7"},
            ("bad_field", "Upcard must be a rank and a suit, such as 7S or 10D."),
            id="malformed",
        ),
        pytest.param(
            {"upcard": "3S"},
            ("out_of_range", "Ana may knock only with 3 or less."),
            id="limits both hands",
        ),
    ],
)
def test_the_upcard_of_pairs_is_checked(upcard, refused):
    answers = {"hands": [ANA_BRUNO, CHUS_DINA], **upcard}

    code, _, _, says = refusals(start(FOUR, oklahoma=True), answers)[0]

    assert (code, says) == refused


def test_pairs_may_be_named_in_any_order():
    answers = {"hands": [{**CHUS_DINA, "pair": ["4", "3"]}, {**ANA_BRUNO, "pair": ["2", "1"]}]}

    assert refusals(start(FOUR), answers) == []
    assert play(GAME, start(FOUR), answers).points == {"1+3": 32, "2+4": 0}


def test_a_refused_document_of_pairs_names_the_round():
    document = {"game": "gin", "players": ["A", "B", "C", "D"], "rounds": [{"hands": [{}, {}]}]}

    refused = score_document(document)

    assert (refused["code"], refused["round"]) == ("bad_field", 1)
