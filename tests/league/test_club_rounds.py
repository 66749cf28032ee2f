"""The rounds of a club night: one match per table, started once."""

from concurrent.futures import ThreadPoolExecutor

from scorekeeper.db.tables import Matches
from scorekeeper.league import club_rounds
from tests.club_league import add_people, draw, hold, matches, start


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
