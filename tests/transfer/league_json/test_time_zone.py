"""A league that is exported and imported elsewhere keeps its evenings and seasons."""

import os
import subprocess
import sys
from collections import Counter

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.time_zone import set_time_zone
from scorekeeper.server import engines
from tests.transfer.evenings import evenings_and_seasons
from tests.transfer.leagues import brought, decoded, encoded, wander, written
from tests.transfer.result_files import brought as old_results

OLD = "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n31/03/2026;Loba;40;101\n01/04/2026;Loba;7;101\n"
ELSEWHERE = "America/Los_Angeles"


@pytest.fixture
def database(sqlite):
    return sqlite


@pytest.fixture
def elsewhere(tmp_path):
    """Return a function that imports a document on a machine in Los Angeles: its evenings."""

    def imported(document):
        file = tmp_path / "league.jsonl"
        file.write_bytes(document)
        command = [sys.executable, "-m", "tests.transfer.evenings", tmp_path / "new.sqlite", file]
        environment = {**os.environ, "TZ": ELSEWHERE}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    return imported


@pytest.fixture
def league(app, store):
    """A league with a time zone, a closed season, and played and imported matches."""
    wander(app, matches=30)
    set_time_zone(store, "Europe/Madrid")
    old_results(store, OLD, "later")
    return store


def test_every_match_has_the_same_evening_and_season_on_a_machine_in_another_zone(
    app, league, elsewhere
):
    here = evenings_and_seasons(league)
    seasons = Counter(line.rpartition(" ")[2] for line in here)
    assert seasons["Autumn"] > 3
    assert seasons["Winter"] > 3
    assert any("2025-12-24" in line for line in here)

    assert elsewhere(written(app)) == here


def test_without_a_time_zone_evenings_follow_the_machine(app, league, elsewhere):
    set_time_zone(league, None)

    assert elsewhere(written(app)) != evenings_and_seasons(league)


def test_an_empty_league_takes_the_zone_of_the_document_if_there_is_one(app, another_league):
    theirs, mine = engines.store_of(app), engines.store_of(another_league)
    roster.add_player(theirs, "Ana", at=0)
    set_time_zone(mine, "Asia/Tokyo")

    brought(another_league, written(app))
    assert roster.get_league(mine).time_zone == "Asia/Tokyo"

    set_time_zone(theirs, "Europe/Madrid")
    season_commands.create_season(theirs, season_commands.Season(0, "Autumn"), at=0)
    brought(another_league, written(app))
    assert roster.get_league(mine).time_zone == "Asia/Tokyo"  # it was not empty any more


def test_an_unknown_time_zone_in_a_document_is_refused(app, another_league):
    roster.add_player(engines.store_of(app), "Ana", at=0)
    whole = decoded(written(app))
    whole["league"]["time_zone"] = "Europe/Atlantis"

    with pytest.raises(Exception, match="time zone, such as Europe/Madrid"):
        brought(another_league, encoded(whole))
