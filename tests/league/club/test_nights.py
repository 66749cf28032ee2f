"""Club nights: who is here, and the end of a night."""

import pytest
from sqlalchemy.exc import NoResultFound

from scorekeeper.club.draws import DrawMethod
from scorekeeper.db.club_tables import ClubNightPlayers, ClubRounds
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import roster
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import NightSettings
from tests.club_league import (
    BEGAN,
    add_people,
    create_night,
    draft_of,
    draw_round,
    end_night,
    present_players,
)
from tests.databases import rows
from tests.refusals import reason_of


def test_the_same_form_sent_twice_creates_one_night(store):
    settings = NightSettings("2026-09-21", "Club", "loba", {}, 4, DrawMethod.CHANCE)

    numbers = [club_nights.create_night(store, settings, "key", BEGAN) for _ in range(2)]

    assert numbers == [1, 1]
    assert [night.settings.name for night in club_night_lists.open_nights(store)] == ["Club"]
    assert club_nights.get_night(store, 1).settings.method is DrawMethod.CHANCE


def test_two_phones_can_tick_players_at_the_same_time(store):
    ana, bruno, chus = add_people(store, 3)
    night = create_night(store, [ana])

    club_nights.set_here(store, night, [ana], [ana, bruno], BEGAN)
    club_nights.set_here(store, night, [ana], [chus], BEGAN)  # an older page: Ana left, Chus came

    assert present_players(store, night) == [bruno, chus]


def test_a_player_who_was_added_by_mistake_can_be_removed_from_the_league(store, app, log):
    people = add_people(store, 5)
    night = create_night(store, people)
    draw_round(store, night)

    roster.remove_player(store, int(people[4]))

    assert present_players(store, night) == people[:4]
    assert draft_of(store, night) is None
    assert len(rows(app, ClubNightPlayers)) == 4


def test_an_ended_night_has_no_draft_and_can_be_continued(store, app):
    night = create_night(store, add_people(store, 5))
    draw_round(store, night)

    end_night(store, night, BEGAN + 60)

    assert club_night_lists.open_nights(store) == []
    assert rows(app, ClubRounds) == []
    with pytest.raises(Refused) as refused:
        draw_round(store, night)
    assert reason_of(refused) == "This club night has ended. Reopen it first."
    club_nights.reopen_night(store, night)
    draw_round(store, night)
    assert draft_of(store, night) is not None


def test_a_night_of_another_league_is_not_found(store):
    night = create_night(store, add_people(store, 3))

    for function in (
        lambda other: club_nights.get_night(other, night),
        lambda other: club_nights.set_here(other, night, [], ["1"], BEGAN),
        lambda other: draw_round(other, night),
        lambda other: club_coming.create_link(other, night),
    ):
        with pytest.raises((NotFound, NoResultFound)):
            function(store.of_league(2))
    assert present_players(store, night) == ["1", "2", "3"]
