"""Gin on the page: fields asked, disabled and hidden, and previews of partial hands."""

import pytest

from scorekeeper.rules.fields import FieldLayout
from scorekeeper.rules.game import play
from tests.rules.gin_table import (
    ANA_BRUNO,
    CHUS_DINA,
    DRAW,
    FOUR,
    GAME,
    THREE,
    TWO,
    after,
    big_gin,
    codes,
    deal,
    draw_of,
    field,
    gin,
    hand,
    knock,
    look,
    names_of_fields,
    preview_texts,
    refusals,
    start,
    table,
    text,
)

# ---------------------------------------------------------------- fields


def test_two_players_enter_result_knocker_and_deadwood():
    position = start()

    assert names_of_fields(position, {}) == ["result", "knocker", "deadwood"]
    assert [c.value for c in field(position, {}, "result").choices] == ["knock", "gin", "draw"]
    assert field(position, {}, "result").no == {}
    assert field(position, {}, "deadwood").seats == TWO
    assert field(position, {}, "deadwood").limits.bounds("1") == (0, 98)
    assert GAME.deal.stage(position, {}) == "hand"
    assert GAME.deal.stage(position, DRAW) is None
    assert GAME.deal.merge({}, "hand", DRAW) == DRAW


def test_big_gin_is_offered_if_it_counts():
    offered = field(start(preset="modern"), {}, "result").choices

    assert [choice.value for choice in offered] == ["knock", "gin", "big_gin", "draw"]
    assert [text(choice.label) for choice in offered] == ["Knock", "Gin", "Big gin", "Draw"]


def test_the_upcard_is_asked_if_it_counts():
    assert names_of_fields(start(oklahoma=True), {})[0] == "upcard"
    assert names_of_fields(start(spades_double=True), {})[0] == "upcard"
    asked = GAME.deal.fields(start(oklahoma=True), {})[0]
    assert (asked.stage, asked.required, asked.look) == ("hand", True, FieldLayout.CHIPS)


def test_an_upcard_without_effect_is_not_shown():
    (upcard,) = [f for f in GAME.deal.fields(start(), {"upcard": "7S"}) if f.name == "upcard"]

    assert (upcard.look, upcard.required) == (FieldLayout.HIDDEN, False)


def test_result_and_pair_are_above_the_table():
    position = start(FOUR)
    result, pair = field(position, {}, "result", "hand-1"), field(position, {}, "pair", "hand-1")

    assert (result.look, text(result.note)) == (FieldLayout.STRIP, "How did the hand end?")
    assert pair.look == FieldLayout.STRIP
    assert text(field(position, {}, "deadwood", "hand-1").note) == "After lay-offs"


def test_a_knocker_outside_the_hand_sets_no_limits():
    stranger = field(start(), {"result": "gin", "knocker": "9"}, "deadwood")

    assert stranger.limits.fixed == {}


def test_a_draw_hides_knocker_and_deadwood():
    for name in ("knocker", "deadwood"):
        not_asked = field(start(), DRAW, name)
        assert (not_asked.look, not_asked.required) == (FieldLayout.SET_ASIDE, False)
        shown = field(start(), {"result": "knock"}, name)
        assert (shown.look, shown.required) == (FieldLayout.TABLE, True)


@pytest.mark.parametrize("how", ["gin", "big_gin"])
def test_after_gin_the_knocker_has_a_fixed_0(how):
    record = {"result": how, "knocker": "2"}

    assert field(start(preset="modern"), record, "deadwood").limits.fixed == {"2": 0}
    assert field(start(), {"result": how}, "deadwood").limits.fixed == {}


def test_a_knocker_cannot_have_0_or_more_than_the_limit():
    position = start(oklahoma=True)
    asked = field(position, {"upcard": "6D", "result": "knock", "knocker": "2"}, "deadwood")

    assert asked.limits.bounds("2") == (0, 6)
    assert asked.limits.bounds("1") == (0, 98)
    assert {key: text(why) for key, why in asked.no.items()} == {
        ("2", 0): "a hand with no deadwood is gin, not a knock."
    }
    assert asked.limits.fixed == {}


def test_knock_is_forbidden_if_only_gin_ends_the_hand():
    position = start(oklahoma=True, oklahoma_ace="gin_only")

    asked = field(position, {"upcard": "AD"}, "result")

    assert {key: text(why) for key, why in asked.no.items()} == {
        ("", "knock"): "only gin ends this hand."
    }
    assert field(position, {"upcard": "2D"}, "result").no == {}


def test_with_three_players_the_idle_dealer_has_no_fields():
    position = start(THREE)

    assert field(position, {}, "knocker").seats == ("2", "3")
    assert field(position, {}, "deadwood").seats == ("2", "3")


def test_pairs_enter_two_hands_in_turn():
    position = start(FOUR, oklahoma=True)
    first = {"upcard": "7S", **ANA_BRUNO}

    one = GAME.deal.merge({}, "hand-1", first)
    both = GAME.deal.merge(one, "hand-2", CHUS_DINA)

    assert [GAME.deal.stage(position, record) for record in ({}, one, both)] == [
        "hand-1",
        "hand-2",
        None,
    ]
    assert one == {"hands": [ANA_BRUNO], "upcard": "7S"}
    assert both == {"hands": [ANA_BRUNO, CHUS_DINA], "upcard": "7S"}
    assert refusals(position, one, "hand-1") == []
    assert refusals(position, both, "hand-2") == []
    assert GAME.deal.split_by_stage(position, both) == (("hand-1", first), ("hand-2", CHUS_DINA))


def test_a_new_answer_replaces_its_hand():
    both = {"hands": [ANA_BRUNO, CHUS_DINA]}

    assert GAME.deal.merge(both, "hand-1", draw_of("1", "2")) == {
        "hands": [draw_of("1", "2"), CHUS_DINA]
    }
    assert GAME.deal.merge(both, "hand-2", draw_of("3", "4")) == {
        "hands": [ANA_BRUNO, draw_of("3", "4")]
    }


def test_the_first_hand_is_refused_before_the_second_is_asked():
    record = {"hands": [{**ANA_BRUNO, "deadwood": {"1": 0, "2": 3}}]}

    assert codes(start(FOUR), record, "hand-1") == ["inconsistent"]
    assert codes(start(FOUR), {"hands": [ANA_BRUNO, {}]}, "hand-2") == ["bad_field"] * 4
    partners = {"hands": [{"pair": ["1", "3"], **draw_of("1", "3")}]}
    assert codes(start(FOUR), partners, "hand-1") == ["inconsistent"]


def test_the_second_pair_follows_from_the_first():
    position = start(FOUR)
    one = {"hands": [{"pair": ["3", "2"]}]}

    assert field(position, {}, "pair", "hand-1").pairs == (
        ("1", "2"),
        ("1", "4"),
        ("3", "2"),
        ("3", "4"),
    )
    second = field(position, one, "pair", "hand-2")
    assert (second.pairs, second.default) == ((("1", "4"),), ["1", "4"])
    assert field(position, one, "deadwood", "hand-1").seats == ("3", "2")
    assert field(position, one, "deadwood", "hand-2").seats == ("1", "4")


def test_opponents_alternate_between_deals():
    _, second = after({"hands": [draw_of("1", "2"), draw_of("3", "4")]}, seats=FOUR)

    assert field(start(FOUR), {}, "pair", "hand-1").default == ["1", "2"]
    assert field(start(FOUR), {}, "deadwood", "hand-1").seats == ("1", "2")
    assert field(second, {}, "pair", "hand-1").default == ["1", "4"]
    assert field(second, {}, "deadwood", "hand-2").seats == ("3", "2")


def test_the_upcard_of_pairs_is_asked_with_the_first_hand():
    asked = GAME.deal.fields(start(FOUR, oklahoma=True), {"upcard": "4C", "hands": [ANA_BRUNO]})

    assert [(f.name, f.stage) for f in asked] == [
        ("upcard", "hand-1"),
        ("pair", "hand-1"),
        ("result", "hand-1"),
        ("knocker", "hand-1"),
        ("deadwood", "hand-1"),
        ("pair", "hand-2"),
        ("result", "hand-2"),
        ("knocker", "hand-2"),
        ("deadwood", "hand-2"),
    ]
    assert asked[4].limits.bounds("1") == (0, 4)


# ---------------------------------------------------------------- previews


@pytest.mark.parametrize(
    ("record", "says"),
    [
        pytest.param({}, {"says": "How did the hand end?"}, id="nothing yet"),
        pytest.param({"result": "knock"}, {"says": "Who knocked?"}, id="knock"),
        pytest.param({"result": "gin"}, {"says": "Who went gin?"}, id="gin"),
        pytest.param(
            {"result": "knock", "knocker": "1"},
            {"says": "Still to count: Ana, Bruno."},
            id="no deadwood",
        ),
        pytest.param(
            {"result": "knock", "knocker": "1", "deadwood": {"1": 7}},
            {"says": "Still to count: Bruno."},
            id="one is missing",
        ),
        pytest.param(
            {"result": "gin", "knocker": "1"},
            {"says": "Still to count: Bruno."},
            id="gin needs no number",
        ),
        pytest.param(
            knock("1", 7, 21),
            {"headline": "Ana 14 points and a box", "under": "7 against 21, after lay-offs"},
            id="knock, whole",
        ),
        pytest.param(
            knock("1", 7, 8),
            {"headline": "Ana one point and a box", "under": "7 against 8, after lay-offs"},
            id="one point",
        ),
        pytest.param(
            knock("1", 7, 5),
            {"headline": "Bruno 12 points and a box", "under": "7 against 5: undercut"},
            id="undercut",
        ),
        pytest.param(
            {"result": "gin", "knocker": "1", "deadwood": {"2": 30}},
            {"headline": "Ana 50 points and a box", "under": "Gin against 30"},
            id="gin",
        ),
        pytest.param(
            gin("1", 80),
            {
                "headline": "Ana 100 points and a box",
                "under": "Gin against 80",
                "says": "With this hand, Ana wins the match.",
            },
            id="the end",
        ),
        pytest.param(DRAW, {"headline": "Draw, no points"}, id="draw"),
        pytest.param(knock("1", 12, 21), {"says": "Ana may knock with 1 to 10."}, id="too much"),
        pytest.param(
            knock("1", 0, 21),
            {"says": "Ana has 0 deadwood, so this is gin, not a knock."},
            id="is gin",
        ),
        pytest.param(
            hand("gin", "1", (3, 21)),
            {"says": "Ana went gin and has 0 deadwood, not 3."},
            id="gin with three",
        ),
        pytest.param(
            gin("1", 99), {"says": "Ten unmatched cards are worth between 0 and 98."}, id="99"
        ),
        pytest.param(
            big_gin("1", 9),
            {"says": "Big gin does not count in this match: enter it as gin."},
            id="big gin",
        ),
    ],
)
def test_the_preview_of_an_incomplete_hand(record, says):
    assert preview_texts(look(record)) == says


def test_the_preview_of_equal_hands_says_that_nobody_scores():
    assert preview_texts(look(knock("1", 6, 6), undercut_on_tie=False)) == {
        "headline": "Equal deadwood, no points"
    }


def test_the_preview_explains_the_upcard():
    agreed = {"oklahoma": True, "spades_double": True, "oklahoma_ace": "gin_only"}

    without = {
        "says": "Choose the upcard.",
        "strip": "The upcard sets the limit for knocking",
    }
    assert preview_texts(look({"result": "draw"}, **agreed)) == without
    assert preview_texts(look({"upcard": "7"}, **agreed)) == without
    assert preview_texts(look({"upcard": "7D"}, **agreed))["strip"] == "Knock with 7 or less"
    assert preview_texts(look({"upcard": "AD"}, **agreed))["strip"] == "Only gin ends this hand"
    assert preview_texts(look({"upcard": "AS"}, **agreed))["strip"] == (
        "Only gin ends this hand; all points double"
    )
    assert preview_texts(look({"upcard": "7S"}, **agreed))["strip"] == (
        "Knock with 7 or less; all points double"
    )
    assert preview_texts(look(knock("1", 3, 9, upcard="AD"), **agreed))["says"] == (
        "Only gin ends this hand: nobody may knock."
    )
    assert (
        preview_texts(look(knock("1", 3, 9, upcard="7S"), **agreed))["headline"]
        == "Ana 12 points and a box"
    )


def test_projected_totals_are_beside_the_players():
    _, position = after(gin("1", 11), knock("2", 2, 20))
    shown = GAME.display.preview(position, "hand", knock("1", 7, 21))

    assert {seat: (a.total, text(a.word)) for seat, a in shown.after.items()} == {
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

    assert text(shown.headline) == "Ana 14 points, in games 1, 2"
    assert {seat: (a.total, text(a.word)) for seat, a in shown.after.items()} == {
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
        "under": "4 against 20, after lay-offs",
    }
    assert shown.after == {}
    assert list(shown.notes) == list(FOUR)


def test_the_preview_of_a_pairs_second_hand_has_the_deals_points():
    record = {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **gin("4", 15, "3")}]}
    shown = look(record, seats=FOUR, stage="hand-2")

    assert preview_texts(shown) == {
        "headline": "Bruno + Dina 19 points and a box",
        "under": "First hand −16, second hand +35",
    }
    assert {seat: (a.total, text(a.word)) for seat, a in shown.after.items()} == {
        "3": (0, None),
        "4": (19, "+19, box"),
    }


def test_the_first_pair_sees_its_hands_with_their_own_signs():
    record = {"hands": [ANA_BRUNO, {"pair": ["3", "4"], **gin("4", 35, "3")}][::-1]}
    ahead = {"hands": [ANA_BRUNO, draw_of("3", "4")]}

    assert preview_texts(look(record, seats=FOUR, stage="hand-2"))["under"] == (
        "First hand +55, second hand −16"
    )
    assert preview_texts(look(ahead, seats=FOUR, stage="hand-2")) == {
        "headline": "Ana + Chus 16 points and a box",
        "under": "First hand +16, second hand 0",
    }


def test_equal_hands_of_pairs_score_nothing():
    record = deal(gin("1", 5, "2"), gin("4", 5, "3"))

    assert preview_texts(look(record, seats=FOUR, stage="hand-2")) == {
        "headline": "No points, no box",
        "under": "The two hands are equal",
    }


def test_without_the_first_hand_the_second_has_no_projected_totals():
    record = {"hands": [{"pair": ["1", "2"]}, CHUS_DINA]}

    assert preview_texts(look(record, seats=FOUR, stage="hand-2")) == {}
    assert preview_texts(look({"hands": [ANA_BRUNO, {}]}, seats=FOUR, stage="hand-2")) == {
        "says": "How did the hand end?"
    }


def test_a_player_cannot_play_themselves():
    record = {"hands": [{"pair": ["1", "1"], "result": "gin", "knocker": "1"}]}

    assert preview_texts(look(record, seats=FOUR, stage="hand-1")) == {"says": "Choose the pairs."}


def marks(record, seats=TWO, **agreed):
    cells = GAME.display.cells(play(GAME, start(seats, **agreed), record))
    return {
        side: (text(c.text), text(c.note.word), c.note.tone) if c.note else text(c.text)
        for side, c in cells.items()
    }


@pytest.mark.parametrize(
    ("agreed", "record", "cells"),
    [
        pytest.param({}, knock("1", 5, 27), {"1": (None, "knock", "")}, id="knock"),
        pytest.param({}, knock("1", 5, 2), {"2": (None, "undercut", "")}, id="undercut"),
        pytest.param({}, gin("1", 27), {"1": (None, "gin", "")}, id="gin"),
        pytest.param(
            {"preset": "modern"}, big_gin("1", 27), {"1": (None, "big gin", "")}, id="big gin"
        ),
        pytest.param(
            {}, DRAW, {"1": (None, "draw", "soft"), "2": (None, "draw", "soft")}, id="draw"
        ),
        pytest.param(
            {"undercut_on_tie": False},
            knock("1", 5, 5),
            {"1": (None, "equal", "soft"), "2": (None, "equal", "soft")},
            id="equal",
        ),
        pytest.param(
            {"seats": THREE},
            gin("2", 27, "3"),
            {"2": (None, "gin", ""), "1": (None, "sat out", "soft")},
            id="three",
        ),
        pytest.param(
            {"seats": FOUR},
            deal(knock("1", 4, 20, "2"), gin("4", 15, "3")),
            {"1+3": "+16 −35", "2+4": "−16 +35"},
            id="pairs",
        ),
        pytest.param(
            {"seats": FOUR},
            {"hands": [draw_of("1", "2"), draw_of("3", "4")]},
            {"1+3": ("0 0", "draw", "soft"), "2+4": ("0 0", "draw", "soft")},
            id="pairs, drawn",
        ),
        pytest.param(
            {"seats": FOUR},
            deal(gin("1", 5, "2"), gin("4", 5, "3")),
            {"1+3": ("+25 −25", "equal", "soft"), "2+4": ("−25 +25", "equal", "soft")},
            id="pairs, equal",
        ),
    ],
)
def test_cells_say_how_a_hand_ended(agreed, record, cells):
    assert marks(record, **agreed) == cells


def test_cells_have_texts_for_screen_readers():
    played_deal = play(GAME, start(FOUR), deal(knock("1", 4, 20, "2"), gin("4", 15, "3")))

    assert text(GAME.display.cells(played_deal)["1+3"].spoken) == "first hand +16, second hand −35"


def test_titles_and_labels():
    position = start()

    assert text(GAME.display.title(position, "hand")) == "Hand 1"
    assert text(GAME.display.title(position, "hand-1")) == "Hand 1, first pair"
    assert text(GAME.display.title(position, "hand-2")) == "Hand 1, second pair"
    assert text(GAME.display.save(position, "hand")) == "Save the hand"
    assert text(GAME.display.save(position, "hand-1")) == "Save the first hand"
    assert text(GAME.display.save(position, "hand-2")) == "Save the second hand"
    assert text(GAME.display.about(position)) == "Ana deals · first to 100"
    assert text(GAME.display.about(start(THREE))) == "Ana deals and sits out · first to 100"
    assert GAME.display.row(position) is None
    assert (
        text(GAME.display.caption(table()))
        == "Each cell shows the hand and the total. The first to 100 wins."
    )
    assert text(GAME.display.caption(table(hollywood=True))) == (
        "Each cell shows the hand and the total of three games. Each game is to 100."
    )
    assert text(GAME.display.sheet_note(position)) == (
        "Boxes count 20 each at the end: Ana 0, Bruno 0."
        " The first to reach 100 gets 100 for the game."
    )
    assert GAME.is_open(table()) is False


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        pytest.param(
            {},
            "to 100, knock with 10 or less, gin 20, undercut 10, box 20, game 100.",
            id="classic",
        ),
        pytest.param(
            {"preset": "modern", "knock_limit": 0},
            "to 100, only gin ends a hand, gin 25, undercut 25, box 25, game 100, big gin 31.",
            id="modern, only gin",
        ),
        pytest.param(
            {"oklahoma": True, "spades_double": True, "hollywood": True},
            "to 100, knock with 10 or less, gin 20, undercut 10, box 20, game 100,"
            " Oklahoma, spades double, Hollywood.",
            id="everything",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says
