"""The lists of running, finished and deleted matches, and their queries."""

import pytest
from sqlalchemy import event

from scorekeeper.cli import demo
from scorekeeper.league import last_setup, match_lists, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.outcome import MatchState, SeatOutcome
from scorekeeper.server import engines
from tests.filled_league import fill_league
from tests.league.short_matches import SHORT, finish, start

DAY = 24 * 60 * 60


def test_a_running_match_is_listed_with_its_players(store, log, people):
    match = start(log, ("3", "1", "2"))

    [listed] = match_lists.running_matches(store)

    assert (listed.id, listed.game, listed.state) == (match, "jabberwocky", MatchState.RUNNING)
    assert [(p.name, p.initials) for p in listed.people.values()] == [
        ("Chus", "C"),
        ("Ana", "A"),
        ("Bruno", "B"),
    ]
    assert listed.standings == {}
    assert match_lists.recent_matches(store) == []


def test_a_finished_match_is_listed_as_recent_with_its_places(store, log, people):
    match = start(log, people, **SHORT)
    finish(log, match)

    [listed] = match_lists.recent_matches(store)

    assert match_lists.running_matches(store) == []
    assert listed.state is MatchState.OVER
    assert listed.summary == {
        "deals": 1,
        "totals": {"1": 1, "2": 0, "3": 1},
        "winners": ["1", "3"],
        "net": {},
    }
    assert listed.standings == {
        "1": SeatOutcome(1, 1, True),
        "2": SeatOutcome(3, 0, False),
        "3": SeatOutcome(1, 1, True),
    }


def test_running_matches_are_listed_by_latest_change(store, log, people):
    first, second = start(log, people, at=1000), start(log, people, at=2000)
    bids = {"bids": {"1": 0, "2": 0, "3": 0}}
    commands.record_stage(log, first, 1, "bids", bids, CommandMeta("k", 3000))

    assert [listed.id for listed in match_lists.running_matches(store)] == [first, second]
    assert [listed.id for listed in match_lists.running_matches(store, limit=1)] == [first]


def test_recent_matches_are_listed_by_latest_end(store, log, people):
    matches = [start(log, people, at=1000 + n, **SHORT) for n in range(3)]
    for match, at in zip(matches, (9000, 7000, 8000), strict=True):
        finish(log, match, at)

    assert [listed.id for listed in match_lists.recent_matches(store)] == [1, 3, 2]
    assert [listed.id for listed in match_lists.recent_matches(store, limit=2)] == [1, 3]


def test_an_unfinished_match_is_listed_without_places(store, log, people):
    match = start(log, people)
    commands.close(log, match, "unfinished", CommandMeta("stop", 2000))

    [listed] = match_lists.recent_matches(store)

    assert (listed.state, listed.ended_at) == (MatchState.UNFINISHED, 2000)
    assert listed.standings == {}


def test_a_deleted_match_is_listed_separately_for_30_days(store, log, people):
    match = start(log, people, **SHORT)
    finish(log, match)
    commands.delete(log, match, CommandMeta("away", 5000))

    assert (
        match_lists.recent_matches(store)
        == match_lists.running_matches(store)
        == match_lists.match_history(store)
        == []
    )
    assert [listed.id for listed in match_lists.deleted_matches(store, now=5000 + 30 * DAY)] == [
        match
    ]
    assert match_lists.deleted_matches(store, now=5000 + 30 * DAY + 1) == []

    commands.restore(log, match, CommandMeta("back", 6000))
    assert [listed.id for listed in match_lists.recent_matches(store)] == [match]
    assert match_lists.deleted_matches(store, now=6000) == []


def test_the_match_history_is_paginated(store, app):
    fill_league(app, matches=12, seed=3)
    whole = [listed.id for listed in match_lists.match_history(store, limit=100)]

    pages, before = [], None
    while page := match_lists.match_history(store, before=before, limit=5):
        pages.append([listed.id for listed in page])
        before = page[-1].id

    assert [match for page in pages for match in page] == whole == sorted(whole, reverse=True)
    assert [len(page) for page in pages][:2] == [5, 5]


def test_the_match_history_can_be_filtered_by_game(store, app):
    fill_league(app, matches=12, seed=3)

    assert {listed.game for listed in match_lists.match_history(store, game="gin")} == {"gin"}


LISTS = {
    "running": match_lists.running_matches,
    "recent": match_lists.recent_matches,
    "history": match_lists.match_history,
    "a later page": lambda store: match_lists.match_history(store, before=30),
    "one game": lambda store: match_lists.match_history(store, game="gin"),
    "deleted": lambda store: match_lists.deleted_matches(store, now=demo.LAST_EVENING_AT),
    "same again": last_setup.last_match_setup,
    "this group": lambda store: last_setup.last_match_setup(store, players=("1", "2", "3", "4")),
    "this game": lambda store: last_setup.last_match_setup(store, "gin"),
    "both": lambda store: last_setup.last_match_setup(store, "gin", ("1", "2")),
    "players": roster.players,
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("query", LISTS.values(), ids=LISTS)
def test_list_queries_use_indexes_and_sort_nothing(app, store, query):
    """In SQLite's query plans, every table is searched by an index, and nothing is sorted."""
    fill_league(app, matches=40, seed=1)

    plan = query_plan(app, store, query)

    assert plan
    assert [step for step in plan if step.startswith("SCAN") or "TEMP B-TREE" in step] == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_list_of_players_does_not_read_the_seats_of_all_matches(app, store):
    plan = query_plan(app, store, roster.players)

    [seats] = [step for step in plan if "match_player" in step]
    assert seats.endswith("(league_id=? AND player_id=?)")


def query_plan(app, store, query):
    """Return the steps of SQLite's plans for all queries of `query`."""
    plan = []
    engine = engines.engine_of(app)

    def explain(connection, cursor, statement, parameters, context, many):
        if statement.startswith("SELECT"):
            cursor = connection.connection.cursor()
            plan.extend(
                row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            )

    event.listen(engine, "before_cursor_execute", explain)
    query(store)
    event.remove(engine, "before_cursor_execute", explain)
    return plan
