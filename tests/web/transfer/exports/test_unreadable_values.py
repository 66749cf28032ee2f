"""An export lists values that cannot be read, and can leave them out."""

import io

import pytest
from sqlalchemy import text

from scorekeeper.db.tables import SnapshotResults
from scorekeeper.league import roster, season_commands, seasons
from scorekeeper.league.seasons import Season
from scorekeeper.server import engines
from scorekeeper.stats.schemes import DEFAULT_SCHEME, Scheme
from scorekeeper.transfer.league_json.load import load_league
from tests.databases import create_bare_app, rows
from tests.web.results import loba


@pytest.fixture
def damaged_league(store, log):
    """A closed season with two results.

    The season's scheme and one of the results cannot be read.
    """
    players = [roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus")]
    season_commands.create_season(store, Season(0, "Summer", scheme=Scheme(measure="wins")))
    for day in (1, 2):
        loba(log, *players, evening=f"2026-05-0{day}")
    season_commands.close_season(store, 1)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE season SET scheme = '[7]'"))
        connection.execute(text("UPDATE kept_result SET result = '[7]' WHERE match_id = 2"))


@pytest.mark.both_databases
def test_an_export_names_values_that_cannot_be_read_and_can_leave_them_out(phone, damaged_league):
    page = phone.go("/export.jsonl")

    assert (page.status, page.title) == (409, "Export")
    for where in ("scheme in the table season", "result in the table kept_result"):
        assert f"The value of {where}" in page.words
    [link] = [each for each in page.root.all("a") if "without these values" in each.words]
    exported = phone.client.get(link["href"])
    assert exported.status_code == 200

    copy = create_bare_app("sqlite://")
    engines.create_tables(copy)
    load_league(engines.store_of(copy), io.BytesIO(exported.data))
    [season] = seasons.seasons(engines.store_of(copy))
    assert (season.name, season.scheme) == ("Summer", DEFAULT_SCHEME)
    assert [row.match_id for row in rows(copy, SnapshotResults)] == [1]


def test_a_damaged_value_that_is_not_exported_does_not_prevent_an_export(store, phone):
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE device SET granted = 'nothing'"))

    assert phone.client.get("/export.jsonl").status_code == 200


def test_an_export_names_a_value_of_the_wrong_type_and_cannot_leave_it_out(store, phone):
    """Only SQLite can store such a value."""
    roster.add_player(store, "Ana")
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE player SET colour = x'ff'"))

    for path in ("/export.jsonl", "/export.jsonl?incomplete=1"):
        page = phone.go(path)
        assert page.status == 409
        assert "The value of colour in the table player cannot be read: X'FF'." in page.words
        assert "without these values" not in page.words
