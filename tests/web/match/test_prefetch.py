"""Predicted questions show nothing that the actual questions do not show."""

from itertools import islice
from operator import attrgetter

import pytest

from scorekeeper import create_app
from scorekeeper.rules import GAMES
from scorekeeper.web.match import common_question, prefetch
from scorekeeper.web.match.questions import question_builder
from tests.match.random_match import RandomMatch
from tests.web.match_phone import sit_down

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


def predictions(random_match):
    """Return the predictions during a match, and the number of stages that were not predicted.

    A prediction is (predicted question, line below its title, actual question).
    """
    predicted, not_foreseen = [], 0
    while random_match.taps < 25 and not random_match.sheet.is_over:
        foreseen = list(islice(prefetch.predict_questions(random_match.sheet), 2))
        random_match.record()
        asked = random_match.sheet.asked_stage
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
    random_match = RandomMatch("gin", seed, usual=True)
    assert len(random_match.sheet.setup.players) == players

    predicted, not_foreseen = predictions(random_match)

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
            shown, usual = question.fields[field.name], common_question.blank_field(field)
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
    random_match = RandomMatch("jabberwocky", "three rounds", usual=True)
    phone = create_app({}, log=random_match.log).test_client()
    response = phone.get(f"/matches/{random_match.match}/ahead")

    foreseen = [each["address"].split("/rounds/")[1] for each in response.json["next"]]
    assert foreseen == ["1/bids", "1/tricks", "2/bids", "2/tricks", "3/bids", "3/tricks", "4/bids"]
    assert response.headers["Cache-Control"] == "no-store"


def test_a_finished_match_has_no_predicted_questions():
    random_match = RandomMatch("jamon", "over", usual=True).play(60)

    assert random_match.sheet.is_over
    assert list(prefetch.predict_questions(random_match.sheet)) == []


def test_after_a_call_the_counters_need_not_be_entered():
    random_match = RandomMatch("jamon", "calls", usual=True)
    question, _ = prefetch.question_after_other_stage(random_match.sheet)

    assert question.asked_stage[:2] == (1, "count")
    assert not question.fields["counters"].required
    assert question.fields["counters"].limits.fixed_numbers == {}
    assert question.fields["went_out"].required


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "jamon"])
def test_without_another_stage_there_is_no_question_after_it(slug):
    assert prefetch.question_after_other_stage(RandomMatch(slug, "none").sheet) is None


def test_the_calls_are_prefetched_with_their_links_for_the_current_deal_only():
    random_match = RandomMatch("jamon", "calls", usual=True)
    app = create_app({}, log=random_match.log)
    parts = app.test_client().get(f"/matches/{random_match.match}/ahead").json

    assert parts["other"]["address"].endswith("/rounds/1/call-1")
    assert "Someone went out" in parts["other"]["part"]
    assert "instead=1" in parts["next"][0]["part"]
    assert "instead=1" in parts["after_other"]["part"]
    assert all("instead=1" not in each.get("part", "") for each in parts["next"][1:])


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "jamon"])
def test_without_another_stage_nothing_else_is_prefetched(slug):
    assert prefetch.other_question(RandomMatch(slug, "none").sheet) is None


def ahead(table):
    """Return the JSON with the predictions, and the deals that they ask about ("" for the end)."""
    parts = table.app.test_client().get(f"{table.address}/ahead").json
    asked = [each.get("address", "").rpartition("/rounds/")[2] for each in parts["next"]]
    return parts, [each.split("/")[0] for each in asked]


@pytest.mark.parametrize("game", ["loba", "chinchon"])
def test_all_deals_are_predicted_if_a_player_is_near_the_limit(app, game):
    three = sit_down(app, game, 3, limit=45)
    first = {"loba": {"went_out": "1"}, "chinchon": {"closer": "1"}}[game]
    three.save(**first, deadwood=(None if game == "loba" else 0, 44, 30))

    parts, deals = ahead(three)
    assert deals == ["2", "3", "4", "5", "6", "7", "8"]
    assert parts["decided"]


@pytest.mark.parametrize(
    ("game", "players"), [("gin", 2), ("gin", 4), ("jaguar", 5), ("jaguar", 6)]
)
def test_all_deals_are_predicted_if_the_next_one_can_reach_the_target(app, game, players):
    parts, deals = ahead(sit_down(app, game, players, target=1))

    assert len(deals) == 7
    assert "" not in deals
    assert parts["decided"]


@pytest.mark.parametrize(
    ("game", "options"),
    [("jabberwocky", {"schedule": [3, 3]}), ("jamon", {"deals": 2}), ("jaguar", {"hands": 2})],
)
def test_the_end_of_the_agreed_deals_is_predicted(app, game, options):
    parts, deals = ahead(sit_down(app, game, 5, **options))

    assert sorted(set(deals)) == ["", "1", "2"]
    assert parts["next"][-1] == {"over": True}
    assert "The match is over" in parts["over"]
    assert "decided" not in parts


def test_the_page_gets_data_for_totals_that_are_not_part_of_the_question(app):
    three = sit_down(app, "jabberwocky", 3, scoring="ten_plus_bid", renege_voids_point=True)
    three.save(bids=(1, 0, 1))

    totals = ahead(three)[0]["totals"]
    assert totals["bids"] == ["tricks", "reneges", 10, 1, 0, 3, True]
    assert totals["now"] == {"1": 0, "2": 0, "3": 0}
    assert '"bids":[' not in three.client.get(three.address).text


def test_the_leaderboard_of_predicted_questions_lists_players_who_are_out_last(app):
    three = sit_down(app, "loba", 3, max_reenlist=0)
    three.save(went_out="1", deadwood=(None, 60, 7))
    three.save(went_out="1", deadwood=(None, 60, 7))

    board = ahead(three)[0]["board"]
    assert [board.count("Ana"), board.count("data-out"), board.count("120")] == [1, 1, 1]
    assert board.index("Ana") < board.index("Cem") < board.index("Ben")
