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
    knock,
    names_of_fields,
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
