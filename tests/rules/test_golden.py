"""Worked cases in golden.json: the result must have every value that the case expects."""

import json
import pathlib

import pytest

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES

CASES = json.loads(pathlib.Path(__file__).with_name("golden.json").read_text("utf-8"))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_worked_case_scores_as_worked_out_by_hand(case):
    result = score_document(case)

    assert {key: result.get(key) for key in case["expected"]} == case["expected"]


def test_every_game_has_worked_cases():
    assert {case["game"] for case in CASES} == set(GAMES)
