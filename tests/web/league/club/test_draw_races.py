"""A draw never replaces changes that another phone made after the page was loaded."""

import pytest

from scorekeeper.club.draws import DrawMethod
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from tests.club_league import BEGAN, draft_of, draw_round, version_of

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize("action", ["Start 2 matches", "Draw again"])
def test_a_page_of_a_dropped_draft_does_not_change_the_next_draft(
    phone, another_phone, store, people, night, action
):
    phone.go("/club/1")
    phone.tap("Draw round 1")
    club_nights.set_here(store, night, people, people[:7], BEGAN)
    club_nights.set_here(store, night, people[:7], people, BEGAN)
    another_phone.go("/club/1")
    another_phone.tap("Draw round 1")
    before = draft_of(store, night)

    page = phone.tap(action)

    assert page.status == 409
    assert page.reasons[0].startswith("Round 1 was drawn again.")
    assert draft_of(store, night) == before


def test_a_draw_does_not_replace_a_setting_that_was_saved_just_before(
    phone, store, night, monkeypatch
):
    draw = club_draws.draw_round
    settings = club_nights.get_night(store, night).settings
    saved = settings._replace(method=DrawMethod.BALANCED)

    def draw_after_another_phone(*arguments):
        monkeypatch.undo()
        club_nights.change_night(store, night, saved, seen=settings)
        draw(*arguments)

    monkeypatch.setattr(club_draws, "draw_round", draw_after_another_phone)
    phone.go("/club/1")
    phone.tap("At random", within="Draw")

    page = phone.tap("Draw round 1")

    assert page.status == 409
    assert page.reasons[0].startswith("Another phone has changed the settings of this night.")
    assert version_of(store, night) == 0
    assert club_nights.get_night(store, night).settings == saved


def test_a_draft_that_is_drawn_after_a_dropped_one_has_a_new_version(store, people, night):
    draw_round(store, night)
    draw_round(store, night)
    version = version_of(store, night)
    club_nights.set_here(store, night, people, [], BEGAN)
    club_nights.set_here(store, night, [], people, BEGAN)

    draw_round(store, night)

    assert version_of(store, night) > version
