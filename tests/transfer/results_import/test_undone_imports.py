"""An import of results is undone and redone as a whole."""

import pytest

from scorekeeper.db.tables import Matches
from scorekeeper.league import match_lists, roster
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import import_undo, import_write
from scorekeeper.transfer.results_import.jobs import WrongImportState
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.transfer.result_files import (
    NOW,
    TWO_RESULTS,
    import_results,
    new_write_job,
    results_file,
)


def test_undo_removes_the_players_of_an_import_and_redo_restores_them(store, people):
    number = import_results(store, TWO_RESULTS)

    import_undo.undo(store, number, NOW)
    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus"]
    import_undo.redo(store, number)
    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus", "Gema"]


def test_undo_keeps_imported_players_that_have_played_since(store, log, people):
    number = import_results(store, TWO_RESULTS)
    commands.start_match(log, "loba", ("1", "4"), {}, CommandMeta("new", NOW))

    import_undo.undo(store, number, NOW)

    assert [player.name for player in roster.players(store)][-1] == "Gema"


def test_undo_removes_all_results_of_an_import_and_redo_restores_them(store, app, people):
    number = import_results(store, results_file(7))
    before = derived_rows(app)
    stats_cache = StatsCache(engines.store_of(app))
    assert len(stats_cache.wait_until_current().league_stats.all_time.aggregate.totals.tallies) == 2

    import_undo.undo(store, number, NOW)
    assert (
        match_lists.recent_matches(store)
        == match_lists.match_history(store)
        == match_lists.deleted_matches(store, now=NOW)
        == []
    )
    assert not stats_cache.wait_until_current().league_stats.all_time.aggregate.totals.tallies

    import_undo.redo(store, number)
    assert derived_rows(app) == before
    assert (
        stats_cache.wait_until_current().league_stats.all_time.aggregate.totals.tallies["1"].matches
        == 7
    )


def test_writing_redoing_or_undoing_an_import_twice_is_refused(store, app, people):
    mine = new_write_job(store, TWO_RESULTS)
    import_write.write(mine)
    for again in (
        lambda: import_write.write(mine),
        lambda: import_undo.redo(store, mine.import_id),
    ):
        with pytest.raises(WrongImportState):
            again()

    import_undo.undo(store, mine.import_id, NOW)
    with pytest.raises(WrongImportState):
        import_undo.undo(store, mine.import_id, NOW)
    assert len(rows(app, Matches)) == 2
