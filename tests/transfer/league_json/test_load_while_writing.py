"""If changes are saved while a document is loaded, the load notices before it writes anything."""

import io
import sqlite3
from contextlib import closing

import pytest

from scorekeeper.cli.import_and_restore import delete_league_rows
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Matches
from scorekeeper.league import player_merge, roster, settings
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.integrity import findings
from scorekeeper.transfer.league_json import replay_check
from scorekeeper.transfer.league_json.load import READ_PASSES, load_league
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.databases import rows
from tests.transfer.exports import decode_document, export_league, import_league
from tests.transfer.random_leagues import fill_random_league

TRIED, WRITTEN = range(READ_PASSES)
NOW = 2_000_000_000


@pytest.fixture
def random_document(another_league):
    """The document of a league with six random matches."""
    fill_random_league(another_league, matches=6, seed=5)
    return export_league(another_league)


@pytest.fixture
def meanwhile(app):
    """A function that loads a document, and calls `act` in the middle of a pass over its text.

    `reading` is the number of this pass, counted from 0.
    """

    def brought(text, reading, act):
        size, done = len(text), []

        def progress(read):
            if not done and read >= reading * size + size // 2:
                done.append(act())

        report = load_league(engines.store_of(app), io.BytesIO(text), progress=progress)
        assert done
        return report

    return brought


def tries(monkeypatch):
    """A list to which each entry is added when it is checked by replay."""
    tried, follow = [], replay_check.check_entry
    monkeypatch.setattr(
        replay_check, "check_entry", lambda *said: tried.append(said) or follow(*said)
    )
    return tried


@pytest.mark.thorough
def test_each_entry_is_replayed_once_despite_a_change_saved_during_loading(
    store, app, random_document, meanwhile, monkeypatch
):
    tried, entries, saved = tries(monkeypatch), len(decode_document(random_document)["log"]), []

    def save():
        settings.rename_league(store, "Another name")
        saved.append(settings.get_league(store).name)

    meanwhile(random_document, TRIED, save)

    assert len(tried) == entries
    assert saved == ["Another name"]
    assert decode_document(export_league(app))["log"] == decode_document(random_document)["log"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_database_is_locked_during_the_writing_pass(app, random_document, meanwhile, sqlite):
    """The lock shows that `act` runs during the load, as the previous test assumes."""

    def save():
        with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"), timeout=0)) as other:
            other.execute("UPDATE league SET name = 'Another name'")

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        meanwhile(random_document, WRITTEN, save)
    assert rows(app, Matches) == []


@pytest.fixture
def going_on(app, another_league, log, people):
    """(match, document): a match in the middle of a deal, and a document with the whole deal."""
    match = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1, 1]}, CommandMeta("start", NOW)
    )
    commands.record_stage(
        log, match, 1, "bids", {"bids": dict.fromkeys(people, 1)}, CommandMeta("bids", NOW)
    )
    import_league(another_league, export_league(app))
    elsewhere = SqlLog(engines.store_of(another_league))
    record_tricks(elsewhere, match, people[0], "there")
    return match, export_league(another_league)


def record_tricks(log, match, winner, key):
    tricks = {each: int(each == winner) for each in log.sheet(match).setup.players}
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta(key, NOW + 1))


def test_an_entry_recorded_during_loading_is_not_overwritten(app, log, people, going_on, meanwhile):
    match, text = going_on

    with pytest.raises(ImportConflict, match="in the league differs"):
        meanwhile(text, TRIED, lambda: record_tricks(log, match, people[1], "here"))

    assert log.sheet(match).played_deals[0].after.totals[people[1]] > 0
    assert findings(engines.store_of(app)) == []


def test_an_export_that_is_also_loaded_meanwhile_adds_nothing(app, going_on, meanwhile):
    _, text = going_on

    report = meanwhile(text, TRIED, lambda: import_league(app, text))

    assert not report
    assert export_league(app) == text


def test_a_merge_during_loading_is_refused_as_a_conflict(store, app, people, going_on, meanwhile):
    _, text = going_on
    before = rows(app, Matches)
    roster.add_player(store, "Dina", at=0)

    with pytest.raises(ImportConflict, match="merged_into"):
        meanwhile(text, TRIED, lambda: player_merge.merge_players(store, 3, 4))

    assert rows(app, Matches) == before


def test_trial_results_are_reused_only_for_the_same_match_entries_and_players():
    """Results are found by match id and by the number of entries that were already in the log."""
    trial_results = TrialResults(io.StringIO())
    for match, here in ((2, 0), (5, 3), (9, 0)):
        trial_results.keep(match, here, ({"id": match}, []))
    trial_results.inputs = "players"

    trial_results.rewind_if_unchanged("players")
    assert [trial_results.rows(match, 0) is None for match in (1, 2, 3)] == [True, False, True]
    assert trial_results.rows(5, 2) is None
    assert trial_results.rows(9, 0) == ({"id": 9}, [])
    assert trial_results.rows(10, 0) is None
    trial_results.rewind_if_unchanged("other players")
    assert trial_results.rows(2, 0) is None


def test_an_export_can_replace_another_league(app, random_document, people):
    """The old league's rows are deleted first, so they do not conflict with the document."""
    report = load_league(
        engines.store_of(app), io.BytesIO(random_document), first=delete_league_rows
    )

    assert report
    assert decode_document(export_league(app))["log"] == decode_document(random_document)["log"]
