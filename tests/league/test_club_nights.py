"""Club nights: who is here, draws, one match per table, and the ranking of the night."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.exc import NoResultFound

from scorekeeper.club.draws import Method
from scorekeeper.db.club_tables import ClubNightPlayers, ClubRounds
from scorekeeper.db.tables import Matches
from scorekeeper.errors import NotFound
from scorekeeper.league import (
    club_answers,
    club_draws,
    club_nights,
    club_results,
    club_rounds,
    player_merge,
    roster,
)
from scorekeeper.league.club_draws import RoundChanged
from scorekeeper.league.club_nights import NightSettings
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import render
from scorekeeper.stats import ranking
from tests.club_league import BEGAN, add_people, draw, hold, matches, play_out, start
from tests.databases import rows


def here(store, night):
    return [each.key for each in club_nights.night_players(store, night) if each.here]


def draft(store, night):
    return club_rounds.night_rounds(store, night).draft


def reason(refused):
    return render(refused.value.problems[0].reason, {})


def standings(store, state, match):
    aggregate = club_results.night_aggregate(store, state, [match])
    return ranking.build_standings(club_results.night_scheme(state), aggregate)


def test_the_same_form_sent_twice_creates_one_night(store):
    settings = NightSettings("2026-09-21", "Club", "loba", {}, 4, Method.CHANCE)

    numbers = [club_nights.create_night(store, settings, "key", BEGAN) for _ in range(2)]

    assert numbers == [1, 1]
    assert [night.name for night in club_nights.open_nights(store)] == ["Club"]
    assert club_nights.get_night(store, 1).method is Method.CHANCE


def test_two_phones_can_tick_players_at_the_same_time(store):
    ana, bruno, chus = add_people(store, 3)
    night = hold(store, [ana])

    club_nights.set_here(store, night, [ana], [ana, bruno], BEGAN)
    club_nights.set_here(store, night, [ana], [chus], BEGAN)  # an older page: Ana left, Chus came

    assert here(store, night) == [bruno, chus]


def test_a_round_starts_one_match_per_table(store, log):
    people = add_people(store, 23)
    night = hold(store, people)
    draw(store, night)

    start(store, log, night)

    rounds = club_rounds.night_rounds(store, night)
    assert [len(table) for table in rounds.rounds[0].tables] == [5, 5, 5, 4, 4]
    assert sorted(rounds.matches) == [(1, n) for n in range(1, 6)]
    for table, match in zip(rounds.rounds[0].tables, matches(store, night), strict=True):
        assert log.sheet(match).setup.players == table
        assert log.sheet(match).setup.options["schedule"] == [1]
    assert rounds.playing == set(people)


def test_starting_again_starts_nothing_twice_and_starts_what_is_missing(store, log):
    night = hold(store, add_people(store, 10))
    draw(store, night)
    start(store, log, night)
    start(store, log, night)
    assert len(rows_of(store)) == 2


def rows_of(store):
    with store.read() as connection:
        return connection.execute(Matches.__table__.select()).all()


def test_two_phones_that_start_at_once_make_one_set_of_matches(store, another_process):
    night = hold(store, add_people(store, 20))
    draw(store, night)
    logs = [another_process() for _ in range(4)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda each: start(each.store, each, night), logs))

    assert len(rows_of(store)) == 4
    assert len(matches(store, night)) == 4


def test_a_page_that_shows_an_older_draw_can_change_nothing(store, log):
    people = add_people(store, 8)
    night = hold(store, people)
    draw(store, night)
    draw(store, night, seen=1, seed=2)
    before = draft(store, night)

    for outdated in (
        lambda: draw(store, night, seen=0),
        lambda: draw(store, night, seen=1),
        lambda: draw(store, night, number=2, seen=0),
        lambda: club_draws.swap_players(store, night, 1, 1, people[0], people[1]),
        lambda: start(store, log, night, seen=1),
        lambda: start(store, log, night, number=2, seen=1),
    ):
        with pytest.raises(RoundChanged):
            outdated()

    assert draft(store, night) == before
    assert (before.version, before.seed) == (2, 2)


def test_two_people_can_be_swapped_by_hand(store):
    night = hold(store, add_people(store, 8), size=4)
    draw(store, night)
    first, second = draft(store, night).tables

    club_draws.swap_players(store, night, 1, 1, first[0], second[1])

    found = draft(store, night)
    assert found.tables == ((second[1], *first[1:]), (second[0], first[0], *second[2:]))
    assert (found.edited, found.version) == (True, 2)
    with pytest.raises(Refused) as refused:
        club_draws.swap_players(store, night, 1, 2, first[0], first[0])
    assert reason(refused) == "Choose two different players of this draw."


def test_somebody_who_sits_out_can_be_swapped_in(store):
    night = hold(store, add_people(store, 7), game="jaguar", options={})
    draw(store, night)
    [out], [table] = draft(store, night).sitting_out, draft(store, night).tables

    club_draws.swap_players(store, night, 1, 1, out, table[0])

    assert draft(store, night).sitting_out == (table[0],)
    assert draft(store, night).tables == ((out, *table[1:]),)


def test_another_person_sits_out_in_each_round(store, log):
    people = add_people(store, 7)
    night = hold(store, people, game="jaguar", options={})
    out = []
    for number in range(1, 8):
        draw(store, night, number, seed=number)
        out += draft(store, night).sitting_out
        start(store, log, night, number)
        [match] = matches(store, night, number)
        commands.close(log, match, "unfinished", CommandMeta("end", BEGAN + number))

    assert sorted(out) == people


def test_too_few_players_cannot_be_drawn(store):
    night = hold(store, add_people(store, 2))

    with pytest.raises(Refused) as refused:
        draw(store, night)

    assert reason(refused) == ("Jabberwocky needs at least 3 players at a table, but 2 are free.")


def test_players_of_a_running_match_are_not_drawn(store, log):
    people = add_people(store, 8)
    night = hold(store, people, size=4)
    draw(store, night)
    start(store, log, night)
    first, _ = matches(store, night)
    play_out(log, first)

    draw(store, night, 2)

    free = set(log.sheet(first).setup.players)
    assert {key for table in draft(store, night).tables for key in table} == free


def test_a_late_arrival_keeps_the_draft_and_a_leaver_drops_it(store):
    people = add_people(store, 9)
    night = hold(store, people[:8], size=4)
    draw(store, night)

    club_nights.set_here(store, night, people[:8], people, BEGAN)
    assert len(draft(store, night).seated) == 8
    club_nights.set_here(store, night, people, people[1:], BEGAN)

    assert draft(store, night) is None
    draw(store, night)
    assert sorted(draft(store, night).seated, key=int) == people[1:]


def test_a_round_without_meetings_of_the_round_before(store, log):
    night = hold(store, add_people(store, 16), size=4)
    draw(store, night)
    start(store, log, night)
    for match in matches(store, night):
        play_out(log, match)

    draw(store, night, 2)

    first, second = club_rounds.night_rounds(store, night).rounds
    pairs = [
        {frozenset((a, b)) for table in each.tables for a in table for b in table if a != b}
        for each in (first, second)
    ]
    assert pairs[0] & pairs[1] == set()


def test_the_ranking_counts_the_matches_of_the_night_only(store, log, people):
    ana, bruno, chus = people
    before = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("x", 1)
    )
    play_out(log, before, winner=bruno)
    night = hold(store, people)
    draw(store, night)
    start(store, log, night)
    [match] = matches(store, night)
    play_out(log, match, winner=chus)

    state = StatsCache(store).wait_until_current().league_state
    table = standings(store, state, match)

    assert [(row.player, row.place, row.tally.matches) for row in table] == [
        (chus, 1, 1),
        (ana, 2, 1),
        (bruno, 2, 1),
    ]


def test_a_deleted_match_does_not_count_and_frees_its_players(store, log, people):
    night = hold(store, people)
    draw(store, night)
    start(store, log, night)
    [match] = matches(store, night)
    play_out(log, match)

    commands.delete(log, match, CommandMeta("delete", BEGAN))

    rounds = club_rounds.night_rounds(store, night)
    assert rounds.matches[1, 1].state is MatchState.DELETED
    assert rounds.playing == set()
    assert rounds.played_tables() == []
    state = StatsCache(store).wait_until_current().league_state
    assert standings(store, state, match) == []


def test_earlier_meetings_and_strengths_come_from_the_season(store, play, people):
    play("2026-10-01", winner="1")
    play("2026-10-08", winner="1")
    snapshot = StatsCache(store).wait_until_current()

    past = club_results.past_of_season(snapshot, people[:2])

    assert past.season == {("1", "2"): 2}
    assert past.strengths["1"] > 25 > past.strengths["2"]
    assert past.tonight == {}


def test_merged_entries_are_one_player_of_the_night(store, log):
    ana, again, *others = add_people(store, 6)
    night = hold(store, [ana, again, *others])
    draw(store, night)
    player_merge.merge_players(store, int(again), int(ana))

    assert here(store, night) == [ana, *others]
    with pytest.raises(Refused) as refused:
        start(store, log, night)
    assert reason(refused).startswith("A player is at two tables")
    draw(store, night, seen=1)
    assert sorted(draft(store, night).seated) == sorted([ana, *others])
    club_nights.set_here(store, night, [ana], [], BEGAN)
    assert here(store, night) == others


def test_a_player_who_was_added_by_mistake_can_be_removed_from_the_league(store, app, log):
    people = add_people(store, 5)
    night = hold(store, people)
    draw(store, night)

    roster.remove_player(store, int(people[4]))

    assert here(store, night) == people[:4]
    assert draft(store, night) is None
    assert len(rows(app, ClubNightPlayers)) == 4


def test_an_ended_night_has_no_draft_and_can_be_continued(store, app):
    night = hold(store, add_people(store, 5))
    draw(store, night)

    club_nights.end_night(store, night, BEGAN + 60)

    assert club_nights.open_nights(store) == []
    assert rows(app, ClubRounds) == []
    with pytest.raises(Refused) as refused:
        draw(store, night)
    assert reason(refused) == "This night has ended. Continue it first."
    club_nights.reopen_night(store, night)
    draw(store, night)
    assert draft(store, night) is not None


def test_a_night_of_another_league_is_not_found(store):
    night = hold(store, add_people(store, 3))

    for ask in (
        lambda other: club_nights.get_night(other, night),
        lambda other: club_nights.set_here(other, night, [], ["1"], BEGAN),
        lambda other: draw(other, night),
        lambda other: club_answers.create_link(other, night),
    ):
        with pytest.raises((NotFound, NoResultFound)):
            ask(store.of_league(2))
    assert here(store, night) == ["1", "2", "3"]


def test_people_say_with_a_link_whether_they_will_come(store):
    ana, bruno, _ = add_people(store, 3)
    night = hold(store, [])
    secret = club_answers.create_link(store, night)

    assert club_answers.night_by_secret(store, secret).id == night
    club_answers.save_answer(store, night, int(ana), "maybe", BEGAN)
    club_answers.save_answer(store, night, int(ana), "yes", BEGAN + 1)
    club_answers.save_answer(store, night, int(bruno), "no", BEGAN)

    assert [(each.key, each.answer) for each in club_nights.night_players(store, night)] == [
        (ana, "yes"),
        (bruno, "no"),
    ]
    assert here(store, night) == []
    for player, answer in ((9, "yes"), (1, "perhaps")):
        with pytest.raises(Refused):
            club_answers.save_answer(store, night, player, answer, BEGAN)


def test_a_withdrawn_link_and_the_link_of_an_ended_night_lead_nowhere(store):
    night = hold(store, [])
    first = club_answers.create_link(store, night)
    second = club_answers.create_link(store, night)
    with pytest.raises(NotFound):
        club_answers.night_by_secret(store, first)

    club_nights.end_night(store, night, BEGAN)
    with pytest.raises(NotFound):
        club_answers.night_by_secret(store, second)
    club_nights.reopen_night(store, night)
    assert club_answers.has_link(store, night)
    club_answers.withdraw_link(store, night)

    assert not club_answers.has_link(store, night)
    with pytest.raises(NotFound):
        club_answers.night_by_secret(store, second)
