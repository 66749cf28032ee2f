"""Random corrections without JavaScript, which change a number and then fill in empty fields."""

from random import Random

import pytest

from scorekeeper import create_app
from scorekeeper.match import commands
from tests.match.corrected_matches import derived_values, replay_in_new_match, without_change_fields
from tests.match.random_match import RandomMatch
from tests.web.phone import Phone

ANY_HAND = (2, 3, 4)  # deadwood that is allowed whether or not a player closed
SEEDS = range(20)


class RandomCorrection(Phone):
    """A phone that corrects a deal and gives random answers to the questions that follow."""

    def __init__(self, random_match, rng):
        super().__init__(create_app({"TESTING": True}, log=random_match.log))
        self.random_match, self.rng, self.pages = random_match, rng, 0
        self.address = f"/matches/{random_match.match}"

    def change_a_number(self, number):
        """Open a deal and change the number of a player who did not end it."""
        self.go(f"{self.address}/rounds/{number}/correct")
        closed = [chip["value"] for chip in self.boxes("radio") if "checked" in chip]
        boxes = [
            box["name"]
            for box in self.boxes("text")
            if not box.is_disabled and box["name"].partition("-")[2] not in closed
        ]
        self.set(self.rng.choice(boxes), self.rng.randint(2, 45))

    def boxes(self, *kinds):
        return [box for box in self.page.by_id("ask").all("input") if box.kind in kinds]

    def fill_missing_values(self):
        for box in self.boxes("text"):
            if box["value"] and box["aria-invalid"]:  # typed for the player who went out
                self.set(box["name"], "")
            elif not box.is_disabled and not box["value"]:
                self.set(box["name"], self.rng.choice(ANY_HAND))
        chips = {}
        for chip in self.boxes("radio"):
            chips.setdefault(chip["name"], []).append(chip)
        for name, group in chips.items():
            if not any("checked" in chip for chip in group):
                self.set(name, self.rng.choice([c["value"] for c in group if not c.is_disabled]))

    def save(self):
        button = self.page.by_id("save")
        self.send(self.page.form_of(button), button)

    def walk(self):
        """Save until the correction is complete, and return whether it asked for a later deal.

        Raises AssertionError if the correction is not complete after 60 saves.
        """
        for _ in range(60):
            self.fill_missing_values()
            self.save()
            if not self.page.path.endswith("/correct") and "/correct/" not in self.page.path:
                return self.pages > 0
            self.pages += "too" in self.page.title
        raise AssertionError(f"The correction does not end: {self.page.title}, {self.page.alerts}")


def complete_correction(game, seed):
    rng = Random(seed)
    random_match = RandomMatch(game, seed, usual=True).play(14)
    before = random_match.sheet
    if len(before.played_deals) < 3:
        return False
    walker = RandomCorrection(random_match, rng)
    walker.change_a_number(rng.randint(1, len(before.played_deals) - 1))
    asked = walker.walk()
    after = random_match.sheet

    assert derived_values(after) == derived_values(replay_in_new_match(random_match))
    assert after.drafts == {}
    if len(after.steps) > len(before.steps):
        assert after.steps[:-1] == before.steps
        undone = random_match.run_command(commands.undo, after.last_step.version)
        assert without_change_fields(undone) == without_change_fields(before)
    return asked


@pytest.mark.parametrize("game", ["chinchon", "loba"])
def test_random_corrections_equal_a_match_played_with_the_corrected_answers(game):
    asked = [complete_correction(game, seed) for seed in SEEDS]

    assert sum(asked) >= 3  # otherwise, later deals are hardly tested
