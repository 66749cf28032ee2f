"""The form of a deal whose starting position is unknown contains what was recorded."""

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.rules import GAMES
from scorekeeper.web.match.correcting.correction_draft import has_same_answers
from scorekeeper.web.match.correcting.recorded_deal import form_inputs, recorded_questions
from scorekeeper.web.match.correcting.unplaced_deals import unplaced_deal
from tests.match.random_match import RandomMatch


def posted_form(sheet, number):
    """Return the inputs of a form that contains this deal as it was recorded."""
    position, stages = sheet.played_deals[number - 1].before, sheet.deal_answers[number - 1]
    questions = recorded_questions(
        sheet, number, position, stages, None, f"{number}.", is_preview=False
    )
    return MultiDict(form_inputs(questions))


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "jamon"])
def test_a_form_contains_all_answers_of_a_deal_whose_start_is_unknown(slug):
    """Jamón is left out: no deal depends on another, so corrections never ask for later deals."""
    read = 0
    for seed in range(30):
        sheet = RandomMatch(slug, seed).play(16).sheet
        for number in range(2, len(sheet.played_deals) + 1):
            ((deal, stages),) = unplaced_deal(sheet, 1, number, posted_form(sheet, number), ())
            assert deal == number
            assert [stage for stage, _ in stages] == [s for s, _ in sheet.deal_answers[number - 1]]
            assert has_same_answers(sheet, number, stages), (seed, number, stages)
            read += 1

    assert read > 30


def test_drafted_stages_that_the_form_does_not_contain_stay():
    sheet = RandomMatch("loba", 1).play(8).sheet
    drafted = (("back", {"reenlist": ["1"]}),)

    ((_, stages),) = unplaced_deal(sheet, 1, 2, posted_form(sheet, 2), drafted)

    assert dict(stages)["back"] == {"reenlist": ["1"]}
    assert "cards" in dict(stages)
