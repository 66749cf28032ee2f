"""A table at a club night plays without one of the drawn players, or with a substitute."""

import pytest

from scorekeeper.club.draws import count_meetings
from scorekeeper.errors import Refused
from scorekeeper.league import player_merge
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.league.club.draws import RoundChanged
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

CANNOT = (
    "The players of table 1 cannot be changed any more. If they are wrong, delete the table’s "
    "match first."
)


@pytest.fixture
def people(store):
    return add_people(store, 10)


@pytest.fixture
def night(store, people):
    """A club night with a draft of two tables of four players. The ninth player sits out."""
    night = create_night(store, people[:8], size=4)
    draw_round(store, night)
    return night


def change(store, log, night, chosen, *, place=(1, 1), seen=None, key="change"):
    sent = CommandMeta(key, BEGAN + 20)
    seen = version_of(store, night) if seen is None else seen
    club_table_players.change_players(store, log, night, place, seen, chosen, sent)


def current_round(store, night):
    return club_rounds.night_rounds(store, night).rounds[-1]


def test_a_table_of_a_draft_can_do_without_a_missing_player(store, log, night):
    first, second = draft_of(store, night).tables

    seen = version_of(store, night)
    change(store, log, night, first[1:])

    draft = draft_of(store, night)
    assert (draft.tables, draft.edited, draft.version) == ((first[1:], second), True, seen + 1)
    start_round(store, log, night)
    assert log.sheet(round_matches(store, night)[0]).setup.players == first[1:]


@pytest.mark.both_databases
def test_a_started_table_goes_on_with_a_substitute_in_the_same_seat(store, log, night, people):
    start_round(store, log, night)
    first, second = current_round(store, night).tables
    old = round_matches(store, night)[0]
    club_nights.set_here(store, night, (), [people[8]], BEGAN)

    change(store, log, night, (people[8], *first[1:]))

    new, other = round_matches(store, night)
    assert log.sheet(old).is_deleted
    assert log.sheet(new).setup.players == (people[8], *first[1:])
    assert log.sheet(new).setup.options["schedule"] == [1]
    rounds = club_rounds.night_rounds(store, night)
    assert rounds.rounds[0].tables == ((people[8], *first[1:]), second)
    assert first[0] not in rounds.playing_players
    assert rounds.playing_players == {people[8], *first[1:], *second}
    assert rounds.other_matches[1, 1] == ()
    play_out(log, new)
    met = count_meetings(club_rounds.night_rounds(store, night).played_tables())
    assert not any(first[0] in pair for pair in met)
    assert round_matches(store, night) == [new, other]


def test_a_substitute_who_sat_out_does_not_count_as_sitting_out(store, log):
    people = add_people(store, 7)
    night = create_night(store, people, game="jaguar", options={}, size=5)
    draw_round(store, night)
    [waiting] = draft_of(store, night).sitting_out
    start_round(store, log, night)
    [players] = current_round(store, night).tables

    change(store, log, night, (waiting, *players[:5]))

    round_ = current_round(store, night)
    assert (round_.tables, round_.sitting_out) == (((*players[:5], waiting),), ())


def test_a_deleted_or_unfinished_match_is_replaced_even_after_some_deals(store, log, night):
    start_round(store, log, night)
    first, second = current_round(store, night).tables
    one, other = round_matches(store, night)
    play_out(log, one)
    with pytest.raises(Refused) as refused:
        change(store, log, night, first[1:])
    assert reason_of(refused) == CANNOT
    commands.delete(log, one, CommandMeta("delete", BEGAN + 200))
    end_match(log, other)

    change(store, log, night, first[1:])
    change(store, log, night, second[1:], place=(1, 2))

    assert [log.sheet(match).setup.players for match in round_matches(store, night)] == [
        first[1:],
        second[1:],
    ]


def test_a_restored_match_does_not_count_beside_the_one_that_replaced_it(store, log, night):
    start_round(store, log, night)
    first = current_round(store, night).tables[0]
    old = round_matches(store, night)[0]
    change(store, log, night, first[1:])
    new = round_matches(store, night)[0]

    commands.restore(log, old, CommandMeta("restore", BEGAN + 30))

    rounds = club_rounds.night_rounds(store, night)
    assert rounds.matches[1, 1].id == new
    assert [each.id for each in rounds.other_matches[1, 1]] == [old]
    play_out(log, new)
    assert round_matches(store, night)[0] == new


def test_an_outdated_page_and_impossible_players_change_nothing(store, log, night):
    start_round(store, log, night)
    first, second = current_round(store, night).tables
    before, seen = round_matches(store, night), version_of(store, night)
    with pytest.raises(RoundChanged):
        change(store, log, night, first[1:], seen=seen + 1)
    for chosen in ((), first[:2], ("99", second[0])):
        with pytest.raises(Refused) as refused:
            change(store, log, night, chosen)
        assert reason_of(refused) == "Jabberwocky is for 3 to 5 players."
    change(store, log, night, first)
    assert round_matches(store, night) == before
    assert version_of(store, night) == seen

    change(store, log, night, first[1:])
    again = round_matches(store, night)
    with pytest.raises(RoundChanged):
        change(store, log, night, first[:3], seen=seen)
    assert round_matches(store, night) == again


def test_only_tables_of_the_newest_round_can_be_changed(store, log, night):
    start_round(store, log, night)
    first = current_round(store, night).tables[0]
    for match in round_matches(store, night):
        end_match(log, match)
    draw_round(store, night, 2)
    start_round(store, log, night, 2)
    with pytest.raises(Refused) as refused:
        change(store, log, night, first[1:])
    assert reason_of(refused) == CANNOT


def test_merged_entries_at_one_table_take_one_seat(store, log, night):
    first = draft_of(store, night).tables[0]
    player_merge.merge_players(store, int(first[1]), int(first[0]))

    change(store, log, night, first)

    assert draft_of(store, night).tables[0] == (first[0], *first[2:])
