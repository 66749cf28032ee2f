"""The worked cases that tests play in the browser, each with a mistake to correct."""

import copy
import json
from pathlib import Path
from typing import NamedTuple

from scorekeeper.match.document import score_document

FILE = Path(__file__).parents[1] / "rules" / "golden.json"
CASES = {case["id"]: case for case in json.loads(FILE.read_text("utf-8"))}


class Evening(NamedTuple):
    """A worked case, and wrong values that are entered in its first deal and corrected later."""

    case: dict
    mistake: dict

    @property
    def first_taken_for(self):
        return {**copy.deepcopy(self.case["rounds"][0]), **self.mistake}

    def totals_after(self, deals, *, corrected=True):
        """Compute the totals after these deals; worked cases contain only the final totals."""
        rounds = self.case["rounds"][:deals]
        if not corrected:
            rounds = [self.first_taken_for, *rounds[1:]]
        match = {name: self.case[name] for name in ("game", "players", "options")}
        return score_document({**match, "rounds": rounds})["totals"]


WITH_SCRIPT = {
    "jab-23": {"tricks": {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 0}},
    "jag-05": {"points": 45},
    "ham-21": {"went_out": "B", "counters": {"A": 8, "B": 2}, "cards": {"A": 6, "B": 0}},
    "chi-01": {"deadwood": {"Luz": 2, "Mar": 30, "Paz": 14}},
    "lob-01": {"deadwood": {"Ana": 0, "Beto": 60, "Caro": 45}},
    "gin-06": {"deadwood": {"Kit": 4, "Lou": 19}},
}
# `make matrix` plays the other games without JavaScript.
WITHOUT_SCRIPT = {
    "jab-24": {"tricks": {"Ann": 0, "Ben": 0, "Cat": 1, "Dan": 0}},
    "ham-25": {"went_out": "B", "counters": {"A": 8, "B": 2}},
    "lob-06": {"deadwood": {"Ana": 75, "Beto": 60, "Caro": 0}},
}


def evening(case, mistake):
    return Evening(CASES[case], mistake)
