"""A match with an unreadable log counts for nothing and is marked; other matches are unaffected."""

import io
import json

import pytest
from sqlalchemy import event, insert, select, text

from scorekeeper.cli import checks
from scorekeeper.db import log_check
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
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.databases import rows
from tests.db.test_rebuild import derived
from tests.filled_league import fill_league
from tests.league.random_league import spelled_out
from tests.transfer.leagues import decoded, encoded

MATCHES = 12
# Replacements for the kind and body of an event.
SPOILT = {
    "another kind": ("no such kind", "'{}'"),
    "nothing said": ("stage recorded", "'{}'"),
    "no object": ("stage recorded", "'[3]'"),
    "no json": ("stage recorded", "'[no json'"),
    "no text": ("stage recorded", "CAST(x'7b22ff' AS TEXT)"),
    "other answers": ("stage recorded", """'{"answers": 7, "round": 1, "stage": 1}'"""),
    "no start": ("match thrown away", "'{}'"),
    "no first deal": None,  # the event is deleted
}
NO_JSON = {"no json", "no text"}  # PostgreSQL refuses to store these


@pytest.fixture
def filled(app):
    fill_league(app, matches=MATCHES, seed=3)
    return app


@pytest.fixture
def log(filled):
    return SqlLog(engines.store_of(filled))


@pytest.fixture(params=SPOILT)
def spoilt(request, filled, log):
    """Spoil an event of an ended match; return (match, version of the first damaged event)."""
    if SPOILT[request.param] is None:
        return lose_an_event(filled)
    kind, said = SPOILT[request.param]
    if request.param in NO_JSON and engines.engine_of(filled).dialect.name == "postgresql":
        said = "'\"no object\"'"
    match = one(filled, MatchState.OVER)
    version = 1 if request.param == "no start" else 2
    spoil(filled, match, version, kind, said)
    return match, version


def lose_an_event(app):
    match = min(
        row.id for row in rows(app, Matches) if row.state == MatchState.OVER and row.version > 2
    )
    with engines.engine_of(app).begin() as connection:
        connection.execute(
            text(f"DELETE FROM match_event WHERE match_id = {match} AND version = 2")
        )
    return match, 3  # the event after the gap


def one(app, state):
    return min(row.id for row in rows(app, Matches) if row.state == state)


def spoil(app, match, version, kind, said):
    with engines.engine_of(app).begin() as connection:
        connection.execute(
            text(
                f"UPDATE match_event SET kind = '{kind}', body = {said}"
                f" WHERE match_id = {match} AND version = {version}"
            )
        )


def when(app, match, version):
    ask = select(MatchEvents.at).where(
        MatchEvents.match_id == match, MatchEvents.version == version
    )
    with engines.engine_of(app).connect() as connection:
        return connection.scalar(ask)


def versions(app, match):
    ask = select(MatchEvents.version).where(MatchEvents.match_id == match)
    with engines.engine_of(app).connect() as connection:
        return connection.scalars(ask.order_by(MatchEvents.version)).all()


def looked_at(log, match):
    with pytest.raises(UnreadableMatch) as found:
        log.sheet(match)
    return found.value


def statistics_of(app):
    stats_cache = StatsCache(engines.store_of(app))
    return spelled_out(stats_cache.wait_until_current())


def test_reading_an_unreadable_match_marks_its_rows_and_no_other_match(filled, log, spoilt):
    match, version = spoilt
    others = {row.id: log.sheet(row.id) for row in rows(filled, Matches) if row.id != match}

    assert looked_at(log, match).since == when(filled, match, version)

    (row,) = [row for row in rows(filled, Matches) if row.id == match]
    assert (row.state, row.result, row.ended_at) == ("unreadable", None, None)
    assert row.changed_at == when(filled, match, version)
    seats = [seat for seat in rows(filled, MatchPlayers) if seat.match_id == match]
    assert {(seat.place, seat.points, seat.won) for seat in seats} == {(None, None, None)}
    again = SqlLog(engines.store_of(filled))
    assert {other: again.sheet(other) for other in others} == others


def test_the_statistics_cache_drops_a_match_that_becomes_unreadable(filled, log, spoilt):
    stats_cache = StatsCache(engines.store_of(filled))
    before = spelled_out(stats_cache.wait_until_current())

    looked_at(log, spoilt[0])

    after = spelled_out(stats_cache.wait_until_current())
    assert after != before
    assert after == statistics_of(filled)


def test_rebuilding_gives_the_same_rows_as_reading_an_unreadable_match(filled, log, spoilt):
    looked_at(log, spoilt[0])
    left = derived(filled)

    assert rebuild(engines.engine_of(filled)) == MATCHES

    assert derived(filled) == left


def test_a_match_that_nobody_opens_is_marked_in_the_background(filled, log, spoilt):
    store, match = engines.store_of(filled), spoilt[0]
    stats_cache = StatsCache(store)
    counted = spelled_out(stats_cache.wait_until_current())

    assert mark_unreadable_matches(store.engine) == [(FIRST_LEAGUE_ID, match)]

    assert [each.id for each in match_lists.unreadable_matches(store)] == [match]
    assert spelled_out(stats_cache.wait_until_current()) != counted
    left = derived(filled)
    looked_at(log, match)
    assert derived(filled) == left
    assert mark_unreadable_matches(store.engine) == []


def test_the_background_check_reads_every_match_and_changes_no_other(filled, monkeypatch):
    monkeypatch.setattr(log_check, "BATCH_SIZE", 5)
    store = engines.store_of(filled)
    with store.write() as connection:
        connection.execute(insert(Leagues).values(id=2, name="Another", last_player=0))
    before = derived(filled)

    assert [found[:2] for found in iter_logs(store.engine)] == [
        (FIRST_LEAGUE_ID, match) for match in range(1, MATCHES + 1)
    ]
    assert mark_unreadable_matches(store.engine) == []
    assert derived(filled) == before


def test_check_offers_to_repair_an_unreadable_match_until_a_rebuild_marks_it(filled, spoilt):
    """`check` offers to mark the match as unreadable; its events can only come from a backup."""
    match, _ = spoilt
    store = engines.store_of(filled)
    (found,) = findings(store)
    assert render(found.wrong, {}).startswith(f"Match {match} (")
    assert found.mend is not None

    rebuild(engines.engine_of(filled))

    (found,) = findings(store)
    assert render(found.wrong, {}).startswith(f"Match {match} (")
    assert found.mend is None


def test_rebuilding_restores_a_match_whose_unreadable_event_was_repaired(filled, log):
    match, before = one(filled, MatchState.OVER), derived(filled)
    (said,) = [
        row.body for row in rows(filled, MatchEvents) if (row.match_id, row.version) == (match, 2)
    ]
    spoil(filled, match, 2, "stage recorded", "'{}'")
    looked_at(log, match)

    spoil(filled, match, 2, "stage recorded", f"'{json.dumps(said)}'")
    (found,) = findings(engines.store_of(filled))
    assert found.mend is not None
    rebuild(engines.engine_of(filled))

    assert derived(filled) == before
    assert findings(engines.store_of(filled)) == []


def test_rebuilding_recreates_the_deleted_rows_of_an_unreadable_match(filled, log):
    match = one(filled, MatchState.OVER)
    spoil(filled, match, 2, "no such kind", "'{}'")
    looked_at(log, match)
    left, seats = derived(filled)
    with engines.engine_of(filled).begin() as connection:
        for name in ("match_player", "match"):
            connection.execute(text(f"DELETE FROM {name}"))

    rebuild(engines.engine_of(filled))

    again, again_seats = derived(filled)
    assert [row._replace(summary=None) for row in again] == [
        row._replace(summary=None) for row in left
    ]
    assert again_seats == seats


def test_an_unreadable_match_cannot_be_changed_but_a_new_match_can_start(store, filled, log):
    match = one(filled, MatchState.RUNNING)
    spoil(filled, match, 1, "match started", "'{}'")

    with pytest.raises(UnreadableMatch):
        commands.delete(log, match, CommandMeta("away", 2_000_000_000))

    assert match not in [each.id for each in match_lists.running_matches(store)]
    found = last_setup.last_match_setup(store)
    new = commands.start_match(
        log, found.game, found.players, found.options, CommandMeta("new", 2_000_000_001)
    )
    assert new == MATCHES + 1


def test_the_last_match_setup_is_empty_if_the_newest_start_is_unreadable(store, filled):
    spoil(filled, MATCHES, 1, "match started", "'{}'")

    assert last_setup.last_match_setup(store) is None


def test_an_unreadable_match_is_reported_even_if_its_rows_cannot_be_updated(filled, log):
    match = one(filled, MatchState.OVER)
    spoil(filled, match, 2, "no such kind", "'{}'")
    engine, before = engines.engine_of(filled), derived(filled)

    def refuse(connection, cursor, statement, *more):
        if statement.startswith("UPDATE"):
            cursor.execute("no such statement")

    event.listen(engine, "before_cursor_execute", refuse)
    try:
        assert looked_at(log, match).since == when(filled, match, 2)
    finally:
        event.remove(engine, "before_cursor_execute", refuse)

    assert derived(filled) == before


# ---------------------------------------------------------------- export and import


def exported(app):
    return b"".join(dump_league(engines.store_of(app)))


@pytest.mark.parametrize("was_seen", [True, False])
def test_an_unreadable_match_is_exported_separately_and_skipped_on_import(
    filled, log, another_league, spoilt, was_seen
):
    match, _ = spoilt
    if was_seen:
        looked_at(log, match)
    whole = decoded(exported(filled))

    aside = whole["unreadable"]
    assert {row["match"] for row in aside} == {match}
    assert [row["version"] for row in aside] == versions(filled, match)
    assert all(isinstance(row["body"], str) for row in aside)
    assert match not in {row["match"] for row in whole["log"]}

    report = load_league(engines.store_of(another_league), io.BytesIO(exported(filled)))

    assert render(report.sentence, {}).endswith(" One match cannot be read and was left out.")
    again = decoded(exported(another_league))
    assert again["log"] == whole["log"]
    assert findings(engines.store_of(another_league)) == []
    assert checks.findings_by_league(filled)[FIRST_LEAGUE_ID][1:] == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_invalid_utf8_and_nul_bytes_in_an_event_are_exported_as_escapes(filled, another_league):
    """Only SQLite can hold such bytes; the export writes each as an escape."""
    match = one(filled, MatchState.OVER)
    spoil(filled, match, 2, "stage recorded", "CAST(x'7b22ff00c3a9' AS TEXT)")

    row = decoded(exported(filled))["unreadable"][1]

    assert row["body"] == '{"\\xff\\x00é'
    assert load_league(engines.store_of(another_league), io.BytesIO(exported(filled)))


@pytest.mark.parametrize("wrong", [7, {"match": 1}, {"match": "1"}])
def test_importing_invalid_rows_for_unreadable_matches_is_refused(filled, another_league, wrong):
    whole = {**decoded(exported(filled)), "unreadable": [wrong]}

    with pytest.raises(ImportConflict, match="unreadable"):
        load_league(engines.store_of(another_league), io.BytesIO(encoded(whole, version=2)))


def test_importing_an_older_export_over_an_unreadable_match_is_refused(filled, log):
    before, match = exported(filled), one(filled, MatchState.OVER)
    spoil(filled, match, 2, "no such kind", "'{}'")
    looked_at(log, match)
    now = exported(filled)

    with pytest.raises(ImportConflict, match=f"match {match}: entry 2 of the league differs"):
        load_league(engines.store_of(filled), io.BytesIO(before))

    assert exported(filled) == now


def test_importing_further_events_of_an_unreadable_match_is_refused(filled, log):
    whole, match = decoded(exported(filled)), one(filled, MatchState.OVER)
    last = [row for row in whole["log"] if row["match"] == match][-1]
    away = {"version": last["version"] + 1, "kind": "match thrown away", "key": "away", "body": {}}
    whole["log"].insert(whole["log"].index(last) + 1, last | away)
    whole["log"][whole["log"].index(last)] |= {"kind": "stage recorded", "body": {}}
    spoil(filled, match, last["version"], "stage recorded", "'{}'")

    with pytest.raises(ImportConflict, match="The copy of this match in the league cannot be read"):
        load_league(engines.store_of(filled), io.BytesIO(encoded(whole)))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_error_for_importing_over_invalid_json_names_the_match(filled):
    before, match = exported(filled), one(filled, MatchState.OVER)
    spoil(filled, match, 2, "stage recorded", "'[no json'")

    with pytest.raises(ImportConflict, match=f"Match {match} of this league cannot be read"):
        load_league(engines.store_of(filled), io.BytesIO(before))
