"""The rounds of a club night: one match per table, started once."""

from concurrent.futures import ThreadPoolExecutor

from scorekeeper.db.tables import Matches
from scorekeeper.league.club import rounds as club_rounds
from tests.club_league import add_people, create_night, draw_round, round_matches, start_round


def test_a_round_starts_one_match_per_table(store, log):
    people = add_people(store, 23)
    night = create_night(store, people)
    draw_round(store, night)

    start_round(store, log, night)

    rounds = club_rounds.night_rounds(store, night)
    assert [len(table) for table in rounds.rounds[0].tables] == [5, 5, 5, 4, 4]
    assert sorted(rounds.matches) == [(1, n) for n in range(1, 6)]
    for table, match in zip(rounds.rounds[0].tables, round_matches(store, night), strict=True):
        assert log.sheet(match).setup.players == table
        assert log.sheet(match).setup.options["schedule"] == [1]
    assert rounds.playing_players == set(people)


def test_starting_again_starts_nothing_twice_and_starts_what_is_missing(store, log):
    night = create_night(store, add_people(store, 10))
    draw_round(store, night)
    start_round(store, log, night)
    start_round(store, log, night)
    assert len(rows_of(store)) == 2


def rows_of(store):
    with store.read() as connection:
        return connection.execute(Matches.__table__.select()).all()


def test_two_phones_that_start_at_once_make_one_set_of_matches(store, another_process):
    night = create_night(store, add_people(store, 20))
    draw_round(store, night)
    logs = [another_process() for _ in range(4)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda each: start_round(each.store, each, night), logs))

    assert len(rows_of(store)) == 4
    assert len(round_matches(store, night)) == 4
