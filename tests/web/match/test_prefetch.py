"""Predicted questions show nothing that the actual questions do not show."""

from itertools import islice
from operator import attrgetter

import pytest

from scorekeeper import create_app
from scorekeeper.rules import GAMES
from scorekeeper.web.match import prefetch
from scorekeeper.web.match.questions import question_builder
from tests.match.random_tables import RandomMatch

SHOWN_VALUES = [
    *map(
        attrgetter,
        ("note", "forbidden", "default", "limits.total", "limits.fixed_numbers", "limits.sentence"),
    ),
    *map(
        attrgetter,
        (
            "hints.suggested_numbers",
            "hints.marked_numbers",
            "hints.call_counts",
            "hints.chip_labels",
        ),
    ),
]
EVENINGS = [pytest.param(slug, f"{slug} {n}", id=f"{slug} {n}") for slug in GAMES for n in range(5)]


def predictions(evening):
    """Return the predictions during a match, and the number of stages that were not predicted.

    A prediction is (predicted question, line below its title, actual question).
    """
    predicted, not_foreseen = [], 0
    while evening.taps < 25 and not evening.sheet.is_over:
        foreseen = list(islice(prefetch.predict_questions(evening.sheet), 2))
        evening.record()
        asked = evening.sheet.asked_stage
        there = [
            each
            for prediction in foreseen[1:2]
            for each in prediction.questions.values()
            if asked and each[0].asked_stage[:2] == asked[:2]
            if not prediction.depends_on or rows(each[0].fields.values()) == rows_asked(asked, each)
        ]
        predicted += [(*each, asked) for each in there]
        not_foreseen += not there
    return predicted, not_foreseen


def rows(fields):
    return [field.seats for field in fields]


def rows_asked(asked, predicted):
    game = predicted[0].game
    return rows(question_builder.stage_fields(game, asked, asked.deal_answers))


@pytest.mark.parametrize(("seed", "players"), [("gin 5", 3), ("gin 8", 4)])
def test_the_next_hand_of_gin_is_predicted_for_every_loser_and_every_pair(seed, players):
    evening = RandomMatch("gin", seed, usual=True)
    assert len(evening.sheet.setup.players) == players

    predicted, not_foreseen = predictions(evening)

    assert len(predicted) > 10
    assert not_foreseen == 1  # the end of the match


@pytest.mark.parametrize(("slug", "seed"), EVENINGS)
def test_predicted_questions_agree_with_the_actual_questions(slug, seed):
    for question, subtitle, asked in predictions(RandomMatch(slug, seed))[0]:
        game, blank = question.game, question_builder.unposted_question(question.game, asked)
        fields = question_builder.stage_fields(game, asked, asked.deal_answers)

        assert subtitle in (None, game.display.deal_subtitle(asked.position))
        assert list(question.fields) == [field.name for field in fields]
        assert question.preview.notes.items() <= blank.preview.notes.items()
        for field in fields:
            shown, usual = question.fields[field.name], prefetch.blank_field(field)
            assert shown.seats == field.seats
            for shown_value in SHOWN_VALUES:
                assert shown_value(shown) in (shown_value(field), shown_value(usual))
            for seat in (*field.seats, ""):
                (least, most), (low, high) = shown.limits.bounds(seat), field.limits.bounds(seat)
                assert least <= low
                assert high <= most


@pytest.mark.parametrize("slug", ["jabberwocky", "jaguar"])
def test_the_next_question_is_always_predicted_in_games_without_going_out(slug):
    predicted, not_foreseen = predictions(RandomMatch(slug, slug, usual=True))

    assert len(predicted) > 20
    assert not_foreseen == 0


def test_the_current_question_and_the_next_six_are_predicted():
    evening = RandomMatch("jabberwocky", "three rounds", usual=True)
    phone = create_app({}, log=evening.log).test_client()
    response = phone.get(f"/matches/{evening.match}/ahead")

    foreseen = [each["address"].split("/rounds/")[1] for each in response.json["next"]]
    assert foreseen == ["1/bids", "1/tricks", "2/bids", "2/tricks", "3/bids", "3/tricks", "4/bids"]
    assert response.headers["Cache-Control"] == "no-store"


def test_a_finished_match_has_no_predicted_questions():
    evening = RandomMatch("jamon", "over", usual=True).play(60)

    assert evening.sheet.is_over
    assert list(prefetch.predict_questions(evening.sheet)) == []


def test_after_a_call_the_counters_need_not_be_entered():
    evening = RandomMatch("jamon", "calls", usual=True)
    question, _ = prefetch.question_after_other_stage(evening.sheet)

    assert question.asked_stage[:2] == (1, "count")
    assert not question.fields["counters"].required
    assert question.fields["counters"].limits.fixed_numbers == {}
    assert question.fields["went_out"].required


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "jamon"])
def test_without_another_stage_there_is_no_question_after_it(slug):
    assert prefetch.question_after_other_stage(RandomMatch(slug, "none").sheet) is None


def test_the_calls_are_prefetched_with_their_links_for_the_current_deal_only():
    evening = RandomMatch("jamon", "calls", usual=True)
    app = create_app({}, log=evening.log)
    parts = app.test_client().get(f"/matches/{evening.match}/ahead").json

    assert parts["other"]["address"].endswith("/rounds/1/call-1")
    assert "Someone went out" in parts["other"]["part"]
    assert "instead=1" in parts["next"][0]["part"]
    assert "instead=1" in parts["after_other"]["part"]
    assert all("instead=1" not in each["part"] for each in parts["next"][1:])


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "jamon"])
def test_without_another_stage_nothing_else_is_prefetched(slug):
    assert prefetch.other_question(RandomMatch(slug, "none").sheet) is None
