"""Previews of gin hands."""

import pytest

from tests.rules.gin_table import (
    ANA_BRUNO,
    CHUS_DINA,
    DRAW,
    GAME,
    after,
    big_gin,
    deal,
    draw_of,
    gin,
    hand,
    knock,
    look,
    preview_texts,
)
from tests.rules.notation import FOUR, THREE, text


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        pytest.param({}, {"save_note": "How did the hand end?"}, id="nothing yet"),
        pytest.param({"result": "knock"}, {"save_note": "Who knocked?"}, id="knock"),
        pytest.param({"result": "gin"}, {"save_note": "Who went gin?"}, id="gin"),
        pytest.param(
            {"result": "knock", "knocker": "1"},
            {"save_note": "Still to count: Ana, Bruno."},
            id="no deadwood",
        ),
        pytest.param(
            {"result": "knock", "knocker": "1", "deadwood": {"1": 7}},
            {"save_note": "Still to count: Bruno."},
            id="one is missing",
        ),
        pytest.param(
            {"result": "gin", "knocker": "1"},
            {"save_note": "Still to count: Bruno."},
            id="gin needs no number",
        ),
        pytest.param(
            knock("1", 7, 21),
            {"headline": "Ana 14 points and a box", "detail": "7 against 21, after lay-offs"},
            id="knock, whole",
        ),
        pytest.param(
            knock("1", 7, 8),
            {"headline": "Ana one point and a box", "detail": "7 against 8, after lay-offs"},
            id="one point",
        ),
        pytest.param(
            knock("1", 7, 5),
            {"headline": "Bruno 12 points and a box", "detail": "7 against 5: undercut"},
            id="undercut",
        ),
        pytest.param(
            {"result": "gin", "knocker": "1", "deadwood": {"2": 30}},
            {"headline": "Ana 50 points and a box", "detail": "Gin against 30"},
            id="gin",
        ),
        pytest.param(
            gin("1", 80),
            {
                "headline": "Ana 100 points and a box",
                "detail": "Gin against 80",
                "save_note": "This hand wins Ana the match.",
            },
            id="the end",
        ),
        pytest.param(DRAW, {"headline": "Draw: no points"}, id="draw"),
        pytest.param(
            knock("1", 12, 21), {"save_note": "Ana may knock only with 10 or less."}, id="too much"
        ),
        pytest.param(
            knock("1", 0, 21),
            {"save_note": "Ana has 0 deadwood, so this is gin, not a knock."},
            id="is gin",
        ),
        pytest.param(
            hand("gin", "1", (3, 21)),
            {"save_note": "Ana went gin and has 0 deadwood, not 3."},
            id="gin with three",
        ),
        pytest.param(
            gin("1", 99),
            {"save_note": "Deadwood must be between 0 and 98, the most that ten cards can count."},
            id="99",
        ),
        pytest.param(
            big_gin("1", 9),
            {"save_note": "Big gin does not count in this match: enter it as gin."},
            id="big gin",
        ),
    ],
)
def test_the_preview_says_what_is_missing_or_what_the_hand_scores(answers, says):
    assert preview_texts(look(answers)) == says


def test_the_preview_of_equal_hands_says_that_nobody_scores():
    assert preview_texts(look(knock("1", 6, 6), undercut_on_tie=False)) == {
        "headline": "Equal deadwood: no points"
    }


def test_the_preview_shows_that_a_spade_doubles_the_points():
    shown = preview_texts(look(knock("1", 3, 25, upcard="7S"), spades_double=True))
    assert shown["headline"] == "Ana 44 points and a box"
    assert shown["detail"] == "3 against 25, after lay-offs · 22 × 2"

    hands = {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **gin("4", 15, "3")}], "upcard": "7S"}
    shown = preview_texts(look(hands, seats=FOUR, stage="hand-2", spades_double=True))
    assert shown["headline"] == "Bruno + Dina 38 points and a box"
    assert shown["detail"] == "First hand −16, second hand +35 · 19 × 2"


def test_the_preview_explains_the_upcard():
    agreed = {"oklahoma": True, "spades_double": True, "oklahoma_ace": "gin_only"}

    without = {
        "save_note": "Choose the upcard.",
        "status_line": "The upcard sets the limit for knocking",
    }
    assert preview_texts(look({"result": "draw"}, **agreed)) == without
    assert preview_texts(look({"upcard": "7"}, **agreed)) == without
    assert preview_texts(look({"upcard": "7D"}, **agreed))["status_line"] == "Knock with 7 or less"
    assert (
        preview_texts(look({"upcard": "AD"}, **agreed))["status_line"] == "Only gin ends this hand"
    )
    assert preview_texts(look({"upcard": "AS"}, **agreed))["status_line"] == (
        "Only gin ends this hand; all points double"
    )
    assert preview_texts(look({"upcard": "7S"}, **agreed))["status_line"] == (
        "Knock with 7 or less; all points double"
    )
    assert preview_texts(look(knock("1", 3, 9, upcard="AD"), **agreed))["save_note"] == (
        "Only gin ends this hand: nobody may knock."
    )
    assert (
        preview_texts(look(knock("1", 3, 9, upcard="7S"), **agreed))["headline"]
        == "Ana 12 points and a box"
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"oklahoma": True}, "The upcard sets the limit for knocking"),
        ({"spades_double": True}, "A spade as the upcard doubles all points"),
        ({"oklahoma": True, "knock_limit": 0}, "Only gin ends this hand"),
    ],
)
def test_before_the_upcard_is_chosen_the_preview_says_what_it_changes(options, sentence):
    assert preview_texts(look({}, **options))["status_line"] == sentence


def test_the_preview_says_that_a_hand_was_won_with_big_gin():
    shown = preview_texts(look(big_gin("1", 20), big_gin_bonus=31))

    assert shown["headline"] == "Ana 51 points and a box"
    assert shown["detail"] == "Big gin against 20"


def test_projected_totals_are_beside_the_players():
    _, position = after(gin("1", 11), knock("2", 2, 20))
    shown = GAME.display.preview(position, "hand", knock("1", 7, 21))

    assert {seat: (a.total, text(a.note)) for seat, a in shown.totals_after.items()} == {
        "1": (45, "+14, box"),
        "2": (18, None),
    }
    assert {seat: text(note) for seat, note in shown.notes.items()} == {
        "1": "31 · one box",
        "2": "18 · one box",
    }


def test_the_preview_names_the_hollywood_games_of_a_hand():
    _, position = after(gin("1", 11), hollywood=True)
    shown = GAME.display.preview(position, "hand", knock("1", 7, 21))

    assert text(shown.headline) == "Ana 14 points, in games 1 and 2"
    assert {seat: (a.total, text(a.note)) for seat, a in shown.totals_after.items()} == {
        "1": (59, "2 × 14"),
        "2": (0, None),
    }
    assert text(GAME.display.preview(position, "hand", knock("2", 7, 21)).headline) == (
        "Bruno 14 points, in game 1"
    )


def test_a_cell_says_in_how_many_hollywood_games_a_hand_counts():
    rounds, _ = after(gin("1", 11), knock("1", 7, 21), hollywood=True)

    assert [text(GAME.display.cells(played)["1"].note.word) for played in rounds] == [
        "gin",
        "knock × 2",
    ]


def test_each_hollywood_game_says_whose_next_hand_counts_in_it():
    rounds, position = after(gin("1", 11), hollywood=True)

    assert [column.open_to for column in GAME.display.columns(rounds, position)] == [
        ("1", "2"),
        ("1",),
        (),
    ]


def test_with_three_players_only_two_have_notes():
    assert list(look({}, seats=THREE).notes) == ["2", "3"]


def test_the_preview_of_a_pairs_first_hand_has_its_points():
    shown = look({"hands": [ANA_BRUNO]}, seats=FOUR, stage="hand-1")

    assert preview_texts(shown) == {
        "headline": "Ana 16 points",
        "detail": "4 against 20, after lay-offs",
    }
    assert shown.totals_after == {}
    assert list(shown.notes) == list(FOUR)


def test_the_preview_of_a_pairs_second_hand_has_the_deals_points():
    answers = {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **gin("4", 15, "3")}]}
    shown = look(answers, seats=FOUR, stage="hand-2")

    assert preview_texts(shown) == {
        "headline": "Bruno + Dina 19 points and a box",
        "detail": "First hand −16, second hand +35",
    }
    assert {seat: (a.total, text(a.note)) for seat, a in shown.totals_after.items()} == {
        "3": (0, None),
        "4": (19, "+19, box"),
    }


def test_the_first_pair_sees_its_hands_with_their_own_signs():
    answers = {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **gin("4", 35, "3")}][::-1]}
    ahead = {"hands": [ANA_BRUNO, draw_of("3", "4")]}

    assert preview_texts(look(answers, seats=FOUR, stage="hand-2"))["detail"] == (
        "First hand +55, second hand −16"
    )
    assert preview_texts(look(ahead, seats=FOUR, stage="hand-2")) == {
        "headline": "Ana + Chus 16 points and a box",
        "detail": "First hand +16, second hand 0",
    }


def test_equal_hands_of_pairs_score_nothing():
    answers = deal(gin("1", 5, "2"), gin("4", 5, "3"))

    assert preview_texts(look(answers, seats=FOUR, stage="hand-2")) == {
        "headline": "No points, no box",
        "detail": "The two hands cancel out",
    }


def test_without_the_first_hand_the_second_has_no_projected_totals():
    answers = {"hands": [{"pair": ["1", "2"]}, CHUS_DINA]}

    assert preview_texts(look(answers, seats=FOUR, stage="hand-2")) == {}
    assert preview_texts(look({"hands": [ANA_BRUNO, {}]}, seats=FOUR, stage="hand-2")) == {
        "save_note": "How did the hand end?"
    }


def test_a_player_cannot_play_themselves():
    answers = {"hands": [{"pair": ["1", "1"], "result": "gin", "knocker": "1"}]}

    assert preview_texts(look(answers, seats=FOUR, stage="hand-1")) == {
        "save_note": "Choose the two opponents."
    }
