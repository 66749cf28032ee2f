"""Importing a CSV file of results: the rows that it writes, and the uploaded file."""

import pytest

from scorekeeper.cli import demo
from scorekeeper.db.import_tables import ImportJobs, ImportState
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import MatchEvents
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
from scorekeeper.transfer.results_import.jobs import UPLOAD_TTL_S
from tests.clocks import evening_timestamp
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.transfer.result_files import (
    HEADINGS,
    NOW,
    TWO_RESULTS,
    import_results,
    matches_and_wins,
    new_write_job,
    results_file,
    upload,
)


def test_imported_results_count_with_the_date_and_order_of_the_file(store, app, people):
    number = import_results(store, TWO_RESULTS)

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
    assert matches_and_wins(app) == {"Ana": (2, 1), "Gema": (2, 1)}


def test_each_imported_result_is_one_log_entry(store, app, people):
    number = import_results(store, TWO_RESULTS)

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
    import_results(store, TWO_RESULTS)

    with pytest.raises(IsImportedResult):
        log.sheet(1)
    with pytest.raises(MatchNotFound):
        commands.delete(log, 1, CommandMeta("away", NOW))


@pytest.mark.parametrize("undone", [False, True])
def test_imported_results_are_the_same_after_a_rebuild(store, app, people, undone):
    demo.fill_league(app, matches=5, seed=1)
    number = import_results(store, results_file(10))
    if undone:
        import_undo.undo(store, number, NOW)
    before = derived_rows(app)
    assert {row.state for row in before[0]} >= {"thrown away" if undone else "noted"}

    rebuild(engines.engine_of(app))

    assert derived_rows(app) == before


def test_results_before_1970_count(store, app, people):
    import_results(store, HEADINGS + "3/9/1955;Loba;Ana;1;0\n3/9/1955;Loba;Bruno;2;5\n")

    assert match_lists.recent_matches(store)[0].ended_at == evening_timestamp("1955-09-03") < 0
    assert matches_and_wins(app) == {"Ana": (1, 1), "Bruno": (1, 0)}


def test_imported_results_do_not_change_the_last_match_setup(store, log, people):
    commands.start_match(log, "gin", people[:2], {}, CommandMeta("gin", NOW))
    import_results(store, HEADINGS + "1/9/2026;Loba;Ana;1;0\n1/9/2026;Loba;Bruno;2;5\n")

    assert last_setup.last_match_setup(store).game == "gin"
    assert last_setup.last_match_setup(store, "loba") is None
    assert [each.game for each in match_lists.match_history(store)] == ["gin", "loba"]


def test_an_import_does_not_change_a_closed_season(store, app, people):
    season = create_season(store, Season(0, "Old", starts="2023-01-01", ends="2023-12-31"))
    close_season(store, season.id, at=NOW)
    import_results(store, TWO_RESULTS)

    snapshot = StatsCache(engines.store_of(app)).wait_until_current()
    assert snapshot.league_stats.seasons[season.id].aggregate.totals.tallies == {}
    assert snapshot.league_stats.all_time.aggregate.totals.tallies


def test_a_new_name_becomes_a_player(store, people):
    import_results(store, TWO_RESULTS)

    assert [(player.name, player.colour) for player in roster.players(store)][-1] == ("Gema", 4)


def test_a_player_added_before_writing_is_used_for_the_same_name(store, people):
    mine = new_write_job(store, TWO_RESULTS)
    roster.add_player(store, "gema")
    import_write.write(mine)

    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus", "gema"]


def test_uploads_with_the_same_key_are_one_import(store):
    assert upload(store, TWO_RESULTS) == upload(store, TWO_RESULTS)
    assert upload(store, TWO_RESULTS, "another") != upload(store, TWO_RESULTS)


def test_an_upload_that_was_only_previewed_is_deleted_after_a_day(store, app, people):
    old, now = (
        upload(store, TWO_RESULTS, "old", at=NOW - UPLOAD_TTL_S - 1),
        import_results(store, TWO_RESULTS, "written"),
    )
    with pytest.raises(NotFound, match="no longer stored"):
        jobs.get_import(store, old)

    upload(store, TWO_RESULTS, "new", at=NOW)

    assert [row.key for row in rows(app, ImportJobs)] == ["written", "new"]
    assert [row.id for row in jobs.recent_imports(store)] == [now]


def test_at_most_twenty_uploads_are_stored(store, app):
    for number in range(25):
        upload(store, TWO_RESULTS, str(number))

    assert [row.key for row in rows(app, ImportJobs)] == [str(number) for number in range(5, 25)]


def test_an_uploaded_file_is_deleted_once_it_is_imported(store, people):
    number = import_results(store, TWO_RESULTS)

    assert jobs.get_import(store, number).state is ImportState.WRITTEN
    with pytest.raises(NotFound, match="no longer stored"):
        jobs.uploaded_data(store, number)
