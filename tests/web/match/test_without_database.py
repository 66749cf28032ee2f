"""The match pages run without a database: whole matches, from the start to the podium."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.rules import GAMES
from tests.rules.golden_cases import CASES
from tests.web.match.without_database import BLOCKED

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = (
    "from tests.web.match import without_database; without_database.block();"
    "from tests.web.match import whole_matches; whole_matches.main()"
)
WHOLE = [case for case in CASES if case["expected"].get("finished")]


@pytest.fixture(scope="module")
def evening(request):
    """The chosen cases, played in a process that cannot import database packages.

    `played` contains {id: result}, and `modules` lists the modules that the process imported.
    """
    items = [item for item in request.session.items if item.module is request.module]
    chosen = {item.callspec.id for item in items if hasattr(item, "callspec")}
    program = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        input=json.dumps([case for case in WHOLE if case["id"] in chosen]),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert program.returncode == 0, program.stderr
    return json.loads(program.stdout)


@pytest.mark.cases(6)
@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in WHOLE])
def test_a_whole_match_has_the_totals_computed_by_hand(evening, case):
    played, expected = evening["played"][case["id"]], case["expected"]

    assert played["totals"] == expected["totals"]
    assert "win" in played["title"]
    assert played["told"] == played["written"]


def test_whole_matches_of_every_game_are_played():
    assert {case["game"] for case in WHOLE} == set(GAMES)


def test_no_database_module_is_imported(evening):
    assert {name.partition(".")[0] for name in evening["modules"]} & BLOCKED == set()
