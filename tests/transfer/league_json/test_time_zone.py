"""A league that is exported and imported elsewhere keeps its evenings and seasons."""

import time
from collections import Counter

import pytest

from scorekeeper.league import roster, season_commands, settings
from scorekeeper.league.time_zone import set_time_zone
from scorekeeper.server import engines
from scorekeeper.web.transfer import result_export_rows
from tests.transfer.exports import decode_document, encode_document, export_league, import_league
from tests.transfer.random_leagues import fill_random_league
from tests.transfer.result_files import import_results as old_results

OLD = "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n31/03/2026;Loba;40;101\n01/04/2026;Loba;7;101\n"
ELSEWHERE = "America/Los_Angeles"


@pytest.fixture
def database(sqlite):
    return sqlite


@pytest.fixture
def import_in_los_angeles(another_league, monkeypatch):
    """A function that imports a document in Los Angeles and returns its `evenings_and_seasons`."""

    def imported(document):
        monkeypatch.setenv("TZ", ELSEWHERE)
        time.tzset()
        import_league(another_league, document)
        return evenings_and_seasons(engines.store_of(another_league))

    yield imported
    monkeypatch.undo()
    time.tzset()


def evenings_and_seasons(store):
    """Return a list of lines, one for each finished match, with its id, evening and season."""
    with store.read() as connection:
        result_rows = result_export_rows.result_rows(connection, store.league_id)
        return list(dict.fromkeys(f"{row[0]} {row[1]} {row[3]}" for row in result_rows))


@pytest.fixture
def league(app, store):
    """A league with a time zone, a closed season, and played and imported matches."""
    fill_random_league(app, matches=30)
    set_time_zone(store, "Europe/Madrid")
    old_results(store, OLD, "later")
    return store


@pytest.mark.thorough
def test_every_match_has_the_same_evening_and_season_on_a_machine_in_another_zone(
    app, league, import_in_los_angeles
):
    here = evenings_and_seasons(league)
    seasons = Counter(line.rpartition(" ")[2] for line in here)
    assert seasons["Autumn"] > 3
    assert seasons["Winter"] > 3
    assert any("2025-12-24" in line for line in here)

    assert import_in_los_angeles(export_league(app)) == here


@pytest.mark.thorough
def test_without_a_time_zone_evenings_follow_the_machine(app, league, import_in_los_angeles):
    set_time_zone(league, None)
    here = evenings_and_seasons(league)

    assert import_in_los_angeles(export_league(app)) != here


def test_an_empty_league_takes_the_zone_of_the_document_if_there_is_one(app, another_league):
    theirs, mine = engines.store_of(app), engines.store_of(another_league)
    roster.add_player(theirs, "Ana", at=0)
    set_time_zone(mine, "Asia/Tokyo")

    import_league(another_league, export_league(app))
    assert settings.get_league(mine).time_zone == "Asia/Tokyo"

    set_time_zone(theirs, "Europe/Madrid")
    season_commands.create_season(theirs, season_commands.Season(0, "Autumn"), at=0)
    import_league(another_league, export_league(app))
    assert settings.get_league(mine).time_zone == "Asia/Tokyo"  # it was no longer empty


def test_an_unknown_time_zone_in_a_document_is_refused(app, another_league):
    roster.add_player(engines.store_of(app), "Ana", at=0)
    whole = decode_document(export_league(app))
    whole["league"]["time_zone"] = "Europe/Atlantis"

    with pytest.raises(Exception, match="time zone, such as Europe/Madrid"):
        import_league(another_league, encode_document(whole))
