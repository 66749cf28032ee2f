"""The draw of a round is repeated from its stored inputs, and compared with the round."""

import pytest
from sqlalchemy import update

from scorekeeper.club.draws import DrawMethod, Past, pair
from scorekeeper.db.club_tables import ClubRounds
from scorekeeper.errors import NotFound
from scorekeeper.league import player_merge
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club.draw_check import Move, check_draw
from scorekeeper.league.club.draws import DrawRequest
from tests.club_league import (
    BEGAN,
    add_people,
    create_night,
    draft_of,
    draw_round,
    end_match,
    round_matches,
    start_round,
    version_of,
)


@pytest.mark.parametrize("method", DrawMethod)
@pytest.mark.both_databases
def test_the_draw_of_a_second_round_is_repeated_after_the_figures_have_changed(store, log, method):
    people = add_people(store, 9)
    night = create_night(store, people, size=4, method=method)
    past = Past(
        season={pair(people[0], people[1]): 3},
        strengths={key: 25 + 10 / int(key) for key in people},
    )
    for number in (1, 2):
        club_draws.draw_round(store, night, DrawRequest(number, 0, 40 + number), past, BEGAN)
        start_round(store, log, night, number)
        for match in round_matches(store, night, number):
            end_match(log, match)
    draw_round(store, night, 3)

    check = check_draw(store, night, 2)

    assert check.moves == ()
    assert check.inputs.people == tuple(people)
    assert set(check.inputs.played.values()) == {1}
    assert sum(check.inputs.past.tonight.values()) == (
        16 if method is DrawMethod.FEWEST_MEETINGS else 0
    )


def test_a_change_by_hand_names_both_players_and_their_seats(store):
    night = create_night(store, add_people(store, 8), size=4)
    draw_round(store, night)
    (one, *_), (_, other, *_) = draft_of(store, night).tables

    club_draws.swap_players(store, night, 1, version_of(store, night), one, other)

    assert check_draw(store, night, 1).moves == (
        Move(one, (1, 1), (2, 2)),
        Move(other, (2, 2), (1, 1)),
    )


def test_a_player_who_sits_out_in_place_of_another_is_named(store):
    night = create_night(store, add_people(store, 7), game="jaguar", options={})
    draw_round(store, night)
    [out], [(one, *_)] = draft_of(store, night).sitting_out, draft_of(store, night).tables

    club_draws.swap_players(store, night, 1, version_of(store, night), out, one)

    assert check_draw(store, night, 1).moves == (
        Move(one, (1, 1), (0, 0)),
        Move(out, (0, 0), (1, 1)),
    )


def test_the_draw_can_be_repeated_after_two_entries_were_merged(store, log):
    people = add_people(store, 9)
    night = create_night(store, people[:8], size=4)
    draw_round(store, night)
    start_round(store, log, night)
    for match in round_matches(store, night):
        end_match(log, match)

    player_merge.merge_players(store, int(people[0]), int(people[8]))

    check = check_draw(store, night, 1)
    assert check.moves == ()
    assert people[8] in check.inputs.people
    assert people[0] not in check.inputs.people


def test_tables_that_were_changed_in_the_database_differ(store):
    night = create_night(store, add_people(store, 8), size=4)
    draw_round(store, night)
    first, second = draft_of(store, night).tables
    with store.write() as connection:
        connection.execute(update(ClubRounds).values(tables=[list(second), list(first)]))

    assert len(check_draw(store, night, 1).moves) == 8


def test_a_round_that_an_older_version_drew_has_no_inputs(store):
    night = create_night(store, add_people(store, 8), size=4)
    draw_round(store, night)
    with store.write() as connection:
        connection.execute(update(ClubRounds).values(drawn_from=None))

    check = check_draw(store, night, 1)

    assert (check.inputs, check.moves) == (None, ())


def test_a_round_that_does_not_exist_is_not_found(store):
    night = create_night(store, add_people(store, 8))

    with pytest.raises(NotFound) as refused:
        check_draw(store, night, 1)
    assert str(refused.value) == "This round has not been drawn yet."
