"""Which fields of gin are shown, disabled or hidden."""

import pytest

from scorekeeper.rules.fields import FieldLayout
from tests.rules.gin_table import (
    ANA_BRUNO,
    CHUS_DINA,
    DRAW,
    GAME,
    after,
    codes,
    draw_of,
    names_of_fields,
    start,
)
from tests.rules.notation import FOUR, THREE, TWO, field, refusals, text


def test_two_players_enter_result_knocker_and_deadwood():
    position = start()

    assert names_of_fields(position, {}) == ["result", "knocker", "deadwood"]
    assert [c.value for c in field(position, {}, "result").choices] == ["knock", "gin", "draw"]
    assert field(position, {}, "result").forbidden == {}
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
    assert (asked.stage, asked.required, asked.layout) == ("hand", True, FieldLayout.CHIPS)


def test_an_upcard_without_effect_is_not_shown():
    (upcard,) = [f for f in GAME.deal.fields(start(), {"upcard": "7S"}) if f.name == "upcard"]

    assert (upcard.layout, upcard.required) == (FieldLayout.HIDDEN, False)


def test_result_and_pair_are_above_the_table():
    position = start(FOUR)
    result, pair = field(position, {}, "result", "hand-1"), field(position, {}, "pair", "hand-1")

    assert (result.layout, text(result.note)) == (FieldLayout.STRIP, "How did the hand end?")
    assert pair.layout == FieldLayout.STRIP
    assert text(field(position, {}, "deadwood", "hand-1").note) == "After lay-offs"


def test_a_knocker_outside_the_hand_sets_no_limits():
    stranger = field(start(), {"result": "gin", "knocker": "9"}, "deadwood")

    assert stranger.limits.fixed_numbers == {}


def test_a_draw_hides_knocker_and_deadwood():
    for name in ("knocker", "deadwood"):
        not_asked = field(start(), DRAW, name)
        assert (not_asked.layout, not_asked.required) == (FieldLayout.SET_ASIDE, False)
        shown = field(start(), {"result": "knock"}, name)
        assert (shown.layout, shown.required) == (FieldLayout.TABLE, True)


@pytest.mark.parametrize("how", ["gin", "big_gin"])
def test_after_gin_the_knocker_has_a_fixed_0(how):
    answers = {"result": how, "knocker": "2"}

    assert field(start(preset="modern"), answers, "deadwood").limits.fixed_numbers == {"2": 0}
    assert field(start(), {"result": how}, "deadwood").limits.fixed_numbers == {}


def test_a_knocker_cannot_have_0_or_more_than_the_limit():
    position = start(oklahoma=True)
    asked = field(position, {"upcard": "6D", "result": "knock", "knocker": "2"}, "deadwood")

    assert asked.limits.bounds("2") == (0, 6)
    assert asked.limits.bounds("1") == (0, 98)
    assert {key: text(why) for key, why in asked.forbidden.items()} == {
        ("2", 0): "a hand with no deadwood is gin, not a knock."
    }
    assert asked.limits.fixed_numbers == {}


def test_knock_is_forbidden_if_only_gin_ends_the_hand():
    position = start(oklahoma=True, oklahoma_ace="gin_only")

    asked = field(position, {"upcard": "AD"}, "result")

    assert {key: text(why) for key, why in asked.forbidden.items()} == {
        ("", "knock"): "only gin ends this hand."
    }
    assert field(position, {"upcard": "2D"}, "result").forbidden == {}


def test_with_three_players_the_idle_dealer_has_no_fields():
    position = start(THREE)

    assert field(position, {}, "knocker").seats == ("2", "3")
    assert field(position, {}, "deadwood").seats == ("2", "3")


def test_pairs_enter_two_hands_in_turn():
    position = start(FOUR, oklahoma=True)
    first = {"upcard": "7S", **ANA_BRUNO}

    one = GAME.deal.merge({}, "hand-1", first)
    both = GAME.deal.merge(one, "hand-2", CHUS_DINA)

    assert [GAME.deal.stage(position, answers) for answers in ({}, one, both)] == [
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
    answers = {"hands": [{**ANA_BRUNO, "deadwood": {"1": 0, "2": 3}}]}

    assert codes(start(FOUR), answers, "hand-1") == ["inconsistent"]
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
