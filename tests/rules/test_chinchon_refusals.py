"""Deals of Chinchón that are refused, each with its reason."""

import pytest

from scorekeeper.rules.game import play
from tests.rules.chinchon_table import GAME, TWO_DEALS, after, deal, table
from tests.rules.notation import refusals

SIX_OR_EIGHT = "Misdeal must be one of 6 cards, 8 cards."


@pytest.mark.parametrize(
    ("agreed", "answers", "refusal"),
    [
        pytest.param(
            {},
            deal("3", 21, 18, 5),
            ("out_of_range", "deadwood", "3", "Chus closed and can have at most 4 left."),
            id="closed with five",
        ),
        pytest.param(
            {"close_max": 0},
            deal("3", 21, 18, 1),
            ("out_of_range", "deadwood", "3", "Chus closed and can have at most 0 left."),
            id="only nothing closes",
        ),
        pytest.param(
            {},
            deal("3", 62, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards are worth between 0 and 61 points."),
            id="62 of 40 cards",
        ),
        pytest.param(
            {"deck": 48},
            deal("3", 76, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards are worth between 0 and 75 points."),
            id="76 of 48 cards",
        ),
        pytest.param(
            {"figures": "ten"},
            deal("3", 68, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards are worth between 0 and 67 points."),
            id="68, figures ten",
        ),
        pytest.param(
            {},
            deal("3", -1, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards are worth between 0 and 61 points."),
            id="below 0",
        ),
        pytest.param(
            {},
            deal("3", 55, 18, 0, defective={"1": 6}),
            ("out_of_range", "deadwood", "1", "Six cards are worth between 0 and 54 points."),
            id="55 of six cards",
        ),
        pytest.param(
            {},
            deal("3", 69, 18, 0, defective={"1": 8}),
            ("out_of_range", "deadwood", "1", "Eight cards are worth between 0 and 68 points."),
            id="69 of eight cards",
        ),
        pytest.param(
            {"figures": "ten"},
            deal("3", 75, 18, 0, defective={"1": 8}),
            ("out_of_range", "deadwood", "1", "Eight cards are worth between 0 and 74 points."),
            id="75 of eight, figures ten",
        ),
        pytest.param(
            {"deck": 48},
            deal("3", 85, 18, 0, defective={"1": 8}),
            ("out_of_range", "deadwood", "1", "Eight cards are worth between 0 and 84 points."),
            id="85 of eight, 48 cards",
        ),
        pytest.param(
            {"deck": 48},
            deal("3", 67, 18, 0, defective={"1": 6}),
            ("out_of_range", "deadwood", "1", "Six cards are worth between 0 and 66 points."),
            id="67 of six, 48 cards",
        ),
        pytest.param(
            {"figures": "ten"},
            deal("3", 61, 18, 0, defective={"1": 6}),
            ("out_of_range", "deadwood", "1", "Six cards are worth between 0 and 60 points."),
            id="61 of six, figures ten",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, close="chinchon"),
            (
                "inconsistent",
                "deadwood",
                "3",
                "Chus laid down all seven cards, so the points left are 0, not 2.",
            ),
            id="chinchón with two left",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 40, close="run"),
            (
                "inconsistent",
                "deadwood",
                "3",
                "Chus laid down all seven cards, so the points left are 0, not 40.",
            ),
            id="run with forty left",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"3": 8}),
            (
                "inconsistent",
                "defective",
                "3",
                "Chus has 8 cards and cannot close: only a player with seven cards can.",
            ),
            id="closed with eight cards",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"1": 7}),
            ("bad_field", "defective", "1", SIX_OR_EIGHT),
            id="seven is not a misdeal",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"1": 9}),
            ("bad_field", "defective", "1", SIX_OR_EIGHT),
            id="nine cards",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"9": 8}),
            ("unknown_player", "defective", None, "9 is not in this match."),
            id="a stranger's misdealt hand",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, close="well"),
            (
                "bad_field",
                "close",
                None,
                "How the deal was closed must be one of Closed, 4 or less, Chinchón, −10.",
            ),
            id="closed in another way",
        ),
        pytest.param(
            {},
            deal("3", 21, 18),
            ("missing_player", "deadwood", "3", "Points left: enter a number for Chus."),
            id="a player is missing",
        ),
        pytest.param(
            {},
            {"deadwood": {"1": 1, "2": 2, "3": 3}},
            ("bad_field", "closer", None, "Who closed: nothing was entered."),
            id="nobody closed",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Ana did not reach 100 in this deal, and only players who did may come back.",
            ),
            id="back without having been out",
        ),
        pytest.param(
            {"bust": "exceed"},
            deal("3", 21, 18, 2, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Ana did not go over 100 in this deal, and only players who did may come back.",
            ),
            id="back without having been over",
        ),
        pytest.param(
            {"limit": 20},
            deal("3", 21, 18, 2, reenlist=["1", "1"]),
            ("not_allowed", "reenlist", "1", "Ana is listed twice. List each player once."),
            id="back twice",
        ),
        pytest.param(
            {"limit": 20},
            deal("3", 21, 20, 2, reenlist=["1", "2"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Only Chus is still in. Nobody can come back unless two players are still in.",
            ),
            id="only one is left",
        ),
        pytest.param(
            {"limit": 20, "close_max": 10, "run_rule": "wins"},
            deal("3", 21, 2, 0, close="run", reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Chus has won the match with a run of seven, so nobody may come back.",
            ),
            id="the run has won",
        ),
        pytest.param(
            {"limit": 20, "max_reenlist": 0},
            deal("3", 21, 2, 0, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "The table agreed that nobody may come back in this match.",
            ),
            id="agreed that nobody comes back",
        ),
    ],
)
def test_wrong_records_are_refused_with_a_reason(agreed, answers, refusal):
    start = GAME.begin(table(seats=("1", "2", "3"), **agreed))

    assert refusals(start, answers)[0] == refusal


def test_each_player_who_may_not_come_back_gets_a_problem():
    start = GAME.begin(table(limit=20))

    problems = refusals(start, deal("3", 21, 18, 2, 19, 3, reenlist=["1", "2", "4"]))

    assert [(code, seat) for code, _, seat, _ in problems] == [
        ("not_allowed", "2"),
        ("not_allowed", "4"),
    ]


def test_if_all_go_out_together_the_match_ends_and_nobody_comes_back():
    start = GAME.begin(table(seats=("1", "2"), limit=10))
    near = play(GAME, start, deal("1", 4, 9, seats=("1", "2"))).after
    again = play(GAME, near, deal("1", 4, 0, seats=("1", "2"))).after

    assert refusals(again, deal("1", 4, 1, seats=("1", "2"), reenlist=["2"])) == [
        (
            "not_allowed",
            "reenlist",
            "2",
            "All remaining players were eliminated in this deal, so the match is over and nobody "
            "may come back.",
        )
    ]


def test_a_player_who_went_out_earlier_cannot_come_back():
    _, position = after(*TWO_DEALS, deal("3", 1, 18, 0, 8, 12))

    assert refusals(position, deal("3", 1, 2, 3, 4, 5)) == [
        ("not_active", "deadwood", "2", "Bruno is out and takes no part in this deal.")
    ]
    assert refusals(
        position, deal("3", 1, reenlist=["2"]) | {"deadwood": {"1": 1, "3": 1, "4": 1, "5": 1}}
    ) == [
        (
            "not_allowed",
            "reenlist",
            "2",
            "Bruno was eliminated in an earlier deal and can no longer come back.",
        )
    ]


def test_players_come_back_as_often_as_agreed():
    out_again = deal("3", 0, 61, 0, seats=("1", "2", "3"), reenlist=["2"])
    _, once = after(out_again, seats=("1", "2", "3"), limit=60, max_reenlist=1)
    _, twice = after(out_again, out_again, seats=("1", "2", "3"), limit=60, max_reenlist=2)

    assert refusals(once, out_again)[0][3] == (
        "Bruno has already come back once, which is the limit the table agreed on."
    )
    assert refusals(twice, out_again)[0][3] == (
        "Bruno has already come back twice, which is the limit the table agreed on."
    )
