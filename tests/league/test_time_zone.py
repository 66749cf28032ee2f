"""A league's time zone determines the evening of each match, and everything that depends on it."""

import pytest

from scorekeeper.clock import clock_in
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import Leagues, Matches, SnapshotResults
from scorekeeper.errors import Refused
from scorekeeper.league import season_commands, settings
from scorekeeper.league.seasons import Season
from scorekeeper.league.time_zone import propose_time_zone, set_time_zone
from scorekeeper.server import engines
from scorekeeper.transfer import integrity
from scorekeeper.transfer.results_import import import_undo
from tests import one_deal
from tests.clocks import ZONES
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.league.season_changes import matches_in
from tests.refusals import reason_of
from tests.transfer.result_files import import_results

OLD = "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n24/12/2025;Loba;40;101\n31/12/2025;Loba;7;101\n"
TEN_AT_NIGHT = clock_in("UTC").evening_timestamp("2026-09-30") + 2 * 3600


def changes(app):
    return rows(app, Leagues)[0].changes


def test_matches_move_to_the_evenings_and_seasons_of_the_new_zone(
    store, app, stats_cache, log, people, dates
):
    autumn = season_commands.create_season(store, Season(0, "Autumn", ends="2026-09-30"), at=0)
    winter = season_commands.create_season(store, Season(0, "Winter", "2026-10-01"), at=0)
    set_time_zone(store, "UTC")
    one_deal.play_match(log, people, "1", TEN_AT_NIGHT)
    assert dates() == ["2026-09-30"]
    assert (matches_in(stats_cache, autumn), matches_in(stats_cache, winter)) == (1, 0)
    before = changes(app)

    set_time_zone(store, "Asia/Tokyo")  # nine hours ahead

    assert changes(app) == before + 1
    assert dates() == ["2026-10-01"]
    assert (matches_in(stats_cache, autumn), matches_in(stats_cache, winter)) == (0, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("zone", [*ZONES, None])
def test_imported_results_keep_their_evenings_in_every_zone_even_in_a_closed_season(
    store, app, stats_cache, people, dates, zone
):
    season = season_commands.create_season(store, Season(0, "Old", ends="2025-12-31"), at=0)
    import_results(store, OLD)
    season_commands.close_season(store, season.id)
    other = import_results(store, OLD.replace("2025", "2024"), "undone")
    import_undo.undo(store, other, at=1)
    set_time_zone(store, "America/New_York")

    set_time_zone(store, zone)

    assert dates() == ["2025-12-31", "2025-12-24"]
    clock = clock_in(zone)
    assert [row.started_at for row in rows(app, Matches)] == [
        clock.evening_timestamp("2025-12-24"),
        clock.evening_timestamp("2025-12-24") + 1,
        clock.evening_timestamp("2025-12-31"),
        clock.evening_timestamp("2024-12-24"),
        clock.evening_timestamp("2024-12-24") + 1,
        clock.evening_timestamp("2024-12-31"),
    ]
    assert [row.ended_at for row in rows(app, SnapshotResults)] == [
        row.ended_at for row in rows(app, Matches)[:3]
    ]
    assert matches_in(stats_cache, season) == 3
    assert integrity.findings(store) == []
    before = derived_rows(app)
    rebuild(engines.engine_of(app))
    assert derived_rows(app) == before
    import_undo.redo(store, other)
    assert dates() == ["2025-12-31", "2025-12-24", "2024-12-31", "2024-12-24"]


def test_results_are_imported_in_the_zone_of_the_league(store, app, people, dates):
    set_time_zone(store, "Pacific/Kiritimati")

    import_results(store, OLD)

    assert dates() == ["2025-12-31", "2025-12-24"]
    assert rows(app, Matches)[2].ended_at == clock_in("Pacific/Kiritimati").evening_timestamp(
        "2025-12-31"
    )


def test_a_season_ends_on_the_evening_it_was_closed_in_the_zone_of_the_league(store, stats_cache):
    season = season_commands.create_season(store, Season(0, "Autumn"), at=0)
    season_commands.close_season(store, season.id, at=TEN_AT_NIGHT)
    closed = stats_cache.get_snapshot().league_state.season(season.id)

    assert [closed.final_evening(clock_in(zone)) for zone in ZONES] == [
        "2026-09-30",
        "2026-09-30",
        "2026-10-01",
        "2026-09-30",
        "2026-09-30",
    ]


@pytest.mark.parametrize("name", ["Europe/Atlantis", "", "europe/madrid", "Factory", "+02:00"])
def test_an_unknown_zone_is_refused_and_changes_nothing(store, app, name):
    set_time_zone(store, "Europe/Madrid")
    before = changes(app)

    with pytest.raises(Refused) as refused:
        set_time_zone(store, name)

    assert reason_of(refused) == "This time zone does not exist. Choose one from the list."
    assert settings.get_league(store).time_zone == "Europe/Madrid"
    assert changes(app) == before


def test_setting_the_same_zone_again_changes_nothing(store, app):
    set_time_zone(store, "Europe/Madrid")
    before = changes(app)

    set_time_zone(store, "Europe/Madrid")

    assert changes(app) == before


def test_a_proposed_zone_is_used_only_if_it_is_known_and_the_league_has_none(store):
    propose_time_zone(store, "Europe/Atlantis")
    assert settings.get_league(store).time_zone is None

    propose_time_zone(store, "Asia/Calcutta")  # an old name that browsers report
    propose_time_zone(store, "Europe/Madrid")

    assert settings.get_league(store).time_zone == "Asia/Calcutta"
