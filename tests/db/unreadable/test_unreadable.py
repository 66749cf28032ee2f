"""A match with an unreadable log is marked as such and does not count.

Other matches are unaffected.
"""

import json

import pytest
from sqlalchemy import event, insert, text

from scorekeeper import create_app
from scorekeeper.db import log_check
from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.log_check import iter_logs, mark_unreadable_matches
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, MatchPlayers
from scorekeeper.league import last_setup, match_lists
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer.integrity import findings
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.db.unreadable.spoiling import (
    MATCHES,
    damage_entry,
    first_match,
    time_of_entry,
    unreadable_error,
)
from tests.league.comparable_statistics import plain_values


def statistics_of(app):
    stats_cache = StatsCache(engines.store_of(app))
    return plain_values(stats_cache.wait_until_current())


def test_reading_an_unreadable_match_marks_its_rows_and_no_other_match(
    filled_app, log, damaged_match
):
    match, version = damaged_match
    others = {row.id: log.sheet(row.id) for row in rows(filled_app, Matches) if row.id != match}

    assert unreadable_error(log, match).since == time_of_entry(filled_app, match, version)

    (row,) = [row for row in rows(filled_app, Matches) if row.id == match]
    assert (row.state, row.result, row.ended_at) == ("unreadable", None, None)
    assert row.changed_at == time_of_entry(filled_app, match, version)
    seats = [seat for seat in rows(filled_app, MatchPlayers) if seat.match_id == match]
    assert {(seat.place, seat.points, seat.won) for seat in seats} == {(None, None, None)}
    again = SqlLog(engines.store_of(filled_app))
    assert {other: again.sheet(other) for other in others} == others


def test_the_statistics_cache_drops_a_match_that_becomes_unreadable(filled_app, log, damaged_match):
    stats_cache = StatsCache(engines.store_of(filled_app))
    before = plain_values(stats_cache.wait_until_current())

    unreadable_error(log, damaged_match[0])

    after = plain_values(stats_cache.wait_until_current())
    assert after != before
    assert after == statistics_of(filled_app)


def test_rebuilding_gives_the_same_rows_as_reading_an_unreadable_match(
    filled_app, log, damaged_match
):
    unreadable_error(log, damaged_match[0])
    left = derived_rows(filled_app)

    assert rebuild(engines.engine_of(filled_app)) == MATCHES

    assert derived_rows(filled_app) == left


def test_a_match_that_nobody_opens_is_marked_in_the_background(filled_app, log, damaged_match):
    store, match = engines.store_of(filled_app), damaged_match[0]
    stats_cache = StatsCache(store)
    counted = plain_values(stats_cache.wait_until_current())

    assert mark_unreadable_matches(store.engine) == [(FIRST_LEAGUE_ID, match)]

    assert [each.id for each in match_lists.unreadable_matches(store)] == [match]
    assert plain_values(stats_cache.wait_until_current()) != counted
    left = derived_rows(filled_app)
    unreadable_error(log, match)
    assert derived_rows(filled_app) == left
    assert mark_unreadable_matches(store.engine) == []


def test_the_background_check_reads_every_match_and_changes_no_other(filled_app, monkeypatch):
    monkeypatch.setattr(log_check, "BATCH_SIZE", 5)
    store = engines.store_of(filled_app)
    before = derived_rows(filled_app)

    assert [log[0] for log in iter_logs(store.engine, FIRST_LEAGUE_ID)] == [*range(1, MATCHES + 1)]
    assert mark_unreadable_matches(store.engine) == []
    assert derived_rows(filled_app) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_background_check_goes_on_after_an_error_in_another_league(filled_app, caplog):
    store, match = engines.store_of(filled_app), first_match(filled_app, MatchState.OVER)
    damage_entry(filled_app, match, 2, "no such kind", "'{}'")
    with store.write() as connection:
        connection.execute(insert(Leagues).values(id=0, name="Another", last_player=0))

    def refuse(connection, cursor, statement, parameters, *more):
        if parameters[:1] == (0,):  # a query for that league
            cursor.execute("no such statement")

    reader = autocommit_engine(store.engine)
    event.listen(reader, "before_cursor_execute", refuse)
    try:
        assert mark_unreadable_matches(store.engine) == [(FIRST_LEAGUE_ID, match)]
    finally:
        event.remove(reader, "before_cursor_execute", refuse)

    assert "The check of league 0 stopped." in caplog.text


def test_check_offers_to_repair_an_unreadable_match_until_a_rebuild_marks_it(
    filled_app, damaged_match
):
    """The repair only marks the match as unreadable. Only a backup could restore its events."""
    match, _ = damaged_match
    store = engines.store_of(filled_app)
    (finding,) = findings(store)
    assert render(finding.problem, {}).startswith(f"Match {match} (")
    assert finding.repair is not None

    rebuild(engines.engine_of(filled_app))

    (finding,) = findings(store)
    assert render(finding.problem, {}).startswith(f"Match {match} (")
    assert finding.repair is None


def test_rebuilding_restores_a_match_whose_unreadable_event_was_repaired(filled_app, log):
    match, before = first_match(filled_app, MatchState.OVER), derived_rows(filled_app)
    (said,) = [
        row.body
        for row in rows(filled_app, MatchEvents)
        if (row.match_id, row.version) == (match, 2)
    ]
    damage_entry(filled_app, match, 2, "stage recorded", "'{}'")
    unreadable_error(log, match)

    damage_entry(filled_app, match, 2, "stage recorded", f"'{json.dumps(said)}'")
    (finding,) = findings(engines.store_of(filled_app))
    assert finding.repair is not None
    rebuild(engines.engine_of(filled_app))

    assert derived_rows(filled_app) == before
    assert findings(engines.store_of(filled_app)) == []


def test_rebuilding_recreates_the_deleted_rows_of_an_unreadable_match(filled_app, log):
    match = first_match(filled_app, MatchState.OVER)
    damage_entry(filled_app, match, 2, "no such kind", "'{}'")
    unreadable_error(log, match)
    left, seats = derived_rows(filled_app)
    with engines.engine_of(filled_app).begin() as connection:
        for name in ("match_player", "match"):
            connection.execute(text(f"DELETE FROM {name}"))

    rebuild(engines.engine_of(filled_app))

    again, again_seats = derived_rows(filled_app)
    assert [row._replace(summary=None) for row in again] == [
        row._replace(summary=None) for row in left
    ]
    assert again_seats == seats


def test_an_unreadable_match_cannot_be_changed_but_a_new_match_can_start(store, filled_app, log):
    match = first_match(filled_app, MatchState.RUNNING)
    damage_entry(filled_app, match, 1, "match started", "'{}'")

    with pytest.raises(UnreadableMatch):
        commands.delete(log, match, CommandMeta("away", 2_000_000_000))

    assert match not in [each.id for each in match_lists.running_matches(store)]
    setup = last_setup.last_match_setup(store)
    new = commands.start_match(
        log, setup.game, setup.players, setup.options, CommandMeta("new", 2_000_000_001)
    )
    assert new == MATCHES + 1


def test_the_last_match_setup_is_empty_if_the_newest_start_is_unreadable(store, filled_app):
    damage_entry(filled_app, MATCHES, 1, "match started", "'{}'")

    assert last_setup.last_match_setup(store) is None


def test_an_unreadable_match_is_reported_even_if_its_rows_cannot_be_updated(filled_app, log):
    match = first_match(filled_app, MatchState.OVER)
    damage_entry(filled_app, match, 2, "no such kind", "'{}'")
    engine, before = engines.engine_of(filled_app), derived_rows(filled_app)

    def refuse(connection, cursor, statement, *more):
        if statement.startswith("UPDATE"):
            cursor.execute("no such statement")

    event.listen(engine, "before_cursor_execute", refuse)
    try:
        assert unreadable_error(log, match).since == time_of_entry(filled_app, match, 2)
    finally:
        event.remove(engine, "before_cursor_execute", refuse)

    assert derived_rows(filled_app) == before


@pytest.mark.parametrize("column", ["kind", "key"])
@pytest.mark.parametrize("state", [MatchState.RUNNING, MatchState.OVER])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_invalid_utf8_in_an_event_affects_no_page_but_those_of_its_match(filled_app, column, state):
    """Only SQLite can hold such bytes."""
    match, client = first_match(filled_app, state), pages(filled_app)
    with engines.engine_of(filled_app).begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE match_event SET {column} = CAST(x'7374ff6b' AS TEXT)"
            f" WHERE match_id = {match} AND version = 2"
        )

    asked = ("/", "/matches", "/season", "/rounds.csv", "/export.jsonl")
    assert {path: client.get(path).status_code for path in asked} == dict.fromkeys(asked, 200)
    assert client.get(f"/matches/{match}").status_code == (409 if column == "kind" else 200)
    wrong = [render(each.problem, {}) for each in findings(engines.store_of(filled_app))]
    assert len(wrong) == (1 if column == "kind" else 0)


def pages(filled):
    return create_app(
        {"SQLALCHEMY_DATABASE_URI": filled.config["SQLALCHEMY_DATABASE_URI"]}
    ).test_client()
