"""The worked cases that are played in the browser, each with a mistake to correct."""

import copy
import re
from typing import NamedTuple

from playwright.sync_api import expect

from scorekeeper.match.document import score_document
from tests.rules.golden_cases import CASES

CASES_BY_ID = {case["id"]: case for case in CASES}


class WorkedMatch(NamedTuple):
    """A worked case, and wrong values that are entered in its first deal and corrected later."""

    case: dict
    mistake: dict

    @property
    def first_taken_for(self):
        return {**copy.deepcopy(self.case["rounds"][0]), **self.mistake}

    def totals_after(self, deals, *, corrected=True):
        """Return {side: total} after this many deals, with the mistake if `corrected` is false.

        The totals are computed, because worked cases contain only the final totals.
        """
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


def worked_match(case, mistake):
    return WorkedMatch(CASES_BY_ID[case], mistake)


def play_out(player, match):
    """Play the case to its end, with a mistake in the first deal that is corrected later."""
    case = match.case
    player.sit_down(case)
    player.play(match.first_taken_for)
    player.play(case["rounds"][1])
    assert player.totals() == sides(match.totals_after(2, corrected=False))
    player.correct(1, case["rounds"][0])
    player.undo()
    assert player.totals() == sides(match.totals_after(2, corrected=False))
    player.redo()
    for answers in case["rounds"][2:]:
        player.play(answers)
    if case.get("closed"):
        player.close()
    expect(player.page.locator(".podium")).to_be_visible()
    assert winners(player.page) == set(case["expected"]["winners"])
    player.follow(player.page.locator("#main").get_by_role("link", name="Sheet"))
    assert player.totals() == sides(case["expected"]["totals"])


def sides(totals):
    """Return the totals with partners' names joined as on the page: Ana + Ben."""
    return {side.replace("+", " + "): total for side, total in totals.items()}


def winners(page):
    """Return the set of names in first place on the podium."""
    steps = page.locator(".podium li")
    names = [step.locator(".podium__who").text_content() for step in steps.all()]
    places = [step.locator(".podium__step").inner_text().split()[-1] for step in steps.all()]
    first = [name for name, place in zip(names, places, strict=True) if place == "1"]
    return {each for names in first for each in re.split(r", | and | \+ ", names)}
