"""The draw of a round: its settings, repeated draws, swaps by hand, and forms of older pages."""

import pytest

from scorekeeper.club.draws import DrawMethod
from scorekeeper.league.club import nights as club_nights
from tests.club_league import (
    FIRST_NAMES,
    draw_round,
    start_round,
)
from tests.web.league.club.reading import draft


def test_a_draw_can_be_repeated_and_changed_by_hand(phone, store, night):
    phone.go("/club/1")
    phone.tap("Like with like", within="Draw")
    phone.choose("Players per table, if possible", "3")
    phone.tap("Draw round 1")
    assert [len(table) for table in draft(store, night).tables] == [4, 4]
    before = draft(store, night)
    assert before.method is DrawMethod.LIKE_WITH_LIKE

    one, other = before.tables[0][0], before.tables[1][0]
    phone.choose("Swap", FIRST_NAMES[int(one) - 1], within="Draw for round 1")
    phone.choose("with", FIRST_NAMES[int(other) - 1], within="Draw for round 1")
    phone.tap("Swap", within="Draw for round 1")
    assert draft(store, night).tables[0][0] == other
    assert "changed by hand" in phone.page.words

    phone.tap("Draw again")
    assert draft(store, night).version == before.version + 2
    assert "changed by hand" not in phone.page.words


def test_a_swap_without_two_different_players_is_refused_with_a_reason(phone, store, night):
    draw_round(store, night)
    phone.go("/club/1")

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 422
    assert page.reasons == ["Choose two different players in this draw."]


def choose_swap(phone, one, other):
    """Choose two players, given by key, for a swap, and return their names."""
    chosen = [FIRST_NAMES[int(key) - 1] for key in (one, other)]
    for label, name in zip(("Swap", "with"), chosen, strict=True):
        phone.choose(label, name, within="Draw for round 1")
    return chosen


@pytest.mark.both_databases
def test_a_swap_in_an_older_draw_keeps_the_chosen_players(phone, another_phone, store, night):
    draw_round(store, night)
    (one, second, *_), (other, third, *_) = draft(store, night).tables
    phone.go("/club/1")
    names = choose_swap(phone, one, other)
    another_phone.go("/club/1")
    choose_swap(another_phone, second, third)
    another_phone.tap("Swap", within="Draw for round 1")

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 409
    sentence = "The draw for round 1 was changed by hand. Not swapped: {} and {}.".format(*names)
    assert page.reasons == [sentence]
    assert "open" in page.find("Swap two players", "details")
    phone.tap("Swap", within="Draw for round 1")
    first, last = draft(store, night).tables
    assert (first[:2], last[:2]) == ((other, third), (one, second))


def test_a_swap_in_a_round_that_has_started_names_the_chosen_players(phone, store, log, night):
    draw_round(store, night)
    (one, *_), (other, *_) = draft(store, night).tables
    phone.go("/club/1")
    names = choose_swap(phone, one, other)
    start_round(store, log, night)

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 409
    assert page.reasons == ["Round 1 has started. Not swapped: {} and {}.".format(*names)]


def test_a_refused_swap_keeps_the_chosen_player(phone, store, night):
    draw_round(store, night)
    phone.go("/club/1")
    one = draft(store, night).tables[0][0]
    choose_swap(phone, one, one)

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 422
    lines = page.find("Swap two players", "details").all("option")
    assert [line["value"] for line in lines if "selected" in line] == [one, one]


def test_a_draw_of_a_round_that_was_drawn_already_keeps_the_chosen_method_and_size(
    phone, store, night
):
    phone.go("/club/1")
    phone.tap("Like with like", within="Draw")
    phone.choose("Players per table, if possible", "3")
    draw_round(store, night)

    page = phone.tap("Draw round 1")

    assert page.status == 409
    sentence = "Round 1 was drawn. You chose: Like with like, 3 players per table."
    assert page.reasons == [sentence]
    assert draft(store, night).method is DrawMethod.FEWEST_MEETINGS
    assert "open" in page.find("Draw again", "details")
    phone.tap("Draw again", within="Round 1")
    assert draft(store, night).method is DrawMethod.LIKE_WITH_LIKE
    assert club_nights.get_night(store, night).settings.size == 3


def change_settings(store, night, **settings):
    """Change settings of the night in the database, as if another phone had done so."""
    stored = club_nights.get_night(store, night).settings
    club_nights.change_night(store, night, stored._replace(**settings), seen=stored)


def test_a_draw_uses_settings_that_were_changed_after_its_page_was_opened(phone, store, night):
    phone.go("/club/1")
    phone.tap("At random", within="Draw")
    change_settings(store, night, size=3)

    assert phone.tap("Draw round 1").status == 200

    stored = club_nights.get_night(store, night).settings
    assert (stored.method, stored.size) == (DrawMethod.CHANCE, 3)


@pytest.mark.both_databases
def test_a_draw_does_not_replace_a_setting_that_another_phone_has_changed(phone, store, night):
    phone.go("/club/1")
    phone.tap("At random", within="Draw")
    change_settings(store, night, method=DrawMethod.BALANCED, size=3)

    page = phone.tap("Draw round 1")

    assert page.status == 409
    assert page.reasons == [
        "Another phone has changed the settings of this night. Draw: Equal tables "
        "You chose: At random."
    ]
    assert draft(store, night) is None
    assert club_nights.get_night(store, night).settings.method is DrawMethod.BALANCED
    phone.tap("Draw round 1")
    stored = club_nights.get_night(store, night).settings
    assert (stored.method, stored.size) == (DrawMethod.CHANCE, 3)


def test_a_draw_from_a_page_before_the_update_sets_both_settings(phone, store, night):
    phone.go("/club/1")
    for box in phone.page.root.all("input"):
        if box["name"].startswith("was-"):
            box.attrs["disabled"] = ""
    phone.tap("At random", within="Draw")
    change_settings(store, night, size=3)

    assert phone.tap("Draw round 1").status == 200

    stored = club_nights.get_night(store, night).settings
    assert (stored.method, stored.size) == (DrawMethod.CHANCE, 4)
