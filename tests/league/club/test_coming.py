"""The link that lets people say whether they will come to a club night."""

import pytest

from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from tests.club_league import BEGAN, add_people, create_night, end_night, present_players


def test_people_use_a_link_to_say_whether_they_will_come(store):
    ana, bruno, _ = add_people(store, 3)
    night = create_night(store, [])
    secret = club_coming.create_link(store, night)

    assert club_coming.night_by_secret(store, secret).id == night
    club_coming.save_attendance(store, night, int(ana), "maybe", BEGAN)
    club_coming.save_attendance(store, night, int(ana), "yes", BEGAN + 1)
    club_coming.save_attendance(store, night, int(bruno), "no", BEGAN)

    assert [(each.key, each.answer) for each in club_nights.night_players(store, night)] == [
        (ana, "yes"),
        (bruno, "no"),
    ]
    assert present_players(store, night) == []
    for player, answer in ((9, "yes"), (1, "perhaps")):
        with pytest.raises(Refused):
            club_coming.save_attendance(store, night, player, answer, BEGAN)


def test_ticking_a_player_keeps_the_time_of_their_answer_which_can_be_removed(store):
    ana, bruno, _ = add_people(store, 3)
    night = create_night(store, [])
    club_coming.save_attendance(store, night, int(ana), "yes", BEGAN)
    club_coming.save_attendance(store, night, int(bruno), "no", BEGAN + 1)
    club_nights.set_here(store, night, (), (ana,), BEGAN + 2)
    assert club_nights.night_players(store, night) == [
        (ana, True, "yes", BEGAN),
        (bruno, False, "no", BEGAN + 1),
    ]

    club_coming.remove_attendance(store, night, int(ana), BEGAN + 3)
    club_coming.remove_attendance(store, night, 3, BEGAN + 3)

    assert club_nights.night_players(store, night) == [
        (ana, True, None, None),
        (bruno, False, "no", BEGAN + 1),
    ]
    end_night(store, night, BEGAN + 4)
    with pytest.raises(Refused):
        club_coming.remove_attendance(store, night, int(bruno), BEGAN + 5)


def test_a_withdrawn_link_and_the_link_of_an_ended_night_lead_nowhere(store):
    night = create_night(store, [])
    first = club_coming.create_link(store, night)
    second = club_coming.create_link(store, night)
    with pytest.raises(NotFound):
        club_coming.night_by_secret(store, first)

    end_night(store, night)
    with pytest.raises(NotFound):
        club_coming.night_by_secret(store, second)
    club_nights.reopen_night(store, night)
    assert club_coming.has_link(store, night)
    club_coming.withdraw_link(store, night)

    assert not club_coming.has_link(store, night)
    with pytest.raises(NotFound):
        club_coming.night_by_secret(store, second)
