"""Exports with rows that name a match whose log is lost. Every release writes such rows."""

import pytest
from sqlalchemy import delete, update

from scorekeeper.cli import checks
from scorekeeper.db.tables import MatchEvents, Seasons, SnapshotResults, Terms
from scorekeeper.league import match_terms_commands, season_commands
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.stats.stakes import Stakes
from scorekeeper.transfer import integrity
from tests.databases import rows
from tests.transfer.exports import export_league, import_league

DAMAGES = {
    "lost": delete(MatchEvents),
    "unreadable": update(MatchEvents).values(kind="no such kind"),
}


@pytest.fixture(params=DAMAGES)
def damaged_app(app, store, play, request):
    """A league whose first match has terms, is in a closed season, and has a damaged log."""
    season = season_commands.create_season(store, Season(0, "Spring"), at=0)
    terms = MatchTerms(True, season.id, Stakes("counters", {}))
    for evening in ("2024-05-03", "2024-05-04"):
        match_terms_commands.set_match_terms(store, play(evening), terms)
    season_commands.close_season(store, season.id, at=1)
    with store.write() as connection:
        connection.execute(DAMAGES[request.param].where(MatchEvents.match_id == 1))
    return app


def problems(app):
    return [render(each.problem, {}) for each in integrity.findings(engines.store_of(app))]


def match_ids(app, table):
    return [row.match_id for row in rows(app, table)]


def test_terms_of_a_missing_match_are_left_out(damaged_app, another_league):
    import_league(another_league, export_league(damaged_app))

    assert match_ids(another_league, Terms) == [2]
    assert not import_league(another_league, export_league(damaged_app))


def test_a_closed_season_keeps_the_result_of_a_missing_match(damaged_app, another_league):
    import_league(another_league, export_league(damaged_app))

    assert rows(another_league, SnapshotResults) == rows(damaged_app, SnapshotResults)
    assert problems(another_league) == [
        "match_id in the table kept_result (results of closed seasons) is 1,"
        " but there is no match with this id."
    ]


def test_an_open_season_keeps_no_result_of_a_missing_match(damaged_app, another_league):
    with engines.engine_of(damaged_app).begin() as connection:
        connection.execute(update(Seasons).values(closed_at=None))

    import_league(another_league, export_league(damaged_app))

    assert match_ids(another_league, SnapshotResults) == [2]
    assert problems(another_league) == []


def test_check_finds_nothing_wrong_with_the_export_of_a_missing_match(damaged_app):
    assert list(checks.export_findings(engines.store_of(damaged_app))) == []


def test_a_league_keeps_its_terms_when_its_own_export_is_imported(damaged_app):
    assert not import_league(damaged_app, export_league(damaged_app))

    assert match_ids(damaged_app, Terms) == [1, 2]
