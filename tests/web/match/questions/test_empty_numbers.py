"""Forms without JavaScript in which a number is left empty, or disagrees with another answer.

Questions of random matches of every game are filled in with answers that the game accepts. Then one
number at a time is left empty, or typed over a number that another answer fixes.
"""

from collections import Counter

import pytest

from scorekeeper import create_app
from scorekeeper.cli import simulated_players
from scorekeeper.match import commands
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import FieldKind, FieldLayout
from tests.match.random_match import RandomMatch
from tests.sample import sized
from tests.web.match.whole_matches import inputs
from tests.web.match_phone import MatchPhone, field_value, sit_down

SEEDS = range(sized(5, 1))
QUESTIONS = 4  # questions per match, each filled in with new random answers
OTHER_NUMBER = "3"


class RandomForms(MatchPhone):
    """A phone without JavaScript that fills in the questions of a random match."""

    def __init__(self, slug, seed):
        self.random_match = RandomMatch(slug, seed)
        app = create_app({"TESTING": True}, log=self.random_match.log)
        super().__init__(app, self.random_match.match)

    def next_question(self):
        """Choose new valid answers to the current question."""
        self.stage = self.sheet.asked_stage.stage
        self.answers = simulated_players.random_answers(
            self.sheet.game, self.sheet.asked_stage, self.random_match.rng
        )

    @property
    def fields(self):
        """The visible fields of the current question, given the chosen answers."""
        game, asked = self.sheet.game, self.sheet.asked_stage
        together = game.deal.merge(asked.deal_answers, self.stage, self.answers)
        fields = game.deal.fields(asked.position, together)
        return [f for f in fields if f.stage == self.stage and f.layout is not FieldLayout.HIDDEN]

    def numbers(self):
        """Yield (field, seat, input name) for each number in the answers."""
        for field in self.fields:
            answer = self.answers.get(field.name)
            if field.kind is FieldKind.NUMBER and answer is not None:
                yield field, "", field.name
            for seat in answer or () if field.kind is FieldKind.NUMBERS else ():
                yield field, seat, f"{field.name}-{seat}"

    def save_with(self, name, text):
        """Save the answers after changing the value of one input, then undo the save.

        Returns the saved answers. If they were refused, returns None. Because of the undo, the
        match is the same as before.
        """
        self.reload()
        self.empty_all_inputs()
        for field in self.fields:
            for each, value in inputs(field, self.answers.get(field.name, {})).items():
                if each != name and field.name in self.answers:
                    self.set(each, value)
        if text:
            self.set(name, text)
        number, version = self.sheet.asked_stage.round, self.sheet.version
        self.save()
        if self.sheet.version == version:
            return None
        saved = dict(self.sheet.deal_answers[number - 1])[self.stage]
        self.random_match.run_command(commands.undo, self.sheet.last_step.version)
        return saved

    def empty_all_inputs(self):
        """Remove the answers that the page shows after an undo, and enable all inputs."""
        for box in self.page.by_id("ask").all("input"):
            if box.kind in {"radio", "checkbox"}:
                box.attrs.pop("checked", None)
            elif box.kind == "text":
                box.attrs["value"] = ""
            box.attrs.pop("disabled", None)


def questions(slug):
    """Yield a phone for each question of a match, with valid answers chosen."""
    for seed in SEEDS:
        phone = RandomForms(slug, seed)
        for _ in range(QUESTIONS):
            if phone.sheet.is_over:
                break
            phone.next_question()
            yield phone
            phone.random_match.record()


def number_inputs(page):
    """Return the sorted names of the inputs in which a number can be typed or chosen."""
    boxes = [box for box in page.by_id("ask").all("input") if not box.is_disabled]
    typed = {box["name"] for box in boxes if box.kind == "text" and not is_set_aside(box)}
    chips = {box["name"] for box in boxes if box.kind == "radio" and box["value"].isdecimal()}
    return sorted(typed | {name for name in chips if "-" in name})


def is_set_aside(box):
    table = box.closest("table")
    return table is not None and "inert" in table


def empty(page, name):
    for box in page.root.all("input"):
        if box["name"] == name:
            box.attrs.pop("checked", None)
            box.attrs["value"] = "" if box.kind == "text" else box["value"]


@pytest.mark.parametrize("slug", GAMES)
def test_a_number_that_is_left_empty_is_asked_for(slug):
    """Optional numbers, and numbers that follow from another answer, may be left empty."""
    asked = Counter()
    for phone in questions(slug):
        for field, seat, name in phone.numbers():
            saved = phone.save_with(name, "")
            if seat in field.limits.fixed_numbers:
                assert saved[field.name][seat] == field.limits.fixed_numbers[seat]
            elif field.required and field.needs_every_seat:
                assert saved is None
                assert phone.page.status == 422
                who = f"enter a number for Player {seat}." if seat else "nothing was entered."
                assert f"{field.label.template}: {who}" in phone.page.alerts[0]
                asked[field.name] += 1
            else:
                assert seat not in saved.get(field.name, ())

    assert sum(asked.values()) > 10


@pytest.mark.parametrize("slug", ["chinchon", "loba", "gin"])
def test_a_number_typed_over_a_fixed_one_is_refused_and_stays(slug):
    typed = 0
    for phone in questions(slug):
        for field, seat, name in phone.numbers():
            if seat in field.limits.fixed_numbers and len(field.limits.fixed_numbers) < len(
                field.seats
            ):
                assert phone.save_with(name, OTHER_NUMBER) is None
                assert f"Player {seat}" in phone.page.alerts[0]
                box = phone.page.by_id(name)
                assert (box["value"], box.is_disabled) == (OTHER_NUMBER, False)
                typed += 1

    assert typed


def test_cards_typed_for_the_player_who_went_out_are_refused(app):
    jamon = sit_down(app, "jamon", 3, scoring="points")
    refused = jamon.save(went_out="2", counters=(5, 5, 5), cards=(4, 3, 6))

    assert refused.status == 422
    assert "Ben went out and has 0 cards left, not 3." in refused.alerts[0]
    assert field_value(refused, "cards-2") == "3"


def test_a_refused_number_can_be_saved_for_another_player_who_went_out(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="2", deadwood=(25, 30, 12))
    assert loba.save(went_out="1").reasons == ["Ana went out and has 0 left."]
    loba.save(deadwood=("", None, None))

    assert loba.sheet.played_deals[0].points == {"1": 0, "2": 30, "3": 12}


@pytest.mark.parametrize("slug", GAMES)
def test_a_number_that_is_left_empty_in_a_correction_is_asked_for(slug):
    asked = 0
    for seed in SEEDS:
        phone = RandomForms(slug, seed)
        phone.random_match.play(8)
        if not phone.sheet.played_deals:
            continue
        optional = {
            field.name
            for field in phone.sheet.game.deal.fields(phone.sheet.played_deals[0].before, {})
            if not (field.required and field.needs_every_seat)
        }
        for name in number_inputs(phone.at("rounds/1/correct")):
            phone.at("rounds/1/correct")
            empty(phone.page, name)
            version = phone.sheet.version
            phone.save()
            if name.partition(".")[2].partition("-")[0] not in optional:
                assert (phone.sheet.version, phone.page.status) == (version, 422), name
                asked += 1

    assert asked >= 5
