"""The rows of matches whose log has lost entries survive a rebuild and saves by phones.

A rebuild names these matches. An owner can accept the loss.
"""

from pathlib import Path

import pytest
from sqlalchemy import delete, null, update

from scorekeeper.cli.main import main
from scorekeeper.db.lost_entries import accept_lost_entries
from scorekeeper.db.rebuild import has_missing_results, rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.log import LostEntries
from scorekeeper.match.outcome import MatchState
from scorekeeper.server import bare_app, engines
from tests.databases import create_bare_app, rows
from tests.db.derived_rows import derived_rows
from tests.filled_league import fill_league
from tests.transfer.exports import export_league, import_league

MATCHES = 8


@pytest.fixture
def filled_app(app):
    fill_league(app, matches=MATCHES, seed=3)
    return app


def change(app, *statements):
    with engines.engine_of(app).begin() as connection:
        for statement in statements:
            connection.execute(statement)


def newest_that_counts(app):
    """Return the row of the newest match that counts and has more than four entries."""
    counted = (row for row in rows(app, Matches) if row.state == "over" and row.version > 4)
    return max(counted, key=lambda row: row.id)


def lose_from(app, match, version):
    """Delete the entries of a match that have this version or a later one."""
    gone = (MatchEvents.match_id == match, MatchEvents.version >= version)
    change(app, delete(MatchEvents).where(*gone))


def lose_entries(app, left):
    """Delete all but the first `left` entries of the oldest match that counts.

    The match is the oldest one with more than two entries. Returns the match's id.
    """
    match = min(row.id for row in rows(app, Matches) if row.state == "over" and row.version > 2)
    gone = (MatchEvents.match_id == match, MatchEvents.version > left)
    change(app, delete(MatchEvents).where(*gone))
    return match


@pytest.mark.parametrize("left", [0, 2])
def test_a_rebuild_keeps_the_result_of_a_match_that_has_lost_entries(filled_app, left):
    before, match = derived_rows(filled_app), lose_entries(filled_app, left)
    change(filled_app, update(MatchPlayers).where(MatchPlayers.match_id != match).values(points=99))

    assert rebuild(engines.engine_of(filled_app)) == MATCHES - 1

    assert derived_rows(filled_app) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_rebuild_marks_a_match_that_has_lost_entries_and_cannot_be_read(filled_app):
    match = lose_entries(filled_app, 2)
    change(
        filled_app, update(MatchEvents).where(MatchEvents.match_id == match).values(kind="unknown")
    )

    assert rebuild(engines.engine_of(filled_app)) == MATCHES

    (row,) = [row for row in rows(filled_app, Matches) if row.id == match]
    assert row.state == MatchState.UNREADABLE


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_rebuild_at_a_start_keeps_and_logs_a_match_that_has_lost_entries(filled_app, caplog):
    before, match = derived_rows(filled_app), lose_entries(filled_app, 2)
    change(filled_app, update(Matches).where(Matches.id != match).values(result=null()))

    bare_app.with_migrated_database(filled_app)

    assert derived_rows(filled_app) == before
    assert f"Match {match} of league 1 has lost entries of its log: 2 of " in caplog.text
    change(filled_app, update(Matches).where(Matches.id == match).values(result=null()))
    assert not has_missing_results(engines.engine_of(filled_app))


def test_the_command_rebuild_names_the_matches_that_it_cannot_compute(sqlite, monkeypatch, capsys):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(Path(sqlite.removeprefix("sqlite:///"))))
    app = create_bare_app(sqlite)
    fill_league(app, matches=MATCHES, seed=3)
    match = lose_entries(app, 2)
    change(app, update(MatchEvents).where(MatchEvents.match_id == MATCHES).values(kind="unknown"))
    engines.engine_of(app).dispose()

    assert main(["rebuild"]) == 0

    said = capsys.readouterr()
    assert said.out == f"Recomputed {MATCHES - 1} matches from the log.\n"
    unreadable, lost = said.err.splitlines()[-2:]
    assert unreadable.startswith(f"League 1: Match {MATCHES} (")
    assert unreadable.endswith(" cannot be read. Restore a backup with `scorekeeper restore`.")
    assert lost.startswith(f"League 1: Match {match} (")
    assert " has lost log entries: only 2 of " in lost


@pytest.mark.parametrize("lost", [1, 3])
def test_saving_never_replaces_the_result_of_a_match_that_has_lost_entries(filled_app, store, lost):
    before, played = derived_rows(filled_app), newest_that_counts(filled_app)
    lose_from(filled_app, played.id, played.version + 1 - lost)
    log = SqlLog(store)

    for _ in range(2):
        with pytest.raises(LostEntries):
            commands.close(log, played.id, "closed", CommandMeta("close", 2000))

    assert derived_rows(filled_app) == before
    assert log.sheet(played.id).version == played.version - lost
    rebuild(engines.engine_of(filled_app))
    assert derived_rows(filled_app) == before


@pytest.mark.parametrize("lost", [1, 3])
def test_a_save_finds_entries_that_were_lost_while_the_match_was_cached(filled_app, store, lost):
    before, played = derived_rows(filled_app), newest_that_counts(filled_app)
    log = SqlLog(store)
    known = log.sheet(played.id)
    lose_from(filled_app, played.id, played.version + 1 - lost)
    left = rows(filled_app, MatchEvents)

    for _ in range(2):
        with pytest.raises((LostEntries, Stale)):
            commands.undo(log, played.id, known.last_step.version, CommandMeta("undo", 2000))

    assert derived_rows(filled_app) == before
    assert rows(filled_app, MatchEvents) == left


def test_once_the_loss_is_accepted_a_match_continues_from_what_is_left(filled_app, store):
    match = lose_entries(filled_app, 2)
    others = [row for row in rows(filled_app, Matches) if row.id != match]

    accept_lost_entries(store, match)
    accept_lost_entries(store, match)

    (row,) = [row for row in rows(filled_app, Matches) if row.id == match]
    assert (row.version, row.state, row.result) == (2, MatchState.RUNNING, None)
    assert [row for row in rows(filled_app, Matches) if row.id != match] == others
    commands.close(SqlLog(store), match, "unfinished", CommandMeta("close", 2000))
    written = derived_rows(filled_app)
    rebuild(engines.engine_of(filled_app))
    assert derived_rows(filled_app) == written


def test_a_match_that_has_lost_nothing_cannot_lose_its_result(filled_app, store):
    before = derived_rows(filled_app)

    for row in before[0]:
        accept_lost_entries(store, row.id)

    assert derived_rows(filled_app) == before


def test_a_new_match_gets_a_free_number_after_a_match_that_has_lost_all_entries(filled_app, store):
    newest = max(row.id for row in rows(filled_app, Matches))
    lose_from(filled_app, newest, 1)

    match = commands.start_match(
        SqlLog(store), "gin", ("1", "2"), {}, CommandMeta("another", 2_000_000_000)
    )

    assert match == newest + 1


@pytest.mark.parametrize("left", [0, 2])
def test_an_import_brings_lost_entries_back(filled_app, left):
    before, document = derived_rows(filled_app), export_league(filled_app)
    lose_from(filled_app, newest_that_counts(filled_app).id, left + 1)

    assert import_league(filled_app, document).matches == 1

    assert export_league(filled_app) == document
    assert derived_rows(filled_app) == before


@pytest.mark.parametrize("left", [0, 2])
def test_an_import_of_some_lost_entries_keeps_the_stored_result(filled_app, left):
    before, played = derived_rows(filled_app), newest_that_counts(filled_app)
    lose_from(filled_app, played.id, played.version)
    document = export_league(filled_app)
    lose_from(filled_app, played.id, left + 1)

    import_league(filled_app, document)

    assert export_league(filled_app) == document
    assert derived_rows(filled_app) == before
