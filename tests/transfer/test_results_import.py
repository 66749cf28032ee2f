"""Importing a CSV file of results: written whole or not at all, counted at once, undone at once."""

import pytest
from sqlalchemy import event

from scorekeeper.cli import demo
from scorekeeper.db.column_types import ImportState
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import ImportJobs, Matches, MatchEvents, MatchPlayers
from scorekeeper.errors import NotFound
from scorekeeper.league import last_setup, match_lists, roster
from scorekeeper.league.season_commands import close_season, create_season
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import IsImportedResult, MatchNotFound
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import import_undo, import_write, jobs
from scorekeeper.transfer.results_import.jobs import (
    UPLOAD_TTL_S,
    WrongImportState,
)
from tests.clocks import evening_timestamp
from tests.databases import rows
from tests.db.test_rebuild import derived
from tests.transfer.result_files import HEAD, NOW, TWO, brought, job, upload


def many(matches):
    """Return a CSV file with this many matches, one a line."""
    lines = ["date;game;Ana;Bruno"]
    lines += [
        f"{1 + n % 28}/{1 + n // 28 % 12}/{2000 + n // 336};Loba;{n};7" for n in range(matches)
    ]
    return "\n".join(lines)


def wins(app):
    """Return {name: (matches, wins)} of all time."""
    found = StatsCache(engines.store_of(app)).wait_until_current()
    names = {key: person.name for key, person in found.league_state.people.items()}
    tallies = found.league_stats.all_time.aggregate.totals.tallies
    return {names[key]: (tally.matches, tally.wins) for key, tally in tallies.items()}


# ---------------------------------------------------------------- rows written by an import


def test_imported_results_count_with_the_date_and_order_of_the_file(store, app, people):
    number = brought(store, TWO)

    loba, chinchon = match_lists.recent_matches(store)
    assert (chinchon.game, chinchon.state, chinchon.ended_at) == (
        "chinchon",
        "noted",
        evening_timestamp("2023-09-03"),
    )
    assert loba.ended_at == chinchon.ended_at + 1
    assert {key: tuple(each) for key, each in chinchon.standings.items()} == {
        "1": (1, 62, True),
        "4": (2, 109, False),
    }
    assert loba.standings["1"].points is None
    assert loba.summary == {"deals": 0, "totals": {}, "winners": ["4"], "batch": number}
    assert [person.name for person in chinchon.people.values()] == ["Ana", "Gema"]
    assert wins(app) == {"Ana": (2, 1), "Gema": (2, 1)}


def test_each_imported_result_is_one_log_entry(store, app, people):
    number = brought(store, TWO)

    assert [(row.version, row.kind, row.body) for row in rows(app, MatchEvents)] == [
        (
            1,
            "result noted",
            {
                "game": "chinchon",
                "players": ["1", "4"],
                "places": [1, 2],
                "points": [62, 109],
                "night": "2023-09-03",
                "number": 0,
                "batch": number,
            },
        ),
        (
            1,
            "result noted",
            {
                "game": "loba",
                "players": ["4", "1"],
                "places": [1, 2],
                "points": [None, None],
                "night": "2023-09-03",
                "number": 1,
                "batch": number,
            },
        ),
    ]


def test_an_imported_result_has_no_sheet_and_cannot_be_deleted(store, log, people):
    brought(store, TWO)

    with pytest.raises(IsImportedResult):
        log.sheet(1)
    with pytest.raises(MatchNotFound):
        commands.delete(log, 1, CommandMeta("away", NOW))


@pytest.mark.parametrize("undone", [False, True])
def test_imported_results_are_the_same_after_a_rebuild(store, app, people, undone):
    demo.fill_league(app, matches=5, seed=1)
    number = brought(store, many(10))
    if undone:
        import_undo.undo(store, number, NOW)
    before = derived(app)
    assert {row.state for row in before[0]} >= {"thrown away" if undone else "noted"}

    rebuild(engines.engine_of(app))

    assert derived(app) == before


def test_results_before_1970_count(store, app, people):
    brought(store, HEAD + "3/9/1955;Loba;Ana;1;0\n3/9/1955;Loba;Bruno;2;5\n")

    assert match_lists.recent_matches(store)[0].ended_at == evening_timestamp("1955-09-03") < 0
    assert wins(app) == {"Ana": (1, 1), "Bruno": (1, 0)}


def test_imported_results_do_not_change_the_last_match_setup(store, log, people):
    commands.start_match(log, "gin", people[:2], {}, CommandMeta("gin", NOW))
    brought(store, HEAD + "1/9/2026;Loba;Ana;1;0\n1/9/2026;Loba;Bruno;2;5\n")

    assert last_setup.last_match_setup(store).game == "gin"
    assert last_setup.last_match_setup(store, "loba") is None
    assert [each.game for each in match_lists.match_history(store)] == ["gin", "loba"]


def test_an_import_does_not_change_a_closed_season(store, app, people):
    season = create_season(store, Season(0, "Old", starts="2023-01-01", ends="2023-12-31"))
    close_season(store, season.id, at=NOW)
    brought(store, TWO)

    found = StatsCache(engines.store_of(app)).wait_until_current()
    assert found.league_stats.seasons[season.id].aggregate.totals.tallies == {}
    assert found.league_stats.all_time.aggregate.totals.tallies


# ---------------------------------------------------------------- new players


def test_a_new_name_becomes_a_player(store, people):
    brought(store, TWO)

    assert [(player.name, player.colour) for player in roster.players(store)][-1] == ("Gema", 4)


def test_a_player_added_before_writing_is_used_for_the_same_name(store, people):
    mine = job(store, TWO)
    roster.add_player(store, "gema")
    import_write.write(mine)

    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus", "gema"]


def test_undo_removes_the_players_of_an_import_and_redo_restores_them(store, people):
    number = brought(store, TWO)

    import_undo.undo(store, number, NOW)
    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus"]
    import_undo.redo(store, number)
    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus", "Gema"]


def test_undo_keeps_imported_players_that_have_played_since(store, log, people):
    number = brought(store, TWO)
    commands.start_match(log, "loba", ("1", "4"), {}, CommandMeta("new", NOW))

    import_undo.undo(store, number, NOW)

    assert [player.name for player in roster.players(store)][-1] == "Gema"


# ---------------------------------------------------------------- undo and redo


def test_undo_removes_all_results_of_an_import_and_redo_restores_them(store, app, people):
    number = brought(store, many(7))
    before = derived(app)
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
    assert derived(app) == before
    assert (
        stats_cache.wait_until_current().league_stats.all_time.aggregate.totals.tallies["1"].matches
        == 7
    )


def test_writing_redoing_or_undoing_an_import_twice_is_refused(store, app, people):
    mine = job(store, TWO)
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


# ---------------------------------------------------------------- all or nothing


def nothing(store, app):
    """Whether nothing was imported: no match, no new player, only the uploaded file."""
    assert rows(app, Matches) == rows(app, MatchEvents) == rows(app, MatchPlayers) == []
    assert [player.name for player in roster.players(store, include_hidden=True)] == [
        "Ana",
        "Bruno",
        "Chus",
    ]
    [row] = rows(app, ImportJobs)
    return row.state == "looked through" and row.data is not None and row.ranges == []


@pytest.mark.parametrize("word", ["INSERT INTO match_player", "UPDATE import SET"])
def test_an_import_that_fails_midway_writes_nothing_and_can_be_retried(store, app, people, word):
    mine = job(store, many(9) + "\n1/1/2024;Loba;1;2")

    def fail(connection, cursor, statement, parameters, context, many):
        if statement.replace('"', "").startswith(word):
            raise OSError("The disk is full.")

    event.listen(engines.engine_of(app), "after_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        import_write.write(mine)
    event.remove(engines.engine_of(app), "after_cursor_execute", fail)

    assert nothing(store, app)
    import_write.write(mine)
    assert wins(app)["Ana"][0] == len(mine.matches) == 10


def test_an_import_is_invisible_until_it_is_complete(store, app, people):
    mine, seen = job(store, TWO), []

    def look(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO"):
            seen.append(
                (
                    match_lists.match_history(store),
                    match_lists.recent_matches(store),
                    roster.players(store)[-1].name,
                    wins(app),
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

    mine = job(store, TWO)
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
    assert wins(app) == {"Ana": (2, 1), "Gema": (2, 1)}
    before = derived(app)
    rebuild(engines.engine_of(app))
    assert derived(app) == before


# ---------------------------------------------------------------- uploaded files


def test_uploads_with_the_same_key_are_one_import(store):
    assert upload(store, TWO) == upload(store, TWO)
    assert upload(store, TWO, "another") != upload(store, TWO)


def test_an_upload_that_was_only_previewed_is_deleted_after_a_day(store, app, people):
    old, now = upload(store, TWO, "old", at=NOW - UPLOAD_TTL_S - 1), brought(store, TWO, "written")
    with pytest.raises(NotFound, match="no longer stored"):
        jobs.get_import(store, old)

    upload(store, TWO, "new", at=NOW)

    assert [row.key for row in rows(app, ImportJobs)] == ["written", "new"]
    assert [row.id for row in jobs.recent_imports(store)] == [now]


def test_at_most_twenty_uploads_are_stored(store, app):
    for number in range(25):
        upload(store, TWO, str(number))

    assert [row.key for row in rows(app, ImportJobs)] == [str(number) for number in range(5, 25)]


def test_an_uploaded_file_is_deleted_once_it_is_imported(store, people):
    number = brought(store, TWO)

    assert jobs.get_import(store, number).state is ImportState.WRITTEN
    with pytest.raises(NotFound, match="no longer stored"):
        jobs.uploaded_data(store, number)
