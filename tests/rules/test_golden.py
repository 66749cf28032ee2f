"""Worked cases in golden/<game>.json: the result must have every value that the case expects."""

import pytest

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from tests.rules.golden_cases import CASES, CASES_BY_GAME


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_worked_case_scores_as_worked_out_by_hand(case):
    result = score_document(case)

    assert {key: result.get(key) for key in case["expected"]} == case["expected"]


def test_every_game_has_worked_cases():
    assert {game: {case["game"] for case in CASES_BY_GAME[game]} for game in GAMES} == {
        game: {game} for game in GAMES
    }


def test_ids_of_worked_cases_are_unique():
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)
