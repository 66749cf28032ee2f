"""The row of a match with an unknown game is ignored, and `check --repair` restores the row."""

import pytest
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.db.rebuild import rebuild
from scorekeeper.league import match_lists, match_terms_commands, season_commands
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer.findings import Repair
from scorekeeper.transfer.integrity import findings
from tests.db.unreadable.spoiling import damage_entry, first_match
from tests.league.comparable_statistics import plain_values


@pytest.fixture
def match(filled_app):
    """A finished match whose row names an unknown game."""
    damaged = first_match(filled_app, MatchState.OVER)
    with engines.engine_of(filled_app).begin() as connection:
        connection.execute(text(f"UPDATE match SET game = '<bridge>' WHERE id = {damaged}"))
    return damaged


@pytest.fixture
def client(filled_app):
    config = {"SQLALCHEMY_DATABASE_URI": filled_app.config["SQLALCHEMY_DATABASE_URI"]}
    app = create_app(config)
    yield app.test_client()
    engines.engine_of(app).dispose()


def statistics_of(app):
    values = plain_values(StatsCache(engines.store_of(app)).wait_until_current())
    return {name: each for name, each in values.items() if name != "league state"}


def test_a_match_with_an_unknown_game_is_listed_as_unreadable_and_without_a_result(
    filled_app, match
):
    store = engines.store_of(filled_app)

    listed = match_lists.find_match(store, match)

    assert (listed.state, listed.summary["winners"], listed.standings) == ("unreadable", [], {})
    assert listed in match_lists.match_history(store)


def test_a_match_with_an_unknown_game_can_be_opened_but_its_terms_cannot(client, match):
    assert "&lt;bridge&gt;: unreadable" in client.get("/matches").text
    assert client.get(f"/matches/{match}").status_code == 200
    assert client.get(f"/matches/{match}/terms").status_code == 409


def test_the_season_page_shows_what_a_running_match_with_an_unknown_game_would_change(
    filled_app, client
):
    store = engines.store_of(filled_app)
    season = season_commands.create_season(store, Season(0, "Autumn"))
    running = first_match(filled_app, MatchState.RUNNING)
    match_terms_commands.set_match_terms(
        store, running, MatchTerms(is_season_chosen=True, season_id=season.id)
    )
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE match SET game = '<bridge>'"))

    page = client.get(f"/season/{season.id}")

    assert page.status_code == 200
    assert "If the match in progress ended now" in page.text


def test_a_match_with_an_unknown_game_counts_like_one_with_an_unreadable_log(filled_app, match):
    counted = statistics_of(filled_app)
    rebuild(engines.engine_of(filled_app))
    assert statistics_of(filled_app) != counted

    damage_entry(filled_app, match, 2, "no such kind", "'{}'")
    rebuild(engines.engine_of(filled_app))

    assert statistics_of(filled_app) == counted


def test_the_check_finds_an_unknown_game_and_a_rebuild_restores_the_match(filled_app, match):
    (finding,) = findings(engines.store_of(filled_app))
    assert finding.repair is Repair.REBUILD
    assert f"{match}" in render(finding.problem, {})

    rebuild(engines.engine_of(filled_app))

    assert findings(engines.store_of(filled_app)) == []
    store = engines.store_of(filled_app)
    assert match_lists.find_match(store, match).state is MatchState.OVER
