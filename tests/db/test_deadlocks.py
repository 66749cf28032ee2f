"""Concurrent writers take locks in the same order, so PostgreSQL never has to break a deadlock."""

from threading import Thread

import pytest
from sqlalchemy import event

from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import Matches
from scorekeeper.league.match_terms_commands import set_match_terms
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.league.time_zone import set_time_zone
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import import_write, jobs
from tests import club_league
from tests.databases import rows, waits_or_is_done
from tests.db.derived_rows import derived_rows
from tests.transfer.exports import export_league, import_league
from tests.transfer.result_files import new_write_job
from tests.transfer.result_files import upload as choose_a_file

pytestmark = [
    pytest.mark.pg,
    pytest.mark.parametrize("database", ["postgresql"], indirect=True),
]
OLD = "date;game;player;points\n3/9/2023;Loba;Ana;62\n3/9/2023;Loba;Gema;109\n"
GAME = {"schedule": [1]}
BIDS = {"bids": {"1": 1, "2": 1, "3": 0}}
TRICKS = {"tricks": {"1": 1, "2": 0, "3": 0}}


class Other(Thread):
    """A second writer in a thread of its own.

    `wrong` lists the exceptions that it has raised.
    """

    def __init__(self, app, act):
        super().__init__()
        self.app, self.act, self.wrong = app, act, []

    def run(self):
        try:
            self.act()
        except Exception as error:  # `at_once` checks it
            self.wrong.append(error)


def at_once(app, one, word, other):
    """Run `one`, and start `other` in the middle of it.

    `other` starts after the first statement of `one` that begins with `word`. `one` continues once
    `other` has ended or waits for a lock. Fails if `other` raises an exception.
    """
    engine, someone = engines.engine_of(app), Other(app, other)

    def look(connection, cursor, statement, parameters, context, many):
        if statement.startswith(word) and someone.ident is None:
            someone.start()
            waits_or_is_done(engine, someone)

    event.listen(engine, "after_cursor_execute", look)
    try:
        one()
    finally:
        event.remove(engine, "after_cursor_execute", look)
        someone.join()
    assert someone.wrong == []


@pytest.fixture
def match(log, people):
    """A match in which one answer is still missing."""
    match = commands.start_match(log, "jabberwocky", people, GAME, CommandMeta("start", 1000))
    commands.record_stage(log, match, 1, "bids", BIDS, CommandMeta("bids", 1001))
    return match


def is_unchanged_by_rebuild(app):
    before = derived_rows(app)
    rebuild(engines.engine_of(app))
    return derived_rows(app) == before


@pytest.fixture
def locking_operations(app, match):
    """Operations that lock every match of the league, as {name: function}."""
    document = export_league(app)
    return {
        "rebuild": lambda: rebuild(engines.engine_of(app)),
        "bring in": lambda: import_league(app, document),
    }


@pytest.mark.parametrize("who", ["rebuild", "bring in"])
def test_a_results_import_does_not_deadlock_with_a_rebuild_or_a_league_import(
    store, app, locking_operations, who
):
    mine = new_write_job(store, OLD)

    at_once(app, lambda: import_write.write(mine), "UPDATE league", locking_operations[who])

    assert [row.state for row in rows(app, Matches)] == ["running", "noted"]
    assert is_unchanged_by_rebuild(app)


@pytest.mark.parametrize("locks", ["import", "time zone"])
def test_starting_a_match_does_not_deadlock_with_a_change_that_locks_the_log(
    store, app, log, people, locks
):
    mine = new_write_job(store, OLD)
    change = {
        "import": lambda: import_write.write(mine),
        "time zone": lambda: set_time_zone(store, "Asia/Tokyo"),
    }[locks]

    def start():
        commands.start_match(log, "jabberwocky", people, GAME, CommandMeta("start", 1000))

    at_once(app, change, "LOCK TABLE", start)

    assert "running" in [row.state for row in rows(app, Matches)]
    assert is_unchanged_by_rebuild(app)


def test_starting_the_round_of_a_club_night_does_not_deadlock_with_starting_a_match(
    store, app, log, people
):
    night = club_league.create_night(store, people, size=3)
    club_league.draw_round(store, night)

    at_once(
        app,
        lambda: club_league.start_round(store, log, night),
        "UPDATE league",
        lambda: commands.start_match(log, "jabberwocky", people, GAME, CommandMeta("start", 1000)),
    )

    assert [row.state for row in rows(app, Matches)] == ["running", "running"]
    assert is_unchanged_by_rebuild(app)


def test_changing_match_terms_does_not_deadlock_with_a_rebuild(store, app, log, match):
    commands.record_stage(log, match, 1, "tricks", TRICKS, CommandMeta("tricks", 1002))
    friendly = MatchTerms(is_season_chosen=True, season_id=None)

    at_once(
        app,
        lambda: set_match_terms(store, match, friendly),
        "UPDATE league",
        lambda: rebuild(engines.engine_of(app)),
    )

    assert is_unchanged_by_rebuild(app)


def test_an_upload_does_not_deadlock_with_writing_the_oldest_import(
    store, app, people, monkeypatch
):
    monkeypatch.setattr(jobs, "MAX_UPLOADS", 1)
    mine = new_write_job(store, OLD)

    at_once(
        app,
        lambda: import_write.write(mine),
        "UPDATE import",
        lambda: choose_a_file(store, OLD, "next"),
    )

    assert [row.state for row in rows(app, Matches)] == ["noted"]
