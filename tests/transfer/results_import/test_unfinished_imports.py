"""An import of results is written completely or not at all, even if other requests write too."""

import pytest
from sqlalchemy import event

from scorekeeper.db.import_tables import ImportJobs
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.league import match_lists, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import import_write
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.transfer.result_files import (
    NOW,
    TWO_RESULTS,
    matches_and_wins,
    new_write_job,
    results_file,
)


def check_nothing_imported(store, app):
    """Check that no match or player was imported, and that the upload is unchanged."""
    assert rows(app, Matches) == rows(app, MatchEvents) == rows(app, MatchPlayers) == []
    assert [player.name for player in roster.players(store, include_hidden=True)] == [
        "Ana",
        "Bruno",
        "Chus",
    ]
    [row] = rows(app, ImportJobs)
    assert row.state == "looked through"
    assert row.data is not None
    assert row.ranges == []


@pytest.mark.parametrize("word", ["INSERT INTO match_player", "UPDATE import SET"])
def test_an_import_that_fails_midway_writes_nothing_and_can_be_retried(store, app, people, word):
    mine = new_write_job(store, results_file(9) + "\n1/1/2024;Loba;1;2")

    def fail(connection, cursor, statement, parameters, context, many):
        if statement.replace('"', "").startswith(word):
            raise OSError("The disk is full.")

    event.listen(engines.engine_of(app), "after_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        import_write.write(mine)
    event.remove(engines.engine_of(app), "after_cursor_execute", fail)

    check_nothing_imported(store, app)
    import_write.write(mine)
    assert matches_and_wins(app)["Ana"][0] == len(mine.matches) == 10


def test_an_import_is_invisible_until_it_is_complete(store, app, people):
    mine, seen = new_write_job(store, TWO_RESULTS), []

    def look(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO"):
            seen.append(
                (
                    match_lists.match_history(store),
                    match_lists.recent_matches(store),
                    roster.players(store)[-1].name,
                    matches_and_wins(app),
                )
            )

    event.listen(engines.engine_of(app), "after_cursor_execute", look)
    import_write.write(mine)
    event.remove(engines.engine_of(app), "after_cursor_execute", look)

    assert len(seen) == 4
    assert set(map(str, seen)) == {str(([], [], "Chus", {}))}


def test_matches_and_players_saved_during_an_import_keep_their_ids(
    store, app, log, people, monkeypatch
):
    original, begun = import_write.build_rows, []

    def build(job, ids):
        if not begun:
            roster.add_player(store, "Zoe")
            begun.append(commands.start_match(log, "gin", people[:2], {}, CommandMeta("new", NOW)))
        return original(job, ids)

    mine = new_write_job(store, TWO_RESULTS)
    monkeypatch.setattr(import_write, "build_rows", build)
    import_write.write(mine)

    assert begun == [1]
    assert [(row.id, row.game) for row in rows(app, Matches)] == [
        (1, "gin"),
        (2, "chinchon"),
        (3, "loba"),
    ]
    assert [player.name for player in roster.players(store)] == [
        "Ana",
        "Bruno",
        "Chus",
        "Gema",
        "Zoe",
    ]
    assert matches_and_wins(app) == {"Ana": (2, 1), "Gema": (2, 1)}
    before = derived_rows(app)
    rebuild(engines.engine_of(app))
    assert derived_rows(app) == before
