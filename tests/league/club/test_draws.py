"""Draws of club nights: who plays, who sits out, and changes by hand."""

import pytest

from scorekeeper.errors import Refused
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import results as club_results
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club.draw_check import check_draw
from scorekeeper.league.club.draws import RoundChanged
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.club_league import (
    BEGAN,
    add_people,
    create_night,
    draft_of,
    draw_round,
    end_match,
    play_out,
    round_matches,
    start_round,
    version_of,
)
from tests.refusals import reason_of


def test_a_page_that_shows_an_older_draw_can_change_nothing(store, log):
    people = add_people(store, 8)
    night = create_night(store, people)
    draw_round(store, night)
    seen = version_of(store, night)
    draw_round(store, night, seed=2)
    before = draft_of(store, night)

    for outdated in (
        lambda: draw_round(store, night, seen=0),
        lambda: draw_round(store, night, seen=seen),
        lambda: draw_round(store, night, number=2, seen=0),
        lambda: club_draws.swap_players(store, night, 1, seen, people[0], people[1]),
        lambda: start_round(store, log, night, seen=seen),
        lambda: start_round(store, log, night, number=2, seen=seen),
    ):
        with pytest.raises(RoundChanged):
            outdated()

    assert draft_of(store, night) == before
    assert (before.version, before.seed) == (seen + 1, 2)


def test_two_people_can_be_swapped_by_hand(store):
    night = create_night(store, add_people(store, 8), size=4)
    draw_round(store, night)
    first, second = draft_of(store, night).tables

    seen = version_of(store, night)
    club_draws.swap_players(store, night, 1, seen, first[0], second[1])

    draft = draft_of(store, night)
    assert draft.tables == ((second[1], *first[1:]), (second[0], first[0], *second[2:]))
    assert (draft.edited, draft.version) == (True, seen + 1)
    with pytest.raises(Refused) as refused:
        club_draws.swap_players(store, night, 1, draft.version, first[0], first[0])
    assert reason_of(refused) == "Choose two different players in this draw."


def test_someone_who_sits_out_can_be_swapped_in(store):
    night = create_night(store, add_people(store, 7), game="jaguar", options={})
    draw_round(store, night)
    [out], [table] = draft_of(store, night).sitting_out, draft_of(store, night).tables

    club_draws.swap_players(store, night, 1, version_of(store, night), out, table[0])

    assert draft_of(store, night).sitting_out == (table[0],)
    assert draft_of(store, night).tables == ((out, *table[1:]),)


def test_another_person_sits_out_in_each_round(store, log):
    people = add_people(store, 7)
    night = create_night(store, people, game="jaguar", options={})
    out = []
    for number in range(1, 8):
        draw_round(store, night, number, seed=number)
        out += draft_of(store, night).sitting_out
        start_round(store, log, night, number)
        [match] = round_matches(store, night, number)
        commands.close(log, match, "unfinished", CommandMeta("end", BEGAN + number))

    assert sorted(out) == people


@pytest.mark.parametrize(("people", "free"), [(1, "only one is free"), (2, "only 2 are free")])
def test_too_few_players_cannot_be_drawn(store, people, free):
    night = create_night(store, add_people(store, people))

    with pytest.raises(Refused) as refused:
        draw_round(store, night)

    assert reason_of(refused) == (
        f"Jabberwocky needs at least 3 players at each table, but {free}."
    )


def test_players_of_a_running_match_are_not_drawn(store, log):
    people = add_people(store, 8)
    night = create_night(store, people, size=4)
    draw_round(store, night)
    start_round(store, log, night)
    first, _ = round_matches(store, night)
    play_out(log, first)

    draw_round(store, night, 2)

    free = set(log.sheet(first).setup.players)
    assert {key for table in draft_of(store, night).tables for key in table} == free


@pytest.mark.both_databases
def test_a_round_leaves_out_the_numbers_of_tables_that_are_still_playing(store, log):
    night = create_night(store, add_people(store, 12), size=4)
    draw_round(store, night)
    start_round(store, log, night)
    first, second, third = round_matches(store, night)
    play_out(log, first)
    play_out(log, third)

    draw_round(store, night, 2)

    assert numbers_of(store, night) == (1, 3)
    assert check_draw(store, night, 2).moves == ()
    start_round(store, log, night, 2)
    rounds = club_rounds.night_rounds(store, night)
    assert [place for place in rounds.matches if place[0] == 2] == [(2, 1), (2, 3)]
    assert rounds.newest_match(2).id == second
    for match in (second, *round_matches(store, night, 2)):
        play_out(log, match)
    draw_round(store, night, 3)
    assert numbers_of(store, night) == (1, 2, 3)


def numbers_of(store, night):
    """Return the table numbers of the draft."""
    return tuple(number for number, _ in draft_of(store, night).numbered_tables)


def test_a_round_does_not_start_at_a_table_whose_match_was_reopened(store, log):
    people = add_people(store, 8)
    night = create_night(store, people, size=4)
    draw_round(store, night)
    start_round(store, log, night)
    first, second = round_matches(store, night)
    for match in (first, second):
        end_match(log, match)
    club_nights.set_here(store, night, people, log.sheet(second).setup.players, BEGAN)
    draw_round(store, night, 2)
    commands.reopen(log, first, CommandMeta("reopen", BEGAN + 200))

    with pytest.raises(Refused) as refused:
        start_round(store, log, night, 2)

    assert reason_of(refused) == "The match at table 1 is still in progress. Draw again."
    draw_round(store, night, 2)
    assert numbers_of(store, night) == (2,)


def test_a_draft_survives_a_late_arrival_but_not_a_departure(store):
    people = add_people(store, 9)
    night = create_night(store, people[:8], size=4)
    draw_round(store, night)

    club_nights.set_here(store, night, people[:8], people, BEGAN)
    assert len(draft_of(store, night).seated_players) == 8
    club_nights.set_here(store, night, people, people[1:], BEGAN)

    assert draft_of(store, night) is None
    draw_round(store, night)
    assert sorted(draft_of(store, night).seated_players, key=int) == people[1:]


def test_a_round_avoids_the_meetings_of_the_round_before(store, log):
    night = create_night(store, add_people(store, 16), size=4)
    draw_round(store, night)
    start_round(store, log, night)
    for match in round_matches(store, night):
        play_out(log, match)

    draw_round(store, night, 2)

    first, second = club_rounds.night_rounds(store, night).rounds
    pairs = [
        {frozenset((a, b)) for table in each.tables for a in table for b in table if a != b}
        for each in (first, second)
    ]
    assert pairs[0] & pairs[1] == set()


def test_earlier_meetings_and_strengths_come_from_the_season(store, play, people):
    play("2026-10-01", winner="1")
    play("2026-10-08", winner="1")
    snapshot = StatsCache(store).wait_until_current()

    past = club_results.past_of_season(snapshot, None, people[:2])

    assert past.season == {("1", "2"): 2}
    assert past.strengths["1"] > 25 > past.strengths["2"]
    assert past.tonight == {}
